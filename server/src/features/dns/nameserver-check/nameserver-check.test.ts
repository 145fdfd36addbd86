import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck, isResolver } from '@nameplane/contract/system/settings/ns-check'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { startLoopbackResolver, type LoopbackResolver, type Said } from '../../../../../tests/support/loopback-resolver.ts'
import { unseal } from '../../../secrets/seal.ts'
import { emailPlace } from '../../../secrets/sealed-places.ts'
import { resolversOf } from './delegation.ts'
import { checkNameservers } from './nameserver-check.service.ts'
import { verdictOf } from './verdict.ts'

let test: TestApp
let resolvers: LoopbackResolver[]
let ours: string[]
const start = new Date('2026-03-02T10:00:00Z')
const dayMs = 86_400_000

beforeAll(async () => {
  test = await createTestApp()
  ours = (await test.db.selectFrom('service_group').select('nameservers').executeTakeFirstOrThrow()).nameservers
})
afterAll(() => test.close())
beforeEach(async () => {
  resolvers = await Promise.all([startLoopbackResolver(), startLoopbackResolver()])
  await set({})
})
afterEach(async () => {
  await Promise.all(resolvers.map((resolver) => resolver.stop()))
  await test.db.updateTable('domain').set({ deleted_at: new Date() }).where('deleted_at', 'is', null).execute()
})

async function set(more: object): Promise<void> {
  const value = { resolvers: resolvers.map((resolver) => resolver.address).join('\n'), pauseSeconds: 0, isRemovalOn: true, mostRemovalsPerDay: 20, ...more }
  await test.call(setting.save, { paramKey: nsCheck.key, paramValue: value })
}

const say = (name: string, ...said: Said[]) => resolvers.forEach((resolver, index) => resolver.say(name, said[index] ?? said[0]!))

let lines: string[] = []
async function check(day: number, more: { everyHours?: number; runSeconds?: number } = {}) {
  lines = []
  return checkNameservers(test.db, {
    everyHours: 20,
    runSeconds: 60,
    signal: new AbortController().signal,
    write: (line) => void lines.push(line),
    now: () => new Date(start.getTime() + day * dayMs),
    ...more,
  })
}

async function add(name: string, createdAt = new Date(start.getTime() - dayMs)): Promise<number> {
  const { id } = (await test.call(domain.save, { domain: name })).data
  await test.db.updateTable('domain').set({ created_at: createdAt }).where('id', '=', id).execute()
  return id
}
const find = async (id: number) => (await test.call(domain.detail, { id })).data
const others = ['ns1.elsewhere.example', 'ns2.elsewhere.example']

describe('the name servers of a domain', () => {
  it.each<[string, Said[], object]>([
    ['all of ours: correct', [], { nsState: 'correct', nsFound: [] }],
    ['ours at one resolver, old ones at the other: correct', [[], others] as Said[], { nsState: 'correct' }],
    ['ours among others: partly', [['ns1.elsewhere.example', 'OURS']], { nsState: 'partial', nsDaysLeft: null }],
    ['of somebody else: wrong', [others], { nsState: 'wrong', nsFound: others, nsDaysLeft: 29 }],
    ['none: wrong', ['nxdomain'], { nsState: 'wrong', nsFound: [], nsDaysLeft: 29 }],
    ['no records: wrong', [[], []], { nsState: 'correct' }],
    ['wrong at one resolver only, the other failing: shown, and no day is counted', [others, 'servfail'], { nsState: 'wrong', nsDaysLeft: null }],
    ['unknown where every resolver fails: nothing changes', ['servfail'], { nsState: 'unchecked', nsWrongSince: null }],
  ])('%s', async (_, said, expected) => {
    const id = await add('checked.example')
    // An empty list stands for ours, which are known only now.
    const told = (said.length === 0 ? [[]] : said).map((one) =>
      typeof one === 'string' ? one : one.length === 0 ? ours : one.map((name) => (name === 'OURS' ? ours[0]! : name)),
    )
    say('checked.example', ...(told as Said[]))
    await check(0)
    const found = await find(id)
    expect(found).toMatchObject(expected)
    expect(found.nsCheckTime).toBe(start.toISOString())
    await test.db.deleteFrom('domain').where('id', '=', id).execute()
  })

  it('are asked about once within the hours of the job, the longest unchecked first, and never those in the recycle bin', async () => {
    const [first, second] = [await add('one.example'), await add('two.example')]
    for (const name of ['one.example', 'two.example']) say(name, ours)
    await check(0)
    await check(0.5)
    expect(resolvers[0]!.asked.filter((name) => name === 'one.example')).toHaveLength(1)
    await test.db
      .updateTable('domain')
      .set({ ns_checked_at: new Date(start.getTime() - dayMs) })
      .where('id', '=', second)
      .execute()
    await test.call(domain.delete, { ids: [first] })
    await check(1)
    expect(resolvers[0]!.asked.filter((name) => name !== '.')).toEqual(['one.example', 'two.example', 'two.example'])
  })

  it('are left alone in the first hour of a domain', async () => {
    const id = await add('fresh.example', new Date(start.getTime() - 1_800_000))
    say('fresh.example', ours)
    expect(await check(0)).toEqual({ zh: '没有到时间的域名', en: 'No domain is due' })
    await check(0.1)
    expect((await find(id)).nsState).toBe('correct')
  })

  it('say nothing through a resolver that does not even know the root', async () => {
    const id = await add('alone.example')
    say('alone.example', 'nxdomain')
    resolvers[1]!.say('.', 'nxdomain')
    await check(0)
    expect(await find(id)).toMatchObject({ nsState: 'wrong', nsDaysLeft: null })
    resolvers[0]!.say('.', 'servfail')
    await expect(check(1)).rejects.toMatchObject({ code: 'run_no_resolver' })
    expect(lines.filter((line) => line.includes('跳过'))).toHaveLength(2)
  })

  it('are asked about one after the other, with a pause', async () => {
    await set({ pauseSeconds: 1 })
    for (const name of ['a.example', 'b.example', 'c.example']) {
      await add(name)
      say(name, ours)
    }
    const begunMs = performance.now()
    await check(0, { runSeconds: 2 })
    expect(performance.now() - begunMs).toBeGreaterThanOrEqual(1900)
    expect(resolvers[0]!.asked.filter((name) => name !== '.').length).toBeLessThanOrEqual(2)
  }, 15_000)
})

describe('a domain that is delegated elsewhere', () => {
  const standing = async (id: number) =>
    test.db
      .selectFrom('domain')
      .select(['deleted_at', 'ns_wrong_days as days', 'ns_warned_days as warned', 'ns_state as state'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const messages = async () => await test.db.selectFrom('message').select(['title', 'recipient_count', 'state']).orderBy('id').execute()
  beforeEach(() => test.db.deleteFrom('message').execute())

  it('is warned about 7 days and 1 day before, leaves on day 30, and can be taken back', async () => {
    const id = await add('leaving.example')
    say('leaving.example', others)
    for (let day = 1; day <= 22; day++) await check(day)
    expect(await standing(id)).toMatchObject({ days: 22, warned: null })
    expect(await messages()).toEqual([])
    await check(23)
    expect(await standing(id)).toMatchObject({ days: 23, warned: 7 })
    expect((await find(id)).nsDaysLeft).toBe(7)
    for (let day = 24; day <= 28; day++) await check(day)
    expect(await messages()).toMatchObject([{ title: '域名 leaving.example 的 DNS 服务器不正确，将在 7 天后移除', recipient_count: 1, state: 'published' }])
    await check(29)
    expect(await messages()).toHaveLength(2)
    await check(30)
    expect((await standing(id)).deleted_at).not.toBeNull()
    const entry = await test.db
      .selectFrom('audit_entry')
      .select(['actor_kind', 'actor_name', 'target_name'])
      .where('action', '=', 'domain.delete')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ actor_kind: 'platform', actor_name: 'nameserver_check', target_name: 'leaving.example' })
    await test.call(domain.restore, { ids: [id] })
    await check(31)
    expect(await standing(id)).toMatchObject({ deleted_at: null, days: 1, warned: null })
  }, 30_000)

  it.each<[string, Said, string]>([
    ['elsewhere.example', others, others.join(', ')],
    ['nowhere.example', 'nxdomain', '—'],
  ])('is written to its owner about: %s', async (name, said, found) => {
    await test.db.deleteFrom('letter').execute()
    await test.db.updateTable('account').set({ email: 'owner@example.net', language: 'en' }).where('username', '=', 'admin').execute()
    await add(name)
    say(name, said)
    for (let day = 1; day <= 23; day++) await check(day)
    const [email, ...more] = await test.db.selectFrom('letter').selectAll().execute()
    expect(more).toEqual([])
    expect(email).toMatchObject({ scenario: 'domain_wrong_ns', recipient: 'owner@example.net', language: 'en', about: name })
    const variables: unknown = JSON.parse(unseal(email!.variables!, emailPlace(email!.key)))
    expect(variables).toEqual({ domain: name, found, expected: ours.join(', '), days: '7', username: 'admin' })
  })

  it('is not removed by a clock that jumps 400 days, nor by looks of one day however many', async () => {
    const id = await add('jumping.example')
    say('jumping.example', others)
    for (const day of [1, 401, 401.9, 2, 402]) await check(day, { everyHours: 1 })
    expect((await standing(id)).deleted_at).toBeNull()
    expect((await standing(id)).days).toBeLessThanOrEqual(4)
    for (let look = 0; look < 40; look++) await check(402 + look / 1000, { everyHours: 1 })
    expect((await standing(id)).days).toBeLessThanOrEqual(4)
  })

  it('begins anew once it was right for a look', async () => {
    const id = await add('back.example')
    say('back.example', others)
    for (let day = 1; day <= 25; day++) await check(day)
    say('back.example', ours)
    await check(26)
    expect(await standing(id)).toMatchObject({ days: 0, warned: null, state: 'correct' })
  })

  it('stays while removal is off, and has every warning before it once it is on', async () => {
    await set({ isRemovalOn: false })
    const id = await add('spared.example')
    say('spared.example', others)
    for (let day = 1; day <= 40; day++) await check(day)
    expect(await standing(id)).toMatchObject({ deleted_at: null, days: 22, warned: null })
    expect((await find(id)).nsDaysLeft).toBeNull()
    await set({})
    for (let day = 41; day <= 47; day++) await check(day)
    expect(await standing(id)).toMatchObject({ deleted_at: null, warned: 1 })
    expect(await messages()).toHaveLength(2)
    await check(48)
    expect((await standing(id)).deleted_at).not.toBeNull()
  })

  const gone = { ns_wrong_days: 30, ns_warned_days: 1, ns_wrong_day: '2026-01-01', ns_state: 'wrong' as const }
  /** The trail has the real time. */
  const today = (): number => (Date.now() - start.getTime()) / dayMs
  /** One may leave, and none has left yet. */
  async function onlyOneToday(): Promise<void> {
    await test.db.updateTable('audit_entry').set({ action: 'domain.delete_test' }).where('action', '=', 'domain.delete').execute()
    await set({ mostRemovalsPerDay: 1 })
  }

  it('stays while it is locked, and beyond as many as may leave in a day', async () => {
    const ids = [await add('locked.example'), await add('first.example'), await add('second.example')]
    for (const name of ['locked.example', 'first.example', 'second.example']) say(name, others)
    await test.call(domain.lock, { ids: [ids[0]!], locked: true })
    await test.db.updateTable('domain').set(gone).where('id', 'in', ids).execute()
    await onlyOneToday()
    await check(today())
    expect((await Promise.all(ids.map(standing))).map((row) => row.deleted_at !== null)).toEqual([false, true, false])
    expect(lines).toContain('locked.example：未移除（域名已锁定，不能修改：locked.example）')
  })

  it('leaves on a day on which others were warned: that is no removal', async () => {
    const ids = [await add('warned.example'), await add('over.example')]
    for (const name of ['warned.example', 'over.example']) say(name, others)
    await onlyOneToday()
    await test.db
      .updateTable('domain')
      .set({ ...gone, ns_wrong_days: 23, ns_warned_days: null })
      .where('id', '=', ids[0]!)
      .execute()
    await check(today())
    expect(await standing(ids[0]!)).toMatchObject({ warned: 7 })
    await test.db
      .updateTable('domain')
      .set({ ...gone, ns_checked_at: null })
      .where('id', '=', ids[1]!)
      .execute()
    await check(today())
    expect((await standing(ids[1]!)).deleted_at).not.toBeNull()
  })
})

describe('resolvers', () => {
  it.each([
    ['192.0.2.1', true],
    ['192.0.2.1:5353', true],
    ['2001:db8::1', true],
    ['[2001:db8::1]:53', true],
    ['192.0.2.1:0', false],
    ['192.0.2.1:70000', false],
    ['resolver.example', false],
    ['192.0.2', false],
    ['', false],
  ])('%s is one: %s', (text, expected) => {
    expect(isResolver(text)).toBe(expected)
    if (expected) expect(resolversOf(text)).toHaveLength(1)
  })

  it('are those of the system where none are named, and none twice', () => {
    expect(resolversOf('').length).toBeGreaterThanOrEqual(0)
    expect(resolversOf('192.0.2.1\n192.0.2.1\n192.0.2.2').map((one) => one.address)).toEqual(['192.0.2.1', '192.0.2.2'])
  })

  it('that do not answer prove nothing', () => {
    expect(
      verdictOf(ours, [
        { kind: 'unknown', why: 'ETIMEOUT' },
        { kind: 'unknown', why: 'ESERVFAIL' },
      ]),
    ).toEqual({ state: 'unknown' })
    expect(verdictOf(ours, [{ kind: 'unknown', why: 'ETIMEOUT' }, { kind: 'none' }])).toEqual({ state: 'wrong', found: [], agreeing: 1 })
  })
})
