import { spawnSync } from 'node:child_process'
import { deflateRawSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { guardedText, unguardedText } from '@nameplane/dns-text/guarded-text'
import type { Cell } from './cell.ts'
import { csvText, readCsv } from './csv.ts'
import { tableFile } from './table-file.ts'
import { maximumWorkbookRows, printWorkbookAside, readWorkbookAside, UnreadableWorkbook } from './workbook-aside.ts'

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)', ' =1', '\u00a0@x', '=', '-']
const plain = [
  '',
  'a',
  "it's",
  'a=b',
  'x-1',
  '1',
  '007',
  '1e9',
  'TRUE',
  '"quoted"',
  'a,b',
  'a;b',
  'line\nline',
  'line\r\nline',
  'café 域名 🙂',
  '_x0041_',
  '_x005F_',
  ' a ',
  "'",
  "''a",
]
const guarded = ["'=1", "''=1", "'-", "'＝1", "'\t"]
const every = [...formulas, ...plain, ...guarded]

async function* batchesOf(rows: readonly (readonly Cell[])[], size = 7): AsyncGenerator<readonly (readonly Cell[])[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

const csvOf = async (header: readonly string[], rows: readonly (readonly Cell[])[]): Promise<Buffer> =>
  Buffer.from(await text(Readable.from(csvText(header, batchesOf(rows)))))

describe('a guarded text', () => {
  it.each(formulas)('%j starts with an apostrophe', (formula) => expect(guardedText(formula)).toBe(`'${formula}`))
  it.each(plain)('%j stays as it is', (harmless) => expect(guardedText(harmless)).toBe(harmless))
  it.each(every)('%j is given back as it was', (original) => expect(unguardedText(guardedText(original))).toBe(original))
})

it('CSV is read no further than so many rows that are not empty', () => {
  expect(readCsv(Buffer.from('a\n\nb\nc\nd\n'), 2)).toEqual([['a'], [''], ['b']])
})

describe('our own reader gives back what our own writer was given', () => {
  const rows = every.map((value, index) => [String(index), value, 'end'])

  it('in CSV', async () => expect(readCsv(await csvOf(['n', '=head', 'end'], rows))).toEqual([['n', '=head', 'end'], ...rows]))
  it('in CSV of one column', async () =>
    expect(
      readCsv(
        await csvOf(
          ['value'],
          every.map((value) => [value]),
        ),
      ),
    ).toEqual([['value'], ...every.map((value) => [value])]))
  it('in XLSX, which knows one line end', async () => {
    const seen = rows.map((row) => row.map((cell) => cell.replace('\r\n', '\n')))
    expect((await readWorkbookAside(await printWorkbookAside({ sheet: 'all', header: ['n', '=head', 'end'], rows }), 1000))?.rows).toEqual([
      ['n', '=head', 'end'],
      ...seen,
    ])
  })
})

it('numbers stay numbers and nothing is an empty cell', async () => {
  const rows = [[-5, 'a', null, 1.5]]
  expect(String(await csvOf(['a', 'b', 'c', 'd'], rows))).toBe('\ufeffa,b,c,d\r\n-5,a,,1.5\r\n')
  expect((await readWorkbookAside(await printWorkbookAside({ sheet: 'x', header: ['a', 'b', 'c', 'd'], rows }), 10))?.rows).toEqual([
    ['a', 'b', 'c', 'd'],
    ['-5', 'a', '', '1.5'],
  ])
})

it('CSV of a Chinese spreadsheet is read in its own encoding, and any line end ends a line', () => {
  expect(readCsv(Buffer.from([0xd3, 0xf2, 0xc3, 0xfb, 0x2c, 0x61, 0x0a]))).toEqual([['域名', 'a']])
  expect(readCsv(Buffer.from('\ufeffa,b\rc,d\n"e\r\nf",g'))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e\r\nf', 'g'],
  ])
  expect(readCsv(Buffer.alloc(0))).toEqual([])
})

// The oracles are Python's own csv module and its zip and XML readers.
const python = (script: string, input: Buffer): unknown => {
  const run = spawnSync('python3', ['-c', script], { input })
  if (run.status !== 0) throw new Error(String(run.stderr))
  return JSON.parse(String(run.stdout)) as unknown
}
const isPythonThere = spawnSync('python3', ['--version']).status === 0

const csvOracle = `
import csv, io, json, sys
text = sys.stdin.buffer.read().decode('utf-8-sig')
print(json.dumps(list(csv.reader(io.StringIO(text, newline='')))))`

const xlsxOracle = `
import io, json, re, sys, zipfile
import xml.etree.ElementTree as tree
n = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert z.testzip() is None
text = lambda e: re.sub('_x([0-9A-Fa-f]{4})_', lambda m: chr(int(m[1], 16)), ''.join(t.text or '' for t in e.iter(n + 't')))
shared = [text(e) for e in tree.fromstring(z.read('xl/sharedStrings.xml'))] if 'xl/sharedStrings.xml' in z.namelist() else []
rows = []
sheet = tree.fromstring(z.read('xl/worksheets/sheet1.xml'))
assert not list(sheet.iter(n + 'f')), 'a formula'
for row in sheet.iter(n + 'row'):
    cells = {}
    for c in row.iter(n + 'c'):
        v, kind = c.find(n + 'v'), c.get('t')
        column = re.match('[A-Z]+', c.get('r'))[0]
        cells[column] = shared[int(v.text)] if kind == 's' else text(c) if kind == 'inlineStr' else (v.text if v is not None and v.text else '')
        if kind == 'str': cells[column] = re.sub('_x([0-9A-Fa-f]{4})_', lambda m: chr(int(m[1], 16)), cells[column])
    rows.append([cells.get(k, '') for k in 'ABC'])
print(json.dumps(rows))`

describe.skipIf(!isPythonThere)('another implementation', () => {
  const rows = every.map((value, index) => [index, value, 'end'])
  const seen = [['n', 'value', 'end'], ...every.map((value, index) => [String(index), guardedText(value), 'end'])]

  it('reads our CSV as the guarded texts', async () => expect(python(csvOracle, await csvOf(['n', 'value', 'end'], rows))).toEqual(seen))
  it('reads our XLSX as the guarded texts, and finds no formula in it', async () => {
    const workbook = await printWorkbookAside({ sheet: 'all: of/them', header: ['n', 'value', 'end'], rows })
    expect(python(xlsxOracle, workbook)).toEqual(seen.map((row) => row.map((cell) => cell.replace('\r\n', '\n'))))
  })
})

describe('a workbook', () => {
  it('says in its last row that there are more rows than it takes', async () => {
    const rows = Array.from({ length: maximumWorkbookRows + 5 }, (_, row) => [row])
    const file = await tableFile({ name: 'many', format: 'xlsx', header: ['n'], batches: batchesOf(rows, 20_000), cutNote: 'and more' })
    const read = (await readWorkbookAside(file.body as Buffer, 100_000))!.rows
    expect([read.length, read[1], read.at(-2), read.at(-1)]).toEqual([maximumWorkbookRows + 1, ['0'], [String(maximumWorkbookRows - 2)], ['and more']])
  })

  it('cuts a text that a cell cannot hold', async () => {
    const [, row] = (await readWorkbookAside(await printWorkbookAside({ sheet: 'x', header: ['a'], rows: [['z'.repeat(40_000)]] }), 10))!.rows
    expect([row![0]!.length, row![0]!.at(-1)]).toEqual([32_767, '…'])
  })

  it.each([
    ['another file', Buffer.from('no workbook')],
    ['nothing', Buffer.alloc(0)],
    ['a bomb that lies about its size', zipOf(Buffer.alloc(200 * 1024 * 1024), 10)],
    ['an honest bomb', zipOf(Buffer.alloc(200 * 1024 * 1024), 200 * 1024 * 1024)],
    ['a cut one', zipOf(Buffer.from('x'), 1).subarray(10)],
  ])('is not %s', async (_, bytes) => {
    await expect(readWorkbookAside(bytes, 10)).rejects.toThrow(UnreadableWorkbook)
  })
})

/** A zip of one part whose header says a size of our choice. */
function zipOf(content: Buffer, saidBytes: number): Buffer {
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(saidBytes, 22)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(saidBytes, 24)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, central, name, end])
}
