import { expect, test } from 'vitest'
import { readInput } from '../issues.ts'
import { limits } from '../limits.ts'
import { DomainLines, readDomainLines } from './domain-lines.ts'

test('a list is read line by line, every wrong line named', () => {
  const text = 'Example.com\n\n  例子.测试. \r\nbad_label-.com\n*.example.net\nexample.COM.\nno'
  expect(readDomainLines(text).map(({ number, name, code }) => [number, name ?? code])).toEqual([
    [1, 'example.com'],
    [3, 'xn--fsqu00a.xn--0zwm56d'],
    [4, 'domain_line_invalid'],
    [5, 'domain_line_invalid'],
    [6, 'domain_line_repeated'],
    [7, 'domain_line_invalid'],
  ])
})

test('a batch takes five hundred domains, and one more is refused', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `d${index}.example`).join('\n')
  expect(readInput(DomainLines, names(limits.bulkDomains)).isRight).toBe(true)
  expect(readInput(DomainLines, names(limits.bulkDomains + 1))).toEqual({
    isRight: false,
    issues: [{ path: [], code: 'too_many_domains', params: { maximum: 500 } }],
  })
})

test('a refused list names its first wrong line as it was typed', () => {
  expect(readInput(DomainLines, 'a.example\nA.example')).toEqual({
    isRight: false,
    issues: [{ path: [], code: 'domain_line_repeated', params: { line: 'A.example', number: 2 } }],
  })
})

test('of a line that is far too long, the beginning is named', () => {
  const read = readInput(DomainLines, 'a'.repeat(100_000))
  expect(JSON.stringify(read).length).toBeLessThan(500)
})
