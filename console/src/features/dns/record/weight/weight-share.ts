import type { RecordSetWeights } from '@nameplane/contract/dns/record'
import type { RecordDraft, RecordRow, Tray } from '../tray/tray.ts'

/** What the weights of one set come to: its served records, those of them with a weight, and the sum in which no weight counts as 1. */
export type SetWeights = Pick<RecordSetWeights, 'served' | 'weighted' | 'weightSum'>
type SetName = Pick<RecordDraft, 'host' | 'type' | 'line'>

const empty: SetWeights = { served: 0, weighted: 0, weightSum: 0 }

/** The same for all records of one host, type and line, however the host was typed. */
export function setKeyOf({ host, type, line }: SetName): string {
  return JSON.stringify([host.trim().toLowerCase() || '@', type, line])
}

function plus(set: SetWeights, { status, weight }: Pick<RecordDraft, 'status' | 'weight'>, sign: 1 | -1 = 1): SetWeights {
  if (status !== 1) return set
  return { served: set.served + sign, weighted: set.weighted + (weight === null ? 0 : sign), weightSum: set.weightSum + sign * (weight ?? 1) }
}

/** The saved sets that a part of the list tells of. The server names those of several records; any other row stands alone. */
export function savedSetsOf(rows: readonly RecordRow[], sets: readonly RecordSetWeights[]): Map<string, SetWeights> {
  const saved = new Map<string, SetWeights>(sets.map((set) => [setKeyOf(set), set]))
  for (const row of rows) if (!saved.has(setKeyOf(row))) saved.set(setKeyOf(row), plus(empty, row))
  return saved
}

/** Sets that the tray gives a weight in and that the list did not tell of. */
export function unknownSetsOf(saved: ReadonlyMap<string, SetWeights>, tray: Tray): SetName[] {
  const unknown = new Map<string, SetName>()
  for (const edit of tray.edits) {
    if (edit.op === 'delete' || edit.draft.weight === null) continue
    const key = setKeyOf(edit.draft)
    if (!saved.has(key)) unknown.set(key, { host: edit.draft.host.trim().toLowerCase() || '@', type: edit.draft.type, line: edit.draft.line })
  }
  return [...unknown.values()]
}

/** The part of a tray that has to do with one set. */
export function touching(tray: Tray, key: string): Tray {
  return { edits: tray.edits.filter((edit) => (edit.op !== 'add' && setKeyOf(edit.base) === key) || (edit.op !== 'delete' && setKeyOf(edit.draft) === key)) }
}

/** The sets as they will be once the tray is saved; a set that is not known stays so. */
export function setsAfter(saved: ReadonlyMap<string, SetWeights>, tray: Tray): Map<string, SetWeights> {
  const after = new Map(saved)
  const change = (record: RecordDraft, sign: 1 | -1): void => {
    const set = after.get(setKeyOf(record))
    if (set) after.set(setKeyOf(record), plus(set, record, sign))
  }
  for (const edit of tray.edits) {
    if (edit.op !== 'add') change(edit.base, -1)
    if (edit.op !== 'delete') change(edit.draft, 1)
  }
  return after
}

/**
 * The share of answers that hold a record of the set, 0 to 1; null where the whole set is answered, or nothing of it. A set
 * with any weight is answered one record at a time: no weight counts as 1 there, 0 is never chosen unless all are 0.
 */
export function shareOf({ weight, status }: Pick<RecordDraft, 'weight' | 'status'>, { served, weighted, weightSum }: SetWeights): number | null {
  if (status !== 1 || weighted === 0) return null
  return weightSum === 0 ? 1 / served : (weight ?? 1) / weightSum
}
