import { defineMessages } from '../../../i18n/messages.ts'

export const serviceGroupMessages = defineMessages({
  zh: {
    title: '服务组', help: '新域名的 SOA 与 NS 来自它的服务组；修改后，组内域名立即按新的名称应答。',
    add: '添加服务组', edit: '修改', editTitle: (name: string) => `修改服务组 ${name}`, remove: '删除', search: '服务组名称',
    none: '还没有服务组', noneHelp: '服务组决定域名由哪些节点服务，以及使用哪些 NS 名称。',
    isDefault: '默认', usable: '可用', disabled: '停用',
    defaultStays: '默认服务组不能删除', inUse: (count: number) => `${count} 个域名正在使用`, noRight: '没有修改服务组的权限',
    deleteAsk: (names: string) => `删除服务组：${names}？`, between: '、',
    fields: { name: '名称', weight: '排序权重', status: '状态', remark: '备注', mname: '主服务器（MNAME）', rname: '管理员邮箱（RNAME）', ns: (index: number) => `NS${index}`, nameservers: 'NS', domains: '域名', nodes: '节点', updated: '最后修改' },
    helps: { mname: '例如 ns1.example.com', rname: '把邮箱中的 @ 写成点，例如 hostmaster.example.com', weight: '数值大的排在前面', ns: 'NS1 与 NS2 必填，其余可不填' },
    nameserverGroup: '域名服务器', soaGroup: 'SOA',
    changes: (count: number) => `保存后，${count} 个域名的 SOA 与 NS 会重新发布。`,
  },
  en: {
    title: 'Service groups', help: 'A new domain takes its SOA and NS from its service group; after a change the domains of the group answer with the new names at once.',
    add: 'Add service group', edit: 'Edit', editTitle: (name) => `Edit service group ${name}`, remove: 'Delete', search: 'Group name',
    none: 'No service groups yet', noneHelp: 'A service group says which nodes serve a domain and which NS names it carries.',
    isDefault: 'default', usable: 'Usable', disabled: 'Disabled',
    defaultStays: 'The default service group cannot be deleted', inUse: (count) => `In use by ${count} domains`, noRight: 'You may not change service groups',
    deleteAsk: (names) => `Delete these service groups: ${names}?`, between: ', ',
    fields: { name: 'Name', weight: 'Weight', status: 'State', remark: 'Remark', mname: 'Primary server (MNAME)', rname: 'Mailbox (RNAME)', ns: (index) => `NS${index}`, nameservers: 'NS', domains: 'Domains', nodes: 'Nodes', updated: 'Last change' },
    helps: { mname: 'Such as ns1.example.com', rname: 'The mailbox with a dot for the @, such as hostmaster.example.com', weight: 'Higher ones come first', ns: 'NS1 and NS2 are needed, the others may be empty' },
    nameserverGroup: 'Name servers', soaGroup: 'SOA',
    changes: (count) => `Saving publishes SOA and NS of ${count} domains anew.`,
  },
})
