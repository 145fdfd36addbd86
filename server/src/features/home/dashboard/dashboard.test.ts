import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { domain } from '@nameplane/contract/dns/domain'
import { job } from '@nameplane/contract/system/job'
import { messagePublishDue } from '@nameplane/contract/system/jobs/maintenance-jobs'
import { answered as addAnswered, type Answered } from '../../../../../tests/support/answered.ts'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, Refused, type TestApp } from '../../../../../tests/support/app.ts'
import { seedBuiltInJobs } from '../../system/job/built-in-jobs.ts'

const now = new Date('2026-03-10T12:34:56Z')
const running = '2026-03-10T12:34:00.000Z'
/** First of the 1,440 minutes of which 12:34 is the last. */
const start = '2026-03-09T12:35:00.000Z'

const restarted = [{ process: 'platform' as const, restarts: 2, restartTime: now, restartCause: 'SIGKILL' }]

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ now: () => now, restarts: () => restarted })
})
afterAll(() => test.close())
beforeEach(async () => {
  for (const table of ['query_domain_minute', 'query_sum_minute', 'publication', 'record', 'domain', 'node'] as const) await test.db.deleteFrom(table).execute()
})

async function read(token?: string) {
  const { queries, ...rest } = (await test.call(dashboard.chart, {}, token)).data
  // So few domains are read within the time of an answer.
  return { ...rest, queries: queries! }
}

async function addDomain(name: string): Promise<number> {
  return (await test.call(domain.save, { domain: name })).data.id
}

async function addNode(name: string, values: { status?: number; state?: string; last_seen_at?: string | null } = {}): Promise<number> {
  return (
    await test.db
      .insertInto('node')
      .values({ name, driver: 'builtin', address: '192.0.2.53', port: 53, service_group_id: null, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

const answered = (minute: string, answers: number, other: Partial<Omit<Answered, 'minute' | 'answers'>> = {}): Promise<void> =>
  addAnswered(test.db, { minute: new Date(minute), answers, ...other })

describe('what the platform holds', () => {
  it('counts served, paused and recycled domains apart, and records of recycled domains not at all', async () => {
    const [served, paused, recycled] = [await addDomain('served.example'), await addDomain('paused.example'), await addDomain('recycled.example')]
    await test.call(domain.status, { ids: [paused], status: 0 })
    for (const [id, status] of [
      [served, 1],
      [served, 0],
      [paused, 1],
      [recycled, 0],
    ] as const) {
      await test.db
        .insertInto('record')
        .values({
          domain_id: id,
          host: '@',
          type: 'A',
          line: 'default',
          value: `192.0.2.${status}`,
          ttl_seconds: 600,
          status,
          version: 1,
          weight: null,
          updated_by: null,
        })
        .execute()
    }
    await test.db.updateTable('domain').set({ record_count: 2 }).where('id', '=', served).execute()
    await test.db.updateTable('domain').set({ record_count: 1 }).where('id', 'in', [paused, recycled]).execute()
    await test.call(domain.delete, { ids: [recycled] })
    const { domains, records } = await read()
    expect(domains).toEqual({ total: 2, paused: 1, recycled: 1 })
    expect(records).toEqual({ total: 3, paused: 1 })
  })

  it('answers zeros, not gaps, for an empty platform', async () => {
    const { domains, records, nodes } = await read()
    expect([domains, records, nodes]).toEqual([{ total: 0, paused: 0, recycled: 0 }, { total: 0, paused: 0 }, []])
  })
})

describe('queries', () => {
  it('are unknown, not zero, while there is no roll-up', async () => {
    const { queries } = await read()
    expect(queries).toMatchObject({ since: null, start, total: null, previousTotal: null, rcodes: [], types: [], lines: [], otherLines: 0, domains: [] })
    expect(queries.minutes).toEqual(Array.from({ length: 1440 }, () => null))
  })

  it('are unknown before the first roll-up and zero in quiet minutes after it', async () => {
    await answered('2026-03-10T12:30:00Z', 7)
    await answered('2026-03-10T12:33:00Z', 5)
    await answered(running, 3)
    const { queries } = await read()
    expect(queries.minutes.slice(-6)).toEqual([null, 7, 0, 0, 5, 3])
    expect(queries.minutes.filter((minute) => minute !== null)).toHaveLength(5)
    expect(queries).toMatchObject({ since: '2026-03-10T12:30:00.000Z', total: 15, previousTotal: null })
  })

  it.each([
    ['the first minute of the day', start, 4, 0],
    ['the minute before it', '2026-03-09T12:34:00.000Z', 0, 4],
    ['the first minute of the day before', '2026-03-08T12:35:00.000Z', 0, 4],
    ['the minute before that', '2026-03-08T12:34:00.000Z', 0, 0],
  ])('%s counts where it belongs', async (_, minute, total, previousTotal) => {
    await answered('2026-03-01T00:00:00Z', 1000)
    await answered(minute, 4)
    const { queries } = await read()
    expect([queries.total, queries.previousTotal]).toEqual([total, previousTotal])
  })

  it('have no figure for the day before when roll-ups cover only a part of it', async () => {
    await answered('2026-03-08T12:36:00Z', 5)
    expect((await read()).queries.previousTotal).toBeNull()
  })

  it('are told apart by code, type, line and node, the largest first', async () => {
    const nodeId = await addNode('ns1')
    await answered(running, 5, { nodeId, rcode: 'NXDOMAIN', type: 'AAAA', line: 'telecom' })
    await answered(running, 9, { nodeId, rcode: 'NOERROR', type: 'A', line: 'default' })
    await answered(start, 2, { nodeId: nodeId + 1, rcode: 'NXDOMAIN', type: 'A', line: 'telecom' })
    const { queries, nodes } = await read()
    expect(queries.rcodes).toEqual([
      { name: 'NOERROR', answers: 9 },
      { name: 'NXDOMAIN', answers: 7 },
    ])
    expect(queries.types).toEqual([
      { name: 'A', answers: 11 },
      { name: 'AAAA', answers: 5 },
    ])
    expect(queries.lines).toEqual([
      { name: 'default', answers: 9 },
      { name: 'telecom', answers: 7 },
    ])
    expect(nodes.map((node) => node.answers)).toEqual([14])
  })

  it('name ten lines and say what the others have together', async () => {
    for (let line = 1; line <= 12; line += 1) {
      await test.db
        .insertInto('line')
        .values({ code: `line${line}`, name_zh: '', name_en: '', kind: 'custom', parent: 'default', position: 9000 + line })
        .execute()
      await answered(running, line, { line: `line${line}` })
    }
    const { queries } = await read()
    expect(queries.lines.map((line) => line.answers)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect(queries.otherLines).toBe(3)
  })

  it('within a data scope are complete by the minute, and told apart by the hour as far as domains are', async () => {
    const { token, accountId } = await administratorWith(test, ['dashboard.read', 'domain.read', 'domain.write'], { dataScope: 'own' })
    const own = (await test.call(domain.save, { domain: 'own.example', userId: accountId })).data.id
    const other = await addDomain('not-own.example')
    // Before the day, in its first hour and in a later one.
    await answered('2026-03-09T12:34:00Z', 1, { domainId: own, line: 'telecom' })
    await answered(start, 3, { domainId: own, line: 'unicom', rcode: 'NXDOMAIN', type: 'MX' })
    await answered(running, 9, { domainId: own, line: 'telecom' })
    await answered(running, 100, { domainId: other })
    const { queries } = await read(token)
    expect(queries).toMatchObject({ total: 12, domains: [{ domain: 'own.example', answers: 12 }], lines: [{ name: 'telecom', answers: 9 }], otherLines: 3 })
    expect(queries.rcodes).toEqual([
      { name: 'NOERROR', answers: 9 },
      { name: 'OTHER', answers: 3 },
    ])
    expect(queries.types).toEqual([
      { name: 'A', answers: 9 },
      { name: 'OTHER', answers: 3 },
    ])
    const { queries: all } = await read()
    expect(all).toMatchObject({ total: 112, otherLines: 0 })
    expect(all.domains.map(({ answers }) => answers)).toEqual([100, 12])
  })

  it('name the ten busiest domains; names outside every zone, recycled and purged domains are in the total alone', async () => {
    const ids: number[] = []
    for (let each = 0; each < 12; each += 1) ids.push(await addDomain(`d${each}.example`))
    for (const [each, domainId] of ids.entries()) await answered(running, 100 + each, { domainId })
    await answered(running, 5000, { domainId: 0, rcode: 'REFUSED' })
    await answered(running, 4000, { domainId: 987_654 })
    await test.call(domain.delete, { ids: [ids[11]!] })
    const { queries } = await read()
    expect(queries.domains.map((row) => row.domain)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((each) => `d${each}.example`))
    expect(queries.domains[0]).toMatchObject({ id: ids[10], unicodeName: 'd10.example', answers: 110 })
    expect(queries.total).toBe(9000 + 12 * 100 + 66)
  })
})

describe('nodes', () => {
  it.each([
    ['online when it reported within the minute', { state: 'online', last_seen_at: '2026-03-10T12:34:00Z' }, 'online'],
    ['silent when its last report is older', { state: 'online', last_seen_at: '2026-03-10T12:33:55Z' }, 'silent'],
    ['silent when it never reported', { state: 'online', last_seen_at: null }, 'silent'],
    ['starting while it loads', { state: 'starting' }, 'starting'],
    ['offline once it stopped', { state: 'offline', last_seen_at: '2026-03-10T12:34:50Z' }, 'offline'],
    ['disabled whatever it reports', { status: 0, state: 'online', last_seen_at: '2026-03-10T12:34:50Z' }, 'disabled'],
  ])('are %s', async (_, values, state) => {
    await addNode('ns1', values)
    expect((await read()).nodes).toMatchObject([{ name: 'ns1', address: '192.0.2.53', port: 53, state }])
  })

  it('say how many domains wait, how many of them failed, and since when', async () => {
    const [one, two, three] = [await addDomain('one.example'), await addDomain('two.example'), await addDomain('three.example')]
    const nodeId = await addNode('ns1')
    const rows = [
      { domain_id: one, wanted_serial: 5, live_serial: 5, wanted_at: '2026-03-10T10:00:00Z', attempts: 0 },
      { domain_id: two, wanted_serial: 5, live_serial: 4, wanted_at: '2026-03-10T11:00:00Z', attempts: 3 },
      { domain_id: three, wanted_serial: 5, live_serial: null, wanted_at: '2026-03-10T12:00:00Z', attempts: 0 },
    ]
    for (const row of rows)
      await test.db
        .insertInto('publication')
        .values({ ...row, node_id: nodeId, problem: null })
        .execute()
    expect((await read()).nodes).toMatchObject([{ pending: 2, failing: 1, pendingSince: '2026-03-10T11:00:00.000Z' }])
  })
})

describe('processes of the platform', () => {
  it('are shown with their restarts to those who reach all of it', async () => {
    expect((await read()).processes).toEqual([{ process: 'platform', restarts: 2, restartTime: now.toISOString(), restartCause: 'SIGKILL' }])
    const { token } = await administratorWith(test, ['dashboard.read'], { dataScope: 'own' })
    expect((await test.call(dashboard.chart, {}, token)).data.processes).toEqual([])
  })
})

describe('recent changes', () => {
  it('are the newest, with a way to the domain while it exists, and without sign-ins', async () => {
    const id = await addDomain('linked.example')
    const gone = await addDomain('gone.example')
    await test.call(domain.delete, { ids: [gone] })
    await test.app.inject({ method: 'POST', url: '/api/sys/login', payload: { username: 'admin', password: 'wrong' } })
    const { changes } = await read()
    expect(changes.slice(0, 3).map((change) => [change.actor, change.action, change.targetName, change.domain?.id ?? null])).toEqual([
      ['admin', 'domain.delete', 'gone.example', null],
      ['admin', 'domain.create', 'gone.example', null],
      ['admin', 'domain.create', 'linked.example', id],
    ])
    expect(changes.some((change) => change.action.startsWith('session.'))).toBe(false)
    expect(JSON.stringify(changes)).not.toContain('before')
  })

  it('call a built-in job what it is called', async () => {
    await seedBuiltInJobs(test.db)
    const [publishing] = (await test.call(job.list, { handler: messagePublishDue.name })).data.list
    await test.call(job.run, { id: publishing!.id })
    expect((await read()).changes[0]).toMatchObject({ action: 'job.run', targetName: messagePublishDue.name, targetTitle: messagePublishDue.title })
  })
})

it('is for those who may see the dashboard', async () => {
  const token = await test.tokenWith(['domain.read'])
  await expect(test.call(dashboard.chart, {}, token)).rejects.toThrow(Refused)
  await expect(test.call(dashboard.chart, {}, token)).rejects.toMatchObject({ refusal: { problem: 'right_missing' } })
  await expect(test.call(dashboard.chart, {}, null)).rejects.toMatchObject({ refusal: { code: 401, problem: 'session_lost' } })
})
