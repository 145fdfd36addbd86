import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { createTestApp, type TestApp } from '../../../../../../tests/support/app.ts'
import { adding, everyKindOfRecord as everything, findingsOf, newTestDomain, refusalOf, type TestDomain } from '../../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

type Import = Sent<typeof record.import>

async function importInto(target: TestDomain, text: string, more: Partial<Import> = {}): Promise<Reply<typeof record.import>['data']> {
  return (await test.call(record.import, { domainId: target.id, text, mode: 'add', ...more })).data
}

async function exportOf(target: TestDomain, format: 'bind' | 'json'): Promise<string> {
  return (
    await test.app.inject({ url: `/api/sys/dns/record/export?domainId=${target.id}&format=${format}`, headers: { authorization: `Bearer ${test.adminToken}` } })
  ).body
}

const counts = ({ added, updated, deleted, unchanged }: { added: number; updated: number; deleted: number; unchanged: number }) => ({
  added,
  updated,
  deleted,
  unchanged,
})

describe('a zone file', () => {
  it('of another provider is read with its origin, its TTLs and its many spellings', async () => {
    const target = await newTestDomain(test)
    const done = await importInto(
      target,
      `$TTL 1h
@	IN SOA ns1.old.example. hostmaster ( 2024010101 7200 900 1209600 300 ) ; of the old provider
	IN NS ns1.old.example.
	3600 IN MX 10 mail
www	300 A 192.0.2.1
	300 A 192.0.2.2
$ORIGIN sub
deep	CNAME www
$ORIGIN ${target.name}.
txt	TXT ( "part one "
	"part two" )
$GENERATE 1-3 host-$ A 192.0.2.$
`.replace('$ORIGIN sub\n', `$ORIGIN sub.${target.name}.\n`),
    )
    expect(findingsOf(done)).toEqual(['line 2 note soa_ignored', 'line 3 note apex_ns_ignored'])
    expect(await target.records()).toEqual(
      [
        '@ 3600 MX 10 mail.{}.',
        'deep.sub 3600 CNAME www.sub.{}.',
        'host-1 3600 A 192.0.2.1',
        'host-2 3600 A 192.0.2.2',
        'host-3 3600 A 192.0.2.3',
        'txt 3600 TXT "part one " "part two"',
        'www 300 A 192.0.2.1',
        'www 300 A 192.0.2.2',
      ].map((line) => line.replace('{}', target.name)),
    )
  })

  it('is refused whole, each line with its reason', async () => {
    const target = await newTestDomain(test)
    const refusal = await refusalOf(
      importInto(
        target,
        [
          'a 60 A 192.0.2.1',
          'b 60 A 192.0.2.256',
          '$INCLUDE /etc/passwd',
          'c.other.example. 60 A 192.0.2.1',
          '$GENERATE 0-65536 x$ A 192.0.2.1',
          'd 60 CNAME a',
          'd 60 A 192.0.2.1',
        ].join('\n'),
      ),
    )
    expect(refusal).toMatchObject({ problem: 'records_refused', fields: { 'lines.2': 'bad_ipv4', 'lines.3': 'include_refused' } })
    expect(findingsOf(refusal)).toEqual([
      'line 2 error bad_ipv4',
      'line 3 error include_refused',
      'line 4 error out_of_zone',
      'line 5 error generate_too_large',
      'line 6 error cname_conflict',
      'line 7 error cname_conflict',
    ])
    expect(await target.records()).toEqual([])
  })

  it('is imported without its refused lines when asked to', async () => {
    const target = await newTestDomain(test)
    const done = await importInto(target, 'a 60 A 192.0.2.1\nb 60 A 192.0.2.256\nc 60 CNAME a\nc 60 A 192.0.2.1\n', { skipRefused: true })
    expect([counts(done), findingsOf(done)]).toEqual([
      { added: 1, updated: 0, deleted: 0, unchanged: 0 },
      ['line 2 error bad_ipv4', 'line 3 error cname_conflict', 'line 4 error cname_conflict'],
    ])
    expect(await target.records()).toEqual(['a 60 A 192.0.2.1'])
  })

  it('with warnings wants them ticked', async () => {
    const target = await newTestDomain(test)
    const text = 'a 60 A 10.0.0.1\na 60 A 10.0.0.1\n'
    expect(findingsOf(await refusalOf(importInto(target, text)))).toEqual([
      'line 1 warning private_address',
      'line 2 warning private_address',
      'line 2 note repeated_in_file',
    ])
    expect(counts(await importInto(target, text, { acknowledged: ['private_address'] }))).toMatchObject({ added: 1 })
  })

  it('is previewed without a trace', async () => {
    const target = await newTestDomain(test)
    await target.add('a A 192.0.2.1', 'b A 192.0.2.1')
    const version = await target.version()
    const told = await importInto(target, 'a 600 A 192.0.2.9\nc 60 A 192.0.2.1\nd 60 A x\n', { mode: 'replace', dryRun: true })
    expect(told).toMatchObject({ version, added: 1, updated: 1, deleted: 1, unchanged: 0 })
    expect(told.sample).toEqual([
      { op: 'update', before: 'a 600 IN A 192.0.2.1', after: 'a 600 IN A 192.0.2.9' },
      { op: 'add', before: null, after: 'c 60 IN A 192.0.2.1' },
      { op: 'delete', before: 'b 600 IN A 192.0.2.1', after: null },
    ])
    expect(findingsOf(told)).toEqual(['line 3 error bad_ipv4'])
    expect([await target.version(), await target.records()]).toEqual([version, ['a 600 A 192.0.2.1', 'b 600 A 192.0.2.1']])
  })

  it.each([
    ['of a comment', '; nothing\n', {}],
    ['of what the service group provides', '@ 60 NS ns1.old.example.\n', {}],
    ['of refused lines alone', 'a 60 A 192.0.2.256\n', { skipRefused: true }],
  ])('%s does not empty the domain without a tick', async (_, text, more) => {
    const target = await newTestDomain(test)
    await target.add('a A 192.0.2.1', 'b A 192.0.2.1')
    const preview = await importInto(target, text, { ...more, mode: 'replace', dryRun: true })
    expect([preview.deleted, preview.findings.filter(({ severity }) => severity === 'warning')]).toEqual([
      2,
      [{ change: null, lineNumber: null, severity: 'warning', code: 'import_deletes_all', field: null, params: { count: 2 } }],
    ])
    expect(await refusalOf(importInto(target, text, { ...more, mode: 'replace' }))).toMatchObject({ problem: 'warnings_not_acknowledged' })
    expect(await target.records()).toHaveLength(2)
    await importInto(target, text, { ...more, mode: 'replace', acknowledged: ['import_deletes_all'] })
    expect(await target.records()).toEqual([])
    expect(findingsOf(await importInto(target, text, { ...more, mode: 'replace', dryRun: true }))).not.toContain('- warning import_deletes_all')
  })

  it('is refused when the domain changed since the preview', async () => {
    const target = await newTestDomain(test)
    const version = await target.version()
    await target.add('a A 192.0.2.1')
    expect(await refusalOf(importInto(target, 'b 60 A 192.0.2.1', { version }))).toMatchObject({ problem: 'changed_meanwhile' })
  })

  it('that is large is read beside the answering, and all of it arrives', { timeout: 120_000 }, async () => {
    const target = await newTestDomain(test)
    const text = Array.from({ length: 20_000 }, (_, index) => `h${index} 600 A 192.0.2.${index % 250}`).join('\n')
    expect(counts(await importInto(target, text))).toEqual({ added: 20_000, updated: 0, deleted: 0, unchanged: 0 })
    expect(counts(await importInto(target, text, { mode: 'replace' }))).toEqual({ added: 0, updated: 0, deleted: 0, unchanged: 20_000 })
    expect((await test.call(domain.detail, { id: target.id })).data.recordCount).toBe(20_000)
  })
})

it('$GENERATE makes 65,536 records, of which a preview counts every one', { timeout: 60_000 }, async () => {
  const target = await newTestDomain(test)
  const told = await importInto(target, '$GENERATE 0-65535 h-${0,4,x} 600 CNAME t$.example.net.\n', { dryRun: true })
  expect([counts(told), told.found, told.sample.at(99)?.after]).toEqual([
    { added: 65_536, updated: 0, deleted: 0, unchanged: 0 },
    { error: 0, warning: 0, note: 0 },
    'h-0063 600 IN CNAME t99.example.net.',
  ])
})

describe('an import of thousands', () => {
  const text = Array.from({ length: 2_100 }, (_, index) => `n${index} 600 TXT "number ${index}"`).join('\n')
  /** Pages of the index that finds values which have not been sorted in yet. */
  const unsorted = async (): Promise<number> =>
    (await sql<{ pages: number }>`select gin_clean_pending_list('record_value_trgm') as pages`.execute(test.db)).rows[0]!.pages

  it('leaves nothing for searches and later saves to sort, also when it fails', async () => {
    const target = await newTestDomain(test)
    await importInto(target, text)
    expect(await unsorted()).toBe(0)
    await sql`create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'no entry'; end $$`.execute(test.db)
    await sql`create trigger refuse_entry before insert on audit_entry for each row when (new.action = 'record.import') execute function refuse_entry()`.execute(
      test.db,
    )
    expect(await refusalOf(importInto(await newTestDomain(test), text))).toMatchObject({ problem: 'server_fault' })
    await sql`drop trigger refuse_entry on audit_entry`.execute(test.db)
    expect(await unsorted()).toBe(0)
  })
})

describe('a file with more to say than an answer carries', () => {
  const manyErrors = Array.from({ length: 1_500 }, (_, index) => `e${index} 60 A 192.0.2.256`)
  const manyWarnings = Array.from({ length: 1_200 }, (_, index) => `p${index} 60 A 10.0.0.1`)

  it('is told in part, errors first, with the number of all', async () => {
    const target = await newTestDomain(test)
    const text = [...manyWarnings, ...manyErrors, '@ 60 NS ns.old.example.'].join('\n')
    const told = await importInto(target, text, { dryRun: true })
    expect([told.findings.length, told.found]).toEqual([100, { error: 1_500, warning: 1_200, note: 1 }])
    expect(new Set(told.findings.map((finding) => finding.code))).toEqual(new Set(['bad_ipv4', 'private_address', 'apex_ns_ignored']))
    const refusal = await refusalOf(importInto(target, text))
    expect(refusal).toMatchObject({ problem: 'records_refused', params: { count: 1_500, found: told.found } })
    expect(refusal.params?.['findings']).toHaveLength(100)
    expect(Object.keys(refusal.fields ?? {})).toHaveLength(100)
  })

  it('can be imported by ticking what was told, however many warnings stand before a rare one', async () => {
    const target = await newTestDomain(test)
    const text = [...manyWarnings, '; nothing', 'z 60 A 192.0.2.1 ; nameplane: {"weight":5}'].join('\n')
    const told = await importInto(target, text, { dryRun: true })
    const acknowledged = [...new Set(told.findings.map((finding) => finding.code))]
    expect(acknowledged).toEqual(['private_address', 'weight_alone'])
    expect(counts(await importInto(target, text, { acknowledged }))).toMatchObject({ added: 1_201 })
  })
})

describe('a table', () => {
  const table = [
    '主机记录,记录类型,线路类型,记录值,MX优先级,TTL,状态,备注,记录ID',
    'www,A,默认,192.0.2.1,,600,启用,官网,1',
    'www,A,中国电信,192.0.2.2,,10分钟,启用,,2',
    '@,MX,默认,mx.example.net,10,600,启用,,3',
    'old,A,默认,192.0.2.3,,600,暂停,,4',
  ]

  it('of another provider is read by the names of its columns and of its lines', async () => {
    const target = await newTestDomain(test)
    const done = await importInto(target, table.join('\n'), { format: 'table' })
    expect(findingsOf(done)).toEqual(['line 1 note columns_ignored'])
    expect(await target.records()).toEqual([
      '@ 600 MX 10 mx.example.net.',
      'old 600 A 192.0.2.3 paused',
      'www 600 A 192.0.2.1 官网',
      'www 600 A 192.0.2.2 @telecom',
    ])
  })

  it('is refused whole, each line with its reason', async () => {
    const target = await newTestDomain(test)
    const text = [...table, 'a,A,火星,192.0.2.1', 'b,A,默认,192.0.2.999', 'c,A,默认', 'www,A,联通,192.0.2.4,,600,启用,x,5,6'].join('\n')
    expect(findingsOf(await refusalOf(importInto(target, text, { format: 'table' })))).toEqual([
      'line 6 error line_unknown',
      'line 8 error value_missing',
      'line 9 error too_many_cells',
      'line 7 error bad_ipv4',
      'line 1 note columns_ignored',
    ])
    expect(await target.records()).toEqual([])
  })

  it('without names of columns may have lines of a zone file between its rows', async () => {
    const target = await newTestDomain(test)
    await importInto(target, 't5\tA\t192.0.2.70\nt5\tA\t192.0.2.71\t600\t电信\n   IN AAAA 2001:db8::1\n', { format: 'table' })
    expect(await target.records()).toEqual(['t5 600 A 192.0.2.70', 't5 600 A 192.0.2.71 @telecom', 't5 600 AAAA 2001:db8::1'])
  })
})

describe('the mode', () => {
  const there = ['a A 192.0.2.1', 'a A 192.0.2.2', 'a TXT "x"', 'b A 192.0.2.1'] as const
  const text = 'a 600 A 192.0.2.2\na 600 A 192.0.2.3\nc 600 A 192.0.2.1\n'

  it.each<[Import['mode'], object, string[]]>([
    [
      'add',
      { added: 2, updated: 0, deleted: 0, unchanged: 1 },
      ['a 600 A 192.0.2.1', 'a 600 A 192.0.2.2', 'a 600 A 192.0.2.3', 'a 600 TXT "x"', 'b 600 A 192.0.2.1', 'c 600 A 192.0.2.1'],
    ],
    [
      'overwrite',
      { added: 1, updated: 1, deleted: 0, unchanged: 1 },
      ['a 600 A 192.0.2.2', 'a 600 A 192.0.2.3', 'a 600 TXT "x"', 'b 600 A 192.0.2.1', 'c 600 A 192.0.2.1'],
    ],
    ['replace', { added: 1, updated: 1, deleted: 2, unchanged: 1 }, ['a 600 A 192.0.2.2', 'a 600 A 192.0.2.3', 'c 600 A 192.0.2.1']],
  ])('%s', async (mode, expected, left) => {
    const target = await newTestDomain(test)
    await target.add(...there)
    expect(counts(await importInto(target, text, { mode }))).toEqual(expected)
    expect((await target.records()).sort()).toEqual(left)
  })

  it('overwrite takes TTL, weight, remark and state from the file', async () => {
    const target = await newTestDomain(test)
    await target.apply([adding('a A 192.0.2.1', { remark: 'old', status: 0 })])
    await importInto(target, 'a 60 A 192.0.2.1 ; nameplane: {"remark":"new"}', { mode: 'overwrite' })
    expect(await target.records()).toEqual(['a 60 A 192.0.2.1 new'])
  })

  it('add is refused by what is there already: a CNAME, another TTL', async () => {
    const target = await newTestDomain(test)
    await target.add('a CNAME x.test.', 'b A 192.0.2.1')
    expect(findingsOf(await refusalOf(importInto(target, 'a 60 A 192.0.2.1\nb 60 A 192.0.2.2')))).toEqual([
      'line 1 error cname_conflict',
      'line 2 error ttl_clash',
    ])
  })
})

describe('what is exported', () => {
  it.each(['bind', 'json'] as const)('as %s changes nothing when it is imported again, and makes an empty domain the same', async (format) => {
    const [source, copy] = [await newTestDomain(test), await newTestDomain(test)]
    await source.apply(everything)
    const text = await exportOf(source, format)
    for (const mode of ['add', 'overwrite', 'replace'] as const)
      expect(counts(await importInto(source, text, { format, mode }))).toEqual({ added: 0, updated: 0, deleted: 0, unchanged: everything.length })
    await importInto(copy, text.replaceAll(source.name, copy.name), { format })
    expect(await copy.records()).toEqual(await source.records())
  })

  it('is a download with the domain in its name', async () => {
    const target = await newTestDomain(test)
    const reply = await test.app.inject({ url: `/api/sys/dns/record/export?domainId=${target.id}`, headers: { authorization: `Bearer ${test.adminToken}` } })
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${target.name}.zone`,
    })
    expect(
      (await test.app.inject({ url: '/api/sys/dns/record/export?domainId=999999', headers: { authorization: `Bearer ${test.adminToken}` } })).json(),
    ).toMatchObject({ problem: 'domain_missing' })
  })
})

describe('JSON', () => {
  it.each<[string, string, string[]]>([
    ['that is none', 'no json', ['- error import_unreadable']],
    ['of another form', '{"a":1}', ['- error import_unreadable']],
    [
      'with a wrong record',
      '[{"host":"a","type":"A","value":"192.0.2.1","ttl":60},{"host":"b"},{"host":"c","type":"A","value":"x","ttl":60}]',
      ['line 2 error required', 'line 3 error bad_ipv4'],
    ],
    ['with a line that is not there', '[{"host":"a","type":"A","value":"192.0.2.1","ttl":60,"line":"nowhere"}]', ['line 1 error line_missing']],
  ])('%s is refused', async (_, text, findings) => {
    expect(findingsOf(await refusalOf(importInto(await newTestDomain(test), text, { format: 'json' })))).toEqual(findings)
  })
})

it.each([
  ['{"line":"no such line!"}', 'import_annotation_unreadable'],
  ['{"weight":101}', 'import_annotation_unreadable'],
  ['{', 'import_annotation_unreadable'],
  ['{"line":"nowhere"}', 'line_missing'],
])('the annotation %s is refused', async (annotation, code) => {
  expect(findingsOf(await refusalOf(importInto(await newTestDomain(test), `a 60 A 192.0.2.1 ; nameplane: ${annotation}`)))).toEqual([`line 1 error ${code}`])
})
