import { counted } from '@nameplane/contract/counted'
import { fieldNames } from '@nameplane/contract/dns/service-group'
import { defineMessages } from '../../../i18n/messages.ts'
import { fieldWords } from '../../../screen-parts/form/field-words.ts'

export const serviceGroupMessages = defineMessages({
  zh: {
    title: '服务组',
    help: '新域名的 SOA 与 NS 取自所属服务组。修改后，组内域名立即使用新的名称应答。',
    add: '添加服务组',
    editTitle: (name: string) => `修改服务组 ${name}`,
    search: '服务组名称',
    none: '还没有服务组',
    noneHelp: '服务组决定域名的节点和 NS 名称',
    isDefault: '默认',
    inUse: (count: number) => `${count} 个域名正在使用`,
    deleteAsk: (names: string) => `删除服务组 ${names}？此操作不可恢复。`,
    helps: {
      mname: '例如 ns1.example.com',
      rname: '将邮箱中的 @ 写成点，例如 hostmaster.example.com',
      weight: '数值大的排在前面',
      ns: 'NS1 与 NS2 必填，其余选填',
    },
    choices: { status: { 1: '可用', 0: '停用' } },
    nameserverGroup: 'DNS 服务器',
    soaGroup: 'SOA',
    changes: (count: number) => `保存后，${count} 个域名的 SOA 与 NS 将重新发布`,
  },
  en: {
    title: 'Service groups',
    help: 'New domains take their SOA and NS from their service group. After a change, its domains answer with the new names immediately.',
    add: 'Add service group',
    editTitle: (name) => `Edit service group ${name}`,
    search: 'Group name',
    none: 'No service groups yet',
    noneHelp: 'A service group defines the nodes and name servers of a domain',
    isDefault: 'Default',
    inUse: (count) => `In use by ${counted(count, 'domain')}`,
    deleteAsk: (names) => `Delete service group ${names}? This cannot be undone.`,
    helps: {
      mname: 'For example, ns1.example.com',
      rname: 'The email address with a dot instead of @. For example, hostmaster.example.com',
      weight: 'Higher weights come first',
      ns: 'NS1 and NS2 are required',
    },
    choices: { status: { 1: 'Available', 0: 'Disabled' } },
    nameserverGroup: 'Name servers',
    soaGroup: 'SOA',
    changes: (count) => `Saving republishes SOA and NS of ${counted(count, 'domain')}`,
  },
})

export const serviceGroupWords = fieldWords(fieldNames, serviceGroupMessages)
