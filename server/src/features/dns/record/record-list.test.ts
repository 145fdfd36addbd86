import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sent } from '@nameplane/contract/endpoint'
import { record } from '@nameplane/contract/dns/record'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { adding, newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'

let test: TestApp
let domain: TestDomain
beforeAll(async () => {
  test = await createTestApp()
  domain = await newTestDomain(test)
  await domain.apply([
    adding('@ A 192.0.2.1'),
    adding('www A 192.0.2.2', { remark: '官网 100%' }),
    adding('www A 198.51.100.2', { line: 'telecom', ttl: 60 }),
    adding('api CNAME www.example.net.', { status: 0 }),
    adding('@ TXT "100% sure_thing"'),
    adding('*.dev AAAA 2001:db8::1'),
  ])
})
afterAll(() => test.close())

async function hosts(query: Partial<Sent<typeof record.list>>): Promise<string[]> {
  return (await test.call(record.list, { domainId: domain.id, ...query })).data.list.map(
    (row) => `${row.host} ${row.type}${row.line === 'default' ? '' : ` ${row.line}`}`,
  )
}

describe('the list', () => {
  it('goes by name, then type, then line', async () => {
    expect(await hosts({})).toEqual(['*.dev AAAA', '@ A', '@ TXT', 'api CNAME', 'www A', 'www A telecom'])
  })

  it.each<[string, Partial<Sent<typeof record.list>>, string[]]>([
    ['part of a host', { search: 'DEV' }, ['*.dev AAAA']],
    ['part of a value', { search: '198.51' }, ['www A telecom']],
    ['part of a remark', { search: '官网' }, ['www A']],
    ['a percent sign as itself', { search: '0% s' }, ['@ TXT']],
    ['an underscore as itself', { search: 'e_t' }, ['@ TXT']],
    ['a quote as itself', { search: "' or 1=1 --" }, []],
    ['a host', { host: 'WWW' }, ['www A', 'www A telecom']],
    ['a type', { type: 'cname' }, ['api CNAME']],
    ['a line', { line: 'telecom' }, ['www A telecom']],
    ['a state', { status: 0 }, ['api CNAME']],
    ['several of them', { host: '@', type: 'A' }, ['@ A']],
  ])('finds %s', async (_, query, found) => {
    expect(await hosts(query)).toEqual(found)
    expect((await test.call(record.list, { domainId: domain.id, ...query })).data.totalCount).toBe(found.length)
  })

  it('finds a host by its full name, of this domain alone', async () => {
    expect(await hosts({ search: `API.${domain.name}.` })).toEqual(['api CNAME'])
    expect(await hosts({ search: 'api.elsewhere.example' })).toEqual([])
  })

  it('finds hosts and values that are typed in Unicode', async () => {
    const other = await newTestDomain(test)
    await other.add('中文 A 192.0.2.1', 'c CNAME 例子.中国.')
    const found = async (query: Partial<Sent<typeof record.list>>) =>
      (await test.call(record.list, { domainId: other.id, ...query })).data.list.map(({ type }) => type)
    expect(await found({ search: '中文' })).toEqual(['A'])
    expect(await found({ search: '例子.中国' })).toEqual(['CNAME'])
    expect(await found({ host: '中文' })).toEqual(['A'])
  })

  it.each<[Partial<Sent<typeof record.list>>, string]>([
    [{ sidx: 'ttl', order: 'asc' }, 'www A telecom'],
    [{ sidx: 'host', order: 'desc' }, 'www A telecom'],
    [{ sidx: 'id', order: 'asc' }, '@ A'],
    [{ sidx: 'value', order: 'asc' }, '@ TXT'],
  ])('sorts by %o', async (query, first) => {
    expect((await hosts(query))[0]).toBe(first)
  })

  it('comes in pages that never overlap', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => hosts({ page, limit: 2, sidx: 'type' })))
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 0])
    expect(new Set(pages.flat()).size).toBe(6)
  })

  it('shows SOA and NS of the service group locked, and the version it belongs to', async () => {
    const { data } = await test.call(record.list, { domainId: domain.id })
    expect(data.locked.map((row) => [row.host, row.type, row.ttl, row.value.replace(/ \d{9,} /, ' serial ')])).toEqual([
      ['@', 'SOA', 3600, 'ns1.nameplane.example. hostmaster.nameplane.example. serial 3600 600 1209600 60'],
      ['@', 'NS', 86_400, 'ns1.nameplane.example.'],
      ['@', 'NS', 86_400, 'ns2.nameplane.example.'],
    ])
    expect(data.version).toBe(await domain.version())
  })

  it('says what the weights of a whole set come to, whatever part of it a page or a filter shows', async () => {
    const weighted = await newTestDomain(test)
    await weighted.apply(
      [
        adding('www A 192.0.2.1', { weight: 20 }),
        adding('www A 192.0.2.2', { weight: 60 }),
        adding('www A 192.0.2.3'),
        adding('www A 192.0.2.4', { weight: 99, status: 0 }),
        adding('www A 192.0.2.1', { line: 'telecom', weight: 5 }),
        adding('mail A 192.0.2.1'),
        adding('mail A 192.0.2.2'),
      ],
      { acknowledged: ['weight_mixed', 'weight_alone'] },
    )
    const sets = async (query: object) => (await test.call(record.list, { domainId: weighted.id, ...query })).data.sets
    const www = { host: 'www', type: 'A', line: 'default', served: 3, weighted: 2, weightSum: 81 }
    const fakeEmail = { host: 'mail', type: 'A', line: 'default', served: 2, weighted: 0, weightSum: 2 }
    expect(await sets({})).toEqual([fakeEmail, www])
    expect(await sets({ search: '192.0.2.4' })).toEqual([www])
    expect(await sets({ limit: 1, page: 2 })).toEqual([fakeEmail])
    expect(await sets({ line: 'telecom' })).toEqual([])
    expect(await sets({ search: 'nothing' })).toEqual([])
  })

  it('refuses an unlisted column, an unknown domain, and control characters', async () => {
    const list = (query: object) => test.call(record.list, { domainId: domain.id, ...query })
    expect(await refusalOf(list({ sidx: 'domain_id' }))).toMatchObject({ fields: { sidx: 'invalid_value' } })
    expect(await refusalOf(list({ limit: 201 }))).toMatchObject({ problem: 'number_too_big' })
    expect(await refusalOf(list({ search: 'a\u0000b' }))).toMatchObject({ problem: 'control_characters' })
    expect(await refusalOf(list({ domainId: 999_999 }))).toMatchObject({ problem: 'domain_missing' })
  })
})
