import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { answered, type Answered } from '../../../../../tests/support/answered.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { watchStatements, type Statement } from '../../../../../tests/support/statements.ts'
import { keepDashboard } from './dashboard-upkeep.ts'
import { renewDashboard } from './dashboard.store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const noon = Date.parse('2026-03-10T12:34:00Z')
/** As many as are read once a minute only. */
const many = 5_001

let now: Date
let test: TestApp
afterEach(() => vi.restoreAllMocks())

/** Time begins at noon there. */
function onItsOwnPlatform(): void {
  beforeAll(async () => {
    now = new Date(noon)
    counted.length = 0
    test = await createTestApp({ now: () => now })
  })
  afterAll(() => test.close())
}

async function addDomains(count: number, accountId: number, name: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into domain (name, unicode_name, account_id, service_group_id, serial)
    select ${name} || n || '.example', '', ${accountId}, (select id from service_group where is_default), 1 from generate_series(1, ${count}::integer) as n
    returning id`.execute(test.db)
  return rows.map(({ id }) => id)
}

const defaultGroup = async () => (await test.db.selectFrom('service_group').select('id').where('is_default', '=', true).executeTakeFirstOrThrow()).id

const counted: Required<Pick<Answered, 'minute' | 'answers' | 'domainId'>>[] = []
async function count(...rows: ((typeof counted)[number] & Answered)[]): Promise<void> {
  counted.push(...rows)
  await answered(test.db, ...rows)
}

/** The busiest of these domains in the 24 hours until now, by adding up every minute. */
function addedUp(ids: readonly number[]): { id: number; answers: number }[] {
  const running = Math.floor(now.getTime() / minuteMs) * minuteMs
  const reached = new Set(ids)
  const ofDay = counted.filter(({ minute, domainId }) => reached.has(domainId) && minute.getTime() > running - 1440 * minuteMs && minute.getTime() <= running)
  return [...Map.groupBy(ofDay, ({ domainId }) => domainId)]
    .map(([id, rows]) => ({ id, answers: rows.reduce((sum, { answers }) => sum + answers, 0) }))
    .sort((a, b) => b.answers - a.answers || a.id - b.id)
    .slice(0, 10)
}

const shownOf = async (token?: string) => (await test.call(dashboard.chart, {}, token)).data.queries
/** As a page gets them: those of many domains after it has asked for a while. */
async function queriesOf(token?: string) {
  return vi.waitUntil(() => shownOf(token), { timeout: 20_000, interval: 5 })
}
const busiestOf = async (token?: string) => (await queriesOf(token)).domains.map(({ id, answers }) => ({ id, answers }))
const reading = (statements: readonly Statement[]) =>
  statements.filter(({ text }) => text.includes('from query_domain_minute') || text.includes('from "query_domain_minute"'))

describe('with more domains than are read each time', () => {
  onItsOwnPlatform()
  let own: number[]
  let token: string
  beforeAll(async () => {
    const administrator = await administratorWith(test, ['dashboard.read'], { dataScope: 'own' })
    token = administrator.token
    own = await addDomains(many, administrator.accountId, 'd')
    for (const back of [0, 3 * hourMs, 23 * hourMs + 50 * minuteMs, 24 * hourMs - minuteMs])
      await count(...own.map((domainId, index) => ({ minute: new Date(noon - back), answers: 1 + ((index * 31 + back / minuteMs) % 97), domainId })))
  })

  it('what keeps the platform from reading them is told to who asks again, and then they are read anew', async () => {
    const { token: other } = await administratorWith(test, ['dashboard.read'], { dataScope: 'groups', serviceGroupIds: [await defaultGroup()] })
    await sql`alter table query_line rename to query_line_away`.execute(test.db)
    expect(await shownOf(other)).toBeNull()
    await expect(queriesOf(other)).rejects.toMatchObject({ refusal: { code: 500 } })
    await sql`alter table query_line_away rename to query_line`.execute(test.db)
    expect(await shownOf(other)).toBeNull()
    expect(await busiestOf(other)).toEqual(addedUp(own))
  })

  it('what the platform keeps ready is read before anybody looks', async () => {
    const kept = keepDashboard(
      test.db,
      () => now,
      () => expect.unreachable(),
    )
    await kept.first
    const seen = watchStatements()
    expect(await busiestOf()).toEqual(addedUp(own))
    expect(reading(seen)).toEqual([])
    await kept.stop()
  })

  it.each(['all', 'own'] as const)(
    'whoever looks within the scope %s after the platform has renewed them sees the new figures, and reads none',
    async (scope) => {
      const viewer = scope === 'own' ? token : undefined
      await busiestOf(viewer)
      await count({ minute: now, answers: 500, domainId: own[scope === 'all' ? 4000 : 4001]! })
      await renewDashboard(test.db, now)
      const seen = watchStatements()
      expect(await busiestOf(viewer)).toEqual(addedUp(own))
      expect(reading(seen)).toEqual([])
    },
  )

  it('a domain that has left the scope is not named any more, before its figures are read again', async () => {
    const [first] = await busiestOf(token)
    await test.db.updateTable('domain').set({ account_id: 1 }).where('id', '=', first!.id).execute()
    expect((await busiestOf(token)).map(({ id }) => id)).not.toContain(first!.id)
    expect((await busiestOf()).map(({ id }) => id)).toContain(first!.id)
    await sql`update domain set account_id = (select account_id from domain where id = ${own.at(-1)!}) where id = ${first!.id}`.execute(test.db)
  })
})

describe('while time goes by', () => {
  onItsOwnPlatform()
  let own: number[]
  let token: string
  beforeAll(async () => {
    const administrator = await administratorWith(test, ['dashboard.read'], { dataScope: 'own' })
    token = administrator.token
    now = new Date(noon + 100 * hourMs)
    own = await addDomains(60, administrator.accountId, 'later')
  })

  it('the busiest stay those that adding up every minute gives', async () => {
    const from = now.getTime()
    for (let step = 0; step < 12; step += 1) {
      now = new Date(from + step * 145 * minuteMs)
      await count(...own.map((domainId, index) => ({ minute: now, answers: 1 + ((index * 17 + step * 7) % 29), domainId })))
      expect(await busiestOf(token)).toEqual(addedUp(own))
      expect(await busiestOf()).toEqual(addedUp(own))
    }
  })

  it('what is told apart of an hour counts as other once the day begins in it', async () => {
    now = new Date(noon + 200 * hourMs)
    await count({ minute: now, answers: 7, domainId: own[0]!, line: 'telecom' })
    expect(await queriesOf(token)).toMatchObject({ total: 7, lines: [{ name: 'telecom', answers: 7 }], otherLines: 0 })
    now = new Date(now.getTime() + 1439 * minuteMs)
    expect(await queriesOf(token)).toMatchObject({ total: 7, lines: [], otherLines: 7 })
  })

  it('of a domain that comes into the scope the figures are read, of the others they stay', async () => {
    now = new Date(noon + 300 * hourMs)
    const [moved] = await addDomains(1, 1, 'moved')
    await count(
      { minute: new Date(now.getTime() - 2 * hourMs), answers: 5, domainId: moved! },
      { minute: new Date(now.getTime() - 2 * hourMs), answers: 3, domainId: own[1]! },
    )
    expect(await queriesOf(token)).toMatchObject({ total: 3 })
    await sql`update domain set account_id = (select account_id from domain where id = ${own[1]!}) where id = ${moved!}`.execute(test.db)
    const seen = watchStatements()
    expect(await queriesOf(token)).toMatchObject({ total: 8 })
    expect(reading(seen).flatMap(({ values }) => values.filter((value) => Array.isArray(value)))).toEqual([[moved]])
    await test.db.updateTable('domain').set({ account_id: 1 }).where('id', '=', moved!).execute()
    expect(await queriesOf(token)).toMatchObject({ total: 3 })
  })
})
