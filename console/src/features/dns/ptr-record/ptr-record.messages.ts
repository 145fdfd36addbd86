import { counted } from '@nameplane/contract/counted'
import { fieldNames } from '@nameplane/contract/dns/ptr-record'
import { formatNumber } from '../../../i18n/format.ts'
import { defineMessages } from '../../../i18n/messages.ts'
import { fieldWords } from '../../../screen-parts/form/field-words.ts'

export const ptrRecordMessages = defineMessages({
  zh: {
    title: 'PTR 记录',
    help: '所有反向解析网段的 PTR 记录。已生效网段的修改立即由节点应答。',
    add: '添加 PTR 记录',
    editTitle: (address: string) => `修改 ${address} 的 PTR 记录`,
    search: '主机名',
    searchAddress: 'IP',
    none: '还没有 PTR 记录',
    noneHelp: '逐个添加，或按模板为一段 IP 生成',
    check: '检测正向解析',
    checked: (confirmed: number, other: number) => `已检测：一致 ${formatNumber(confirmed, 'zh')} 条，其他 ${formatNumber(other, 'zh')} 条`,
    checkedAt: (time: string) => `检测于 ${time}`,
    found: (addresses: string) => `正向解析到 ${addresses}`,
    zone: '打开反向区域',
    deleteAsk: (names: string) => `删除 ${names} 的 PTR 记录？`,
    generate: '按模板生成',
    generateTitle: '按模板生成 PTR 记录',
    preview: '预览',
    previewed: ({ added, updated, kept }: { added: number; updated: number; kept: number }) =>
      `新增 ${formatNumber(added, 'zh')} 条，修改 ${formatNumber(updated, 'zh')} 条，保持不变 ${formatNumber(kept, 'zh')} 条`,
    more: (count: number) => `其间另 ${formatNumber(count, 'zh')} 条`,
    becomes: (before: string) => `原为 ${before}`,
    helps: {
      address: '须在已生效的反向解析网段内',
      hostName: '例如 mail.example.com',
      ttl: '可填秒数或 10m、1h',
      last: '最多 65,536 个 IP',
      pattern: 'IPv4：{a}～{d} 为各段；IPv6：{h1}～{h8} 为各组，{nibbles} 为全部 32 位十六进制数；{ip} 为以连字符分隔的地址，{n} 为序号',
      replaces: '不勾选时，已有 PTR 记录的 IP 保持不变',
    },
    choices: {
      status: { 1: '正常', 0: '已暂停' },
      forward: { confirmed: '一致', different: '不一致', missing: '无地址', unknown: '无法判断', unchecked: '未检测' },
    },
  },
  en: {
    title: 'PTR records',
    help: 'PTR records of all reverse segments. Nodes answer changes in active segments immediately.',
    add: 'Add PTR record',
    editTitle: (address) => `Edit PTR record of ${address}`,
    search: 'Host name',
    searchAddress: 'IP address',
    none: 'No PTR records yet',
    noneHelp: 'Add them one by one, or generate them for a range of addresses',
    check: 'Check forward DNS',
    checked: (confirmed, other) => `Checked: ${formatNumber(confirmed, 'en')} confirmed, ${formatNumber(other, 'en')} not`,
    checkedAt: (time) => `Checked ${time}`,
    found: (addresses) => `Resolves to ${addresses}`,
    zone: 'Open reverse zone',
    deleteAsk: (names) => `Delete the PTR records of ${names}?`,
    generate: 'Generate by pattern',
    generateTitle: 'Generate PTR records by pattern',
    preview: 'Preview',
    previewed: ({ added, updated, kept }) =>
      `${formatNumber(added, 'en')} to add, ${formatNumber(updated, 'en')} to change, ${formatNumber(kept, 'en')} unchanged`,
    more: (count) => `${counted(count, 'record')} in between`,
    becomes: (before) => `previously ${before}`,
    helps: {
      address: 'In an active reverse segment',
      hostName: 'For example, mail.example.com',
      ttl: 'For example, 600, 10m or 1h',
      last: 'At most 65,536 addresses',
      pattern:
        'IPv4: {a} to {d} are its parts. IPv6: {h1} to {h8} are its groups, {nibbles} all 32 hexadecimal digits. {ip} is the address with hyphens, {n} the number in the range.',
      replaces: 'Otherwise, addresses that have a PTR record keep it',
    },
    choices: {
      status: { 1: 'Active', 0: 'Paused' },
      forward: { confirmed: 'Confirmed', different: 'Different', missing: 'No address', unknown: 'Unclear', unchecked: 'Not checked' },
    },
  },
})

export const ptrRecordWords = fieldWords(fieldNames, ptrRecordMessages)
