import * as z from 'zod/mini'
import { changedMembers, type RecordDraft } from '../tray/tray.ts'

/** A record as the history keeps it. Rows written by another version may lack members. */
const RecordState = z.object({
  host: z.string(),
  type: z.string(),
  line: z._default(z.string(), 'default'),
  value: z.string(),
  ttl: z.number(),
  weight: z._default(z.nullable(z.number()), null),
  remark: z._default(z.string(), ''),
  status: z._default(z.number(), 1),
})

/** What the history knows of a record at one moment; null when it was not there, or cannot be read. */
export function readState(kept: Readonly<Record<string, unknown>> | null): RecordDraft | null {
  if (kept === null) return null
  const read = RecordState.safeParse(kept)
  return read.success ? read.data : null
}

export type Member = ReturnType<typeof changedMembers>[number]

/** What one saved state did to a record: which of its members differ, of an update. */
export type RecordDifference = {
  readonly op: 'add' | 'update' | 'delete'
  readonly before: RecordDraft | null
  readonly after: RecordDraft | null
  readonly changed: readonly Member[]
}

/** The difference between two moments of a record; null when neither can be shown. */
export function differenceOf(change: {
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}): RecordDifference | null {
  const before = readState(change.before)
  const after = readState(change.after)
  if (before && after) return { op: 'update', before, after, changed: changedMembers(before, after) }
  if (after) return { op: 'add', before: null, after, changed: [] }
  return before && { op: 'delete', before, after: null, changed: [] }
}

/** The saved state in which a change's record is as it is to come back: what the change made of it, or what it was until it was deleted. */
export function versionToRestore(version: number, { op }: RecordDifference): number {
  return op === 'delete' ? version - 1 : version
}
