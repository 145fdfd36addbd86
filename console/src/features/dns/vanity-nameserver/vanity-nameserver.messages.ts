import { fieldNames } from '@nameplane/contract/dns/vanity-nameserver'
import { defineMessages } from '../../../i18n/messages.ts'
import { fieldWords } from '../../../screen-parts/form/field-words.ts'

export const vanityNameserverMessages = defineMessages({
  zh: {
    title: '自定义 NS',
    help: '用户的域名以自己的 NS 名称代替服务组的 NS。单个域名可以在其设置中另行选择。',
    add: '添加自定义 NS',
    editTitle: (name: string) => `修改用户 ${name} 的自定义 NS`,
    search: '用户或名称',
    none: '还没有自定义 NS',
    noneHelp: '所有域名使用其服务组的 NS',
    deleteAsk: (names: string) => `删除用户 ${names} 的自定义 NS？其域名立即恢复使用服务组的 NS。此操作不可恢复。`,
    helps: { names: '2～13 个主机名，例如 ns1.example.com。第一个也是 SOA 的主服务器。' },
    choose: '选择用户',
    note: '保存后，该用户的域名立即以这些名称应答。注册商处的 NS 也需修改。',
    addresses: { action: '地址与胶水记录', title: (name: string) => `用户 ${name} 的自定义 NS` },
  },
  en: {
    title: 'Vanity name servers',
    help: 'Domains of a user show their own name servers instead of those of the service group. Each domain can choose otherwise in its settings.',
    add: 'Add vanity name servers',
    editTitle: (name) => `Edit vanity name servers of ${name}`,
    search: 'User or name',
    none: 'No vanity name servers yet',
    noneHelp: 'All domains show the name servers of their service groups',
    deleteAsk: (names) =>
      `Delete the vanity name servers of ${names}? Their domains immediately show the name servers of the service group again. This cannot be undone.`,
    helps: { names: '2 to 13 host names. For example, ns1.example.com. The first one is also the primary server in the SOA.' },
    choose: 'Choose a user',
    note: 'Domains of the user are answered with these names immediately. Change the name servers at the registrar too.',
    addresses: { action: 'Addresses and glue', title: (name) => `Vanity name servers of ${name}` },
  },
})

export const vanityNameserverWords = fieldWords(fieldNames, vanityNameserverMessages)
