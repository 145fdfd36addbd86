import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { domain } from '@nameplane/contract/dns/domain'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { countedOf } from '../../../../tests/support/answered.ts'
import { storedSums } from '../../../../tests/support/statistics.ts'
import { up } from '../migrations/0029-query-statistics.ts'

const now = new Date('2026-03-10T12:34:56Z')
let test: TestApp
beforeAll(async () => void (test = await createTestApp({ now: () => now })))
afterAll(() => test.close())

/** As it was before the migration. */
const before = [
  `drop table query_line, query_domain_minute, query_domain_hour, query_domain_day, query_sum_minute, query_sum_day`,
  `create table query_rollup (minute timestamptz not null, node_id bigint not null, domain_id bigint not null, line text not null,
    type text not null, rcode text not null, answers bigint not null, primary key (minute, node_id, domain_id, line, type, rcode))`,
]

it('what was counted in rows of a minute, line, type and code is carried over', async () => {
  for (const statement of before) await sql.raw(statement).execute(test.db)
  const { id } = (await test.call(domain.save, { domain: 'carried.example' })).data
  const rows: [string, number, number, string, string, string, number][] = [
    ['2026-03-10T12:33:00Z', 1, id, 'telecom', 'A', 'NOERROR', 10],
    ['2026-03-10T12:33:00Z', 2, id, 'telecom', 'AAAA', 'NXDOMAIN', 5],
    ['2026-03-10T12:20:00Z', 2, id, 'default', 'TYPE65400', 'NOERROR', 2],
    ['2026-03-10T12:20:00Z', 2, id, 'a_line_of_yesterday', 'OTHER', 'BADVERS', 3],
    ['2026-03-09T11:00:00Z', 2, 0, 'default', 'A', 'REFUSED', 100],
    ['2026-02-10T11:59:00Z', 1, id, 'default', 'A', 'NOERROR', 1000],
    ['2026-02-10T11:59:00Z', 1, id, 'default', 'ANY', 'NOTAUTH', 2000],
  ]
  for (const row of rows) await sql`insert into query_rollup values (${sql.join(row)})`.execute(test.db)
  await test.db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>))
  expect(await storedSums(test.db)).toEqual({
    domains: new Map([
      [id, 3020],
      [0, 100],
    ]),
    by: {
      node: { 1: 3010, 2: 110 },
      line: { telecom: 15, default: 3102, a_line_of_yesterday: 3 },
      type: { 1: 1110, 28: 5, 65400: 2, 0: 3, 255: 2000 },
      rcode: { 0: 1012, 3: 5, 16: 3, 5: 100, 9: 2000 },
    },
    told: { node: 3120, line: 3120, type: 3120, rcode: 3120, country: 0, name: 0 },
    // The last days of domains, and all of the sums.
    minutes: 120 + 4 * 3120,
  })
  expect(await countedOf(test.db, id)).toEqual({
    answers: 20,
    line: { telecom: 15, default: 2, a_line_of_yesterday: 3 },
    type: { 0: 3, 1: 10, 28: 5, 65400: 2 },
    rcode: { 0: 12, 3: 5, 16: 3 },
  })
  const { queries } = (await test.call(dashboard.chart, {})).data
  expect(queries).toMatchObject({ since: '2026-02-10T11:59:00.000Z', total: 20, previousTotal: 100, domains: [{ domain: 'carried.example', answers: 20 }] })
  expect(queries?.minutes.slice(-2)).toEqual([15, 0])
  expect(await test.db.selectFrom('query_domain_hour').select(['domain_id', 'answers']).execute()).toEqual([{ domain_id: id, answers: 3000 }])
})
