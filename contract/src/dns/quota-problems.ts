import { registerProblems } from '../problem-text.ts'

/** What is said of records and lines beyond the plan of their domain. */
export const quotaProblems = {
  quota_records: { zh: '套餐最多 {limit} 条记录', en: 'The plan allows at most {limit, record}' },
  quota_subdomain_levels: { zh: '套餐最多 {limit} 级子域名，{host} 有 {used} 级', en: 'The plan allows at most {limit, subdomain level}. {host} has {used}.' },
  quota_wildcard_levels: { zh: '套餐最多 {limit} 级泛解析，{host} 有 {used} 级', en: 'The plan allows at most {limit, wildcard level}. {host} has {used}.' },
  quota_url_records: { zh: '套餐最多 {limit} 条 URL 记录', en: 'The plan allows at most {limit, URL record}' },
  quota_minimum_ttl: { zh: '套餐的 TTL 不能小于 {limit} 秒', en: 'The plan requires a TTL of at least {limit, second}' },
  quota_same_line_addresses: {
    zh: '套餐在同一主机记录的同一线路上最多 {limit} 条 {type} 记录',
    en: 'The plan allows at most {limit} {type} records of one host on one line',
  },
  quota_custom_lines: { zh: '套餐最多 {limit} 条自定义线路', en: 'The plan allows at most {limit, custom line}' },
} as const
registerProblems(quotaProblems)
