import { describe, expect, test } from 'vitest'
import { differenceOf, readState, versionToRestore } from './record-state.ts'

const kept = { host: 'www', type: 'A', line: 'default', value: '192.0.2.1', ttl: 600, weight: null, remark: '', status: 1 }

describe('a saved state did to a record', () => {
  test.each([
    ['nothing before: an addition', null, kept, 'add', []],
    ['nothing after: a deletion', kept, null, 'delete', []],
    ['a changed value', kept, { ...kept, value: '192.0.2.2' }, 'update', ['value']],
    ['a pause and a weight', kept, { ...kept, status: 0, weight: 0 }, 'update', ['weight', 'status']],
    [
      'every member',
      kept,
      { host: 'a', type: 'TXT', line: 'telecom', value: '"x"', ttl: 60, weight: 5, remark: 'y', status: 0 },
      'update',
      ['host', 'type', 'line', 'value', 'ttl', 'weight', 'remark', 'status'],
    ],
    ['the same as before', kept, { ...kept }, 'update', []],
  ])('%s', (_, before, after, op, changed) => {
    expect(differenceOf({ before, after })).toMatchObject({ op, changed })
  })

  test('what cannot be read is not shown as something else', () => {
    expect(differenceOf({ before: null, after: { host: 3 } })).toBeNull()
    expect(differenceOf({ before: null, after: null })).toBeNull()
  })
})

test.each([
  ['an addition', null, kept, 7],
  ['a change', kept, { ...kept, ttl: 60 }, 7],
  ['a deletion, which has nothing to bring back itself', kept, null, 6],
])('the way back from %s leads to a state that had the record', (_, before, after, version) => {
  expect(versionToRestore(7, differenceOf({ before, after })!)).toBe(version)
})

test('members that an older version did not keep have their plain values', () => {
  expect(readState({ host: '@', type: 'MX', value: '10 mail.', ttl: 60 })).toEqual({
    host: '@',
    type: 'MX',
    line: 'default',
    value: '10 mail.',
    ttl: 60,
    weight: null,
    remark: '',
    status: 1,
  })
})
