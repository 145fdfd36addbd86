import type { ProblemCode } from '../problem-text.ts'
import { checkRecord, type Found, type Zone } from './record-checks.ts'
import { recordSetSteps } from './record-set-checks.ts'
import {
  deleting,
  groupedBy,
  healthWeights,
  isServed,
  recordOfRow,
  updating,
  type HealthFinding,
  type HealthFix,
  type HealthRow,
  type KnownFacts,
} from './zone-health-finding.ts'
import { healthSeverities, healthKeyOf, type HealthSeverity } from './zone-health-finding.ts'
import { checkDmarc, checkSpf } from './zone-health-mail.ts'
import { checkIssuers, checkRepeatedLines, checkTtls } from './zone-health-sets.ts'
import { checkPointedTo } from './zone-health-targets.ts'
import './health-problems.ts'

/*
 * What is wrong with a zone as it is saved. Rules of the record editor are asked as if every record had just been changed; what only
 * the whole zone, or the world outside, shows is added. Pure: whoever calls says what is known of names outside.
 */

/** Findings that are kept of a zone, and of one kind. */
export const mostFindings = 300
const mostOfKind = 50
/** A fix of more changes is nobody's single click. */
const mostFixes = 50

/** What was found; `total` counts also what is more than is kept. */
export type ZoneHealth = { readonly findings: readonly HealthFinding[]; readonly total: number }

/** Judges a zone with all its records, in steps: something else may run between them. */
export function* zoneHealthSteps(rows: readonly HealthRow[], zone: Zone, known: KnownFacts): Generator<void, ZoneHealth, void> {
  const found: HealthFinding[] = []
  yield* checkEach(rows, zone, found)
  yield* checkTogether(rows, zone, found)
  for (const part of [checkPointedTo, checkSpf, checkDmarc] as const) {
    found.push(...part(rows, zone.name, known))
    yield
  }
  for (const part of [checkTtls, checkRepeatedLines] as const) {
    found.push(...part(rows))
    yield
  }
  found.push(...checkIssuers(rows, known), ...checkDelegation(known))
  return bounded(found)
}

/** The same at once. */
export function zoneHealth(rows: readonly HealthRow[], zone: Zone, known: KnownFacts): ZoneHealth {
  const steps = zoneHealthSteps(rows, zone, known)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Rows that are judged without a pause. */
const stride = 512

type Judged = Pick<Found, 'severity' | 'code' | 'params'>

const findingOf = ({ severity, code, params }: Judged, { host, type, line }: HealthRow, fixes: readonly HealthFix[] | null = null): HealthFinding => ({
  ...{ severity, code, host, type, line, params, fixes },
})

/** Each record by itself; a paused one may be anything. */
function* checkEach(rows: readonly HealthRow[], zone: Zone, found: HealthFinding[]): Generator<void, void, void> {
  for (const [index, row] of rows.entries()) {
    if (index % stride === 0) yield
    if (isServed(row)) for (const one of checkRecord(row, zone, 'canonical').found) found.push(findingOf(one, row))
  }
}

const setOf = ({ host, type, line }: HealthRow): string => `${host}\u0000${type}\u0000${line}`

/** All of them together. What concerns a whole set is said once. */
function* checkTogether(rows: readonly HealthRow[], zone: Zone, found: HealthFinding[]): Generator<void, void, void> {
  const judged = yield* recordSetSteps(
    rows.map((row, change) => ({ ...row, change })),
    [],
    zone.name,
  )
  if (judged.length === 0) return
  const sets = groupedBy(rows.filter(isServed), setOf)
  const told = new Set<string>()
  for (const one of judged) {
    const row = rows[one.change]!
    const key = healthKeyOf({ ...row, code: one.code })
    if (ofWholeSets.has(one.code)) {
      if (told.has(key)) continue
      told.add(key)
    }
    found.push(findingOf(one, row, fixOf(one, row, sets.get(setOf(row)) ?? [row])))
  }
}

const ofWholeSets: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'ttl_clash',
  'cname_repeated',
  'type_repeated',
  'dname_repeated',
  'set_too_large',
  'cname_conflict',
])

/** What mends a finding of the record checks, where there is only one way. */
function fixOf({ code, params }: Judged, row: HealthRow, set: readonly HealthRow[]): HealthFix[] | null {
  switch (code) {
    case 'default_line_missing':
      return set.map((one) => ({ op: 'add', id: null, record: { ...recordOfRow(one), line: 'default' } }))
    case 'ttl_clash': {
      const ttl = Number(params['ttl'])
      return updating(
        set.filter((one) => one.ttl !== ttl),
        { ttl },
      )
    }
    case 'record_repeated':
      return deleting([row])
    // Without another record, a weight does nothing.
    case 'weight_alone':
      return updating([row], { weight: null })
    // No weight counts as 1.
    case 'weight_mixed':
      return updating(
        set.filter((one) => one.weight === null),
        { weight: 1 },
      )
    default:
      return null
  }
}

/** What the name server check saw of the delegation of the zone itself. */
function checkDelegation({ nameservers: { state, found } }: KnownFacts): HealthFinding[] {
  const about = { host: '', type: 'NS', line: '', fixes: null }
  if (state === 'wrong') return [{ severity: 'error', code: 'delegated_elsewhere', ...about, params: { found: found.join(', ') || '—' } }]
  return state === 'partial' ? [{ severity: 'warning', code: 'delegated_in_part', ...about, params: { found: found.join(', ') } }] : []
}

const rank = (severity: HealthSeverity): number => healthSeverities.indexOf(severity)

/** One of each subject, the worst first, and so many of one kind. */
function bounded(all: readonly HealthFinding[]): ZoneHealth {
  const bySubject = new Map(all.toReversed().map((finding) => [healthKeyOf(finding), finding]))
  const ofKind = new Map<string, number>()
  const kept = [...bySubject.values()].toReversed().filter(({ code }) => {
    const count = (ofKind.get(code) ?? 0) + 1
    ofKind.set(code, count)
    return count <= mostOfKind
  })
  const findings = kept
    .toSorted((left, right) => rank(left.severity) - rank(right.severity))
    .slice(0, mostFindings)
    .map((finding) => (finding.fixes && finding.fixes.length > mostFixes ? { ...finding, fixes: null } : finding))
  return { findings, total: bySubject.size }
}

/** From 0 to 100: a full score less what each kind of finding weighs. What is ignored weighs nothing. */
export function healthScore(findings: readonly Pick<HealthFinding, 'severity' | 'code' | 'host' | 'type' | 'line'>[], ignored: ReadonlySet<string>): number {
  const kinds = new Map(findings.filter((finding) => !ignored.has(healthKeyOf(finding))).map(({ code, severity }) => [code, severity]))
  let score = 100
  for (const severity of kinds.values()) score -= healthWeights[severity]
  return Math.max(0, score)
}
