import { lineEnd } from '@nameplane/dns-text/line-ends'
import * as z from 'zod/mini'
import { domainToAscii } from '@nameplane/dns-text/names'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { asCode } from '../fields.ts'
import { limits } from '../limits.ts'
import { Id, Ids, listQuery, pageOf } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { domainListProblem, plainText } from '../rules.ts'
import { Time } from '../time.ts'

/** From the request to the domain: `waiting` until the TXT record was seen, or its time is over. */
export const claimStates = ['waiting', 'retrieved', 'expired'] as const
/** What resolvers last said of the TXT record: nothing of it, other values, or nothing at all; null: never looked up. */
export const claimFindings = ['missing', 'different', 'unknown', 'seen'] as const

/** A caller checks once in this time. */
export const claimCheckPauseSeconds = 3

/** A request of a user for a domain on the platform that belongs to another one. */
export const DomainClaim = z.object({
  id: z.number(),
  /** Lower-case ASCII without the final dot, and in Unicode. */
  domain: z.string(),
  unicodeName: z.string(),
  /** Who requested it. */
  userId: z.number(),
  username: z.string(),
  /** The TXT record that shows who controls the domain: its full name without the final dot, and its text. */
  recordName: z.string(),
  recordValue: z.string(),
  state: z.enum(claimStates),
  finding: z.nullable(z.enum(claimFindings)),
  checkTime: z.nullable(Time),
  expireTime: Time,
  /** When the domain was retrieved. */
  finishTime: z.nullable(Time),
  createTime: Time,
})
export type DomainClaim = z.infer<typeof DomainClaim>

const longestName = 255

/** Names of domains, one a line. */
const DomainLines = asCode(
  z.pipe(
    z.string().check(
      z.trim(),
      z.minLength(1, 'required'),
      z.maxLength(limits.bulkDomains * (longestName + 2)),
      z.check((context) => {
        const problem = domainListProblem(context.value)
        if (problem) context.issues.push({ code: 'custom', input: context.value, message: problem.code, params: { line: problem.line } })
        else if (linesOf(context.value).length > limits.bulkDomains)
          context.issues.push({ code: 'custom', input: context.value, message: 'too_many_entries', params: { maximum: limits.bulkDomains } })
      }),
    ),
    z.transform((text: string) => linesOf(text).map((line) => domainToAscii(line).toLowerCase())),
  ),
)

function linesOf(text: string): string[] {
  return text
    .split(lineEnd)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export const domainClaim = {
  list: endpoint('GET sys/dns/domain_claim/list', {
    summary: 'List requests for domains that belong to other users, with the TXT records that show who controls them',
    access: 'domain_claim.read',
    users: 'own',
    input: listQuery(['domain', 'createTime', 'expireTime'], {
      search: z.optional(plainText(longestName)),
      state: z.optional(z.enum(claimStates)),
      userId: z.optional(Id),
    }),
    reply: z.object({ data: pageOf(DomainClaim) }),
  }),
  request: endpoint('POST sys/dns/domain_claim/request', {
    summary:
      'Request domains on this platform that belong to other users, one per line, at most 500, all or nothing. Each gets a TXT record to add within 7 days.',
    access: 'domain_claim.write',
    users: 'own',
    input: z.object({ domains: DomainLines, userId: z.optional(Id) }),
    reply: z.object({ data: z.object({ ids: z.array(z.number()) }) }),
    problems: ['claim_domain_unknown', 'claim_domain_own', 'claim_exists', 'claim_domain_reverse', 'owner_missing', 'right_missing', 'beyond_reach'],
  }),
  check: endpoint('POST sys/dns/domain_claim/check', {
    summary:
      'Look up the TXT records of requests with the configured resolvers. Domains whose record is found move to the requester with all their records. At most 100, once every 3 seconds per caller.',
    access: 'domain_claim.write',
    users: 'own',
    input: z.object({ ids: Ids }),
    reply: z.object({ data: z.object({ retrieved: z.number(), waiting: z.number() }) }),
    problems: ['claim_missing', 'claim_over', 'claim_check_too_often', 'too_many_ids'],
  }),
  delete: endpoint('POST sys/dns/domain_claim/delete', {
    summary: 'Delete requests for domains. Retrieved domains stay.',
    access: 'domain_claim.delete',
    users: 'own',
    input: z.object({ ids: Ids }),
    problems: ['claim_missing'],
  }),
}

export const rights = {
  'domain_claim.read': { zh: '查看域名找回', en: 'View domain retrieval', ofDomains: true },
  'domain_claim.write': { zh: '找回域名', en: 'Retrieve domains', ofDomains: true },
  'domain_claim.delete': { zh: '删除域名找回申请', en: 'Delete retrieval requests', ofDomains: true },
} as const

export const problems = {
  claim_missing: { zh: '找回申请不存在', en: 'Retrieval request not found' },
  claim_over: { zh: '域名 {name} 的找回申请已过期或已完成', en: 'The retrieval request for {name} has expired or is done' },
  claim_exists: { zh: '域名已在找回中：{name}', en: 'Retrieval already requested: {name}' },
  claim_domain_unknown: { zh: '平台上没有该域名：{name}', en: 'Not on this platform: {name}' },
  claim_domain_own: { zh: '域名已属于该用户：{name}', en: 'Already belongs to this user: {name}' },
  claim_domain_reverse: { zh: '反向区域不能找回：{name}', en: 'Reverse zones cannot be retrieved: {name}' },
  claim_check_too_often: { zh: '检测过于频繁，请在 {seconds} 秒后重试', en: 'Checked too often. Try again in {seconds, second}.' },
} as const
registerProblems(problems)

export const auditWords = {
  'domain_claim.create': { zh: '申请找回域名', en: 'Domain retrieval requested' },
  'domain_claim.check': { zh: '检测域名找回的 TXT 记录', en: 'TXT record of domain retrieval checked' },
  'domain_claim.delete': { zh: '删除域名找回申请', en: 'Domain retrieval request deleted' },
} as const

export const logWords = { domain_claim: { zh: '域名找回', en: 'Domain retrieval' } } as const

/** What the fields of requests are called, beside those that are called so everywhere. */
export const fieldNames = {
  domain: { zh: '域名', en: 'Domain' },
  domains: { zh: '域名', en: 'Domains' },
  userId: { zh: '申请人', en: 'Requester' },
  username: { zh: '申请人', en: 'Requester' },
  recordName: { zh: 'TXT 主机名', en: 'TXT name' },
  recordValue: { zh: 'TXT 记录值', en: 'TXT value' },
  finding: { zh: '检测结果', en: 'Last check' },
  checkTime: { zh: '检测时间', en: 'Checked' },
  expireTime: { zh: '到期时间', en: 'Expires' },
  finishTime: { zh: '找回时间', en: 'Retrieved' },
} as const satisfies NamesFor<typeof domainClaim.request>

export const menu = [{ path: '/dns/domain/bulk/domainsRetrieve', right: 'domain_claim.read', place: 62 }] as const

export const terms = [
  {
    zh: '域名找回',
    en: 'domain retrieval',
    word: 'domainClaim',
    meaning: 'A request of a user for a domain that belongs to another user, granted once a TXT record shows who controls it',
  },
] as const
