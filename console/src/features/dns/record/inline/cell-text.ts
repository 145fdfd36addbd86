import type { Zone } from '@nameplane/contract/dns/record-checks'
import { beginningWith, readRecord, type FieldProblem, type FieldProblems, type TypedRecord } from '../form/typed-record.ts'
import { fieldsFor, typedFieldsOf } from '../form/value-fields.ts'
import type { RecordDraft } from '../tray/tray.ts'
import { isInline, type InlineColumn } from './inline-columns.ts'

/* A record typed cell by cell: as one text each, read and judged by the record form's own rules. Pure, so that it can be tested. */

/** The field of a type whose value is nothing but a text: quotes and parts of it are written for the reader, as in the form. */
function textField(type: string): string | null {
  const fields = fieldsFor(type)
  return fields?.length === 1 && fields[0]!.kind === 'texts' ? fields[0]!.name : null
}

/** What a cell holds to begin with. */
export function textIn(draft: RecordDraft, column: InlineColumn): string {
  const field = column === 'value' ? textField(draft.type) : null
  if (field !== null) return typedFieldsOf(draft.type, draft.value)?.[field] ?? draft.value
  if (column === 'weight') return draft.weight === null ? '' : String(draft.weight)
  return String(draft[column])
}

/** The form of the record with this text in one cell. */
function typedIn(draft: RecordDraft, column: InlineColumn, text: string): TypedRecord {
  const form = { ...beginningWith(draft), typed: null }
  if (column === 'ttl' || column === 'weight') return { ...form, [column]: text }
  if (column === 'host') return { ...form, draft: { ...draft, host: text.trim() === '' ? '@' : text.trim() } }
  const field = column === 'value' ? textField(draft.type) : null
  return field === null ? { ...form, draft: { ...draft, [column]: text.trim() } } : { ...form, typed: { [field]: text } }
}

/** A record as it reads, or the cell that has to be typed in next and why: not always the one that was, as after another type. */
export type ReadCell =
  | { readonly draft: RecordDraft }
  | { readonly draft: null; readonly column: InlineColumn; readonly typed: RecordDraft; readonly problem: FieldProblem }

export function readCell(draft: RecordDraft, column: InlineColumn, text: string, zone: Zone): ReadCell {
  if (text === textIn(draft, column) && 'draft' in readRecord({ ...beginningWith(draft), typed: null }, zone)) return { draft }
  const form = typedIn(draft, column, text)
  const read = readRecord(form, zone)
  if ('draft' in read) return read
  const problems = byColumn(read.problems)
  const at = problems.has(column) ? column : [...problems.keys()].find(isInline)
  return { draft: null, column: at ?? column, typed: form.draft, problem: problems.get(at ?? column) ?? [...problems.values()][0]! }
}

/** Problems of a value's fields belong to the one cell that it has. */
function byColumn(problems: FieldProblems): Map<string, FieldProblem> {
  return new Map(Object.entries(problems).map(([name, problem]) => [name.split('.')[0]!, problem]))
}

/** What is typed of a new record in one row. */
export type QuickRecord = { readonly host: string; readonly type: string; readonly line: string; readonly value: string; readonly ttl: string }

/** The new record, or what is wrong in which of its fields. */
export function readQuick({ host, type, line, value, ttl }: QuickRecord, zone: Zone): { draft: RecordDraft } | { problems: ReadonlyMap<string, FieldProblem> } {
  // A TTL that is none is found by the reading; this one only stands in its place.
  const blank: RecordDraft = { host: host.trim() === '' ? '@' : host.trim(), type, line, value: '', ttl: 1, weight: null, remark: '', status: 1 }
  const form = value.trim() === '' ? { ...beginningWith(blank), typed: null } : typedIn(blank, 'value', value)
  const read = readRecord({ ...form, ttl }, zone)
  return 'draft' in read ? read : { problems: byColumn(read.problems) }
}
