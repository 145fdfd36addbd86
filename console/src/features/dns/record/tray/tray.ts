import type { HandedChange } from '../../../../entities/record/handed-changes.ts'
import type { DnsRecord, RecordChange } from '@nameplane/contract/dns/record'

/*
 * The tray: edits of one domain that are not saved yet. Pure functions over a plain value, so that it can be kept, undone
 * and tested. An edit holds the row as the editor saw it; what others save meanwhile never touches what was typed.
 */

/** A row as it arrives from the server. */
export type RecordRow = DnsRecord

/** What can be typed of a record. */
export type RecordDraft = { host: string; type: string; line: string; value: string; ttl: number; weight: number | null; remark: string; status: number }

export type AddEdit = { readonly key: string; readonly op: 'add'; readonly draft: RecordDraft }
export type UpdateEdit = { readonly key: string; readonly op: 'update'; readonly id: number; readonly base: RecordRow; readonly draft: RecordDraft }
export type DeleteEdit = { readonly key: string; readonly op: 'delete'; readonly id: number; readonly base: RecordRow }
export type Edit = AddEdit | UpdateEdit | DeleteEdit

export type Tray = { readonly edits: readonly Edit[] }

export const emptyTray: Tray = { edits: [] }

export const draftMembers = ['host', 'type', 'line', 'value', 'ttl', 'weight', 'remark', 'status'] as const

export function draftOf(row: RecordDraft): RecordDraft {
  const { host, type, line, value, ttl, weight, remark, status } = row
  return { host, type, line, value, ttl, weight, remark, status }
}

/** Members in which a draft differs from a row. */
export function changedMembers(before: RecordDraft, after: RecordDraft): (typeof draftMembers)[number][] {
  return draftMembers.filter((member) => before[member] !== after[member])
}

/** Adds new records; `key` must be new in the tray. */
export function withAdded(tray: Tray, added: readonly { key: string; draft: RecordDraft }[]): Tray {
  return { edits: [...tray.edits, ...added.map(({ key, draft }): AddEdit => ({ key, op: 'add', draft }))] }
}

/** The same records for other lines; one that is of a line already is not made for it again. */
export function copiesFor(drafts: readonly RecordDraft[], lines: readonly string[]): RecordDraft[] {
  const setOf = ({ host, type, value }: RecordDraft, line: string): string => JSON.stringify([host, type, value, line])
  const there = new Set(drafts.map((draft) => setOf(draft, draft.line)))
  return drafts.flatMap((draft) =>
    lines.flatMap((line) => {
      if (there.has(setOf(draft, line))) return []
      there.add(setOf(draft, line))
      return [{ ...draftOf(draft), line }]
    }),
  )
}

export function editOfRow(tray: Tray, id: number): UpdateEdit | DeleteEdit | undefined {
  return tray.edits.find((edit): edit is UpdateEdit | DeleteEdit => edit.op !== 'add' && edit.id === id)
}

function replaced(tray: Tray, key: string, next: Edit | null): Tray {
  return { edits: tray.edits.flatMap((edit) => (edit.key !== key ? [edit] : next ? [next] : [])) }
}

/** Notes a changed row; a row that is again as it was leaves the tray. */
export function withChanged(tray: Tray, row: RecordRow, draft: RecordDraft): Tray {
  const before = editOfRow(tray, row.id)
  const base = before?.base ?? row
  const next: UpdateEdit | null =
    changedMembers(base, draft).length === 0 ? null : { key: `row-${row.id}`, op: 'update', id: row.id, base, draft: draftOf(draft) }
  if (before) return replaced(tray, before.key, next)
  return next ? { edits: [...tray.edits, next] } : tray
}

/** Changes what an added record will be. */
export function withAddedChanged(tray: Tray, key: string, draft: RecordDraft): Tray {
  return replaced(tray, key, { key, op: 'add', draft: draftOf(draft) })
}

/** What a form edits: a saved row, a record that only the tray holds (by its key), or neither for a new one. */
export type Edited = { readonly row: RecordRow | null; readonly key: string | null }

/** Notes what a form kept; `newKey` names a record that is new with it. */
export function withKept(tray: Tray, { row, key }: Edited, draft: RecordDraft, newKey: string): Tray {
  if (row) return withChanged(tray, row, draft)
  return key === null ? withAdded(tray, [{ key: newKey, draft }]) : withAddedChanged(tray, key, draft)
}

/** A row with what was typed in it; one marked for deletion as it is. */
export function draftAfter(tray: Tray, row: RecordRow): RecordDraft {
  const edit = editOfRow(tray, row.id)
  return draftOf(edit?.op === 'update' ? edit.draft : (edit?.base ?? row))
}

/** Pauses (0) or resumes (1) rows; what was typed in them stays, and one marked for deletion stays after all. */
export function withStatus(tray: Tray, rows: readonly RecordRow[], status: number): Tray {
  return rows.reduce((now, row) => withChanged(now, row, { ...draftAfter(now, row), status }), tray)
}

/** Marks rows for deletion, whatever was typed in them before. */
export function withDeleted(tray: Tray, rows: readonly RecordRow[]): Tray {
  return rows.reduce((current, row) => {
    const before = editOfRow(current, row.id)
    const next: DeleteEdit = { key: `row-${row.id}`, op: 'delete', id: row.id, base: before?.base ?? row }
    return before ? replaced(current, before.key, next) : { edits: [...current.edits, next] }
  }, tray)
}

const isLike = (left: RecordDraft, right: RecordDraft): boolean => changedMembers(left, right).length === 0

/** Takes over changes that another page made; one that is pending already is not taken twice. `newKey` names each new record. */
export function withHanded(tray: Tray, changes: readonly HandedChange[], newKey: () => string): Tray {
  return changes.reduce((now, { base, record }) => {
    if (base !== null) return record === null ? withDeleted(now, [base]) : withChanged(now, base, record)
    if (record === null || now.edits.some((edit) => edit.op === 'add' && isLike(edit.draft, record))) return now
    return withAdded(now, [{ key: newKey(), draft: draftOf(record) }])
  }, tray)
}

/** Takes one edit back. */
export function withoutEdit(tray: Tray, key: string): Tray {
  return replaced(tray, key, null)
}

/** The batch as the server takes it, in the order of the tray. */
export function changesOf(tray: Tray): RecordChange[] {
  return tray.edits.map((edit) => {
    if (edit.op === 'add') return { op: 'add', record: edit.draft }
    if (edit.op === 'delete') return { op: 'delete', id: edit.id, base: edit.base.version }
    return { op: 'update', id: edit.id, base: edit.base.version, record: edit.draft }
  })
}

export type Resolution = 'mine' | 'theirs'

/**
 * Settles a row that somebody else changed (`current`) or deleted (null). Keeping one's own means to have seen theirs: the
 * edit goes on from their row, and a record that they deleted is added anew.
 */
export function withResolved(tray: Tray, key: string, current: RecordRow | null, resolution: Resolution): Tray {
  const edit = tray.edits.find((one) => one.key === key)
  if (!edit || edit.op === 'add') return tray
  if (resolution === 'theirs') return withoutEdit(tray, key)
  if (edit.op === 'delete') return replaced(tray, key, current ? { ...edit, base: current } : null)
  if (!current) return replaced(tray, key, { key: `again-${edit.id}`, op: 'add', draft: edit.draft })
  return replaced(tray, key, changedMembers(current, edit.draft).length === 0 ? null : { ...edit, base: current })
}

/** What is left of a tray once it was saved as `saved`: what was typed meanwhile. */
export function withoutSaved(tray: Tray, saved: Tray): Tray {
  return { edits: tray.edits.filter((edit) => !saved.edits.includes(edit)) }
}

export type TrayCounts = { added: number; changed: number; deleted: number; total: number }

export function countsOf(tray: Tray): TrayCounts {
  const count = (op: Edit['op']): number => tray.edits.filter((edit) => edit.op === op).length
  return { added: count('add'), changed: count('update'), deleted: count('delete'), total: tray.edits.length }
}
