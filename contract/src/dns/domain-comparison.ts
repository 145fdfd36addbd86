import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, numeric } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { isDomain } from '../rules.ts'
import { resolverParts } from '../system/settings/ns-check.ts'

/** Name servers that one call asks, and record sets that it asks each of them for. */
export const comparedServers = 4
export const comparedSets = 20
/** Between one page of a caller and the next. */
export const comparisonPauseSeconds = 1

/** Address or host name of a name server, with a port behind it where that is not 53; IPv6 in brackets then. Null for anything else. */
export function nameServerParts(text: string): { host: string; port: number } | null {
  const address = resolverParts(text)
  if (address) return address
  const [, host = '', port = '53'] = /^([^\s:*]+?)\.?(?::(\d{1,5}))?$/.exec(text) ?? []
  return isDomain(host) && Number(port) >= 1 && Number(port) <= 65_535 ? { host, port: Number(port) } : null
}

/** One text alone is no list in a form. */
const NameServers = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.split(/[\s,，]+/).filter(Boolean) : value)),
  z.array(z.string().check(z.trim(), z.maxLength(270))).check(
    z.minLength(1, 'required'),
    z.check((context) => {
      const { value } = context
      const wrong = value.find((server) => nameServerParts(server) === null)
      if (value.length > comparedServers)
        context.issues.push({ code: 'custom', input: value, message: 'comparison_too_many_servers', params: { maximum: comparedServers } })
      else if (wrong !== undefined) context.issues.push({ code: 'custom', input: value, message: 'comparison_server_invalid', params: { server: wrong } })
    }),
  ),
)

/** From the worst to the best: what a record set has is the worst of what its servers have. */
export const comparisonStates = ['different', 'missing', 'no_answer', 'equal'] as const
export type ComparisonState = (typeof comparisonStates)[number]

/** Why a server gave no answer that counts; `failed` with the response code beside it. */
export const comparisonFailures = ['timed_out', 'unreachable', 'unreadable', 'failed', 'not_authoritative', 'not_asked'] as const

const Answer = { values: z.array(z.string()), /** Null without values. */ ttlSeconds: z.nullable(z.number()) }

export const ComparedSet = z.object({
  /** Relative to the domain; `@` is the apex. */
  host: z.string(),
  type: z.string(),
  /** What was asked: below a wildcard a name with a made-up label. */
  name: z.string(),
  state: z.enum(comparisonStates),
  ours: z.object(Answer),
  theirs: z.array(
    z.object({
      server: z.string(),
      state: z.enum(comparisonStates),
      ...Answer,
      failure: z.nullable(z.enum(comparisonFailures)),
      /** What the server or the system said, such as REFUSED. */
      code: z.string(),
    }),
  ),
})
export type ComparedSet = z.infer<typeof ComparedSet>

export const domainComparison = {
  servers: endpoint('GET sys/dns/domain_comparison/servers', {
    summary: 'Get the name servers that a domain is delegated to now, without those of the platform',
    access: 'record.read',
    input: z.object({ domainId: Id }),
    reply: z.object({
      data: z.object({
        /** At most as many as one comparison asks. */
        servers: z.array(z.string()),
        /** Whether any resolver could tell. */
        isKnown: z.boolean(),
        /** Whether it is delegated to the platform, alone or beside others. */
        isOurs: z.boolean(),
      }),
    }),
    problems: ['domain_missing', 'comparison_too_often'],
  }),
  compare: endpoint('POST sys/dns/domain_comparison/compare', {
    summary:
      'Ask other name servers for 20 record sets of a domain, and compare their answers with those of the platform. The default line only, without SOA and NS of the domain. One page at a time per caller.',
    access: 'record.read',
    effect: 'read',
    input: z.object({
      domainId: Id,
      /** Addresses or host names, with a port where that is not 53; on the Internet. */
      servers: NameServers,
      page: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
    }),
    reply: z.object({ data: z.object({ list: z.array(ComparedSet), /** Record sets of the domain that are compared. */ total: z.number() }) }),
    problems: ['domain_missing', 'domain_not_served', 'comparison_too_often', 'comparison_server_refused', 'comparison_server_unknown'],
  }),
}

export const problems = {
  comparison_too_many_servers: { zh: '最多 {maximum} 台 DNS 服务器', en: 'At most {maximum, name server}' },
  comparison_server_invalid: { zh: '不是 IP 地址或主机名：{server}', en: 'Not an IP address or a host name: {server}' },
  comparison_server_refused: { zh: '只能使用公网地址：{server}', en: 'Only public addresses are allowed: {server}' },
  comparison_server_unknown: { zh: '找不到 DNS 服务器：{server}', en: 'Name server not found: {server}' },
  comparison_too_often: { zh: '正在进行另一次比较，请在 {seconds} 秒后重试', en: 'Another comparison is running. Try again in {seconds, second}.' },
} as const
registerProblems(problems)

export const logWords = { domain_comparison: { zh: '切换前比较', en: 'Comparison before the switch' } } as const

export const fieldNames = { servers: { zh: '原 DNS 服务器', en: 'Previous name servers' } } as const

export const terms = [
  {
    zh: '切换前比较',
    en: 'comparison before the switch',
    word: 'domainComparison',
    meaning: 'What the previous name servers of a domain answer to every record set, beside the answer of the platform',
  },
] as const
