import type { ProblemCode } from '../problem-text.ts'
import './quota-problems.ts'
import type { CanonicalRecord, Found } from './record-checks.ts'

/*
 * What a plan allows a domain. One function says which writes would go beyond it; what exceeds a limit already stays, may be changed
 * otherwise, and may become less.
 */

/** What a plan limits, and what that is called. */
export const planLimitNames = {
  records: { zh: '记录数', en: 'Records' },
  subdomainLevels: { zh: '子域名级数', en: 'Subdomain levels' },
  wildcardLevels: { zh: '泛解析级数', en: 'Wildcard levels' },
  urlRecords: { zh: 'URL 转发数', en: 'URL records' },
  customLines: { zh: '自定义线路数', en: 'Custom lines' },
  minimumTtl: { zh: '最小 TTL（秒）', en: 'Minimum TTL (seconds)' },
  sameLineAddresses: { zh: '同线路地址数', en: 'Addresses per line' },
} as const
export type PlanLimitName = keyof typeof planLimitNames

/** Null: no limit. */
export type PlanLimits = Readonly<Record<PlanLimitName, number | null>>

/** What of a zone is limited, as it is before a change. */
export type UsedBefore = {
  readonly records: number
  readonly urlRecords: number
  /** Addresses by `addressSetOf`; at least those of the sets that the change touches. */
  readonly addresses: ReadonlyMap<string, number>
}

/** One write of a change, and which part of the change it comes from. */
export type QuotaWrite = { readonly before: CanonicalRecord | null; readonly after: CanonicalRecord | null; readonly change: number }

export type QuotaFinding = Found & { readonly change: number }

const addressTypes = new Set(['A', 'AAAA'])

/** The set that an address is counted in; null for other records. IPv4 and IPv6 are counted apart. */
export function addressSetOf({ host, type, line }: Pick<CanonicalRecord, 'host' | 'type' | 'line'>): string | null {
  return addressTypes.has(type) ? `${host}\u0000${type}\u0000${line}` : null
}

/** Labels of a host; the domain itself has none, and an asterisk is one. */
export function levelsOf(host: string): number {
  return host === '@' ? 0 : host.split('.').length
}

const isWildcard = (host: string): boolean => host === '*' || host.startsWith('*.')

/** How far a record is beyond what it may be by itself. */
type OwnRule = {
  readonly limit: 'subdomainLevels' | 'wildcardLevels' | 'minimumTtl'
  readonly code: ProblemCode
  readonly field: Found['field']
  readonly used: (record: CanonicalRecord) => number
  readonly beyond: (used: number, limit: number) => number
}

const ownRules: readonly OwnRule[] = [
  {
    ...{ limit: 'subdomainLevels', code: 'quota_subdomain_levels', field: 'host' },
    used: ({ host }) => (isWildcard(host) ? 0 : levelsOf(host)),
    beyond: (used, limit) => used - limit,
  },
  {
    ...{ limit: 'wildcardLevels', code: 'quota_wildcard_levels', field: 'host' },
    used: ({ host }) => (isWildcard(host) ? levelsOf(host) : 0),
    beyond: (used, limit) => used - limit,
  },
  { ...{ limit: 'minimumTtl', code: 'quota_minimum_ttl', field: 'ttl' }, used: ({ ttl }) => ttl, beyond: (used, limit) => limit - used },
]

/** Writes that would take a zone beyond the limits of its plan, or further beyond; paused records count like the others. */
export function quotaFindings(limits: PlanLimits, used: UsedBefore, writes: readonly QuotaWrite[]): QuotaFinding[] {
  const found: QuotaFinding[] = []
  const report = (write: QuotaWrite, code: ProblemCode, field: Found['field'], params: Record<string, unknown>): void =>
    void found.push({ change: write.change, severity: 'error', code, field, params })

  for (const rule of ownRules) {
    const limit = limits[rule.limit]
    if (limit === null) continue
    for (const write of writes) {
      if (!write.after) continue
      const beyond = rule.beyond(rule.used(write.after), limit)
      const before = write.before ? rule.beyond(rule.used(write.before), limit) : 0
      if (beyond > Math.max(0, before)) report(write, rule.code, rule.field, { limit, used: rule.used(write.after), host: write.after.host })
    }
  }
  checkCount(limits.records, used.records, writes, (record) => (record ? 1 : 0), (write, limit) => report(write, 'quota_records', 'host', { limit })) // oxfmt-ignore
  checkCount(limits.urlRecords, used.urlRecords, writes, (record) => (record?.type === 'URL' ? 1 : 0), (write, limit) => report(write, 'quota_url_records', 'type', { limit })) // oxfmt-ignore
  if (limits.sameLineAddresses !== null) {
    for (const [set, ofSet] of writesBySet(writes)) {
      const counts = (record: CanonicalRecord | null): number => (record && addressSetOf(record) === set ? 1 : 0)
      checkCount(limits.sameLineAddresses, used.addresses.get(set) ?? 0, ofSet, counts, (write, limit) =>
        report(write, 'quota_same_line_addresses', 'value', { limit, type: write.after!.type }),
      )
    }
  }
  return found
}

/** Reports the last of the writes that add to a count, as many as are too many. */
function checkCount(
  limit: number | null,
  before: number,
  writes: readonly QuotaWrite[],
  counts: (record: CanonicalRecord | null) => number,
  report: (write: QuotaWrite, limit: number) => void,
): void {
  if (limit === null) return
  const after = writes.reduce((count, write) => count + counts(write.after) - counts(write.before), before)
  const tooMany = after - Math.max(limit, before)
  if (tooMany <= 0) return
  const adding = writes.filter((write) => counts(write.after) > counts(write.before))
  for (const write of adding.slice(-tooMany)) report(write, limit)
}

function writesBySet(writes: readonly QuotaWrite[]): Map<string, QuotaWrite[]> {
  const bySet = new Map<string, QuotaWrite[]>()
  for (const write of writes) {
    const sets = new Set([write.before, write.after].flatMap((record) => (record && addressSetOf(record)) ?? []))
    for (const set of sets) {
      const there = bySet.get(set)
      if (there) there.push(write)
      else bySet.set(set, [write])
    }
  }
  return bySet
}

/** Whether a limit has to be known to judge these writes: counting what is there costs a look. */
export function addsUrlRecords(writes: readonly QuotaWrite[]): boolean {
  return writes.some(({ before, after }) => after?.type === 'URL' && before?.type !== 'URL')
}
