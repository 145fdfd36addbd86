import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { answerTo, CountingNode, HostileSender, knownTypes, linesOf, storedSums } from '../../../../tests/support/statistics.ts'
import { addAnswers } from '../../db/statistics/adding.ts'
import { unpackNames } from '../../db/statistics/names.ts'
import { mostKept, mostWhileRunning, splitNames, unpackSplit } from '../../db/statistics/split.ts'
import { partitionsOf } from '../../db/statistics/partitions.ts'
import { openDb, openPool } from '../../db/connection.ts'
import { Random } from '../../seed/random.ts'
import { chainOf } from '../lines/chain.ts'
import { isCountry } from '../lines/countries.ts'

const tests: TestApp[] = []
let test: TestApp
beforeEach(async () => {
  test = await createTestApp()
  tests.push(test)
})
afterAll(async () => {
  for (const one of tests) await one.close()
})

const noon = Date.UTC(2026, 2, 10, 12)
const minute = (after: number): Date => new Date(noon + after * 60_000)
const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0)
const add = (counts: Record<string, number>, key: string | number): void => void (counts[key] = (counts[key] ?? 0) + 1)

describe('what nodes count', () => {
  it(
    'adds up to the queries that were sent, by node, line, type, code, domain and minute, and of domains by country and name',
    { timeout: 60_000 },
    async () => {
      const random = new Random('sums')
      const lines = await linesOf(test.db)
      const nodes = [new CountingNode(3), new CountingNode(4)]
      const sent = { node: {}, line: {}, type: {}, rcode: {}, domain: {} } as Record<string, Record<string, number>>
      const queries = 100_000
      let [located, named] = [0, 0]
      for (let query = 0; query < queries; query += 1) {
        const node = random.pick(nodes)
        const domainId = random.perMille(50) ? null : random.between(1, 300)
        const line = random.pick(lines)
        const type = random.pick(knownTypes)
        const rcode = random.pick([0, 0, 3, 5])
        const name = domainId !== null && rcode === 0 ? random.pick(['www', 'mail', '*']) : null
        node.counters.add(answerTo(domainId, line, type, rcode, name))
        if (domainId !== null && chainOf([line]).some(isCountry)) located += 1
        if (name !== null) named += 1
        for (const [name, key] of Object.entries({ node: node.id, line, type, rcode, domain: domainId ?? 0 })) add(sent[name]!, key)
        // 50 minutes, over the end of an hour.
        if (query % 2000 === 1999) for (const each of nodes) await each.rollUp(test.db, minute(30 + Math.floor(query / 2000)))
      }
      const { domains, by, told, minutes } = await storedSums(test.db)
      const { domain, ...others } = sent
      expect(by).toEqual(others)
      expect(Object.fromEntries(domains)).toEqual(domain)
      expect(told.node).toBe(queries)
      expect(told.rcode).toBe(queries)
      const rows = await test.db.selectFrom('query_domain_minute').select(['split', 'names']).where('domain_id', '>', 0).execute()
      const summed = (counts: (row: (typeof rows)[number]) => Map<unknown, number>) => rows.flatMap((row) => [...counts(row).values()]).reduce((a, b) => a + b)
      expect(summed(({ split }) => unpackSplit(split).country)).toBe(located)
      expect(summed(({ names }) => unpackNames(names))).toBe(named)
      // Of each domain, and of everything by node, line, type and code.
      expect(minutes).toBe(queries * 5)
      expect((await partitionsOf(test.db, 'query_domain_minute')).map(({ start }) => start.getTime() - noon)).toEqual([0, 3_600_000, 7_200_000])
    },
  )

  it('is one row for each domain and hour, whatever a stranger asks', { timeout: 60_000 }, async () => {
    const lines = await linesOf(test.db)
    const sender = new HostileSender('rows', lines, 5_000)
    const node = new CountingNode(1)
    for (let query = 0; query < 60_000; query += 1) {
      node.counters.add(sender.ask(query % 4 === 0 ? null : (query % 20) + 1))
      if (query % 5000 === 4999) await node.rollUp(test.db, minute(1))
    }
    const rows = await test.db.selectFrom('query_domain_minute').selectAll().execute()
    expect(rows).toHaveLength(16)
    for (const { split, names } of rows) {
      const told = unpackSplit(split)
      expect(unpackNames(names).size).toBeLessThanOrEqual(100)
      for (const name of splitNames) expect(told[name].size).toBeLessThanOrEqual(mostWhileRunning)
      for (const type of told.type.keys()) expect([0, ...knownTypes]).toContain(type)
    }
    const sums = await test.db.selectFrom('query_sum_minute').select(['by', 'key']).execute()
    // One node, the lines that there are, the types that we know, one for the others, and two codes.
    expect(sums.length).toBeLessThanOrEqual(1 + lines.length + knownTypes.length + 1 + 2)
    const { domains, by } = await storedSums(test.db)
    expect([...domains.values()].reduce((a, b) => a + b)).toBe(60_000)
    for (const counts of Object.values(by)) expect(sum(counts)).toBe(60_000)
    expect(mostKept).toBeLessThan(mostWhileRunning)
  })

  it('of a line that there is not is counted, under no name', async () => {
    const node = new CountingNode(1)
    node.counters.add(answerTo(5, 'invented', 1, 0))
    node.counters.add(answerTo(5, 'default', 1, 0))
    await node.rollUp(test.db, minute(0))
    const { by, told } = await storedSums(test.db)
    expect(by['line']).toEqual({ '': 1, default: 1 })
    expect(told.line).toBe(1)
    expect((await test.db.selectFrom('query_line').select('code').where('code', '=', 'invented').execute()).length).toBe(0)
  })

  it('of a custom line is told apart in its domain, and under no name in the sums of the platform', async () => {
    const [group] = await test.db.selectFrom('service_group').select('id').execute()
    const [account] = await test.db.selectFrom('account').select('id').execute()
    const { id: domainId } = await test.db
      .insertInto('domain')
      .values({ name: 'lined.example', unicode_name: 'lined.example', account_id: account!.id, service_group_id: group!.id, serial: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await test.db
      .insertInto('custom_line')
      .values({ domain_id: domainId, name: 'office', segments: '10.0.0.0/8' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const node = new CountingNode(1)
    for (const line of [`custom_${id}`, `custom_${id}`, `custom_${id + 1}`, 'default']) node.counters.add(answerTo(domainId, line, 1, 0))
    await node.rollUp(test.db, minute(0))
    const { by, told } = await storedSums(test.db)
    expect(by['line']).toEqual({ '': 3, default: 1 })
    expect(told.line).toBe(3)
    const codes = (await test.db.selectFrom('query_line').select('code').where('code', 'like', 'custom%').execute()).map(({ code }) => code)
    expect(codes).toEqual([`custom_${id}`])
  })

  it('of a node without room is still complete by domain, line, type and code', async () => {
    const node = new CountingNode(1, 3)
    for (const line of ['default', 'telecom', 'unicom', 'mobile', 'mobile']) node.counters.add(answerTo(8, line, 1, 0))
    node.counters.add(answerTo(9, 'default', 28, 3))
    await node.rollUp(test.db, minute(0))
    const { domains, by, told } = await storedSums(test.db)
    expect(Object.fromEntries(domains)).toEqual({ 8: 5, 9: 1 })
    expect(by).toMatchObject({ line: { default: 2, telecom: 1, unicom: 1, mobile: 2 }, type: { 1: 5, 28: 1 }, rcode: { 0: 5, 3: 1 } })
    // The three that had room.
    expect([told.line, told.type]).toEqual([3, 3])
  })
})

describe('of a domain', () => {
  /** What is stored of it, by the codes of countries and by name. */
  async function storedOf(domainId: number) {
    const codes = new Map((await test.db.selectFrom('query_line').selectAll().execute()).map(({ number, code }) => [number, code]))
    const { answers, split, names } = await test.db
      .selectFrom('query_domain_minute')
      .select(['answers', 'split', 'names'])
      .where('domain_id', '=', domainId)
      .executeTakeFirstOrThrow()
    return { answers, countries: Object.fromEntries([...unpackSplit(split).country].map(([key, count]) => [codes.get(key), count])), names }
  }

  it('clients are counted by the country of all their lines, or not at all where none is known', async () => {
    const node = new CountingNode(1)
    for (const line of ['telecom', 'unicom', 'unicom', 'domestic', 'jp', 'jp', 'overseas', 'default', 'baidu']) node.counters.add(answerTo(5, line, 1, 0))
    await node.rollUp(test.db, minute(0))
    expect(await storedOf(5)).toMatchObject({ answers: 9, countries: { cn: 4, jp: 2 } })
  })

  it('names are counted that the zone has, and none that a stranger made up', async () => {
    const node = new CountingNode(1)
    for (const name of ['www', 'www', '', null, null, 'a b']) node.counters.add(answerTo(5, 'default', 1, name === null ? 3 : 0, name))
    node.counters.add(answerTo(5, 'default', 1, 0, 'www'))
    await node.rollUp(test.db, minute(0))
    node.counters.add(answerTo(5, 'default', 1, 0, 'www'))
    await node.rollUp(test.db, minute(1))
    expect(await storedOf(5)).toMatchObject({ answers: 8, names: 'www 4 @ 1 a\\032b 1' })
  })

  it('a node without room for more names counts those that it has', async () => {
    const node = new CountingNode(1, undefined, 2)
    for (const name of ['a', 'b', 'c', 'a', 'c']) node.counters.add(answerTo(5, 'default', 1, 0, name))
    await node.rollUp(test.db, minute(0))
    expect(await storedOf(5)).toMatchObject({ answers: 5, names: 'a 2 b 1' })
  })

  it('a node of an earlier version, which knows neither, is counted', async () => {
    await addAnswers(test.db, 1, minute(0), [{ domainId: 5, answers: 3, lines: [['default', 3]], types: [[1, 3]], rcodes: [[0, 3]] }])
    expect(await storedOf(5)).toEqual({ answers: 3, countries: {}, names: null })
  })
})

describe('a database that does not take them', () => {
  it('gets them later, once, in the minute they belong to', async () => {
    const node = new CountingNode(1)
    node.counters.add(answerTo(5, 'default', 1, 0))
    await sql`alter table query_sum_minute rename to query_sum_away`.execute(test.db)
    await expect(node.rollUp(test.db, minute(10))).rejects.toThrow('query_sum_minute')
    node.counters.add(answerTo(5, 'default', 1, 0))
    await expect(node.rollUp(test.db, minute(11))).rejects.toThrow('query_sum_minute')
    await sql`alter table query_sum_away rename to query_sum_minute`.execute(test.db)
    node.counters.add(answerTo(5, 'default', 1, 0))
    await node.rollUp(test.db, minute(12))
    await node.rollUp(test.db, minute(13))
    const [row] = await test.db.selectFrom('query_sum_minute').select('minutes').where('by', '=', 'rcode').execute()
    // Eleven minutes without answers, the one that failed, and all that came after.
    expect([...row!.minutes.toString('hex')].map((group) => Number.parseInt(group, 16)).slice(0, 13)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2])
  })
})

it('processes that need the same partition at once all get it, and lose nothing', async () => {
  const pools = Array.from({ length: 6 }, () => openPool({ connectionString: test.connectionString }, 2))
  const nodes = pools.map((_, index) => new CountingNode(index + 1))
  for (const node of nodes) for (let query = 0; query < 50; query += 1) node.counters.add(answerTo(5, 'default', 1, 0))
  await Promise.all(nodes.map((node, index) => node.rollUp(openDb(pools[index]!), minute(3))))
  const { domains, by } = await storedSums(test.db)
  expect(Object.fromEntries(domains)).toEqual({ 5: 300 })
  expect(by['node']).toEqual({ 1: 50, 2: 50, 3: 50, 4: 50, 5: 50, 6: 50 })
  await Promise.all(pools.map((pool) => pool.end()))
})
