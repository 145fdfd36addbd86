import type { ZoneChange } from './zone-patch.ts'
import type { RecordSource } from './zone-rows.ts'
import type { ZoneSource } from './zone.ts'

/**
 * A domain as a node must serve it, in plain data that any engine can be fed with: records in presentation form, each with its line
 * and weight.
 */
export type ZoneUpdate = {
  readonly domainId: number
  readonly name: string
  readonly serial: number
  /** The state of its records. */
  readonly version: number
  /** All of it; null with `change`, and when it is paused or in the recycle bin. */
  readonly source: ZoneSource | null
  /** What differs from the version that the node has, when that is known and little. */
  readonly change: ZoneChange | null
}

/** Whether the node is to answer for it at all. */
export function isServed(update: ZoneUpdate): boolean {
  return update.source !== null || update.change !== null
}

/** A whole without its records, and how many pieces of them follow. */
export type UpdateHead = { readonly update: ZoneUpdate; readonly pieces: number }
export type RecordPiece = readonly RecordSource[]

/** Writing or parsing so many takes about a millisecond. */
const recordsOfPiece = 500

/** An update cut so that no part of it takes long to write or to parse; only records of a whole are ever many. */
export function headOf(update: ZoneUpdate): UpdateHead {
  if (update.source === null) return { update, pieces: 0 }
  return { update: { ...update, source: { ...update.source, records: [] } }, pieces: Math.ceil(update.source.records.length / recordsOfPiece) }
}

export function* piecesOf({ source }: ZoneUpdate): Generator<RecordPiece> {
  if (source === null) return
  for (let from = 0; from < source.records.length; from += recordsOfPiece) yield source.records.slice(from, from + recordsOfPiece)
}

/** The opposite. */
export function joined({ update }: UpdateHead, pieces: readonly RecordPiece[]): ZoneUpdate {
  return update.source === null ? update : { ...update, source: { ...update.source, records: pieces.flat() } }
}
