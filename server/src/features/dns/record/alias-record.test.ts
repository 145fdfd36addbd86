import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explain } from '@nameplane/contract/dns/explain'
import { record } from '@nameplane/contract/dns/record'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { adding, findingsOf, newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'

/* ALIAS as records are saved, listed, moved and explained; how they are answered is in serving/alias. */

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

async function exportOf(target: TestDomain, format: 'bind' | 'csv' | 'json'): Promise<string> {
  const url = `/api/sys/dns/record/export?domainId=${target.id}&format=${format}`
  return (await test.app.inject({ url, headers: { authorization: `Bearer ${test.adminToken}` } })).body
}

const refused = async (zone: TestDomain, text: string, more = {}): Promise<string[]> => findingsOf(await refusalOf(zone.apply([adding(text, more)])))

describe('an ALIAS', () => {
  it('stands at the apex beside all but addresses', async () => {
    const zone = await newTestDomain(test)
    await zone.add('@ ALIAS Edge.example.net', '@ MX 10 mail.example.net.', '@ TXT "x"', '@ CAA 0 issue "ca.example.net"')
    expect(await zone.records()).toContain('@ 600 ALIAS Edge.example.net.')
    expect(await refused(zone, '@ A 192.0.2.1')).toEqual(['0 error type_conflict'])
    expect(await refused(zone, '@ AAAA 2001:db8::1')).toEqual(['0 error type_conflict'])
    expect(await refused(zone, '@ ALIAS other.example.net.')).toEqual(['0 error type_repeated'])
    await zone.apply([adding('@ A 192.0.2.1', { line: 'telecom' })])
  })

  it('cannot lead to itself, nor to an address, nor be one of several by chance', async () => {
    const zone = await newTestDomain(test)
    expect(await refused(zone, `www ALIAS WWW.${zone.name}.`)).toEqual(['0 error alias_to_itself'])
    expect(await refused(zone, 'www ALIAS 192.0.2.1')).toEqual(['0 error target_is_address'])
    expect(await refused(zone, 'www ALIAS edge.example.net.', { weight: 5 })).toEqual(['0 error weight_not_used'])
    await zone.add(`www CNAME cdn.${zone.name}.`, `cdn ALIAS edge.${zone.name}.`)
    expect(await refused(zone, `edge CNAME www.${zone.name}.`)).toEqual(['0 error cname_loop'])
  })

  it('in a zone file is a comment to other programs, and comes back from it, from a table and from JSON', async () => {
    const zone = await newTestDomain(test)
    await zone.apply([
      adding('@ ALIAS edge.example.net.', { remark: 'CDN' }),
      adding('www ALIAS edge.example.net.', { line: 'telecom' }),
      adding('www A 192.0.2.1'),
    ])
    const records = await zone.records()
    const bind = await exportOf(zone, 'bind')
    expect(
      bind
        .split('\n')
        .filter((line) => line.includes('ALIAS'))
        .every((line) => line.startsWith(';nameplane-record ')),
    ).toBe(true)
    for (const [format, text] of [
      ['bind', bind],
      ['table', await exportOf(zone, 'csv')],
      ['json', await exportOf(zone, 'json')],
    ] as const) {
      const other = await newTestDomain(test)
      await test.call(record.import, {
        domainId: other.id,
        format,
        text: text.replaceAll(zone.name, other.name),
        mode: 'add',
        acknowledged: ['default_line_missing'],
      })
      expect([format, await other.records()]).toEqual([format, records])
    }
  })

  it('is read as PowerDNS writes it, and by the name that others have for it', async () => {
    const zone = await newTestDomain(test)
    await test.call(record.import, {
      domainId: zone.id,
      text: `$ORIGIN ${zone.name}.\n@ 300 IN ALIAS edge.example.net.\nwww 300 IN TYPE65401 \\# 6 046564676500\n`,
      mode: 'add',
      acknowledged: ['target_single_label'],
    })
    await test.call(record.import, { domainId: zone.id, format: 'table', text: 'host,type,value,ttl\nm,ANAME,edge.example.net,300\n', mode: 'add' })
    expect(await zone.records()).toEqual(['@ 300 ALIAS edge.example.net.', 'm 300 ALIAS edge.example.net.', 'www 300 ALIAS edge.'])
  })

  it('is listed and explained with what is known of its target', async () => {
    const zone = await newTestDomain(test)
    await zone.add('@ ALIAS edge.example.net.', 'www ALIAS Gone.example.net.', 'new ALIAS new.example.net.')
    await sql`insert into alias_target (name, ipv4, ttl_seconds, asked_at, problem) values
      ('edge.example.net.', '{192.0.2.1,192.0.2.2}', 60, now(), null), ('gone.example.net.', '{}', 60, now(), 'no_such_name')`.execute(test.db)
    const { aliasTargets } = (await test.call(record.list, { domainId: zone.id })).data
    expect(aliasTargets).toEqual([
      { name: 'edge.example.net.', ipv4: ['192.0.2.1', '192.0.2.2'], ipv6: [], ttl: 60, askedAt: expect.any(String), problem: null },
      { name: 'gone.example.net.', ipv4: [], ipv6: [], ttl: 60, askedAt: expect.any(String), problem: 'no_such_name' },
    ])
    const explained = async (host: string, type = 'A') =>
      (await test.call(explain.record, { domainId: zone.id, host, type, client: '192.0.2.9' })).data.explanation
    const apex = await explained('@')
    expect(apex.answer.map(({ type, value, ttlSeconds }) => [type, value, ttlSeconds])).toEqual([
      ['A', '192.0.2.1', 60],
      ['A', '192.0.2.2', 60],
    ])
    expect(apex.steps[0]?.aliases).toEqual([{ line: 'default', target: 'edge.example.net.', addresses: 2, askedAt: expect.any(String), problem: null }])
    const gone = await explained('www')
    expect([gone.steps[0]?.outcome, gone.steps[0]?.aliases]).toEqual([
      'no_such_type',
      [{ line: 'default', target: 'Gone.example.net.', addresses: 0, askedAt: expect.any(String), problem: 'no_such_name' }],
    ])
    expect((await explained('new', 'AAAA')).steps[0]?.aliases).toEqual([
      { line: 'default', target: 'new.example.net.', addresses: 0, askedAt: null, problem: null },
    ])
    expect((await explained('@', 'MX')).steps[0]?.aliases).toEqual([])
  })
})
