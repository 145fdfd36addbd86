import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { comparedSets, comparisonPauseSeconds, domainComparison, type ComparedSet } from '@nameplane/contract/dns/domain-comparison'
import { record } from '@nameplane/contract/dns/record'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { startLoopbackResolver, startResolver, type SaidToQuestion } from '../../../../../tests/support/loopback-resolver.ts'
import { adding, refusalOf } from '../../../../../tests/support/records.ts'
import { allowLoopback } from '../../../integrations/http/loopback.testing.ts'

let test: TestApp
let restore: () => void
let clock = new Date('2026-03-02T10:00:00Z')
let server: Awaited<ReturnType<typeof startResolver>>
let said: Record<string, SaidToQuestion> = {}
let asked: string[] = []
const name = 'moved.example'
let domainId: number

beforeAll(async () => {
  test = await createTestApp({ now: () => clock })
  restore = allowLoopback()
  server = await startResolver(({ name: of, type }) => {
    asked.push(`${of} ${type}`)
    return said[`${of} ${type}`] ?? 'nxdomain'
  }, true)
  domainId = (await test.call(domain.save, { domain: name })).data.id
})
afterAll(async () => {
  restore()
  await server.stop()
  await test.close()
})
beforeEach(async () => {
  clock = new Date(clock.getTime() + comparisonPauseSeconds * 1000)
  said = {}
  asked = []
  await test.db.deleteFrom('record').where('domain_id', '=', domainId).execute()
})

const values = (...all: string[]): SaidToQuestion => ({ values: all, ttlSeconds: 600 })
const add = async (...texts: string[]) => test.call(record.apply, { domainId, changes: texts.map((text) => adding(text)) })
type Sent = { domainId?: number; servers?: string[]; page?: number }
const compare = async (more: Sent = {}, token?: string) =>
  (await test.call(domainComparison.compare, { domainId, servers: [server.address], ...more }, token)).data
const states = (list: readonly ComparedSet[]) => list.map(({ host, type, state }) => `${host} ${type} ${state}`)

it('every record set is asked for, and its answers stand beside ours', async () => {
  await add('@ MX 10 Mail.moved.example.', 'www A 192.0.2.1', 'www A 192.0.2.2', 'old A 192.0.2.3', 'gone A 192.0.2.4', 'broken A 192.0.2.5', 'mute TXT "a"')
  said = {
    ...{ 'moved.example MX': values('10 mail.MOVED.example.'), 'www.moved.example A': values('192.0.2.2', '192.0.2.1') },
    ...{ 'old.moved.example A': values('192.0.2.33'), 'broken.moved.example A': 'servfail', 'mute.moved.example TXT': 'silence' },
  }
  const { list, total } = await compare()
  expect(total).toBe(6)
  expect(states(list)).toEqual(['@ MX equal', 'broken A no_answer', 'gone A missing', 'mute TXT no_answer', 'old A different', 'www A equal'])
  const at = (host: string) => list.find((one) => one.host === host)!
  expect(at('old')).toEqual({
    ...{ host: 'old', type: 'A', name: 'old.moved.example.', state: 'different', ours: { values: ['192.0.2.3'], ttlSeconds: 600 } },
    theirs: [{ server: server.address, state: 'different', values: ['192.0.2.33'], ttlSeconds: 600, failure: null, code: '' }],
  })
  expect(at('broken').theirs).toMatchObject([{ failure: 'failed', code: 'SERVFAIL' }])
  expect(at('mute').theirs).toMatchObject([{ failure: 'timed_out', values: [], ttlSeconds: null }])
  // It answered others, so the packet may have been lost.
  expect(asked.filter((one) => one === 'mute.moved.example TXT')).toHaveLength(2)
})

it('what is paused, on other lines, and the NS of the domain itself are not asked for', async () => {
  await add('www A 192.0.2.1', 'sub NS ns.other.example.')
  const rows = [
    { host: 'paused', type: 'A', line: 'default', status: 0 as const },
    { host: 'lined', type: 'A', line: 'telecom', status: 1 as const },
    { host: '@', type: 'NS', line: 'default', status: 1 as const },
  ]
  const more = { domain_id: domainId, value: '192.0.2.9', ttl_seconds: 60, version: 1, updated_by: null }
  await test.db
    .insertInto('record')
    .values(rows.map((row) => ({ ...row, ...more })))
    .execute()
  said = { 'sub.moved.example NS': values('NS.other.example.'), 'www.moved.example A': values('192.0.2.1') }
  expect(states((await compare()).list)).toEqual(['sub NS equal', 'www A equal'])
})

it('below a wildcard a made-up name is asked for', async () => {
  await add('*.wild A 192.0.2.1')
  const [set] = (await compare()).list
  expect(set).toMatchObject({ host: '*.wild', state: 'missing', ours: { values: ['192.0.2.1'] } })
  expect(set!.name).toMatch(/^compare-[0-9a-f]{12}\.wild\.moved\.example\.$/)
  expect(asked).toEqual([`${set!.name.slice(0, -1)} A`])
})

it('of values that weights share out, one is enough', async () => {
  await test.call(record.apply, { domainId, changes: [adding('www A 192.0.2.1', { weight: 30 }), adding('www A 192.0.2.2', { weight: 70 })] })
  said = { 'www.moved.example A': values('192.0.2.2') }
  expect((await compare()).list).toMatchObject([{ state: 'equal', ours: { values: ['192.0.2.1', '192.0.2.2'] } }])
})

it('pages follow each other, and of a server that is silent not every question is asked', async () => {
  await add(...Array.from({ length: comparedSets + 3 }, (_, at) => `n${String(at).padStart(2, '0')} A 192.0.2.1`))
  said = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${String(at).padStart(2, '0')}.moved.example A`, 'silence' as const]))
  const first = await compare()
  expect([first.list.length, first.total, asked.length]).toEqual([comparedSets, comparedSets + 3, 4])
  expect(new Set(first.list.map(({ theirs }) => theirs[0]!.failure))).toEqual(new Set(['timed_out', 'not_asked']))
  clock = new Date(clock.getTime() + comparisonPauseSeconds * 1000)
  expect((await compare({ page: 2 })).list.map(({ host }) => host)).toEqual(['n20', 'n21', 'n22'])
  clock = new Date(clock.getTime() + comparisonPauseSeconds * 1000)
  expect((await compare({ page: 3 })).list).toEqual([])
}, 20_000)

it('several servers are told apart, and the worst counts', async () => {
  await add('www A 192.0.2.1')
  said = { 'www.moved.example A': values('192.0.2.1') }
  const second = await startResolver(() => values('192.0.2.2'), true)
  const [set] = (await compare({ servers: [server.address, second.address] })).list
  await second.stop()
  expect(set).toMatchObject({ state: 'different', theirs: [{ state: 'equal' }, { server: second.address, state: 'different' }] })
})

it('servers inside the network, unknown ones, and what is none are refused at the field', async () => {
  const refused = async (...servers: string[]) => {
    clock = new Date(clock.getTime() + comparisonPauseSeconds * 1000)
    return refusalOf(compare({ servers }))
  }
  for (const inside of ['10.0.0.1', '[::1]:53', '169.254.169.254', '192.168.1.1:5353'])
    expect(await refused(inside)).toMatchObject({ fields: { servers: 'comparison_server_refused' }, params: { server: inside } })
  expect(await refused('ns.nowhere.invalid')).toMatchObject({ fields: { servers: 'comparison_server_unknown' } })
  for (const none of ['no host', 'ns1', '192.0.2.1:0', '*.example.com', 'https://ns.example.com'])
    expect(await refused(none)).toMatchObject({ fields: { servers: 'comparison_server_invalid' } })
  expect(await refused()).toMatchObject({ fields: { servers: 'required' } })
  expect(await refused('192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5')).toMatchObject({ fields: { servers: 'comparison_too_many_servers' } })
  expect(asked).toEqual([])
})

it('one page at a time, and a pause before the next; others do not wait for that', async () => {
  await add('www A 192.0.2.1')
  const outcomes = await Promise.all(
    [1, 2].map(() =>
      compare().then(
        () => 'compared',
        async (error: unknown) => (await refusalOf(Promise.reject(error as Error))).problem,
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['compared', 'comparison_too_often'])
  expect(await refusalOf(compare())).toMatchObject({ problem: 'comparison_too_often' })
  await compare({}, await test.tokenWith(['record.read']))
})

it('a domain that is not there, beyond reach, paused or deleted is asked for nowhere; users name no server', async () => {
  const owner = await newUser(test)
  const own = await administratorWith(test, ['record.read'], { dataScope: 'own' })
  const next = () => (clock = new Date(clock.getTime() + comparisonPauseSeconds * 1000))
  expect(await refusalOf(compare({ domainId: 999_999 }))).toMatchObject({ problem: 'domain_missing' })
  expect(await refusalOf(compare({}, own.token))).toMatchObject({ problem: 'domain_missing' })
  expect(await refusalOf(test.call(domainComparison.servers, { domainId }, own.token))).toMatchObject({ problem: 'domain_missing' })
  expect(await refusalOf(compare({}, owner.token))).toMatchObject({ problem: 'right_missing' })
  expect(await refusalOf(compare({}, await test.tokenWith(['domain.read'])))).toMatchObject({ problem: 'right_missing' })
  const { id } = (await test.call(domain.save, { domain: 'paused.example' })).data
  await test.call(domain.status, { ids: [id], status: 0 })
  next()
  expect(await refusalOf(compare({ domainId: id }))).toMatchObject({ problem: 'domain_not_served' })
  await test.call(domain.delete, { ids: [id] })
  next()
  expect(await refusalOf(compare({ domainId: id }))).toMatchObject({ problem: 'domain_not_served' })
  expect(await refusalOf(test.call(domainComparison.servers, { domainId: id }))).toMatchObject({ problem: 'domain_missing' })
  expect(asked).toEqual([])
})

it('the present name servers are found by the resolvers of the check, without ours', async () => {
  const resolver = await startLoopbackResolver()
  await test.call(setting.save, {
    paramKey: nsCheck.key,
    paramValue: { resolvers: resolver.address, pauseSeconds: 0, isRemovalOn: true, mostRemovalsPerDay: 20 },
  })
  const ours = (await test.db.selectFrom('service_group').select('nameservers').executeTakeFirstOrThrow()).nameservers
  const find = async () => {
    clock = new Date(clock.getTime() + comparisonPauseSeconds * 1000)
    return (await test.call(domainComparison.servers, { domainId })).data
  }
  resolver.say(name, ['ns1.elsewhere.example', 'ns2.elsewhere.example'])
  expect(await find()).toEqual({ servers: ['ns1.elsewhere.example', 'ns2.elsewhere.example'], isKnown: true, isOurs: false })
  resolver.say(name, ['ns1.elsewhere.example', ...ours])
  expect(await find()).toEqual({ servers: ['ns1.elsewhere.example'], isKnown: true, isOurs: true })
  resolver.say(name, 'nxdomain')
  expect(await find()).toEqual({ servers: [], isKnown: true, isOurs: false })
  resolver.say(name, 'servfail')
  expect(await find()).toEqual({ servers: [], isKnown: false, isOurs: false })
  await resolver.stop()
})
