import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test as each } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { claimCheckPauseSeconds, domainClaim, type DomainClaim } from '@nameplane/contract/dns/domain-claim'
import { record } from '@nameplane/contract/dns/record'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { updateKey } from '@nameplane/contract/dns/update-key'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { startResolver, type SaidToQuestion } from '../../../../../tests/support/loopback-resolver.ts'
import { adding, refusalOf } from '../../../../../tests/support/records.ts'

let clock = new Date('2026-03-05T10:00:00Z')
const later = (seconds: number): void => void (clock = new Date(clock.getTime() + seconds * 1000))
let test: TestApp
let resolver: Awaited<ReturnType<typeof startResolver>>
/** What resolvers say of TXT records, by the full name. */
let texts: Record<string, string[] | 'servfail'> = {}
let alice: { id: number; token: string }
let bob: { id: number; token: string }

beforeAll(async () => {
  test = await createTestApp({ now: () => clock })
  alice = await newUser(test)
  bob = await newUser(test)
})
afterAll(() => test.close())
beforeEach(async () => {
  later(claimCheckPauseSeconds)
  texts = {}
  resolver = await startResolver(({ name, type }): SaidToQuestion => {
    if (name === '.') return { values: ['a.root-servers.example.'], ttlSeconds: 60 }
    const said = type === 'TXT' ? (texts[name] ?? 'nxdomain') : 'nxdomain'
    return typeof said === 'string' ? said : { values: said.map((text) => `"${text}"`), ttlSeconds: 60 }
  })
  const value = { resolvers: resolver.address, pauseSeconds: 0, isRemovalOn: true, mostRemovalsPerDay: 20 }
  await test.call(setting.save, { paramKey: nsCheck.key, paramValue: value })
})
afterEach(() => resolver.stop())

let domains = 0
/** A domain of Alice. */
async function hers(): Promise<{ id: number; name: string }> {
  const name = `hers${(domains += 1)}.example`
  return { id: (await test.call(domain.save, { domain: name, userId: alice.id })).data.id, name }
}
const request = async (names: string, token = bob.token): Promise<number[]> => (await test.call(domainClaim.request, { domains: names }, token)).data.ids
const find = async (id: number): Promise<DomainClaim | undefined> => (await test.call(domainClaim.list, { limit: 200 })).data.list.find((row) => row.id === id)
const check = async (ids: number[], token = bob.token) => (await test.call(domainClaim.check, { ids }, token)).data
const ownerOf = async (id: number): Promise<number> => (await test.call(domain.detail, { id })).data.userId

describe('a request', () => {
  it('gives each domain a TXT record of its own, good for seven days', async () => {
    const [one, two] = [await hers(), await hers()]
    const ids = await request(` ${one.name.toUpperCase()} \n\n${two.name}`)
    const claims = await Promise.all(ids.map(find))
    expect(claims.map((claim) => claim?.domain)).toEqual([one.name, two.name])
    const inSevenDays = new Date(clock.getTime() + 7 * 86_400_000).toISOString()
    for (const claim of claims) {
      expect(claim).toMatchObject({ userId: bob.id, state: 'waiting', finding: null, checkTime: null, expireTime: inSevenDays })
      expect(claim!.recordName).toMatch(new RegExp(`^_nameplane-[0-9a-f]{8}\\.${claim!.domain}$`))
      expect(claim!.recordValue).toMatch(/^nameplane-claim=[0-9a-f]{32}$/)
    }
    expect(new Set(claims.flatMap((claim) => [claim!.recordName, claim!.recordValue])).size).toBe(4)
    expect(await ownerOf(one.id)).toBe(alice.id)
  })

  each.each([
    ['nothing', '', 'required', {}],
    ['what is no domain', 'good.example\nbad..example', 'domain_line_invalid', { line: 'bad..example' }],
    ['a domain twice', 'good.example\nGOOD.example', 'domain_line_repeated', { line: 'GOOD.example' }],
    ['a domain that is not here', 'nowhere.example', 'claim_domain_unknown', { name: 'nowhere.example' }],
    ['more than 500', Array.from({ length: 501 }, (_, index) => `d${index}.example`).join('\n'), 'too_many_entries', { maximum: 500 }],
  ])('of %s is refused at the field, with the line', async (_, names, problem, params) =>
    expect(await refusalOf(request(names))).toMatchObject({ fields: { domains: problem }, params: { domains: params } }),
  )

  it('of one’s own domain, of one that is requested, and of a reverse zone is refused, and nothing of the others is kept', async () => {
    const [one, two] = [await hers(), await hers()]
    const own = (await test.call(domain.save, { domain: 'own.example', userId: bob.id })).data
    expect(own.id).toBeGreaterThan(0)
    expect(await refusalOf(request(`${one.name}\nown.example`))).toMatchObject({ fields: { domains: 'claim_domain_own' } })
    await request(two.name)
    expect(await refusalOf(request(`${one.name}\n${two.name}`))).toMatchObject({ fields: { domains: 'claim_exists' }, params: { name: two.name } })
    const { data: segment } = await test.call(reverseSegment.save, { cidr: '10.0.0.0/24', userId: alice.id })
    await test.call(reverseSegment.activate, { ids: [segment.id] })
    expect(await refusalOf(request('0.0.10.in-addr.arpa'))).toMatchObject({ fields: { domains: 'claim_domain_reverse' } })
    expect((await test.call(domainClaim.list, { search: one.name })).data.totalCount).toBe(0)
  })

  it('of two that come at once is kept once', async () => {
    const { name } = await hers()
    const ends = await Promise.allSettled([1, 2, 3].map(() => request(name)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('that is over makes room for a new one, and is not checked', async () => {
    const { name } = await hers()
    const [id] = await request(name)
    later(7 * 86_400)
    expect(await find(id!)).toMatchObject({ state: 'expired' })
    expect((await test.call(domainClaim.list, { state: 'expired', search: name })).data.totalCount).toBe(1)
    expect(await refusalOf(check([id!]))).toMatchObject({ problem: 'claim_over', params: { name } })
    const [again] = await request(name)
    expect(await find(id!)).toBeUndefined()
    expect(await find(again!)).toMatchObject({ state: 'waiting' })
  })
})

describe('a check', () => {
  it('moves the domain with its records once the record is seen, and tells who had it', async () => {
    const { id, name } = await hers()
    await test.call(record.apply, { domainId: id, changes: [adding('www A 192.0.2.1')] })
    await test.call(updateKey.save, { domainId: id, name: 'hers', policy: '@ *' })
    const [claimId] = await request(name)
    const claim = (await find(claimId!))!
    expect(await check([claimId!])).toEqual({ retrieved: 0, waiting: 1 })
    expect(await find(claimId!)).toMatchObject({ finding: 'missing', checkTime: clock.toISOString(), state: 'waiting' })
    later(claimCheckPauseSeconds)
    texts[claim.recordName] = ['something else']
    await check([claimId!])
    expect(await find(claimId!)).toMatchObject({ finding: 'different' })
    later(claimCheckPauseSeconds)
    texts[claim.recordName] = 'servfail'
    await check([claimId!])
    expect(await find(claimId!)).toMatchObject({ finding: 'unknown' })
    expect(await ownerOf(id)).toBe(alice.id)
    later(claimCheckPauseSeconds)
    texts[claim.recordName] = ['something else', claim.recordValue]
    expect(await check([claimId!])).toEqual({ retrieved: 1, waiting: 0 })
    expect(await find(claimId!)).toMatchObject({ state: 'retrieved', finding: 'seen', finishTime: clock.toISOString() })
    expect(await ownerOf(id)).toBe(bob.id)
    expect((await test.call(record.list, { domainId: id }, bob.token)).data.totalCount).toBe(1)
    expect((await test.call(updateKey.list, { domainId: id })).data.totalCount, 'keys whose secrets she knows').toBe(0)
    expect(await refusalOf(test.call(domain.detail, { id }, alice.token))).toMatchObject({ problem: 'domain_missing' })
    const moved = test.db.selectFrom('audit_entry').select(['before', 'after', 'actor_name']).where('target_type', '=', 'domain').where('target_id', '=', id)
    expect((await moved.orderBy('id', 'desc').executeTakeFirst())).toMatchObject({ before: { userId: alice.id }, after: { userId: bob.id } }) // oxfmt-ignore
    const told = await test.db
      .selectFrom('message')
      .innerJoin('message_recipient', 'message_recipient.message_id', 'message.id')
      .select('message.title')
      .where('message_recipient.account_id', '=', alice.id)
      .execute()
    expect(told.map(({ title }) => title)).toContain(`域名 ${name} 已被找回`)
    expect(await refusalOf(check([claimId!]))).toMatchObject({ problem: 'claim_over' })
  })

  it('leaves a locked domain where it is, and says nothing of one that is gone', async () => {
    const [one, two] = [await hers(), await hers()]
    const ids = await request(`${one.name}\n${two.name}`)
    for (const id of ids) {
      const claim = (await find(id))!
      texts[claim.recordName] = [claim.recordValue]
    }
    await test.call(domain.lock, { ids: [one.id], locked: true })
    await test.call(domain.delete, { ids: [two.id] })
    expect(await check(ids)).toEqual({ retrieved: 0, waiting: 2 })
    expect(await find(ids[0]!)).toMatchObject({ state: 'waiting', finding: 'seen' })
    expect(await ownerOf(one.id)).toBe(alice.id)
    await test.call(domain.lock, { ids: [one.id], locked: false })
    later(claimCheckPauseSeconds)
    expect(await check([ids[0]!])).toEqual({ retrieved: 1, waiting: 0 })
  })

  it('leaves a domain that has become a reverse zone with its segment', async () => {
    const name = '1.0.10.in-addr.arpa'
    const { id } = (await test.call(domain.save, { domain: name, userId: alice.id })).data
    const [claimId] = await request(name)
    const claim = (await find(claimId!))!
    texts[claim.recordName] = [claim.recordValue]
    const { data: segment } = await test.call(reverseSegment.save, { cidr: '10.0.1.0/24', userId: alice.id })
    await test.call(reverseSegment.activate, { ids: [segment.id] })
    expect(await check([claimId!])).toEqual({ retrieved: 0, waiting: 1 })
    expect(await ownerOf(id)).toBe(alice.id)
  })

  it('is not believed of a resolver that does not even know the root', async () => {
    const { name } = await hers()
    const [id] = await request(name)
    const claim = (await find(id!))!
    await resolver.stop()
    resolver = await startResolver(({ type }) => (type === 'TXT' ? { values: [`"${claim.recordValue}"`], ttlSeconds: 60 } : 'nxdomain'))
    const value = { resolvers: resolver.address, pauseSeconds: 0, isRemovalOn: true, mostRemovalsPerDay: 20 }
    await test.call(setting.save, { paramKey: nsCheck.key, paramValue: value })
    expect(await check([id!])).toEqual({ retrieved: 0, waiting: 1 })
    expect(await find(id!)).toMatchObject({ finding: 'unknown' })
  })

  it('is for a caller once in three seconds, and of 100 requests at most', async () => {
    const { name } = await hers()
    const ids = await request(name)
    await check(ids)
    expect(await refusalOf(check(ids))).toMatchObject({ problem: 'claim_check_too_often' })
    expect(await refusalOf(check(Array.from({ length: 101 }, (_, index) => index + 1)))).toMatchObject({ fields: { ids: 'too_many_ids' } })
  })
})

describe('whose it is', () => {
  it('decides who sees, checks and deletes it: not even the owner of the domain', async () => {
    const { name } = await hers()
    const [id] = await request(name)
    expect((await test.call(domainClaim.list, { limit: 200 }, alice.token)).data.list.filter((row) => row.id === id)).toEqual([])
    expect(await refusalOf(check([id!], alice.token))).toMatchObject({ problem: 'claim_missing' })
    expect(await refusalOf(test.call(domainClaim.delete, { ids: [id!] }, alice.token))).toMatchObject({ problem: 'claim_missing' })
    expect(await refusalOf(test.call(domainClaim.request, { domains: name, userId: alice.id }, bob.token))).toMatchObject({
      fields: { userId: 'right_missing' },
    })
    const writer = await test.tokenWith(['domain_claim.read', 'domain_claim.write'])
    expect(await refusalOf(test.call(domainClaim.delete, { ids: [id!] }, writer))).toMatchObject({ problem: 'right_missing' })
    await test.call(domainClaim.delete, { ids: [id!] }, bob.token)
    expect(await find(id!)).toBeUndefined()
  })

  it('is chosen by an administrator', async () => {
    const { id, name } = await hers()
    const { ids } = (await test.call(domainClaim.request, { domains: name, userId: bob.id })).data
    const claim = (await find(ids[0]!))!
    expect(claim).toMatchObject({ userId: bob.id })
    texts[claim.recordName] = [claim.recordValue]
    await test.call(domainClaim.check, { ids })
    expect(await ownerOf(id)).toBe(bob.id)
  })
})
