import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CellRows } from '@nameplane/dns-text/record-text/cells'
import { entryPlaces } from '@nameplane/dns-text/record-text/entry-places'
import { headerOf } from '@nameplane/dns-text/record-text/column-names'
import { textFormatOf, type TextFormat } from '@nameplane/dns-text/record-text/text-format'
import { checkText } from './record-text.ts'
import { isProblemCode } from '../problem-text.ts'

/*
 * Texts as people and providers write them, each with what is expected of every line (record-text.corpus): `line host ttl type value`
 * with @line, weight, `paused` and remark, or what is told of the line. What is expected follows `--- format`.
 */

const zone = { name: 'example.com', nameservers: ['ns1.nameplane.example'] }
const lines = [
  ['default', '默认', 'Default'],
  ['telecom', '电信', 'China Telecom'],
  ['unicom', '联通', 'China Unicom'],
  ['mobile', '移动', 'China Mobile'],
  ['cernet', '教育网', 'CERNET'],
  ['tietong', '铁通', 'China Tietong'],
  ['drpeng', '鹏博士', 'Dr. Peng'],
  ['domestic', '国内', 'Domestic'],
  ['overseas', '境外', 'Overseas'],
  ['search_engine', '搜索引擎', 'Search engines'],
  ['baidu', '百度', 'Baidu'],
].map(([code = '', nameZh = '', nameEn = '']) => ({ code, nameZh, nameEn }))

type Case = { name: string; text: string; format: string; expected: string[] }

function casesOf(file: string): Case[] {
  return readFileSync(new URL(`record-text.corpus/${file}`, import.meta.url), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [, name = '', written = '', format = '', expected = ''] = /^(.*)\n([^]*?)^--- (\w+)\n([^]*)$/m.exec(part) ?? []
      const text = written.replaceAll('⟨CR⟩', '\r').replaceAll('⟨BOM⟩', '\ufeff')
      return { name, text, format, expected: expected.split('\n').filter((line) => line !== '') }
    })
}

const corpus = readdirSync(new URL('record-text.corpus/', import.meta.url)).map((file) => ({ file, cases: casesOf(file) }))

function readAs(text: string, format: TextFormat): string[] {
  const { entries, findings } = checkText({ text, format, zone, defaultTtlSeconds: 600, lines })
  const told = [
    ...entries.map(({ lineNumber, record: { host, ttl, type, value, line, weight, status, remark } }) => {
      const marks = [line === 'default' ? '' : `@${line}`, weight === null ? '' : `weight ${weight}`, status === 1 ? '' : 'paused', remark]
      return { lineNumber, said: [`${host} ${ttl} ${type} ${value}`, ...marks].filter((mark) => mark !== '').join(' | ') }
    }),
    ...findings.map(({ lineNumber, severity, code }) => ({ lineNumber: lineNumber ?? 0, said: `${severity} ${code}` })),
  ]
  return told.sort((left, right) => left.lineNumber - right.lineNumber).map(({ lineNumber, said }) => `${lineNumber} ${said}`)
}

/** The same table with its columns in reverse, every cell in quotes. */
function reversed(text: string): string {
  const header = headerOf(text)!
  const rows: string[] = text.slice(0, header.start).split('\n').slice(0, -1)
  const cut = new CellRows(text, header.separator, { position: header.start, lineNumber: header.lineNumber })
  for (let row = cut.next(); row !== undefined; row = cut.next()) {
    const cells = header.columns.map((_, index) => `"${(row.cells[index] ?? '').replaceAll('"', '""')}"`)
    rows.push(cells.toReversed().join(header.separator))
  }
  return rows.join('\n')
}

test('the corpus is large enough to mean something', () => {
  const cases = corpus.flatMap((one) => one.cases)
  expect(cases.length).toBeGreaterThanOrEqual(60)
  expect(cases.flatMap((one) => one.text.split('\n').filter((line) => line.trim() !== '')).length).toBeGreaterThanOrEqual(500)
  expect(new Set(cases.map((one) => one.name)).size).toBeGreaterThan(60)
})

test.each(['例子.中国', '例子.中国.', 'XN--FSQU00A.xn--fiqs8s'])('a table names its domain in either spelling: %s', (name) => {
  const text = `domain,host,type,value\n${name},www,A,192.0.2.1\n${name},${name},A,192.0.2.2\n${name},ftp.${name},A,192.0.2.3`
  const { entries, findings } = checkText({ text, format: 'table', zone: { ...zone, name: 'xn--fsqu00a.xn--fiqs8s' }, defaultTtlSeconds: 600, lines })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(entries.map(({ record }) => record.host)).toEqual(['www', '@', 'ftp'])
})

describe('a text made to cost much', () => {
  const told = (text: string, format: TextFormat): string[] => readAs(text, format).map((line) => line.slice(0, 80))
  test('is refused by its lengths', () => {
    const addresses = '192.0.2.1 '.repeat(20_000)
    expect(told(`host,type,value\na,A,${addresses}\nb,${'x'.repeat(50_000)},192.0.2.1\nc,A,192.0.2.1`, 'table')).toEqual([
      '2 error rdata_too_long',
      '3 error unknown_type',
      '4 c 600 A 192.0.2.1',
    ])
    expect(textFormatOf(`host,type,value${',x'.repeat(10_000)}\nwww,A,192.0.2.1`)).toBe('table')
    expect(told(`host,type,value${',x'.repeat(10_000)}\n`, 'table')).toEqual(['1 error columns_unclear'])
    expect(told(`www\tA\t192.0.2.1${'\t'.repeat(300_000)}`, 'table')).toEqual(['1 www 600 A 192.0.2.1'])
  })

  test('is repeated in part only', () => {
    const { findings } = checkText({ text: `host,type,value,ttl\na,A,192.0.2.1,${'9'.repeat(5_000)}x`, format: 'table', zone, defaultTtlSeconds: 600, lines })
    expect(JSON.stringify(findings).length).toBeLessThan(1_000)
  })
})

describe.each(corpus)('$file', ({ cases }) => {
  test.each(cases)('$name', ({ text, format, expected }) => {
    const found = textFormatOf(text, lines)
    expect(found).toBe(format)
    expect(readAs(text, found)).toEqual(expected)
  })

  test.each(cases)('no line of it is passed over: $name', ({ text, format }) => {
    if (format === 'json') return
    const said = new Set(readAs(text, textFormatOf(text, lines)).map((line) => Number.parseInt(line, 10)))
    const plain = text.replaceAll('\ufeff', '')
    const header = headerOf(plain)?.lineNumber ?? 0
    const written = plain.split('\n')
    const silent = [...entryPlaces(plain, textFormatOf(plain, lines), lines).keys()].filter(
      (lineNumber) => lineNumber !== header && !said.has(lineNumber) && !/^\$(?:TTL|ORIGIN) /.test(written[lineNumber - 1] ?? ''),
    )
    expect(silent).toEqual([])
  })

  const tables = cases.filter(({ text, format }) => format === 'table' && headerOf(text) !== undefined && !text.includes('|'))
  // What a table cannot say again: a quote that is never closed, more cells than columns, and remarks in front of all cells.
  test.each(tables.filter(({ name }) => !/never closed|too many|remarks in/.test(name)))('columns may be in any order: $name', ({ text }) => {
    expect(readAs(reversed(text), 'table')).toEqual(readAs(text, 'table'))
  })

  test('what is told has words', () => {
    const codes = cases.flatMap((one) => checkText({ text: one.text, format: textFormatOf(one.text, lines), zone, defaultTtlSeconds: 600, lines }).findings)
    expect(codes.map((finding) => finding.code).filter((code) => !isProblemCode(code))).toEqual([])
  })
})

test.each([
  ['a zone file', '$TTL 600\n@ IN SOA a. b. 1 2 3 4 5\nwww A 192.0.2.1\nftp A 192.0.2.999\n'],
  ['a table', 'host,type,value\nwww,A,192.0.2.1\nftp,A,192.0.2.999\n'],
])('%s is the same whether its lines end in LF, CRLF or CR', (_kind, text) => {
  const read = ['\n', '\r\n', '\r'].map((end) => {
    const ended = text.replaceAll('\n', end)
    return checkText({ text: ended, format: textFormatOf(ended), zone, defaultTtlSeconds: 600 })
  })
  expect(read[0]!.entries).toHaveLength(1)
  expect(read.slice(1)).toEqual([read[0], read[0]])
})
