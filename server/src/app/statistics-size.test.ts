import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { proofLength } from '../../../tests/support/proof-length.ts'
import { answerTo, CountingNode, HostileSender, linesOf, untilNobodyLooks } from '../../../tests/support/statistics.ts'
import { partitionsOf } from '../db/statistics/partitions.ts'
import { Random } from '../seed/random.ts'
import { keepStatistics } from './statistics-upkeep.ts'

/*
 * What query statistics take on the disk: measured by PostgreSQL on one hour of a sample, with every index, in the worst case (each
 * query from a network of another line, for any type, and for any of forty names), and multiplied. docs/decisions/query-statistics.md holds the figures.
 */

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const hourMs = 3_600_000
const day = Date.UTC(2026, 2, 10)
const megabyte = 1_000_000

/** One hour of queries at random, and then the job; bytes of the domains' rows and of the sums. */
async function measure(
  hour: number,
  domains: number,
  queriesPerMinute: number,
  mostBytesPerDomain: number,
): Promise<{ bytesPerDomain: number; sums: number; bytesOfNames: number; rows: number; longest: number }> {
  const random = new Random(String(hour))
  const sender = new HostileSender(String(hour), await linesOf(test.db))
  const nodes = [new CountingNode(1), new CountingNode(2)]
  const start = day + hour * hourMs
  // In the hour before, other names were asked for: the lists of names are full.
  for (let domain = 1; domain <= domains; domain += 1)
    for (let name = 1; name <= 20; name += 1) nodes[0]!.counters.add(answerTo(domain, 'default', 1, 0, `host-${name}`))
  await nodes[0]!.rollUp(test.db, new Date(start - hourMs))
  for (let minute = 0; minute < 60; minute += 1) {
    for (let query = 0; query < queriesPerMinute; query += 1) random.pick(nodes).counters.add(sender.ask(random.between(1, domains)))
    for (const node of nodes) await node.rollUp(test.db, new Date(start + minute * 60_000))
  }
  await keepStatistics(test.db, {
    ...{ keepDays: 35, keepDailyDays: 400, budgetBytes: Number.MAX_SAFE_INTEGER },
    now: new Date(start + 2 * hourMs),
    signal: new AbortController().signal,
    write: () => {},
  })
  const { rows } = await test.db
    .selectFrom('query_domain_minute')
    .select((of) => of.fn.countAll<number>().as('rows'))
    .where('at', '=', new Date(start))
    .executeTakeFirstOrThrow()
  const ofHour = async () => (await partitionsOf(test.db, 'query_domain_minute')).find((one) => one.start.getTime() === start)!
  // What updates leave behind is taken up while the day runs; here at once, unless somebody looks at it just then.
  await expect
    .poll(
      async () => {
        await untilNobodyLooks(test.db)
        await sql`vacuum full query_domain_minute, query_sum_minute, query_name`.execute(test.db)
        return (await ofHour()).bytes / rows
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBeLessThan(mostBytesPerDomain)
  const measured = await ofHour()
  expect(measured.isCompact).toBe(true)
  const sums = (await partitionsOf(test.db, 'query_sum_minute')).reduce((sum, { bytes }) => sum + bytes, 0)
  const { rows: bytes } = await sql<{ longest: number }>`
    select max(octet_length(minutes) + octet_length(split)) as longest from query_domain_minute where at = ${new Date(start)}`.execute(test.db)
  const [names] = await partitionsOf(test.db, 'query_name')
  return { bytesPerDomain: measured.bytes / rows, sums, bytesOfNames: names!.bytes / rows, rows, longest: bytes[0]!.longest }
}

it('50,000 domains and 3,000 queries a second take 300 MB a day at most, whatever is asked', { timeout: 300_000 }, async () => {
  const domains = 2_000
  // The share of the sample in 3,000 a second.
  const { bytesPerDomain, sums, bytesOfNames, rows, longest } = await measure(1, domains, (3_000 * 60 * domains) / 50_000, 245)
  expect(rows).toBe(domains)
  // A list of names stands for a month: the first day writes most of it.
  const perDay = 24 * (50_000 * bytesPerDomain + sums) + 50_000 * bytesOfNames
  console.log(
    `${bytesPerDomain.toFixed(0)} bytes a domain and hour, ${bytesOfNames.toFixed(0)} a domain and month, ${sums} bytes of sums an hour, ${(perDay / megabyte).toFixed(0)} MB a day`,
  )
  expect(longest).toBeLessThan(200)
  expect(perDay).toBeLessThan(300 * megabyte)
})

it('300 domains take 20 MB a day at most, with 300 queries a second as well', { timeout: 300_000 }, async () => {
  // By a third of them, as busy, it comes to the same within a tenth.
  const sample = proofLength({ full: 300, part: 100 })
  const { bytesPerDomain, sums } = await measure(10, sample, sample * 60, (20 * megabyte) / (24 * 300))
  const perDay = 24 * (300 * bytesPerDomain + sums)
  console.log(`${bytesPerDomain.toFixed(0)} bytes a domain and hour, ${sums} bytes of sums an hour, ${(perDay / megabyte).toFixed(0)} MB a day`)
  expect(perDay).toBeLessThan(20 * megabyte)
})
