import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { customLine } from '@nameplane/contract/dns/custom-line'
import { domain } from '@nameplane/contract/dns/domain'
import { plan, type Plan } from '@nameplane/contract/dns/plan'
import { record } from '@nameplane/contract/dns/record'
import { setting } from '@nameplane/contract/system/setting'
import { freePlan, type FreePlan } from '@nameplane/contract/system/settings/free-plan'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { adding, findingsOf, newTestDomain, refusalOf } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())
afterEach(() => allow({}))

const unlimited = { records: null, subdomainLevels: null, wildcardLevels: null, urlRecords: null, customLines: null, minimumTtl: null, sameLineAddresses: null }
const allow = (limits: Partial<FreePlan>) => test.call(setting.save, { paramKey: freePlan.key, paramValue: { ...unlimited, ...limits } })
const read = async (id: number, token?: string): Promise<Plan> => (await test.call(plan.detail, { id }, token)).data
const usedOf = ({ quotas }: Plan): Record<string, number | null> => Object.fromEntries(quotas.map(({ name, used }) => [name, used]))
const limitsOf = ({ quotas }: Plan): Record<string, number | null> => Object.fromEntries(quotas.map(({ name, limit }) => [name, limit]))
const addLine = (domainId: number, name: string) => test.call(customLine.save, { domainId, name, segments: `10.${name.length}.0.0/16` })

describe('the plan of a domain', () => {
  it('says each limit, and what the domain has of it', async () => {
    await allow({ records: 5, minimumTtl: 60 })
    const one = await newTestDomain(test)
    expect(await read(one.id)).toEqual({
      quotas: [
        { name: 'records', limit: 5, used: 0 },
        { name: 'subdomainLevels', limit: null, used: 0 },
        { name: 'wildcardLevels', limit: null, used: 0 },
        { name: 'urlRecords', limit: null, used: 0 },
        { name: 'customLines', limit: null, used: 0 },
        { name: 'minimumTtl', limit: 60, used: null },
        { name: 'sameLineAddresses', limit: null, used: 0 },
      ],
    })
    await allow({})
    await addLine(one.id, 'office')
    await one.apply(
      [
        ...[adding('@ A 192.0.2.1'), adding('a.b.c A 192.0.2.1', { ttl: 30 }), adding('*.x A 192.0.2.1'), adding('go URL 301 https://x.example/')],
        ...[
          adding('www A 192.0.2.1'),
          adding('www A 192.0.2.2', { status: 0 }),
          adding('www A 192.0.2.3', { line: 'telecom' }),
          adding('www AAAA 2001:db8::1'),
        ],
      ],
      { acknowledged: ['redirect_service_off'] },
    )
    expect(usedOf(await read(one.id))).toEqual({
      ...{ records: 8, subdomainLevels: 3, wildcardLevels: 2, urlRecords: 1, customLines: 1, minimumTtl: 30, sameLineAddresses: 2 },
    })
  })

  it('is generous until somebody says otherwise', async () => {
    await test.db.deleteFrom('system_config').where('param_key', '=', freePlan.key).execute()
    expect(limitsOf(await read((await newTestDomain(test)).id))).toEqual({ ...unlimited, records: 1_000_000, customLines: 100 })
  })

  it('is seen by whoever may view the domain, and by its owner', async () => {
    const owner = await newUser(test)
    const { id } = (await test.call(domain.save, { domain: 'theirs-plan.example', userId: owner.id })).data
    expect((await read(id, owner.token)).quotas).toHaveLength(7)
    expect((await read(id, await test.tokenWith(['domain.read']))).quotas).toHaveLength(7)
    expect(await refusalOf(read(id, await test.tokenWith(['record.read'])))).toMatchObject({ problem: 'right_missing' })
    const own = await administratorWith(test, ['domain.read'], { dataScope: 'own' })
    expect(await refusalOf(read(id, own.token))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(read((await newTestDomain(test)).id, owner.token))).toMatchObject({ problem: 'domain_missing' })
    await test.call(domain.delete, { ids: [id] })
    expect(await refusalOf(read(id))).toMatchObject({ problem: 'domain_missing' })
  })
})

describe('beyond the plan', () => {
  it.each<[Partial<FreePlan>, string[], string, Record<string, string>]>([
    [{ records: 1 }, ['a A 192.0.2.1', 'b A 192.0.2.1'], 'quota_records', { 'changes.1.record.host': 'quota_records' }],
    [{ subdomainLevels: 1 }, ['a.b A 192.0.2.1'], 'quota_subdomain_levels', { 'changes.0.record.host': 'quota_subdomain_levels' }],
    [{ wildcardLevels: 1 }, ['*.b A 192.0.2.1'], 'quota_wildcard_levels', { 'changes.0.record.host': 'quota_wildcard_levels' }],
    [{ urlRecords: 0 }, ['a URL 301 https://x.example/'], 'quota_url_records', { 'changes.0.record.type': 'quota_url_records' }],
    [{ minimumTtl: 601 }, ['a A 192.0.2.1'], 'quota_minimum_ttl', { 'changes.0.record.ttl': 'quota_minimum_ttl' }],
    [{ sameLineAddresses: 1 }, ['a A 192.0.2.1', 'a A 192.0.2.2'], 'quota_same_line_addresses', { 'changes.1.record.value': 'quota_same_line_addresses' }],
  ])('%j the editor is refused at the field', async (limits, texts, problem, fields) => {
    await allow(limits)
    const one = await newTestDomain(test)
    const changes = texts.map((text) => adding(text))
    expect(await refusalOf(one.apply(changes, { acknowledged: ['redirect_service_off'] }))).toMatchObject({ problem, fields })
    expect(findingsOf(await one.apply(changes, { dryRun: true })).filter((found) => found.includes('error'))).toEqual([`${texts.length - 1} error ${problem}`])
    expect(await one.records()).toEqual([])
  })

  it('what is there already counts, stays, changes otherwise and may become less', async () => {
    const one = await newTestDomain(test)
    const changes = [adding('a.b A 192.0.2.1'), adding('a.b A 192.0.2.2'), adding('go URL 301 https://x.example/')]
    const { records } = await one.apply(changes, { acknowledged: ['redirect_service_off'] })
    const [first, second, third] = records.map(({ id }) => id)
    await allow({ records: 1, subdomainLevels: 1, urlRecords: 0, sameLineAddresses: 1, minimumTtl: 3600 })
    await one.apply([{ op: 'update', id: first!, record: { ...adding('a.b A 192.0.2.9').record!, ttl: 600 } }])
    expect(await refusalOf(one.apply([adding('a.b A 192.0.2.3', { ttl: 3600 })]))).toMatchObject({ problem: 'records_refused' })
    await one.apply([{ op: 'delete', id: second! }])
    await one.apply([{ op: 'update', id: third!, record: { ...adding('go A 192.0.2.1').record!, ttl: 600 } }])
    expect(await refusalOf(one.apply([{ op: 'update', id: third!, record: { ...adding('go URL 301 https://x.example/').record!, ttl: 600 } }], { acknowledged: ['redirect_service_off'] }))).toMatchObject({ problem: 'quota_url_records' }) // oxfmt-ignore
    expect(await one.records()).toEqual(['a.b 600 A 192.0.2.9', 'go 600 A 192.0.2.1'])
  })

  it('URL records of other hosts count', async () => {
    await allow({ urlRecords: 1 })
    const one = await newTestDomain(test)
    const acknowledged = ['redirect_service_off']
    await one.apply([adding('a URL 301 https://x.example/')], { acknowledged })
    expect(await refusalOf(one.apply([adding('b URL 301 https://x.example/')], { acknowledged }))).toMatchObject({ problem: 'quota_url_records' })
  })

  it('an import is refused at the line, and leaves that line out where it may', async () => {
    await allow({ records: 2 })
    const one = await newTestDomain(test)
    const sent = { domainId: one.id, format: 'bind', mode: 'add', text: 'a 600 A 192.0.2.1\nb 600 A 192.0.2.1\nc 600 A 192.0.2.1\n' } as const
    expect(findingsOf((await test.call(record.import, { ...sent, dryRun: true })).data)).toEqual(['line 3 error quota_records'])
    expect(await refusalOf(test.call(record.import, sent))).toMatchObject({ problem: 'records_refused', fields: { 'lines.3': 'quota_records' } })
    await test.call(record.import, { ...sent, skipRefused: true })
    expect(await one.records()).toEqual(['a 600 A 192.0.2.1', 'b 600 A 192.0.2.1'])
  })

  it('a change in bulk is refused', async () => {
    const one = await newTestDomain(test)
    await one.add('a A 192.0.2.1', 'b A 192.0.2.1')
    await allow({ records: 3, minimumTtl: 60 })
    expect(await refusalOf(test.call(record.bulk, { domainId: one.id, filter: {}, action: 'copy', lines: ['telecom'] }))).toMatchObject({
      problem: 'quota_records',
    })
    expect(await refusalOf(test.call(record.bulk, { domainId: one.id, filter: {}, action: 'ttl', ttl: 59 }))).toMatchObject({
      problem: 'records_refused',
      params: { findings: [{ code: 'quota_minimum_ttl' }, { code: 'quota_minimum_ttl' }] },
    })
  })

  it('a restore is refused, of one record or all', async () => {
    const one = await newTestDomain(test)
    const [first] = await one.add('a A 192.0.2.1', 'b A 192.0.2.1')
    const version = await one.version()
    await one.apply([{ op: 'delete', id: first! }])
    await allow({ records: 1 })
    for (const recordId of [first, undefined])
      expect(await refusalOf(test.call(record.restore, { domainId: one.id, version, recordId }))).toMatchObject({ problem: 'quota_records' })
  })

  it('other software is refused', async () => {
    await allow({ minimumTtl: 60 })
    const one = await newTestDomain(test)
    const rrsets = [{ name: `www.${one.name}.`, type: 'A', ttl: 30, changetype: 'REPLACE', records: [{ content: '192.0.2.1', disabled: false }] }]
    const answer = await test.app.inject({
      method: 'PATCH',
      url: `/api/v1/servers/localhost/zones/${one.name}.`,
      headers: { 'X-API-Key': await test.tokenWith(['record.write', 'domain.read', 'record.read']) },
      payload: { rrsets },
    })
    expect([answer.statusCode, answer.json().error]).toEqual([422, expect.stringContaining('at least 60 seconds')])
    expect(await one.records()).toEqual([])
  })

  it('a clone is refused, for its records and for its lines', async () => {
    const one = await newTestDomain(test)
    await one.add('a.b A 192.0.2.1')
    await addLine(one.id, 'one')
    await allow({ subdomainLevels: 1 })
    const sent = { id: one.id, domain: 'cloned-plan.example' }
    expect(await refusalOf(test.call(domain.clone, sent))).toMatchObject({ problem: 'quota_subdomain_levels', fields: { domain: 'quota_subdomain_levels' } })
    await allow({ customLines: 0 })
    expect(await refusalOf(test.call(domain.clone, sent))).toMatchObject({ problem: 'quota_custom_lines' })
    await allow({ wildcardLevels: 1 })
    await test.call(domain.clone, sent)
  })

  it('a custom line is refused, and those that are there stay', async () => {
    const one = await newTestDomain(test)
    await addLine(one.id, 'one')
    await addLine(one.id, 'three')
    await allow({ customLines: 1 })
    expect(await refusalOf(addLine(one.id, 'seventh'))).toMatchObject({ problem: 'quota_custom_lines', msg: 'The plan allows at most 1 custom line' })
    expect((await read(one.id)).quotas.find(({ name }) => name === 'customLines')).toEqual({ name: 'customLines', limit: 1, used: 2 })
  })
})
