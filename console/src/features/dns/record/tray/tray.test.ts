import { describe, expect, test } from 'vitest'
import {
  changesOf,
  copiesFor,
  countsOf,
  draftOf,
  editOfRow,
  emptyTray,
  withAdded,
  withAddedChanged,
  withChanged,
  withDeleted,
  withHanded,
  withKept,
  withResolved,
  withStatus,
  withoutEdit,
  withoutSaved,
  type RecordRow,
} from './tray.ts'

const row: RecordRow = {
  id: 7,
  host: 'www',
  type: 'A',
  line: 'default',
  value: '192.0.2.1',
  priority: null,
  ttl: 600,
  weight: null,
  remark: '',
  status: 1,
  version: 3,
  updateTime: '2026-01-01T00:00:00.000Z',
  updatedBy: 'a',
}
const changed = { ...draftOf(row), value: '192.0.2.9' }
const theirs: RecordRow = { ...row, ttl: 60, version: 4 }

describe('a tray of edits', () => {
  test('a row changed twice is one edit against what was seen first', () => {
    const tray = withChanged(withChanged(emptyTray, row, { ...draftOf(row), ttl: 60 }), theirs, changed)
    expect(changesOf(tray)).toEqual([{ op: 'update', id: 7, base: 3, record: changed }])
  })

  test('a row changed back to what it was is no edit', () => {
    expect(withChanged(withChanged(emptyTray, row, changed), row, draftOf(row))).toEqual(emptyTray)
  })

  test('deleting a changed row forgets the change and keeps what was seen', () => {
    const tray = withDeleted(withChanged(emptyTray, row, changed), [row])
    expect(changesOf(tray)).toEqual([{ op: 'delete', id: 7, base: 3 }])
    expect(countsOf(tray)).toEqual({ added: 0, changed: 0, deleted: 1, total: 1 })
  })

  test('changes of another page join the pending ones, none of them twice', () => {
    const [other, fresh] = [
      { ...row, id: 8, host: 'mail' },
      { ...draftOf(row), line: 'telecom' },
    ]
    const handed = [
      { base: row, record: { ...draftOf(row), ttl: 60 } },
      { base: other, record: null },
      { base: null, record: fresh },
    ]
    let keys = 0
    const newKey = () => `handed-${(keys += 1)}`
    const once = withHanded(withChanged(emptyTray, row, changed), handed, newKey)
    expect(changesOf(once)).toEqual([
      { op: 'update', id: 7, base: 3, record: { ...draftOf(row), ttl: 60 } },
      { op: 'delete', id: 8, base: 3 },
      { op: 'add', record: fresh },
    ])
    expect(changesOf(withHanded(once, handed, newKey))).toEqual(changesOf(once))
  })

  test('pausing rows keeps what was typed in them, and brings back one that was to be deleted', () => {
    const other: RecordRow = { ...row, id: 8, host: 'mail' }
    const tray = withStatus(withDeleted(withChanged(emptyTray, row, changed), [other]), [row, other], 0)
    expect(changesOf(tray)).toEqual([
      { op: 'update', id: 7, base: 3, record: { ...changed, status: 0 } },
      { op: 'update', id: 8, base: 3, record: { ...draftOf(other), status: 0 } },
    ])
    expect(withStatus(withStatus(emptyTray, [row], 0), [row], 1)).toEqual(emptyTray)
  })

  test.each([
    ['a saved row', { row, key: null }, { changed: 1, added: 2 }],
    ['a record of the tray', { row: null, key: 'n1' }, { changed: 0, added: 2 }],
    ['a new record', { row: null, key: null }, { changed: 0, added: 3 }],
  ])('what a form kept is noted: %s', (_, edited, counts) => {
    const tray = withAdded(emptyTray, [
      { key: 'n1', draft: draftOf(row) },
      { key: 'n2', draft: draftOf(row) },
    ])
    const kept = withKept(tray, edited, changed, 'n3')
    expect(countsOf(kept)).toMatchObject(counts)
    expect(kept.edits.filter((edit) => edit.op !== 'delete' && edit.draft.value === changed.value)).toHaveLength(1)
  })

  test('records are copied to lines once each, and not to the line they are of', () => {
    const own = draftOf(row)
    const telecom = { ...own, line: 'telecom', weight: 5 }
    expect(copiesFor([own], ['default', 'telecom', 'unicom'])).toEqual([
      { ...own, line: 'telecom' },
      { ...own, line: 'unicom' },
    ])
    expect(copiesFor([own, telecom], ['telecom', 'unicom'])).toEqual([{ ...own, line: 'unicom' }])
    expect(copiesFor([own], [])).toEqual([])
  })

  test('an added record can be changed and taken back', () => {
    const tray = withAdded(emptyTray, [
      { key: 'n1', draft: draftOf(row) },
      { key: 'n2', draft: changed },
    ])
    expect(changesOf(withAddedChanged(tray, 'n1', changed))).toEqual([
      { op: 'add', record: changed },
      { op: 'add', record: changed },
    ])
    expect(countsOf(withoutEdit(tray, 'n2')).added).toBe(1)
  })
})

test('what was typed while the tray was being saved is left of it', () => {
  const sent = withChanged(emptyTray, row, changed)
  const meanwhile = withAdded(sent, [{ key: 'n1', draft: changed }])
  expect(changesOf(withoutSaved(meanwhile, sent))).toEqual([{ op: 'add', record: changed }])
  expect(withoutSaved(sent, sent)).toEqual(emptyTray)
})

describe('a row that somebody else changed', () => {
  const tray = withChanged(emptyTray, row, changed)

  test('keeping mine goes on from their row', () => {
    expect(changesOf(withResolved(tray, 'row-7', theirs, 'mine'))).toEqual([{ op: 'update', id: 7, base: 4, record: changed }])
  })

  test('taking theirs drops my edit', () => {
    expect(withResolved(tray, 'row-7', theirs, 'theirs')).toEqual(emptyTray)
  })

  test('keeping mine of a row they deleted adds it anew', () => {
    expect(changesOf(withResolved(tray, 'row-7', null, 'mine'))).toEqual([{ op: 'add', record: changed }])
  })

  test('a row that both deleted leaves the tray', () => {
    expect(withResolved(withDeleted(emptyTray, [row]), 'row-7', null, 'mine')).toEqual(emptyTray)
  })

  test('deleting a row they changed deletes what it is now', () => {
    expect(editOfRow(withResolved(withDeleted(emptyTray, [row]), 'row-7', theirs, 'mine'), 7)?.base.version).toBe(4)
  })
})
