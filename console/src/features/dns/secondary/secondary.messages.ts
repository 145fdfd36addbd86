import { fieldNames } from '@nameplane/contract/dns/secondary'
import { defineMessages } from '../../../i18n/messages.ts'
import { fieldWords } from '../../../screen-parts/form/field-words.ts'

export const secondaryMessages = defineMessages({
  zh: {
    title: '从服务器',
    help: '允许 Knot、BIND、NSD、PowerDNS 等服务器从节点传送整个区域（AXFR）。只传送默认线路：权重记录传送整个记录集，ALIAS 与 URL 记录传送其在默认线路的地址。',
    add: '添加从服务器',
    editTitle: (name: string) => `修改从服务器 ${name}`,
    search: '从服务器名称',
    none: '还没有从服务器',
    noneHelp: '默认不允许任何服务器传送区域',
    deleteAsk: (names: string) => `删除从服务器 ${names}？节点立即拒绝向其传送区域。此操作不可恢复。`,
    helps: {
      networks: 'IP 地址或网段，例如 192.0.2.53 或 2001:db8::/32',
      keyName: '例如 xfr.example.com，留空则不要求签名',
      secret: 'Base64 格式，例如 tsig-keygen 或 keymgr 生成的密钥',
      domains: '例如 example.com',
    },
    choices: {
      status: { 1: '启用', 0: '停用' },
      scope: { chosen: '指定域名', all: '全部域名' },
      algorithm: { 'hmac-sha256': 'HMAC-SHA256', 'hmac-sha512': 'HMAC-SHA512' },
    },
    keyGroup: 'TSIG',
    domainGroup: '域名',
    secretKept: '留空则保留现有密钥',
  },
  en: {
    title: 'Secondary servers',
    help: 'Servers such as Knot, BIND, NSD and PowerDNS that can transfer whole zones from nodes (AXFR). Only the default line is transferred: whole sets of weighted records, and the addresses of ALIAS and URL records on the default line.',
    add: 'Add secondary server',
    editTitle: (name) => `Edit secondary server ${name}`,
    search: 'Server name',
    none: 'No secondary servers yet',
    noneHelp: 'By default, no server can transfer zones',
    deleteAsk: (names) => `Delete secondary server ${names}? Nodes refuse transfers to it immediately. This cannot be undone.`,
    helps: {
      networks: 'IP addresses or networks. For example, 192.0.2.53 or 2001:db8::/32',
      keyName: 'For example, xfr.example.com. Leave empty to require no signature.',
      secret: 'Base64, as created by tsig-keygen or keymgr',
      domains: 'For example, example.com',
    },
    choices: {
      status: { 1: 'Enabled', 0: 'Disabled' },
      scope: { chosen: 'Chosen domains', all: 'All domains' },
      algorithm: { 'hmac-sha256': 'HMAC-SHA256', 'hmac-sha512': 'HMAC-SHA512' },
    },
    keyGroup: 'TSIG',
    domainGroup: 'Domains',
    secretKept: 'Leave empty to keep the current secret',
  },
})

export const secondaryWords = fieldWords(fieldNames, secondaryMessages)
