import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { nameserverCheck, nameserverCheckPauseSeconds } from '@nameplane/contract/dns/nameserver-check'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { startLoopbackResolver, type LoopbackResolver } from '../../../../../tests/support/loopback-resolver.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { checkNameservers } from './nameserver-check.service.ts'

/* The check of one domain that somebody asks for: what each resolver saw is kept and told. */
let test: TestApp
let resolvers: LoopbackResolver[]
let ours: string[]
let clock = new Date('2026-03-02T10:00:00Z')
const later = (seconds: number): void => void (clock = new Date(clock.getTime() + seconds * 1000))
const others = ['ns1.elsewhere.example', 'ns2.elsewhere.example']

beforeAll(async () => {
  test = await createTestApp({ now: () => clock })
  ours = (await test.db.selectFrom('service_group').select('nameservers').executeTakeFirstOrThrow()).nameservers
})
afterAll(() => test.close())
beforeEach(async () => {
  later(nameserverCheckPauseSeconds)
  resolvers = await Promise.all([startLoopbackResolver(), startLoopbackResolver()])
  const value = { resolvers: resolvers.map(({ address }) => address).join('\n'), pauseSeconds: 0, isRemovalOn: true, mostRemovalsPerDay: 20 }
  await test.call(setting.save, { paramKey: nsCheck.key, paramValue: value })
})
afterEach(() => Promise.all(resolvers.map((resolver) => resolver.stop())))

const add = async (name: string, userId?: number): Promise<number> => (await test.call(domain.save, { domain: name, userId })).data.id
const run = async (id: number, token?: string) => (await test.call(nameserverCheck.run, { id }, token)).data
const read = async (id: number, token?: string) => (await test.call(nameserverCheck.detail, { id }, token)).data
const seenBy = (index: number, names: readonly string[], failure: string | null = null, ds: string[] | null = failure === null ? [] : null) => ({
  ...{ resolver: resolvers[index]!.address, names, failure, ds },
})

it('a domain that was never checked says what is expected, and that nothing was seen', async () => {
  expect(await read(await add('fresh.example'))).toEqual({ expected: ours, state: 'unchecked', checkTime: null, seen: [], wrongSince: null, daysLeft: null })
})

it('what each resolver saw is told, kept, and noted as the caller’s', async () => {
  const id = await add('seen.example')
  resolvers[0]!.say('seen.example', others)
  const checked = await run(id)
  const at = clock.toISOString()
  expect(checked).toEqual({ expected: ours, state: 'wrong', checkTime: at, seen: [seenBy(0, others), seenBy(1, [])], wrongSince: at, daysLeft: 29 })
  expect(await read(id)).toEqual(checked)
  expect((await test.call(domain.detail, { id })).data).toMatchObject({ nsState: 'wrong', nsFound: others, nsDaysLeft: 29, nsCheckTime: at })
  const entries = test.db.selectFrom('audit_entry').select('actor_name').where('action', '=', 'domain.check').where('target_id', '=', id)
  expect(await entries.execute()).toEqual([{ actor_name: 'admin' }])
})

it('a domain that is right again starts over, also while it is locked', async () => {
  const id = await add('mended.example')
  await run(id)
  await test.call(domain.lock, { ids: [id], locked: true })
  for (const resolver of resolvers) resolver.say('mended.example', ours)
  later(nameserverCheckPauseSeconds)
  expect(await run(id)).toMatchObject({ state: 'correct', wrongSince: null, daysLeft: null, seen: [{ names: ours }, { names: ours }] })
})

it('many checks of one day are one day', async () => {
  const id = await add('one-day.example')
  for (const _ of [1, 2, 3]) {
    expect((await run(id)).daysLeft).toBe(29)
    later(nameserverCheckPauseSeconds)
  }
})

it('a resolver that fails is told with its reason, and one that does not know the root counts for nothing', async () => {
  const id = await add('failing.example')
  resolvers[0]!.say('failing.example', 'servfail')
  resolvers[1]!.say('.', 'nxdomain')
  expect(await run(id)).toMatchObject({ state: 'unchecked', seen: [seenBy(0, [], 'ESERVFAIL', []), seenBy(1, [], 'no_root')] })
  resolvers[0]!.say('.', 'servfail')
  later(nameserverCheckPauseSeconds)
  expect(await run(id)).toMatchObject({ state: 'unchecked', seen: [seenBy(0, [], 'ESERVFAIL'), seenBy(1, [], 'no_root')] })
})

it('DS records at the parent are told by each resolver, and of checks that did not ask nothing is known', async () => {
  const id = await add('signed.example')
  const ds = '20326 8 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D'
  resolvers[0]!.sayDs('signed.example', [ds])
  expect((await run(id)).seen.map((one) => one.ds)).toEqual([[ds], []])
  await test.db
    .updateTable('domain')
    .set({ ns_seen: JSON.stringify([{ resolver: '192.0.2.1', names: [], failure: null }]) })
    .where('id', '=', id)
    .execute()
  expect((await read(id)).seen).toEqual([{ resolver: '192.0.2.1', names: [], failure: null, ds: null }])
})

it('what the job saw is told in the same way', async () => {
  const id = await add('by-job.example')
  await test.db.updateTable('domain').set({ created_at: '2026-01-01' }).where('id', '=', id).execute()
  for (const resolver of resolvers) resolver.say('by-job.example', others)
  await checkNameservers(test.db, { everyHours: 20, runSeconds: 60, signal: new AbortController().signal, write: () => {}, now: () => clock })
  expect(await read(id)).toMatchObject({ state: 'wrong', seen: [seenBy(0, others), seenBy(1, others)] })
})

it('a caller checks once in three seconds, whichever domain, and others do not wait for that', async () => {
  const [one, other] = [await add('pace-one.example'), await add('pace-other.example')]
  const outcomes = await Promise.all(
    [one, other, one].map((id) =>
      run(id).then(
        () => 'checked',
        async (error: unknown) => (await refusalOf(Promise.reject(error as Error))).problem,
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['checked', 'nameserver_check_too_often', 'nameserver_check_too_often'])
  later(nameserverCheckPauseSeconds - 0.001)
  expect(await refusalOf(run(other))).toMatchObject({ problem: 'nameserver_check_too_often', msg: 'Checked too often. Try again in 3 seconds.' })
  await run(other, await test.tokenWith(['domain.write']))
  later(0.001)
  await run(other)
})

it('a reader sees and does not check; beyond the own domains nothing is seen', async () => {
  const owner = await newUser(test)
  const id = await add('theirs.example', owner.id)
  const reader = await test.tokenWith(['domain.read'])
  expect((await read(id, reader)).expected).toEqual(ours)
  expect(await refusalOf(run(id, reader))).toMatchObject({ problem: 'right_missing' })
  const own = await administratorWith(test, ['domain.read', 'domain.write'], { dataScope: 'own' })
  expect(await refusalOf(read(id, own.token))).toMatchObject({ problem: 'domain_missing' })
  expect(await refusalOf(run(id, own.token))).toMatchObject({ problem: 'domain_missing' })
  expect(await refusalOf(read(id, owner.token))).toMatchObject({ problem: 'right_missing' })
  await test.call(domain.delete, { ids: [id] })
  expect(await refusalOf(run(id))).toMatchObject({ problem: 'domain_missing' })
})
