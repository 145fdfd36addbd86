import { defineMessages } from '../../../i18n/messages.ts'

export const planMessages = defineMessages({
  zh: {
    title: '内置免费套餐',
    help: '所有域名使用同一套餐。达到限制后不能再增加，已超出的可以保留、修改或减少。',
    change: '修改限制',
    columns: { name: '项目', used: '已用 / 限制' },
    noLimit: '不限',
    of: (used: string, limit: string) => `${used} / ${limit}`,
    least: (used: string, limit: string) => `最小 ${used}，不低于 ${limit}`,
    nothing: '无',
    beyond: '已超出',
    counts: {
      records: '全部解析记录，包括已暂停的，不包括服务组提供的 SOA 与 NS',
      subdomainLevels: '主机记录的级数，例如 a.b 为 2 级',
      wildcardLevels: '泛解析主机记录的级数，* 算一级，例如 *.a 为 2 级',
      urlRecords: 'URL 记录，包括已暂停的',
      customLines: '该域名的自定义线路',
      minimumTtl: '解析记录中最小的 TTL',
      sameLineAddresses: '同一主机记录、同一线路的 A 记录数，或 AAAA 记录数，取最多的一组',
    },
  },
  en: {
    title: 'Built-in free plan',
    help: 'All domains have the same plan. At a limit nothing can be added. What is beyond a limit already can stay, be changed or become less.',
    change: 'Edit limits',
    columns: { name: 'Quota', used: 'Used / limit' },
    noLimit: 'no limit',
    of: (used, limit) => `${used} / ${limit}`,
    least: (used, limit) => `lowest ${used}, at least ${limit}`,
    nothing: 'none',
    beyond: 'Beyond the limit',
    counts: {
      records: 'All records, paused ones too, but not SOA and NS of the zone apex',
      subdomainLevels: 'Labels of a host. For example, a.b has 2.',
      wildcardLevels: 'Labels of a wildcard host, the asterisk too. For example, *.a has 2.',
      urlRecords: 'URL records, paused ones too',
      customLines: 'Custom lines of the domain',
      minimumTtl: 'The lowest TTL of a record',
      sameLineAddresses: 'A records, or AAAA records, of one host on one line: the largest set',
    },
  },
})
