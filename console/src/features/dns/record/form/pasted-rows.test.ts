import { describe, expect, test } from 'vitest'
import { readPastedRows } from './pasted-rows.ts'
import { ttlOf } from '../../../../entities/record/ttl-text.ts'

const row = (part: object) => ({ host: '@', type: 'A', line: 'default', value: '192.0.2.1', ttl: 600, weight: null, remark: '', status: 1, ...part })

describe('pasted rows', () => {
  test.each([
    ['cells of a spreadsheet', 'www\tA\t192.0.2.1', row({ host: 'www' })],
    ['all cells', 'www\ta\t192.0.2.1\t10m\ttelecom\t30\tsite', row({ host: 'www', ttl: 600, line: 'telecom', weight: 30, remark: 'site' })],
    ['words as in a zone file', 'mail 1h IN MX 10 mx.example.', row({ host: 'mail', type: 'MX', ttl: 3600, value: '10 mx.example.' })],
    ['words without TTL and class', '@ TXT "v=spf1 -all"', row({ type: 'TXT', value: '"v=spf1 -all"' })],
    ['an unknown type by number', 'x TYPE65280 \\# 1 00', row({ host: 'x', type: 'TYPE65280', value: '\\# 1 00' })],
  ])('%s', (_, text, draft) => {
    expect(readPastedRows(text, 600)).toEqual({ rows: [{ lineNumber: 1, draft }], refused: [] })
  })

  test('a line that is no record is named, the others are taken', () => {
    const { rows, refused } = readPastedRows('www\tA\t192.0.2.1\n\nnonsense\r\nx\tNOPE\t1\ny\tA\t192.0.2.2\tsoon', 600)
    expect(rows.map((one) => one.lineNumber)).toEqual([1])
    expect(refused).toEqual([
      { lineNumber: 3, text: 'nonsense' },
      { lineNumber: 4, text: 'x\tNOPE\t1' },
      { lineNumber: 5, text: 'y\tA\t192.0.2.2\tsoon' },
    ])
  })
})

test.each([
  ['600', 600],
  ['10m', 600],
  ['1h30m', 5400],
  [' 60 ', 60],
  ['0', null],
  ['', null],
  ['soon', null],
  ['-1', null],
  ['99999999999', null],
])('TTL %j is %s', (text, seconds) => {
  expect(ttlOf(text)).toBe(seconds)
})
