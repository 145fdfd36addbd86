import { fieldNames } from '@nameplane/contract/dns/domain-primary'
import { counted } from '@nameplane/contract/counted'
import { formatNumber } from '../../../i18n/format.ts'
import { defineMessages } from '../../../i18n/messages.ts'
import { fieldWords } from '../../../screen-parts/form/field-words.ts'

export const primaryMessages = defineMessages({
  zh: {
    title: '主服务器',
    help: '将此域名作为从区域：平台从其他 DNS 服务器传送全部记录（AXFR），按其 SOA 刷新，收到 NOTIFY 后立即更新。记录在此只读。',
    ordinary: '此域名的记录在本平台编辑，不从其他服务器传送',
    transferred: '此域名从主服务器传送',
    edit: '主服务器设置',
    helps: { addresses: '按顺序尝试，例如 192.0.2.53。主服务器须允许本平台传送此区域。', keyName: '留空则不签名', secret: 'Base64 格式' },
    secretKept: '留空则使用已保存的密钥',
    choices: { algorithm: { 'hmac-sha256': 'HMAC-SHA256', 'hmac-sha512': 'HMAC-SHA512' } },
    begin: '开始传送',
    beginAsk: (domain: string, count: number) =>
      `首次传送将以主服务器的记录替换 ${domain} 现有的 ${formatNumber(count, 'zh')} 条记录，SOA 与 NS 也以主服务器为准`,
    save: '保存',
    now: '立即传送',
    takeOver: '接管为主',
    takeOverAsk: (domain: string) => `接管 ${domain}？记录保留并可编辑，SOA 与 NS 由域名设置决定，不再从主服务器传送。`,
    facts: {
      state: '状态',
      serial: '本平台序列号',
      serialThere: '主服务器序列号',
      checkTime: '上次检查',
      transferTime: '上次传送',
      notifyTime: '上次 NOTIFY',
      nextCheckTime: '下次检查',
      expireTime: '过期时间',
      problem: '最近的错误',
    },
    states: { waiting: '等待首次传送', current: '已同步', failing: '检查失败', expired: '已过期' },
    expiredHelp: '主服务器超过 SOA 过期时间未能提供此区域，节点对其查询应答 SERVFAIL',
    never: '从未',
  },
  en: {
    title: 'Primaries',
    help: 'Use this domain as a secondary zone: the platform transfers all records from other name servers (AXFR), refreshes them by their SOA and follows their NOTIFY. Records are read-only here.',
    ordinary: 'Records of this domain are edited here and not transferred',
    transferred: 'This domain is transferred from primaries',
    edit: 'Primaries to transfer from',
    helps: {
      addresses: 'Tried in this order, for example 192.0.2.53. Primaries must allow this platform to transfer the zone.',
      keyName: 'If empty, queries are not signed',
      secret: 'Base64',
    },
    secretKept: 'If empty, the stored secret stays',
    choices: { algorithm: { 'hmac-sha256': 'HMAC-SHA256', 'hmac-sha512': 'HMAC-SHA512' } },
    begin: 'Start transfers',
    beginAsk: (domain, count) => `The first transfer replaces ${counted(count, 'record')} of ${domain} with those of the primaries. SOA and NS are theirs too.`,
    save: 'Save',
    now: 'Transfer now',
    takeOver: 'Take over as primary',
    takeOverAsk: (domain) => `Take over ${domain}? Records are kept and can be edited. SOA and NS come from the domain settings, and transfers end.`,
    facts: {
      state: 'Status',
      serial: 'Serial here',
      serialThere: 'Serial of the primaries',
      checkTime: 'Last check',
      transferTime: 'Last transfer',
      notifyTime: 'Last NOTIFY',
      nextCheckTime: 'Next check',
      expireTime: 'Expires',
      problem: 'Last error',
    },
    states: { waiting: 'Waiting for the first transfer', current: 'In sync', failing: 'Check failed', expired: 'Expired' },
    expiredHelp: 'No primary gave the zone within the expire time of its SOA. Nodes answer SERVFAIL.',
    never: 'Never',
  },
})

export const primaryWords = fieldWords(fieldNames, primaryMessages)
