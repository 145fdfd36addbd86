import type { CanonicalRecord, Found } from './record-checks.ts'
import type { ProblemCode } from '../problem-text.ts'

/** A record after the change; `change` is the index of the change that touches it, null for the others. */
export type SetRow = Omit<CanonicalRecord, 'remark'> & { readonly change: number | null }

/** A row that a change touches. */
export type TouchedRow = SetRow & { readonly change: number }

/** A record that a change takes away. */
export type RemovedRow = { readonly host: string; readonly type: string; readonly line: string; readonly status: number; readonly change: number }

export type SetFinding = Found & { readonly change: number }

export type RowsByHost = ReadonlyMap<string, readonly SetRow[]>

/** Rows that are looked at without a pause. */
export const stride = 1024

export function isTouched(row: SetRow): row is TouchedRow {
  return row.change !== null
}

export function report(
  found: SetFinding[],
  row: { readonly change: number },
  severity: Found['severity'],
  code: ProblemCode,
  field: Found['field'],
  params: Record<string, unknown> = {},
): void {
  found.push({ change: row.change, severity, code, field, params })
}

/** The host within the zone that an absolute name stands for; null outside. */
export function hostIn(name: string, zone: string): string | null {
  if (name === `${zone}.`) return '@'
  return name.endsWith(`.${zone}.`) ? name.slice(0, -zone.length - 2) : null
}

/** The names above a host inside the zone, nearest first, the apex (`@`) last. */
export function hostsAbove(host: string): string[] {
  if (host === '@') return []
  const above: string[] = []
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) above.push(host.slice(dot + 1))
  above.push('@')
  return above
}

/** The wildcards that may answer for a host that is not there. */
export function wildcardsAbove(host: string): string[] {
  return hostsAbove(host).map((above) => (above === '@' ? '*' : `*.${above}`))
}
