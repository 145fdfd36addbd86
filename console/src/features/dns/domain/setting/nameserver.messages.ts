import { defineMessages } from '../../../../i18n/messages.ts'

export const nameserverMessages = defineMessages({
  zh: {
    title: 'DNS 服务器（NS）',
    help: '节点以这些名称应答此域名的 NS 与 SOA。修改后也需在注册商处修改。',
    noRight: '没有选择域名的 NS 的权限',
    transferred: '此域名从主服务器传送，NS 来自主服务器',
    noUserNames: '所属用户没有自定义 NS，使用服务组的 NS',
    choices: { choice: { user: '所属用户的 NS', platform: '服务组的 NS', own: '此域名自己的 NS' } },
    helps: { names: '2～13 个主机名，例如 ns1.example.com。第一个也是 SOA 的主服务器。' },
    save: '保存 NS',
  },
  en: {
    title: 'Name servers',
    help: 'Nodes answer NS and SOA of this domain with these names. Change them at the registrar too.',
    noRight: 'You do not have permission to choose name servers of domains',
    transferred: 'This domain is transferred from primaries. Its name servers come from them.',
    noUserNames: 'The owner has no vanity name servers. Those of the service group are used.',
    choices: { choice: { user: 'Those of the owner', platform: 'Those of the service group', own: 'Own names' } },
    helps: { names: '2 to 13 host names. For example, ns1.example.com. The first one is also the primary server in the SOA.' },
    save: 'Save name servers',
  },
})
