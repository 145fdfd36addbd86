import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { domain } from '@nameplane/contract/dns/domain'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { answered, type Answered } from '../../../../../tests/support/answered.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { watchStatements, type Statement } from '../../../../../tests/support/statements.ts'

const now = new Date('2026-03-10T12:34:56Z')
const [minuteMs, hourMs] = [60_000, 3_600_000]
const running = Date.parse('2026-03-10T12:34:00Z')
const start = running - 1439 * minuteMs

let test: TestApp
let mine: { id: number; token: string }
let ids: number[]
beforeAll(async () => {
  test = await createTestApp({ now: () => now })
  const { token, accountId } = await administratorWith(test, ['dashboard.read'], { dataScope: 'own' })
  mine = { id: accountId, token }
  const { rows } = await sql<{ id: number }>`
    insert into domain (name, unicode_name, account_id, service_group_id, serial)
    select 'd' || n || '.example', 'd' || n || '.example', case when n % 7 = 0 then ${accountId} else 1 end, (select id from service_group where is_default), 1
    from generate_series(1, 300) as n returning id`.execute(test.db)
  ids = rows.map(({ id }) => id)
  // Much alike, so that many domains have to be looked at before it is known which are the busiest.
  for (const offset of [-30 * hourMs, -30 * minuteMs, -minuteMs, 0, 10 * minuteMs, 5 * hourMs, 17 * hourMs, 1439 * minuteMs])
    await count(
      ...ids.map((domainId, index) => {
        const minute = start + offset
        return { minute: new Date(minute), answers: 1 + ((index * 31 + minute / minuteMs) % 23), domainId }
      }),
    )
  // Busy in the hour in which the day begins, but before it does.
  await count(...ids.slice(100, 200).map((domainId) => ({ minute: new Date(start - 2 * minuteMs), answers: 10_000, domainId })))
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => test.close())

async function read(token?: string) {
  const { queries, ...rest } = (await test.call(dashboard.chart, {}, token)).data
  // So few domains are read within the time of an answer.
  return { ...rest, queries: queries! }
}

/** Hours of which statements read figures of domains. */
function hoursRead(statements: readonly Statement[]): string[] {
  return statements
    .filter(({ text }) => text.includes('query_domain_minute') && !text.includes('pg_inherits'))
    .flatMap(({ values }) => values.filter((value) => value instanceof Date))
    .map((at) => at.toISOString().slice(0, 13))
}

/** All that was counted. */
const counted: Required<Pick<Answered, 'minute' | 'answers' | 'domainId'>>[] = []
async function count(...rows: typeof counted): Promise<void> {
  counted.push(...rows)
  await answered(test.db, ...rows)
}

type Viewer = 'all' | 'own'
const viewers = ['all', 'own'] as const
const tokenOf = (viewer: Viewer) => (viewer === 'all' ? undefined : mine.token)

/** What adding up every minute gives. */
function addedUp(viewer: Viewer) {
  const reached = new Set(viewer === 'all' ? ids : ids.filter((_, index) => (index + 1) % 7 === 0))
  const within = counted.filter(({ domainId }) => reached.has(domainId))
  const between = (from: number, to: number) => within.filter(({ minute }) => minute.getTime() >= from && minute.getTime() < to)
  const sum = (rows: typeof counted) => rows.reduce((total, { answers }) => total + answers, 0)
  const ofDay = between(start, running + minuteMs)
  const domains = [...Map.groupBy(ofDay, ({ domainId }) => domainId)].map(([id, rows]) => ({ id, answers: sum(rows) }))
  return {
    domains: domains.sort((a, b) => b.answers - a.answers || a.id - b.id).slice(0, 10),
    total: sum(ofDay),
    previousTotal: sum(between(start - 1440 * minuteMs, start)),
  }
}
const shown = ({ queries: { domains, total, previousTotal } }: Awaited<ReturnType<typeof read>>) => ({
  domains: domains.map(({ id, answers }) => ({ id, answers })),
  total,
  previousTotal,
})

describe.each(viewers)('figures of queries within the scope %s', (viewer) => {
  const seen = () => read(tokenOf(viewer))

  it('are those that adding up every minute gives, though hours are read by themselves', async () => {
    expect(shown(await seen())).toEqual(addedUp(viewer))
  })

  it('are read again of an hour only after something was counted in it', async () => {
    await seen()
    const unchanged = watchStatements()
    await seen()
    expect(hoursRead(unchanged)).toEqual([])
    vi.restoreAllMocks()
    await count({ minute: new Date(running), answers: 1000, domainId: ids[6]! })
    const changed = watchStatements()
    expect(shown(await seen())).toEqual(addedUp(viewer))
    expect(new Set(hoursRead(changed))).toEqual(new Set(['2026-03-10T12']))
  })

  it('that come late belong to their hour', async () => {
    await seen()
    for (const minute of [start - 40 * minuteMs, start - minuteMs, start, start + 5 * hourMs]) {
      await count({ minute: new Date(minute), answers: 50_000, domainId: ids[13]! })
      expect(shown(await seen())).toEqual(addedUp(viewer))
    }
  })
})

it('more than 20,000 domains are counted behind the first view, once a minute, and never again for each open tab', async () => {
  const large = await createTestApp({ now: () => now })
  await sql`
    insert into domain (name, unicode_name, account_id, service_group_id, serial, record_count)
    select 'many' || n || '.example', '', 1, (select id from service_group where is_default), 1, 2 from generate_series(1, 20001) as n`.execute(large.db)
  await sql`analyze domain`.execute(large.db)
  const held = async () => {
    const { domains, records } = (await large.call(dashboard.chart, {})).data
    return domains && records && { domains: domains.total, records: records.total }
  }
  expect(await held()).toBeNull()
  const counted = await vi.waitUntil(held, { timeout: 20_000, interval: 5 })
  expect(counted).toEqual({ domains: 20_001, records: 40_002 })
  const seen = watchStatements()
  expect(await held()).toEqual(counted)
  expect(seen.filter(({ text }) => text.includes('count(*) filter (where deleted_at'))).toEqual([])
  await large.close()
})

it.each(viewers)(
  'of more than 5,000 domains within the scope %s, the first view does not wait for figures, and the running hour is read once a minute',
  async (viewer) => {
    const large = await createTestApp({ now: () => now })
    const { token, accountId } = await administratorWith(large, ['dashboard.read'], { dataScope: 'own' })
    const { rows } = await sql<{ id: number }>`
    insert into domain (name, unicode_name, account_id, service_group_id, serial)
    select 'd' || n || '.example', '', ${accountId}, (select id from service_group where is_default), 1 from generate_series(1, 5001) as n returning id`.execute(
      large.db,
    )
    const minute = new Date(running)
    await answered(large.db, ...rows.map(({ id: domainId }) => ({ minute, answers: 1, domainId })))
    const queries = async () => (await large.call(dashboard.chart, {}, viewer === 'own' ? token : undefined)).data.queries
    const busiest = async () => (await vi.waitUntil(queries, { timeout: 20_000, interval: 5 })).domains
    expect(await queries()).toBeNull()
    const before = await busiest()
    await answered(large.db, { minute, answers: 5, domainId: rows[4000]!.id })
    const seen = watchStatements()
    expect(await busiest()).toEqual(before)
    expect(hoursRead(seen)).toEqual([])
    await large.close()
  },
)

it('an answer is shared for a few seconds with others who reach the same, and with nobody else', async () => {
  const shared = await createTestApp({ now: () => now, dashboardSharedMs: 3_600_000 })
  const { token } = await administratorWith(shared, ['dashboard.read'], { dataScope: 'own' })
  const total = async (of?: string) => (await shared.call(dashboard.chart, {}, of)).data.domains?.total
  expect(await total()).toBe(0)
  await shared.call(domain.save, { domain: 'later.example' })
  const seen = watchStatements()
  expect([await total(), await total(await shared.tokenWith(['dashboard.read']))]).toEqual([0, 0])
  expect(seen.filter(({ text }) => text.includes('from domain') || text.includes('query_sum_minute'))).toEqual([])
  expect(await total(token)).toBe(0)
  expect(seen.some(({ text }) => text.includes('query_sum_minute'))).toBe(true)
  await shared.close()
})
