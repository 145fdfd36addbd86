import { describe, expect, test } from 'vitest'
import { emptyTray, type RecordDraft, type RecordRow, type Tray } from '../tray/tray.ts'
import { savedSetsOf, setKeyOf, setsAfter, shareOf, touching, unknownSetsOf } from './weight-share.ts'

const of = (weight: number | null, status = 1) => ({ weight, status })
const draft = (part: Partial<RecordDraft> = {}): RecordDraft => ({
  host: 'www',
  type: 'A',
  line: 'default',
  value: '192.0.2.1',
  ttl: 600,
  weight: null,
  remark: '',
  status: 1,
  ...part,
})
const row = (id: number, part: Partial<RecordRow> = {}): RecordRow => ({ ...draft(), id, priority: null, version: 1, updateTime: '', updatedBy: '', ...part })
const www = setKeyOf(draft())

describe('the share of answers that hold a record', () => {
  test.each([
    ['is nobody’s where no record has a weight', [of(null), of(null)], null],
    ['is nobody’s while the record is paused', [of(50, 0), of(50)], null],
    ['is all for the only one with a weight', [of(30)], 1],
    ['follows the weights', [of(30), of(10)], 0.75],
    ['counts no weight as 1', [of(null), of(3)], 0.25],
    ['leaves out paused ones', [of(1), of(99, 0), of(1)], 0.5],
    ['is none at weight 0', [of(0), of(5)], 0],
    ['is even where all weights are 0', [of(0), of(0), of(0), of(0)], 0.25],
  ])('%s', (_, records, share) => {
    const tray: Tray = { edits: records.map((one, index) => ({ key: String(index), op: 'add', draft: draft(one) })) }
    const set = setsAfter(new Map([[www, { served: 0, weighted: 0, weightSum: 0 }]]), tray).get(www)!
    expect(shareOf(records[0]!, set)).toBe(share)
  })
})

describe('the sets of a list', () => {
  const listed = { host: 'www', type: 'A', line: 'default', served: 3, weighted: 2, weightSum: 51 }

  test('are those that the server names, and a record for itself elsewhere', () => {
    const sets = savedSetsOf([row(1, { weight: 20 }), row(2, { host: '@', weight: 7 }), row(3, { host: 'off', status: 0 })], [listed])
    expect([sets.get(www)?.weightSum, sets.get(setKeyOf(draft({ host: '' }))), sets.get(setKeyOf(draft({ host: 'off' })))]).toEqual([
      51,
      { served: 1, weighted: 1, weightSum: 7 },
      { served: 0, weighted: 0, weightSum: 0 },
    ])
    expect(sets.has(setKeyOf(draft({ line: 'telecom' })))).toBe(false)
  })

  test.each<[string, Tray['edits'], object]>([
    ['an added record', [{ key: 'new', op: 'add', draft: draft({ host: 'WWW ', weight: 9 }) }], { served: 4, weighted: 3, weightSum: 60 }],
    ['a deleted one', [{ key: 'row-1', op: 'delete', id: 1, base: row(1, { weight: 20 }) }], { served: 2, weighted: 1, weightSum: 31 }],
    [
      'a changed weight',
      [{ key: 'row-1', op: 'update', id: 1, base: row(1, { weight: 20 }), draft: draft({ weight: 21 }) }],
      { served: 3, weighted: 2, weightSum: 52 },
    ],
    ['a record that pauses', [{ key: 'row-1', op: 'update', id: 1, base: row(1), draft: draft({ status: 0 }) }], { served: 2, weighted: 2, weightSum: 50 }],
    [
      'a record that moves to another line',
      [{ key: 'row-1', op: 'update', id: 1, base: row(1, { weight: 50 }), draft: draft({ weight: 50, line: 'telecom' }) }],
      { served: 2, weighted: 1, weightSum: 1 },
    ],
    ['a record of another set', [{ key: 'new', op: 'add', draft: draft({ host: 'mail', weight: 9 }) }], { served: 3, weighted: 2, weightSum: 51 }],
  ])('follow the tray: %s', (_, edits, expected) => {
    expect(setsAfter(savedSetsOf([], [listed]), { edits }).get(www)).toMatchObject(expected)
  })

  test('that only the tray weighs are to be asked for, once each', () => {
    const added = (key: string, part: Partial<RecordDraft>) => ({ key, op: 'add', draft: draft(part) }) as const
    const tray: Tray = {
      edits: [
        added('1', { weight: 1 }),
        added('2', { host: ' API', weight: 1 }),
        added('3', { host: 'api', weight: 2 }),
        added('4', { host: 'mail' }),
        { key: 'row-1', op: 'delete', id: 1, base: row(1, { host: 'old', weight: 2 }) },
      ],
    }
    expect(unknownSetsOf(savedSetsOf([], [listed]), tray)).toEqual([{ host: 'api', type: 'A', line: 'default' }])
    expect(touching(tray, setKeyOf(draft({ host: 'old' }))).edits.map((edit) => edit.key)).toEqual(['row-1'])
    expect(touching(tray, setKeyOf(draft({ host: 'api' }))).edits.map((edit) => edit.key)).toEqual(['2', '3'])
    expect(touching(emptyTray, www)).toEqual(emptyTray)
  })
})
