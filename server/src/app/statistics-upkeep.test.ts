import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { figures } from '@nameplane/contract/system/figures'
import { queryRollupDeleteOld } from '@nameplane/contract/system/jobs/maintenance-jobs'
import { setting } from '@nameplane/contract/system/setting'
import { queryStatistics } from '@nameplane/contract/system/settings/query-statistics'
import { answered } from '../../../tests/support/answered.ts'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { answerTo, CountingNode, HostileSender, linesOf, storedSums, untilNobodyLooks } from '../../../tests/support/statistics.ts'
import { partitionsOf } from '../db/statistics/partitions.ts'
import { figuresOfDomain } from '../db/statistics/reading.ts'
import { mostKept, splitNames, unpackSplit } from '../db/statistics/split.ts'
import { openDb, openPool } from '../db/connection.ts'
import { builtInJobs } from './built-in-jobs.ts'
import { keepStatistics } from './statistics-upkeep.ts'

const tests: TestApp[] = []
let test: TestApp
beforeEach(async () => {
  test = await createTestApp()
  tests.push(test)
})
afterAll(async () => {
  for (const one of tests) await one.close()
})

const now = new Date('2026-03-10T12:34:56Z')
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000)

async function keep(values: Partial<Parameters<typeof keepStatistics>[1]> = {}) {
  const lines: string[] = []
  const done = await keepStatistics(test.db, {
    ...{ keepDays: 35, keepDailyDays: 400, budgetBytes: Number.MAX_SAFE_INTEGER, now, signal: new AbortController().signal },
    write: (line) => lines.push(line),
    ...values,
  })
  return { ...done, lines }
}

const namesOf = async () => (await partitionsOf(test.db)).map(({ name }) => name).toSorted()

describe('figures become coarser with age', () => {
  it('and stay as many: three days by the minute, then by the hour, then by the day, then not at all', async () => {
    const ages = [0, 2, 5, 30, 60, 61, 300]
    for (const [domainId, days] of ages.entries())
      await answered(
        test.db,
        { minute: daysAgo(days), domainId, answers: 10 },
        { minute: daysAgo(days), domainId, answers: 3, type: 'AAAA', rcode: 'NXDOMAIN' },
      )
    const before = await storedSums(test.db)
    expect(await keep()).toMatchObject({ dropped: 0, lines: [] })
    const { minutes: _, ...after } = await storedSums(test.db)
    expect(after).toEqual({ domains: before.domains, by: before.by, told: before.told })
    const count = async (table: 'query_domain_minute' | 'query_domain_hour' | 'query_domain_day' | 'query_sum_day') =>
      (await test.db.selectFrom(table).select('at').distinct().execute()).length
    expect([await count('query_domain_minute'), await count('query_domain_hour'), await count('query_domain_day')]).toEqual([2, 2, 3])
    expect(await count('query_sum_day')).toBe(3)
    // Nothing is left to do.
    expect(await keep()).toMatchObject({ dropped: 0 })
    expect((await storedSums(test.db)).domains).toEqual(before.domains)
    expect((await keep({ keepDailyDays: 100 })).dropped).toBe(1)
    expect([...(await storedSums(test.db)).domains.keys()].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('the hours are kept for 400 days at most, and none of their answers is lost', async () => {
    await answered(test.db, { minute: daysAgo(390), answers: 3 }, { minute: daysAgo(410), answers: 5 })
    await keep({ keepDays: 3650, keepDailyDays: 3650 })
    expect(await test.db.selectFrom('query_domain_hour').select('answers').execute()).toEqual([{ answers: 3 }])
    expect(await test.db.selectFrom('query_domain_day').select('answers').execute()).toEqual([{ answers: 5 }])
  })

  it('the hours of a day become one row of a domain, of which the largest are kept apart', async () => {
    const lines = (await linesOf(test.db)).slice(0, 30)
    const old = daysAgo(50).getTime()
    for (let hour = 0; hour < 5; hour += 1)
      for (const [index, line] of lines.entries()) await answered(test.db, { minute: new Date(old + hour * 3_600_000), domainId: 9, answers: index + 1, line })
    await keep()
    const rows = await test.db.selectFrom('query_domain_day').selectAll().execute()
    expect(rows).toMatchObject([{ domain_id: 9, answers: 5 * 465, at: new Date('2026-01-19T00:00:00Z') }])
    const counts = [...unpackSplit(rows[0]!.split).line.values()].sort((a, b) => b - a)
    expect(counts).toEqual(Array.from({ length: mostKept }, (_, index) => 5 * (30 - index)))
  })
})

it('an hour that has ended loses its small lines, types and room; none of its answers', async () => {
  const sender = new HostileSender('trim', await linesOf(test.db))
  const node = new CountingNode(1)
  const hour = new Date('2026-03-10T11:00:00Z')
  for (let query = 0; query < 20_000; query += 1) {
    node.counters.add(sender.ask((query % 10) + 1))
    if (query % 500 === 499) await node.rollUp(test.db, hour)
  }
  const before = await storedSums(test.db)
  const sizeOf = async () => (await partitionsOf(test.db, 'query_domain_minute'))[0]!.bytes
  const size = await sizeOf()
  await untilNobodyLooks(test.db)
  await keep()
  expect(await sizeOf()).toBeLessThan(size)
  const rows = await test.db.selectFrom('query_domain_minute').select('split').execute()
  for (const { split } of rows) for (const name of splitNames) expect(unpackSplit(split)[name].size).toBeLessThanOrEqual(mostKept)
  const { told, ...after } = await storedSums(test.db)
  expect(after).toEqual({ domains: before.domains, by: before.by, minutes: before.minutes })
  expect(told.rcode).toBe(20_000)
})

describe('names', () => {
  const domain = 7
  const hour = (hours: number): Date => new Date(Date.UTC(2026, 2, 10, hours))
  const ask = async (at: Date, names: Readonly<Record<string, number>>) => {
    const node = new CountingNode(1)
    for (const [name, answers] of Object.entries(names))
      for (let each = 0; each < answers; each += 1) node.counters.add(answerTo(domain, 'default', 1, 0, name))
    await node.rollUp(test.db, at)
  }
  const until = new Date('2026-03-11T00:00:00Z')
  const named = async (from = daysAgo(30)) => Object.fromEntries((await figuresOfDomain(test.db, domain, from, until)).names)
  const lists = () => test.db.selectFrom('query_name').selectAll().execute()

  it('are numbers of one list a month once their hour has ended, at every age', async () => {
    await ask(daysAgo(60), { web: 2, www: 1 })
    await ask(daysAgo(5), { mail: 1, www: 4 })
    await ask(daysAgo(5), { www: 2, ftp: 9 })
    await ask(hour(10), { www: 3, api: 1 })
    await ask(hour(12), { www: 1, new: 1 })
    const before = { www: 10, ftp: 9, mail: 1, api: 1, new: 1 }
    expect(await named()).toEqual(before)
    await keep()
    expect(await named()).toEqual(before)
    expect(await named(daysAgo(100))).toEqual({ ...before, www: 11, web: 2 })
    expect((await lists()).toSorted((a, b) => a.at.getTime() - b.at.getTime())).toEqual([
      { at: new Date('2026-01-01T00:00:00Z'), domain_id: domain, names: 'web www' },
      { at: new Date('2026-03-01T00:00:00Z'), domain_id: domain, names: 'ftp www mail api' },
    ])
    // Only the running hour has them as they are.
    expect(await test.db.selectFrom('query_domain_minute').select(['at', 'names']).where('names', 'is not', null).execute()).toEqual([
      { at: hour(12), names: 'www 1 new 1' },
    ])
    // Late ones find the list again.
    await ask(hour(10), { api: 5, late: 1 })
    await ask(daysAgo(5), { mail: 5 })
    await keep()
    expect(await named()).toEqual({ ...before, api: 6, late: 1, mail: 6 })
    await keep({ keepDailyDays: 30 })
    expect(await lists()).toHaveLength(1)
  })

  it('beyond the largest of an hour, and beyond the room of a month, are counted in the answers alone', async () => {
    const many = (prefix: string, count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 2 + (index % 3)]))
    await ask(hour(1), many('a', 60))
    await ask(hour(2), many('b', 60))
    await ask(hour(3), { ...many('c', 30), a2: 50 })
    await keep()
    const { names, answers } = await figuresOfDomain(test.db, domain, hour(0), until)
    expect(answers).toBe(60 * 3 + 60 * 3 + 30 * 3 + 50)
    // The tenth of the month: twenty, and one for each day. Three hours have sixty largest, of which one was known.
    const listed = (await lists())[0]!.names
    expect(listed.split(' ')).toHaveLength(30)
    expect(names.size).toBe(30)
    expect(names.get('a2')).toBe(54)
    expect([...names.values()].every((count) => count >= 4)).toBe(true)
  })

  it('of any length take two kilobytes a month', async () => {
    await ask(new Date('2026-02-28T01:00:00Z'), Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${'n'.repeat(60)}${index + 10}`, 20 - index])))
    await ask(new Date('2026-02-28T02:00:00Z'), Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${'m'.repeat(60)}${index + 10}`, 20 - index])))
    await keep()
    const { names } = (await lists())[0]!
    expect(names.length).toBeLessThanOrEqual(2_000)
    expect(names.split(' ')).toHaveLength(31)
  })
})

describe('what comes late', () => {
  it('is added to an hour that was compacted, and to one that became coarser', async () => {
    const old = { minute: daysAgo(5), domainId: 4, answers: 7 }
    const recent = { minute: new Date(now.getTime() - 2 * 3_600_000), domainId: 4, answers: 100 }
    for (let round = 1; round <= 2; round += 1) {
      await answered(test.db, old, recent)
      await keep()
      expect((await storedSums(test.db)).domains).toEqual(new Map([[4, 107 * round]]))
    }
  })
})

describe('the disk budget', () => {
  it('takes the oldest partitions first, says which, and leaves what is written now', async () => {
    for (const days of [0, 1, 10, 60]) await answered(test.db, { minute: daysAgo(days), answers: 5 })
    await keep()
    const held = (await partitionsOf(test.db)).reduce((sum, { bytes }) => sum + bytes, 0)
    const [oldest] = await partitionsOf(test.db)
    const { dropped, lines, bytes } = await keep({ budgetBytes: held - 1 })
    expect(dropped).toBe(1)
    expect(lines).toEqual([expect.stringContaining(`${oldest!.name} deleted`)])
    expect(bytes).toBe(held - oldest!.bytes)
    await keep({ budgetBytes: 1 })
    expect((await partitionsOf(test.db)).every(({ end }) => end > now)).toBe(true)
    const { domains } = await storedSums(test.db)
    expect(domains).toEqual(new Map([[0, 5]]))
  })

  it('is the setting’s, and the screen shows what is held', async () => {
    await answered(test.db, { minute: daysAgo(1), answers: 5 })
    const { data } = await test.call(figures.statistics, {})
    expect(data).toEqual({ bytes: expect.any(Number) as unknown, since: '2026-03-09T00:00:00.000Z' })
    expect(data.bytes).toBeGreaterThan(8_192)
    const { config } = await test.call(setting.ofKey, { key: queryStatistics.key })
    await test.call(setting.update, { id: config.id, paramValue: { budgetGigabytes: 1 } })
    const work = builtInJobs(test.db, test.dataFolder).find(({ kind }) => kind.name === queryRollupDeleteOld.name)!
    const run = { signal: new AbortController().signal, trigger: 'manual', attempt: 1, dueAt: now, write: () => {} } as const
    expect(await work.run({ ...run, params: { keepDays: 35, keepDailyDays: 400 } })).toMatchObject({
      en: expect.stringMatching(/^0 partitions deleted, \d+ MB in use$/) as unknown,
    })
  })
})

it('a partition that somebody reads is left for the next run, and counts are written meanwhile', async () => {
  await answered(test.db, { minute: daysAgo(10), answers: 5 })
  const pool = openPool({ connectionString: test.connectionString }, 1)
  const reading = await openDb(pool).startTransaction().execute()
  await reading.selectFrom('query_domain_minute').select('at').execute()
  const { lines } = await keep()
  expect(lines).toContainEqual(expect.stringMatching(/^query_domain_minute_\d{10} is in use/))
  // Into an hour of which there is no partition yet.
  await answered(test.db, { minute: now, answers: 8 })
  await reading.rollback().execute()
  await pool.end()
  expect(await keep()).toMatchObject({ lines: [] })
  expect((await storedSums(test.db)).domains).toEqual(new Map([[0, 13]]))
  expect((await namesOf()).filter((name) => name.startsWith('query_domain_hour'))).toEqual(['query_domain_hour_20260228'])
})
