import { defineMessages } from '../../../i18n/messages.ts'

/** The words of the page beside. */
export const planMessages = defineMessages({
  zh: {
    help: '适用于所有域名，留空表示不限。保存后立即生效，已超出的可以保留、修改或减少。',
    noLimit: '不限',
    helps: {
      records: '包括已暂停的记录',
      subdomainLevels: '例如 a.b 为 2 级',
      wildcardLevels: '* 算一级，例如 *.a 为 2 级，0 表示不允许泛解析',
      urlRecords: '0 表示不允许 URL 转发',
      customLines: '最多 100，0 表示不允许自定义线路',
      minimumTtl: '解析记录的 TTL 不能小于此值',
      sameLineAddresses: '同一主机记录、同一线路的 A 记录数，以及 AAAA 记录数',
    },
  },
  en: {
    help: 'For all domains. Empty fields are no limit. Takes effect immediately. What is beyond a limit already can stay, be changed or become less.',
    noLimit: 'no limit',
    helps: {
      records: 'Paused records count too',
      subdomainLevels: 'Labels of a host. For example, a.b has 2.',
      wildcardLevels: 'The asterisk is one. For example, *.a has 2. 0 allows no wildcards.',
      urlRecords: '0 allows no redirects',
      customLines: 'At most 100. 0 allows no custom lines.',
      minimumTtl: 'Records cannot have a lower TTL',
      sameLineAddresses: 'A records, and AAAA records, of one host on one line',
    },
  },
})
