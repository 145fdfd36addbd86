import { registerProblems } from '../problem-text.ts'

/** What a health check finds beyond what the checks of records find, and what its calls refuse. */
export const healthProblems = {
  target_missing: { zh: '{type} 指向的 {target} 没有可用的记录，无法解析', en: 'The {type} target {target} has no usable record and does not resolve' },
  target_missing_outside: {
    zh: '{type} 指向的 {target} 不存在，无法解析。该名称若被他人占用，访问会被引向他人。',
    en: 'The {type} target {target} does not exist. An attacker who registers that name receives the traffic.',
  },
  delegation_lame: { zh: '{host} 已授权给其他 DNS 服务器，但这些服务器不应答', en: '{host} is delegated to name servers that do not answer for it' },
  delegated_elsewhere: { zh: '域名没有授权给本平台，查到的 NS：{found}', en: 'The domain is not delegated to this platform. Name servers found: {found}' },
  delegated_in_part: {
    zh: '除本平台外，域名还授权给了其他 DNS 服务器，查到的 NS：{found}',
    en: 'The domain is also delegated to name servers of others. Name servers found: {found}',
  },
  spf_repeated: {
    zh: '有 {count} 条 SPF 记录，收件方会全部视为无效，应合并为一条',
    en: '{count, SPF record}. Mail servers treat all as invalid. Merge them into one.',
  },
  spf_too_many_lookups: {
    zh: 'SPF 至少需要 {count} 次 DNS 查询，超过 {maximum} 次，收件方会视为无效',
    en: 'SPF requires at least {count, DNS look-up}, but mail servers allow at most {maximum}',
  },
  dmarc_missing: {
    zh: '没有 DMARC 策略（{name}），他人冒用此域名发信时收件方没有处理依据',
    en: 'No DMARC policy ({name}). Mail servers cannot tell what to do with email that forges this domain.',
  },
  caa_issuer_invalid: {
    zh: 'CAA 中的“{issuer}”不是证书机构的域名，任何机构都不会签发',
    en: 'CAA names “{issuer}”, which is not the domain of a certificate authority. None will issue.',
  },
  caa_excludes_authority: {
    zh: 'CAA 不允许平台使用的证书机构 {authority}（{identity}）签发证书',
    en: 'CAA does not allow {authority} ({identity}), the certificate authority of the platform, to issue certificates',
  },
  ttl_too_long: {
    zh: 'TTL 为 {ttl} 秒，递归服务器最多缓存 {maximum} 秒（RFC 8767）',
    en: 'TTL of {ttl, second}. Resolvers keep answers for at most {maximum, second} (RFC 8767).',
  },
  ttl_short: { zh: 'TTL 仅 {ttl} 秒，几乎每次访问都要重新查询', en: 'TTL of only {ttl, second}. Nearly every use asks the name servers again.' },
  lines_repeat_default: {
    zh: '其他 {count} 条线路的记录与默认线路完全相同，可以删除',
    en: 'Records on {count, other line} are the same as on the default line and can be deleted',
  },

  health_check_too_often: { zh: '检查过于频繁，请在 {seconds} 秒后重试', en: 'Checked too often. Try again in {seconds, second}.' },
  health_finding_missing: { zh: '该问题已不存在，请刷新', en: 'Finding no longer present. Refresh the page.' },
  health_ignored_missing: { zh: '该问题没有被忽略', en: 'Finding is not ignored' },
  too_many_ignored: { zh: '一个域名最多忽略 {maximum} 个问题', en: 'At most {maximum, finding} can be ignored in a domain' },
} as const
registerProblems(healthProblems)
