import { describe, expect, test } from 'vitest'
import type { RecordDraft, RecordRow, Tray } from '../tray/tray.ts'
import { shareOf, siblingsOf } from './weight-share.ts'

const of = (weight: number | null, status = 1) => ({ weight, status })

describe('the share of answers that hold a record', () => {
  test.each([
    ['is nobody’s where no record has a weight', of(null), [of(null)], null],
    ['is nobody’s while the record is paused', of(50, 0), [of(50)], null],
    ['is all for the only one with a weight', of(30), [], 1],
    ['follows the weights', of(30), [of(10)], 0.75],
    ['counts no weight as 1', of(null), [of(3)], 0.25],
    ['leaves out paused ones', of(1), [of(99, 0), of(1)], 0.5],
    ['is none at weight 0', of(0), [of(5)], 0],
    ['is even where all weights are 0', of(0), [of(0), of(0), of(0)], 0.25],
  ])('%s', (_, own, siblings, share) => {
    expect(shareOf(own, siblings)).toBe(share)
  })
})

describe('the siblings of a record', () => {
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
  const none: Tray = { edits: [] }
  const weights = (saved: RecordRow[], tray: Tray, edited: { id: number | null; key: string | null } = { id: null, key: null }, own = draft()) =>
    siblingsOf(own, saved, tray, edited).map(({ weight }) => weight)

  test('are the others of the same host, type and line', () => {
    expect(
      weights([row(1, { weight: 1 }), row(2, { weight: 2, line: 'telecom' }), row(3, { weight: 3, type: 'AAAA' }), row(4, { weight: 4, host: 'WWW' })], none),
    ).toEqual([1, 4])
    expect(weights([row(1, { weight: 1, host: '@' })], none, undefined, draft({ host: '' }))).toEqual([1])
  })

  test('are as the tray leaves them, without the record that is edited', () => {
    const saved = [row(1, { weight: 1 }), row(2, { weight: 2 }), row(3, { weight: 3 })]
    const tray: Tray = {
      edits: [
        { key: 'row-2', op: 'update', id: 2, base: saved[1]!, draft: draft({ weight: 20 }) },
        { key: 'row-3', op: 'delete', id: 3, base: saved[2]! },
        { key: 'new', op: 'add', draft: draft({ weight: 40 }) },
        { key: 'other', op: 'add', draft: draft({ weight: 50, host: 'mail' }) },
      ],
    }
    expect(weights(saved, tray)).toEqual([1, 20, 40])
    expect(weights(saved, tray, { id: 1, key: null })).toEqual([20, 40])
    expect(weights(saved, tray, { id: 2, key: 'row-2' })).toEqual([1, 40])
    expect(weights(saved, tray, { id: null, key: 'new' })).toEqual([1, 20])
  })
})
