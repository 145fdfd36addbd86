import { describe, expect, test } from 'vitest'
import { entryText, leftOver, readPaste, withEntry } from './read-paste.ts'

const lines = [
  { code: 'default', nameZh: '默认', nameEn: 'Default' },
  { code: 'telecom', nameZh: '电信', nameEn: 'China Telecom' },
  { code: 'office', nameZh: '总部', nameEn: 'Head office' },
]
const context = { zone: { name: 'example.com', nameservers: [] }, defaultTtlSeconds: 600, lines }
const reading = (text: string) => readPaste(text, context)
const row = (part: object) => ({ host: '@', type: 'A', line: 'default', value: '192.0.2.1', ttl: 600, weight: null, remark: '', status: 1, ...part })
const codes = (text: string) => reading(text).lines.flatMap((line) => line.found.map((one) => `${one.lineNumber} ${one.severity} ${one.code}`))

describe('a line is read as', () => {
  test.each([
    ['cells of a spreadsheet', 'www\tA\t192.0.2.1', row({ host: 'www' })],
    ['all cells', 'www\ta\t192.0.2.1\t10m\ttelecom\t30\tsite', row({ host: 'www', ttl: 600, line: 'telecom', weight: 30, remark: 'site' })],
    ['words as in a zone file', 'mail 1h IN MX 10 mx.example.', row({ host: 'mail', type: 'MX', ttl: 3600, value: '10 mx.example.' })],
    ['words without TTL and class', '@ TXT "v=spf1 -all"', row({ type: 'TXT', value: '"v=spf1 -all"' })],
    ['words between tabs', 'www\t60\tIN\tA\t192.0.2.1', row({ host: 'www', ttl: 60 })],
    ['an unknown type by number', 'x TYPE65280 \\# 1 00', row({ host: 'x', type: 'TYPE65280', value: '\\# 1 00' })],
    ['a record of our own JSON', '[{"host":"j","type":"A","value":"192.0.2.1","ttl":60}]', row({ host: 'j', ttl: 60 })],
  ])('%s', (_, text, draft) => {
    expect(reading(text)).toMatchObject({ drafts: [draft], wrong: 0 })
    expect(codes(text)).toEqual([])
  })
})

test('white space in front repeats the host of the line before, in cells too', () => {
  const text = 'mail A 192.0.2.1\n   IN AAAA 2001:db8::1\nt5\tA\t192.0.2.71\n\tTXT\t"x"'
  expect(reading(text).drafts.map((draft) => `${draft.host} ${draft.type}`)).toEqual(['mail A', 'mail AAAA', 't5 A', 't5 TXT'])
})

test('without a line before, it is wrong', () => {
  expect(reading('   IN AAAA 2001:db8::1')).toMatchObject({ drafts: [], wrong: 1 })
  expect(codes('   IN AAAA 2001:db8::1')).toEqual(['1 error entry_without_owner'])
})

test('a line of the platform goes by its code, its name in either language, and what providers call it', () => {
  const names = ['telecom', '电信', 'China Telecom', '中国电信', 'Dianxin', '总部', 'head office', '全网默认', '']
  const text = names.map((name, index) => `t${index}\tA\t192.0.2.71\t600\t${name}`).join('\n')
  expect(reading(text).drafts.map((draft) => draft.line)).toEqual([...Array<string>(5).fill('telecom'), 'office', 'office', 'default', 'default'])
})

test('a line that the platform does not have is wrong where it is written, not first when all is saved', () => {
  const read = reading('t5\tA\t192.0.2.71\t600\t电信_浙江\nok\tA\t192.0.2.72\t600\t电信')
  expect(read).toMatchObject({ wrong: 1, drafts: [row({ host: 'ok', value: '192.0.2.72', line: 'telecom' })] })
  expect(read.lines[0]).toMatchObject({
    isWrong: true,
    text: 't5\tA\t192.0.2.71\t600\t电信_浙江',
    found: [{ code: 'line_unknown', params: { line: '电信_浙江' } }],
  })
  expect(codes('a A 192.0.2.1 ; nameplane: {"line":"nowhere"}')).toEqual(['1 error line_unknown'])
})

test('each wrong line says why, and the others are read', () => {
  const text = 'www\tA\t192.0.2.1\n\nnonsense\r\nx\tNOPE\t1\ny\tA\t192.0.2.2\tsoon\nz\tA\t192.0.2.999\nw\tA\t192.0.2.3\t60\t\t101'
  expect(reading(text)).toMatchObject({ drafts: [row({ host: 'www' })], wrong: 5 })
  expect(codes(text)).toEqual(['3 error type_missing', '4 error unknown_type', '5 error bad_ttl', '6 error bad_ipv4', '7 error number_too_big'])
})

describe('a line is edited in the text', () => {
  test('and nothing else is lost', () => {
    const text = 'a A 192.0.2.1\nb A 192.0.2.999 ; keep\n\n; remark\nc A 192.0.2.3'
    expect(withEntry(text, 2, 'b A 192.0.2.9', lines)).toBe('a A 192.0.2.1\nb A 192.0.2.9\n\n; remark\nc A 192.0.2.3')
    expect(withEntry(text, 4, 'd A 192.0.2.4', lines)).toBe('a A 192.0.2.1\nb A 192.0.2.999 ; keep\n\nd A 192.0.2.4\nc A 192.0.2.3')
  })

  test('whole where it is several lines', () => {
    const zone = 'a TXT (\n "one"\n "two" )\nb A 192.0.2.1'
    expect([entryText(zone, 1, lines), withEntry(zone, 1, 'a A 192.0.2.2', lines)]).toEqual(['a TXT (\n "one"\n "two" )', 'a A 192.0.2.2\nb A 192.0.2.1'])
    const table = 'host,type,value\nm,A,"192.0.2.1\n192.0.2.2"\nn,A,192.0.2.3'
    expect(entryText(table, 2, lines)).toBe('m,A,"192.0.2.1\n192.0.2.2"')
    expect(reading(table).drafts).toHaveLength(3)
  })
})

describe('what stays when the right lines were taken reads as before:', () => {
  const leaving = (text: string) => leftOver(text, reading(text))
  test.each([
    ['a wrong line', 'a A 192.0.2.1\nnonsense', 'nonsense'],
    ['one below column names', 'host,type,value\na,A,192.0.2.1\nb,A,x', 'host,type,value\nb,A,x'],
    ['one that repeats a host', 'a A 192.0.2.1\n  AAAA x\n  AAAA y', 'a  AAAA x\n  AAAA y'],
    ['one below directives', '$TTL 60\n$ORIGIN x.example.com.\na A 192.0.2.1\nb A y', '$TTL 60\n$ORIGIN x.example.com.\nb A y'],
    ['one of several lines', 'a A 192.0.2.1\nb A (\n x )\nc A 192.0.2.3', 'b A (\n x )'],
  ])('%s', (_, text, left) => {
    expect(leaving(text)).toBe(left)
  })
})
