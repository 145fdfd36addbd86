import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { record, type WrittenChange } from '@nameplane/contract/dns/record'
import { createTestApp, type TestApp } from '../../../../../../tests/support/app.ts'
import { adding, everyKindOfRecord, newTestDomain, refusalOf, type TestDomain } from '../../../../../../tests/support/records.ts'
import { readCsv } from '../../../../spreadsheet/csv.ts'
import { printWorkbook } from '../../../../spreadsheet/workbook.ts'
import { workbookOf } from '../../../../spreadsheet/workbook.testing.ts'
import { maximumWorkbookRows, printWorkbookAside, readWorkbookAside } from '../../../../spreadsheet/workbook-aside.ts'
import { recordRows } from './record-table.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

type Language = 'zh' | 'en'

async function exported(target: TestDomain, format: 'csv' | 'xlsx', language: Language): Promise<Buffer> {
  const url = `/api/sys/dns/record/export?domainId=${target.id}&format=${format}`
  return (await test.app.inject({ url, headers: { authorization: `Bearer ${test.adminToken}`, 'accept-language': language } })).rawPayload
}

const workbookText = async (target: TestDomain, bytes: Uint8Array): Promise<string> =>
  (await test.call(record.workbook, { domainId: target.id, content: Buffer.from(bytes).toString('base64') })).data.text

/** What an import is given: a CSV file as it is, of a workbook the table that was read from it. */
const textOf = async (target: TestDomain, format: 'csv' | 'xlsx', language: Language): Promise<string> => {
  const file = await exported(target, format, language)
  return format === 'csv' ? file.toString() : workbookText(target, file)
}

/** Records that a table could easily lose: formulas, what stands for nothing, and names that look whole. */
const slippery = (zone: string): WrittenChange[] => [
  ...['=1+1', "'=1", "''=", '-', "'-", '—', 'none', "'null", '@x', '+1', '＝1', 'a,b;c|"d"', "it's", '0x1'].map((remark, index) =>
    adding(`r${index} TXT "=1+1"`, { remark }),
  ),
  adding('null TXT "x"'),
  adding('none.deep TXT "x"'),
  adding('+1 TXT "=cmd|x"'),
  adding(`www.${zone} A 192.0.2.1`),
  adding(`${zone} A 192.0.2.1`),
  adding('nought A 192.0.2.1', { ttl: 0 }),
]

const acknowledged = ['host_repeats_zone', 'ttl_zero']

describe.each(['csv', 'xlsx'] as const)('a domain exported as %s', (format) => {
  it.each(['zh', 'en'] as const)('in the words of %s changes nothing when it is imported again, and makes an empty domain the same', async (language) => {
    const [source, copy] = [await newTestDomain(test), await newTestDomain(test)]
    await source.apply([...everyKindOfRecord, ...slippery(source.name)], { acknowledged })
    const stored = await source.records()
    const text = await textOf(source, format, language)
    for (const mode of ['add', 'overwrite', 'replace'] as const) {
      const { data } = await test.call(record.import, { domainId: source.id, format: 'table', text, mode, acknowledged })
      expect([data.found.error, data.added, data.updated, data.deleted, data.unchanged]).toEqual([0, 0, 0, 0, stored.length])
    }
    await test.call(record.import, { domainId: copy.id, format: 'table', text: text.replaceAll(source.name, copy.name), mode: 'add', acknowledged })
    expect(await copy.records()).toEqual(stored.map((row) => row.replaceAll(source.name, copy.name)))
  })

  it('names columns, lines and states in the language of the caller, and no cell of it is a formula', async () => {
    const target = await newTestDomain(test)
    await target.apply([adding('@ A 192.0.2.1'), adding('@ A 192.0.2.2', { line: 'telecom', weight: 5, status: 0, remark: '=1+1' })])
    const cellsOf = async (language: Language): Promise<string[][]> => {
      const file = await exported(target, format, language)
      return format === 'csv' ? readCsv(file) : (await readWorkbookAside(file, 10))!.rows
    }
    expect(await cellsOf('zh')).toEqual([
      ['主机记录', '记录类型', '线路', '记录值', 'TTL', '权重', '状态', '备注'],
      ['@', 'A', '默认', '192.0.2.1', '600', '', '正常', ''],
      ['@', 'A', '电信', '192.0.2.2', '600', '5', '已暂停', '=1+1'],
    ])
    expect((await cellsOf('en'))[2]).toEqual(['@', 'A', 'China Telecom', '192.0.2.2', '600', '5', 'Paused', '=1+1'])
    if (format === 'csv') expect(String(await exported(target, format, 'en'))).toContain("\r\n'@,A,China Telecom,192.0.2.2,600,5,Paused,'=1+1\r\n")
  })
})

it('a line whose name would be read as another one, or as none, stands in the table by its code', async () => {
  const lines = [
    { code: 'default', nameZh: '默认', nameEn: 'Default' },
    { code: 'telecom', nameZh: '电信', nameEn: 'China Telecom' },
    { code: 'c_1', nameZh: '电信', nameEn: 'telecom' },
    { code: 'c_2', nameZh: '总部', nameEn: 'none' },
  ]
  const written = async (language: Language): Promise<unknown[]> => {
    const records = lines.map(({ code }) => ({ host: 'a', type: 'A', line: code, value: '192.0.2.1', ttl: 60, weight: null, remark: '', status: 1 }))
    const cells: unknown[] = []
    for await (const rows of recordRows('example.com', records, lines, language)) cells.push(...rows.map((row) => row[2]))
    return cells
  }
  expect([await written('zh'), await written('en')]).toEqual([
    ['默认', '电信', 'c_1', '总部'],
    ['Default', 'China Telecom', 'c_1', 'c_2'],
  ])
})

describe('a workbook', () => {
  it('of another provider is read by the names of its columns', async () => {
    const target = await newTestDomain(test)
    const rows = [
      ['www', 'A', '默认', '192.0.2.1', 600],
      ['txt', 'TXT', '默认', 'v=spf1 a, mx "x" -all', null],
    ]
    const text = await workbookText(target, await printWorkbookAside({ sheet: '记录', header: ['主机记录', '记录类型', '线路类型', '记录值', 'TTL'], rows }))
    await test.call(record.import, { domainId: target.id, format: 'table', text, mode: 'add' })
    expect(await target.records()).toEqual(['txt 600 TXT "v=spf1 a, mx \\"x\\" -all"', 'www 600 A 192.0.2.1'])
  })

  it('of several sheets is read from the first that is shown, says which there are, and gives the one that is asked for', async () => {
    const target = await newTestDomain(test)
    const sheetOf = (name: string, host: string, isHidden = false) => ({
      name,
      isHidden,
      rows: [
        ['Host', 'Type', 'Value'],
        [host, 'A', '192.0.2.1'],
      ],
    })
    const content = workbookOf([sheetOf('Notes', 'hidden', true), sheetOf('Records', 'www'), sheetOf('Old records', 'old')]).toString('base64')
    const read = async (sheet?: string) => (await test.call(record.workbook, { domainId: target.id, content, ...(sheet === undefined ? {} : { sheet }) })).data
    const shown = await read()
    expect(shown).toMatchObject({
      sheet: 'Records',
      sheets: [
        { name: 'Notes', isHidden: true },
        { name: 'Records', isHidden: false },
        { name: 'Old records', isHidden: false },
      ],
    })
    expect(shown.text).toContain('www')
    const others = [await read('Notes'), await read('Old records')]
    expect(others.map(({ sheet, text }) => [sheet, /hidden|www|old/.exec(text)?.[0]])).toEqual([
      ['Notes', 'hidden'],
      ['Old records', 'old'],
    ])
    expect(await refusalOf(read('Absent'))).toMatchObject({ problem: 'workbook_sheet_missing' })
  })

  it('that is none, or belongs to no domain of the caller, is refused', async () => {
    const target = await newTestDomain(test)
    expect(await refusalOf(workbookText(target, Buffer.from('no workbook')))).toMatchObject({ problem: 'workbook_unreadable' })
    expect(await refusalOf(test.call(record.workbook, { domainId: 999_999, content: 'AAAA' }))).toMatchObject({ problem: 'domain_missing' })
  })

  it('of more rows than an export has is refused, not cut', { timeout: 60_000 }, async () => {
    const rows = Array.from({ length: maximumWorkbookRows + 1 }, () => ['h'])
    const sheet = printWorkbook({ sheet: 'x', header: ['host'], rows })
    expect(await refusalOf(workbookText(await newTestDomain(test), sheet))).toMatchObject({
      problem: 'workbook_too_long',
      params: { max: maximumWorkbookRows },
    })
  })
})
