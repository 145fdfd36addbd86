import type { ProblemCode } from '../problem-text.ts'
import type { CanonicalRecord } from './record-checks.ts'

/** A saved record, as it is judged. */
export type HealthRow = CanonicalRecord & { readonly id: number }

/** How bad: an error keeps something from working, a warning probably does for some, a note only tells. */
export const healthSeverities = ['error', 'warning', 'note'] as const
export type HealthSeverity = (typeof healthSeverities)[number]

/** What each kind of finding takes from a full score, however many there are of it. */
export const healthWeights: Readonly<Record<HealthSeverity, number>> = { error: 20, warning: 6, note: 2 }

/** One change of the records that mends a finding. */
export type HealthFix =
  | { readonly op: 'add'; readonly id: null; readonly record: CanonicalRecord }
  | { readonly op: 'update'; readonly id: number; readonly record: CanonicalRecord }
  | { readonly op: 'delete'; readonly id: number; readonly record: null }

/** Something found about a zone. What concerns the zone as a whole has an empty host; what concerns no one type or line, an empty type or line. */
export type HealthFinding = {
  readonly severity: HealthSeverity
  readonly code: ProblemCode
  readonly host: string
  readonly type: string
  readonly line: string
  readonly params: Readonly<Record<string, unknown>>
  /** What mends it, where that is certain. */
  readonly fixes: readonly HealthFix[] | null
}

/** What a finding is known by from one check to the next. */
export type HealthSubject = Pick<HealthFinding, 'code' | 'host' | 'type' | 'line'>

export const healthKeyOf = ({ code, host, type, line }: { code: string; host: string; type: string; line: string }): string =>
  [code, host, type, line].join('\u0000')

/** What was learned of names outside the zone, of its delegation, and of the platform. All may be empty: then nothing is said of it. */
export type KnownFacts = {
  /** Absolute lower-case names with their final dot: whether there is such a name. */
  readonly names: Readonly<Record<string, 'there' | 'missing'>>
  /** Texts of the TXT records at such names. */
  readonly texts: Readonly<Record<string, readonly string[]>>
  /** Hosts of delegations that no name server answers for. */
  readonly lame: readonly string[]
  /** What the last name server check said, and the name servers that it saw. */
  readonly nameservers: { readonly state: 'unchecked' | 'correct' | 'partial' | 'wrong'; readonly found: readonly string[] }
  /** The certificate authority of the platform, and the name that CAA records know it by; null where none is set or that name is unknown. */
  readonly authority: { readonly name: string; readonly identity: string } | null
}

export const noFacts: KnownFacts = { names: {}, texts: {}, lame: [], nameservers: { state: 'unchecked', found: [] }, authority: null }

export const isServed = (row: HealthRow): boolean => row.status === 1

export const recordOfRow = ({ host, type, line, value, ttl, weight, remark, status }: HealthRow): CanonicalRecord => ({
  ...{ host, type, line, value, ttl, weight, remark, status },
})

/** Rows by what `key` says of them, in their order. */
export function groupedBy<Row>(rows: Iterable<Row>, key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

/** Changes each of these rows in the same way; rows that are so already are left alone. */
export function updating(rows: readonly HealthRow[], change: Partial<CanonicalRecord>): HealthFix[] {
  return rows.map((row) => ({ op: 'update', id: row.id, record: { ...recordOfRow(row), ...change } }))
}

export function deleting(rows: readonly HealthRow[]): HealthFix[] {
  return rows.map((row) => ({ op: 'delete', id: row.id, record: null }))
}
