import type { DnsTextCode, DnsTextParams } from '../errors.ts'

/** What is told of a line that was read, so that nothing is decided silently. */
export const textNoteCodes = [
  'columns_ignored',
  'line_not_record',
  'host_empty',
  'host_shortened',
  'host_like_keyword',
  'host_or_type',
  'name_completed',
  'text_in_pieces',
  'ttl_automatic',
  'proxied_elsewhere',
] as const

export type TextNoteCode = (typeof textNoteCodes)[number]

/** A member of a record. */
export type RecordMember = 'host' | 'type' | 'line' | 'value' | 'ttl' | 'weight' | 'priority' | 'remark' | 'status'

/** Something about one line of a text: an error keeps it from being a record, a note tells how it was read. */
export type TextFound = { lineNumber: number; field: RecordMember | null; params: DnsTextParams } & (
  | { severity: 'error'; code: DnsTextCode }
  | { severity: 'note'; code: TextNoteCode }
)

/** A record as it stands in a row of a table. */
export interface RowRecord {
  host: string
  type: string
  line: string
  value: string
  ttl: number
  weight: number | null
  priority: number | null
  remark: string
  status: number
}

export interface TextRecord {
  lineNumber: number
  record: RowRecord
}

/** What the rows of a text give, in their order. */
export interface TextRows {
  records: TextRecord[]
  found: TextFound[]
}
