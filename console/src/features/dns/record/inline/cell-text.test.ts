import { describe, expect, test } from 'vitest'
import type { RecordDraft } from '../tray/tray.ts'
import { readCell, readQuick, textIn } from './cell-text.ts'
import { inlineBeside, type InlineColumn } from './inline-columns.ts'

const zone = { name: 'shop.example', nameservers: ['ns1.dns.example'] }
const address: RecordDraft = { host: 'www', type: 'A', line: 'default', value: '192.0.2.1', ttl: 600, weight: null, remark: 'note', status: 0 }
const text: RecordDraft = { ...address, type: 'TXT', value: '"v=spf1 mx -all"' }
const mail: RecordDraft = { ...address, type: 'MX', value: '10 mx.shop.example.', weight: 5 }

describe('a cell that is typed in', () => {
  test.each<[string, RecordDraft, InlineColumn, string]>([
    ['the host', address, 'host', 'www'],
    ['an address', address, 'value', '192.0.2.1'],
    ['a text without its quotes', text, 'value', 'v=spf1 mx -all'],
    ['a value of several fields whole', mail, 'value', '10 mx.shop.example.'],
    ['no weight as nothing', address, 'weight', ''],
    ['a weight', mail, 'weight', '5'],
    ['the TTL in seconds', address, 'ttl', '600'],
  ])('begins with %s', (_, draft, column, expected) => expect(textIn(draft, column)).toBe(expected))

  test.each<[string, RecordDraft, InlineColumn, string, Partial<RecordDraft>]>([
    ['another host', address, 'host', ' mail ', { host: 'mail' }],
    ['no host as the domain itself', address, 'host', '', { host: '@' }],
    ['a TTL with its unit', address, 'ttl', '20m', { ttl: 1200 }],
    ['a weight', address, 'weight', '30', { weight: 30 }],
    ['no weight any more', mail, 'weight', ' ', { weight: null }],
    ['another line', address, 'line', 'telecom', { line: 'telecom' }],
    ['an address', address, 'value', ' 192.0.2.9 ', { value: '192.0.2.9' }],
    ['a text, in quotes', text, 'value', 'two words', { value: '"two words"' }],
    ['another type that the value fits', address, 'type', 'TXT', { type: 'TXT' }],
    ['a remark', address, 'remark', 'other', { remark: 'other' }],
  ])('is read: %s, and nothing else changes', (_, draft, column, typed, change) =>
    expect(readCell(draft, column, typed, zone)).toEqual({ draft: { ...draft, ...change } }),
  )

  test.each<[InlineColumn, string, object]>([
    ['host', 'not a host', { code: 'bad_character' }],
    ['value', '192.0.2.999', { code: 'bad_ipv4' }],
    ['value', ' ', { said: 'required' }],
    ['ttl', 'soon', { said: 'ttlWrong' }],
    ['weight', '101', { said: 'weightWrong' }],
  ])('is refused as in the form: %s “%s”', (column, typed, problem) =>
    expect(readCell(address, column, typed, zone)).toMatchObject({ draft: null, column, problem }),
  )

  test('after another type asks for the value, if that no longer fits', () => {
    expect(readCell(address, 'type', 'AAAA', zone)).toMatchObject({
      draft: null,
      column: 'value',
      typed: { type: 'AAAA', value: '192.0.2.1' },
      problem: { code: 'bad_ipv6' },
    })
  })

  test('that still holds what it held leaves the record as it is, however its value is written', () => {
    const split = { ...text, value: '"v=spf1 " "mx -all"' }
    expect(readCell(split, 'value', textIn(split, 'value'), zone)).toEqual({ draft: split })
  })
})

test('the next cell is the next column shown that can be typed in', () => {
  const shown = ['host', 'type', 'status', 'updateTime', 'ttl']
  expect([inlineBeside(shown, 'type', 1), inlineBeside(shown, 'ttl', -1)]).toEqual(['ttl', 'type'])
  expect([inlineBeside(shown, 'ttl', 1), inlineBeside(shown, 'host', -1)]).toEqual([null, null])
})

describe('a record typed in one row', () => {
  const typed = { host: 'www', type: 'A', line: 'telecom', value: '192.0.2.1', ttl: '10m' }
  const blank = { weight: null, remark: '', status: 1 }

  test.each([
    ['as typed', {}, {}],
    ['the domain itself without a host', { host: ' ' }, { host: '@' }],
    ['a text in quotes', { type: 'TXT', value: 'v=spf1 -all' }, { type: 'TXT', value: '"v=spf1 -all"' }],
  ])('is read: %s', (_, part, expected) => {
    const read = { host: 'www', type: 'A', line: 'telecom', value: '192.0.2.1', ttl: 600, ...blank }
    expect(readQuick({ ...typed, ...part }, zone)).toEqual({ draft: { ...read, ...expected } })
  })

  test('is refused with each field that is wrong', () => {
    const read = readQuick({ ...typed, type: 'TXT', value: '', ttl: 'soon' }, zone)
    expect('problems' in read && [...read.problems]).toEqual([
      ['ttl', { said: 'ttlWrong' }],
      ['value', { said: 'required' }],
    ])
  })
})
