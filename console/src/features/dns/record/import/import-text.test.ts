import { describe, expect, test } from 'vitest'
import { isWorkbook } from '../../../../entities/record/import-file.ts'
import { firstLines, placesOf, withLine } from './import-text.ts'

test.each([
  ['a workbook', [0x50, 0x4b, 3, 4, 20], true],
  ['a text that begins with the same letters', [0x50, 0x4b, 0x20, 0x41], false],
  ['nothing', [], false],
])('%s is read by the server: %j', (_, bytes, is) => {
  expect(isWorkbook(new Uint8Array(bytes))).toBe(is)
})

describe('the first lines of a long text', () => {
  test.each([
    ['', [], 0],
    ['a', ['a'], 1],
    ['a\n', ['a'], 1],
    ['a\r\nb\n\nc', ['a', 'b'], 4],
  ] as const)('%j', (text, lines, total) => {
    expect(firstLines(text, 2)).toEqual({ lines, total })
  })
})

describe('what a finding is about', () => {
  test('is a line of a text, without the space behind it', () => {
    const at = placesOf('a A 192.0.2.1\n  b A x \r\n\n', 'bind')
    expect([at(1), at(2), at(3), at(9)]).toEqual(['a A 192.0.2.1', '  b A x', null, null])
  })

  test.each([
    ['a list', '[{"host":"a"},{"host":"b"}]', '{"host":"b"}'],
    ['our own export', '{"records":[{"host":"a"},\n{"host":"b"}]}', '{"host":"b"}'],
    ['no JSON at all', '[{', null],
    ['other JSON', '{"records":3}', null],
  ])('is a record of a JSON file: %s', (_, text, expected) => {
    expect(placesOf(text, 'json')(2)).toBe(expected)
  })
})

test.each([
  ['a\nb\nc', 2, 'x', 'a\nx\nc'],
  ['a\nb', 2, 'x', 'a\nx'],
  ['a\nb\n', 1, '', '\nb\n'],
  ['a', 3, 'x', 'a'],
])('%j with line %d as %j', (text, lineNumber, next, expected) => {
  expect(withLine(text, lineNumber, next)).toBe(expected)
})
