import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRecord, type CanonicalRecord, type Zone } from '@nameplane/contract/dns/record-checks'
import { RecordSent } from '@nameplane/contract/dns/record'
import { checkText, recordKeyOf, type TextToCheck } from '@nameplane/contract/dns/record-text'
import { readInput } from '@nameplane/contract/issues'
import type { Language } from '@nameplane/contract/problems'
import { writtenRdataOf } from '@nameplane/dns-text/generated-records.testing'
import { textOfCells } from '@nameplane/dns-text/record-text/cells'
import { recordMnemonics } from '@nameplane/dns-text/record-types'
import { proofLength } from '../../../../../../tests/support/proof-length.ts'
import { csvText, readCsv } from '../../../../spreadsheet/csv.ts'
import type { Cell } from '../../../../spreadsheet/cell.ts'
import { printWorkbook, readWorkbook } from '../../../../spreadsheet/workbook.ts'
import { tableText } from './record-export.ts'
import { recordRows, tableHeaders } from './record-table.ts'
import { printJsonText, printZoneText } from './record-text.ts'

/* What any domain is exported as, in any format, is read back as exactly what it was. */
const zone: Zone = { name: 'example.com', nameservers: ['ns1.example.net'] }
const lines = [
  { code: 'default', nameZh: '默认', nameEn: 'Default' },
  { code: 'telecom', nameZh: '电信', nameEn: 'China Telecom' },
  // Named as another one, and as nothing.
  { code: 'c_1', nameZh: '电信', nameEn: 'none' },
]

const label = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z0-9]([a-z0-9_+/-]{0,6}[a-z0-9])?$/) },
  { weight: 2, arbitrary: fc.constantFrom('null', 'none', '1', '600', 'a', 'in', 'ttl', '+1', '_dmarc', '0/25', 'xn--fsqu00a', 'host', 'com') },
)
const host = fc.oneof(
  fc.constantFrom('@', '*', zone.name, `www.${zone.name}`, '*.wild'),
  fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
)
const remark = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '=1+1',
      "'=1",
      "''",
      '-',
      '—',
      'none',
      "'null",
      '@x',
      '＝1',
      '+1',
      'a,b;c|"d"',
      '"',
      '; nameplane: {"status":0}',
      '\\',
      '_x0041_',
      '主站',
    ),
  },
)
const stored = (type: (typeof recordMnemonics)[number]): fc.Arbitrary<CanonicalRecord[]> =>
  fc
    .record({
      host,
      rdata: writtenRdataOf(type),
      line: fc.constantFrom(...lines.map(({ code }) => code)),
      ttl: fc.oneof(fc.constantFrom(0, 1, 600, 2_147_483_647), fc.nat(86_400)),
      weight: fc.constantFrom(null, null, 0, 5, 100),
      remark,
      status: fc.constantFrom(1, 1, 0),
    })
    .map(({ rdata, ...rest }) => {
      // A record is one that the API takes and nothing stands against; of the others there is nothing to export.
      const sent = readInput(RecordSent, { ...rest, type: rdata.type, value: rdata.text })
      if (!sent.isRight || (rdata.type === 'NS' && rest.host === '@')) return []
      const { record, found } = checkRecord(sent.value, zone)
      return record === null || found.some(({ severity }) => severity === 'error') ? [] : [record]
    })
/** Some of every type that may be stored. */
const domain = fc
  .tuple(...recordMnemonics.filter((type) => type !== 'SOA').flatMap((type) => [stored(type), stored(type)]))
  .map((records) => [...new Map(records.flat().map((record) => [recordKeyOf(record), record])).values()])

const fixed = [
  { host: '@', type: 'SOA', value: 'ns1.example.net. hostmaster.example.net. 1 3600 600 604800 300', ttl: 600 },
  { host: '@', type: 'NS', value: 'ns1.example.net.', ttl: 600 },
]

async function cellsOf(records: readonly CanonicalRecord[], language: Language): Promise<(readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = []
  for await (const batch of recordRows(zone.name, records, lines, language)) rows.push(...batch)
  return rows
}
const seenAs = async (records: readonly CanonicalRecord[], language: Language): Promise<string> =>
  text(Readable.from(csvText(tableHeaders[language], recordRows(zone.name, records, lines, language))))

/** How a domain is written, and what the reader is given of it. */
const formats: Readonly<Record<string, (records: readonly CanonicalRecord[], language: Language) => Promise<Pick<TextToCheck, 'text' | 'format'>>>> = {
  'zone file': async (records) => ({ format: 'bind', text: printZoneText(zone.name, records, fixed) }),
  JSON: async (records) => ({ format: 'json', text: printJsonText(zone.name, records) }),
  CSV: async (records, language) => ({ format: 'table', text: await seenAs(records, language) }),
  TXT: async (records, language) => ({ format: 'table', text: tableText([tableHeaders[language], ...(await cellsOf(records, language))]) }),
  XLSX: async (records, language) => {
    const book = printWorkbook({ sheet: zone.name, header: tableHeaders[language], rows: await cellsOf(records, language) })
    return { format: 'table', text: textOfCells(readWorkbook(book, 1_000)!.rows) }
  },
}

const asLine = (record: CanonicalRecord): string => JSON.stringify(record, Object.keys(record).toSorted())

describe.each(Object.entries(formats))('%s', (_, written) => {
  it('is read back as the domain that it was made of, whatever the domain has', { timeout: 120_000 }, async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(domain, fc.constantFrom('zh', 'en'), async (records, language) => {
        for (const { type } of records) seen.add(type)
        const given = await written(records, language)
        const { entries, findings } = checkText({ ...given, zone, defaultTtlSeconds: 77, lines })
        expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(entries.map(({ record }) => asLine(record)).toSorted()).toEqual(records.map(asLine).toSorted())
      }),
      { numRuns: proofLength({ full: 1_000, part: 40 }) },
    )
    // All that may be stored: neither the SOA nor the keys of a signer.
    expect(recordMnemonics.filter((type) => !seen.has(type))).toEqual(['SOA', 'DNSKEY'])
  })
})

it('no cell of a table is what a spreadsheet computes, whatever the domain has', { timeout: 60_000 }, async () => {
  const computed = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/
  await fc.assert(
    fc.asyncProperty(domain, fc.constantFrom('zh', 'en'), async (records, language) => {
      // Read as others read it: their quotes taken off, our apostrophes not.
      const rows = readCsv(Buffer.from((await seenAs(records, language)).replaceAll("'", '_')))
      expect(rows).toHaveLength(records.length + 1)
      expect(rows.flat().filter((cell) => computed.test(cell))).toEqual([])
    }),
    { numRuns: proofLength({ full: 500, part: 20 }) },
  )
})
