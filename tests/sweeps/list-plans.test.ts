import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '@nameplane/contract/endpoints'
import { createTestApp, type TestApp } from '../support/app.ts'
import { makeFixtureWorld, type FixtureWorld } from '../support/fixture-world.ts'
import { inputSchemaOf } from '../support/hostile-input.ts'
import { rawCall } from '../support/raw-call.ts'
import { planOf, rowsRead, watchStatements, type PlanNode, type Statement } from '../support/statements.ts'
import { validCalls } from '../support/valid-calls.ts'

/*
 * No list reads more than its page because its table has grown: an index has the order of each column that it can be sorted by, and each
 * text that is searched within is found by one.
 */

/** Lists whose tables, or whose part of them, stay small by what they are; `null` for all of their columns. */
const small: Readonly<Record<string, { why: string; columns: readonly string[] | null }>> = {
  'admin.list': { why: 'administrators are a few of all accounts, found by their type', columns: null },
  'role.list': { why: 'roles are made by hand', columns: null },
  'role.members': { why: 'administrators', columns: null },
  'serviceGroup.list': { why: 'groups are made by hand', columns: null },
  'changeSet.rows': { why: 'domains of one batch, five hundred at most', columns: null },
  'record.moment': { why: 'two states of one domain, joined before they are sorted', columns: null },
  'customLine.list': { why: 'lines of one domain, a hundred at most', columns: null },
  'dynamicHost.list': { why: 'credentials of one domain, a hundred at most', columns: null },
  'updateKey.list': { why: 'keys of one domain, twenty at most', columns: null },
  'vanityNameserver.list': { why: 'names are given to users by hand', columns: null },
  'secondary.list': { why: 'servers are added by hand', columns: null },
  'reverseSegment.list': { why: 'networks are requested and decided by hand', columns: null },
  'domainClaim.list': { why: 'requests are written by hand, and a domain has one of each account', columns: null },
  'recordTemplate.list': { why: 'templates are made by hand, two hundred at most', columns: null },
  'schedule.list': { why: 'jobs are made by hand', columns: null },
  'config.list': { why: 'the product says which there are', columns: null },
  'config.search': { why: 'the product says which there are', columns: null },
  'backup.makers': { why: 'accepted by hand, one by one', columns: null },
  'backup.list': { why: 'files of a folder, of which some are kept', columns: null },
  'session.list': { why: 'sessions of one account', columns: null },
  'session.listOf': { why: 'sessions of one account', columns: null },
  'message.list': { why: 'messages are written by hand', columns: null },
  'apiToken.list': { why: 'keys are made by hand, fifty an account at most', columns: null },
  'record.list': { why: 'records of one domain, whose own order is that of an index', columns: ['host', 'type', 'line', 'value', 'ttl', 'updateTime', 'id'] },
}

/** With these the planner takes an index wherever one serves. */
const indexesOnly = ['enable_sort = off', 'enable_seqscan = off', 'enable_bitmapscan = off', 'enable_hashjoin = off', 'enable_mergejoin = off']

let platform: TestApp
let world: FixtureWorld
let uniqueColumns: Set<string>
beforeAll(async () => {
  platform = await createTestApp()
  world = await makeFixtureWorld(platform)
  await platform.app.inject({ method: 'POST', url: '/api/sys/login', payload: { username: 'admin', password: 'wrong' } })
  const { rows } = await sql<{ column: string }>`
    select relname || '.' || attname as column from pg_index join pg_class on pg_class.oid = indrelid
      join pg_attribute on attrelid = indrelid and attnum = indkey[0] where indisunique and indnkeyatts = 1 and indpred is null`.execute(platform.db)
  uniqueColumns = new Set(rows.map(({ column }) => column))
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => platform.close())

const lists = endpoints
  .map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint, schema: inputSchemaOf(endpoint) }))
  .filter(({ schema }) => schema.properties?.['sidx'])
  .map((row) => ({ ...row, columns: (row.schema.properties!['sidx']!.enum ?? [row.schema.properties!['sidx']!.const]) as string[] }))

type List = (typeof lists)[number]

/** The statements of a list's call that read its page, and those that count it. */
async function statementsOf({ name, endpoint, schema }: List, input: Record<string, unknown>): Promise<{ page: Statement[]; count: Statement[] }> {
  const valid = validCalls[name]?.(world) ?? {}
  const required = Object.fromEntries(Object.entries(valid).filter(([field]) => (schema.required ?? []).includes(field)))
  const seen = watchStatements()
  const answer = await rawCall(platform.app, endpoint, { ...required, ...input }, { token: platform.adminToken })
  expect(answer.json(), JSON.stringify(input)).toMatchObject({ code: 1 })
  vi.restoreAllMocks()
  return {
    page: seen.filter(({ text }) => /order by[^()]*limit \$\d+ offset \$\d+$/s.test(text)),
    count: seen.filter(({ text }) => text.startsWith('select count(*) as count from (select from')),
  }
}

/** What of a plan reads all rows before the first one can be shown. */
function hindrances(plan: readonly PlanNode[]): string[] {
  const tables = plan.flatMap((node) => node['Relation Name'] ?? [])
  const isUnique = (key: string) => uniqueColumns.has(key.replace(/ DESC$| NULLS \w+$/g, '')) || tables.some((table) => uniqueColumns.has(`${table}.${key}`))
  return plan
    .filter((node) => {
      if (node['Node Type'] === 'Incremental Sort') return !isUnique(node['Presorted Key']?.[0] ?? '')
      return ['Sort', 'Seq Scan'].includes(node['Node Type'])
    })
    .map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''}`.trim())
}

test('every list that is small is a list', () => {
  const names = new Set(lists.map(({ name }) => name))
  for (const [name, { columns }] of Object.entries(small)) {
    expect(names, name).toContain(name)
    for (const column of columns ?? []) expect(lists.find((list) => list.name === name)!.columns, name).toContain(column)
  }
})

describe('every order of a list that grows is that of an index', () => {
  test.each(lists.filter(({ name }) => small[name]?.columns !== null))('$name', async (list) => {
    const hindered: string[] = []
    for (const sidx of [undefined, ...list.columns.filter((column) => !small[list.name]?.columns?.includes(column))])
      for (const order of ['asc', 'desc']) {
        const { page } = await statementsOf(list, { ...(sidx && { sidx }), order })
        expect(page.length, `${sidx} ${order}`).toBeGreaterThan(0)
        for (const statement of page)
          for (const hindrance of hindrances(await planOf(platform.connectionString, statement, indexesOnly))) hindered.push(`${sidx} ${order}: ${hindrance}`)
      }
    expect(hindered).toEqual([])
  })
})

describe('what a list reads of 30,000 rows', () => {
  const rows = 30_000
  beforeAll(async () => {
    const { db } = platform
    await sql`
      insert into domain (name, unicode_name, account_id, service_group_id, serial, record_count, created_at, updated_at)
      select 'd' || n || '.example', 'd' || n || '.example', ${world.userId}, (select id from service_group where is_default), n, n % 50,
        now() - n * interval '1 minute', now() - n * interval '1 minute'
      from generate_series(1, ${sql.lit(rows)}) as n`.execute(db)
    await sql`
      insert into record (domain_id, host, type, line, value, ttl_seconds, version)
      select ${world.domainId}, 'h' || md5(n::text), 'A', 'default', '192.0.2.' || n % 250, 600, 1 from generate_series(1, ${sql.lit(rows)}) as n`.execute(db)
    await sql`update domain set record_count = record_count + ${rows} where id = ${world.domainId}`.execute(db)
    await sql`
      insert into account (username, type, password_hash, email) select 'user' || n, 2, '', 'm' || md5(n::text) || '@example.org'
      from generate_series(1, ${sql.lit(rows)}) as n`.execute(db)
    await sql`
      insert into letter (key, recipient, about, scenario, language, state, created_at)
      select 'k' || n, 'm' || md5(n::text) || '@example.org', '', 'reset_code', 'en', 'sent', now() - n * interval '1 minute' from generate_series(1, ${sql.lit(rows)}) as n`.execute(
      db,
    )
    // What links entries to each other is of no matter here.
    const entry = sql`now() - n * interval '1 minute', 'actor' || n, 'administrator', '192.0.' || n % 200 || '.' || n / 200, '', n % 60, 'q' || md5(n::text)`
    await sql`
      insert into audit_entry (at, actor_name, actor_kind, address, agent, duration_ms, request_id, id, action, target_type, target_name, previous_hash, hash)
      select ${entry}, 1000000 + n, 'domain.update', 'domain', 't' || md5(n::text), '', '' from generate_series(1, ${sql.lit(rows)}) as n`.execute(db)
    await sql`
      insert into refused_write (at, actor_name, actor_kind, address, agent, duration_ms, request_id, minute, actor_id, action, problem)
      select ${entry}, now() - n * interval '1 minute', n, 'domain.update', 'right_missing' from generate_series(1, ${sql.lit(rows)}) as n`.execute(db)
    await sql`
      insert into sign_in_attempt (at, username, second_factor, address, agent, duration_ms, request_id, minute, is_user, result)
      select ${entry}, now() - n * interval '1 minute', false, 'ok' from generate_series(1, ${sql.lit(rows)}) as n`.execute(db)
    await sql`vacuum analyze domain, record, account, letter, audit_entry, refused_write, sign_in_attempt`.execute(db)
  })

  async function readBy(name: string, input: Record<string, unknown>, isCounted = false): Promise<number> {
    const { page, count } = await statementsOf(
      lists.find((list) => list.name === name)!,
      input,
    )
    const statements = isCounted ? [...page, ...count] : page
    return rowsRead((await Promise.all(statements.map((statement) => planOf(platform.connectionString, statement, [], true)))).flat())
  }

  test.each(['domain', 'recordCount', 'createTime', 'updateTime', 'deleteTime'])('the first and last pages of domains by %s', async (sidx) => {
    expect(await readBy('domain.list', { sidx, limit: 20 })).toBeLessThanOrEqual(60)
    expect(await readBy('domain.list', { sidx, limit: 20, page: 1499 })).toBeLessThanOrEqual(120)
  })

  test('the first and last pages of records, and a few of them found by a part of their host', async () => {
    expect(await readBy('record.list', { limit: 100 })).toBeLessThanOrEqual(200)
    expect(await readBy('record.list', { limit: 100, page: 300 })).toBeLessThanOrEqual(300)
    expect(await readBy('record.list', { search: 'c4ca4238a0b9' })).toBeLessThanOrEqual(50)
  })
  // Parts of md5('1').
  test.each([
    ['domain.list', { search: 'd12345' }],
    ['domain.list', { value: '192.0.3.77' }],
    ['user.list', { search: 'c4ca4238a0b9' }],
    ['letter.list', { search: 'c4ca4238a0b9' }],
    ['log.operations', { search: 'c4ca4238a0b9' }],
    ['log.operations', { search: 'qc4ca4238a0b9' }],
    ['log.operations', { target: 'c4ca4238a0b9' }],
    ['log.operations', { actor: 'actor12345' }],
    ['log.operations', { address: '192.0.77.14' }],
    ['log.operations', { address: '192.0.77.0/26' }],
    ['log.signIns', { search: 'actor12345' }],
    ['log.signIns', { actor: 'actor12345' }],
    ['log.signIns', { address: '192.0.77.0/26' }],
  ])('few of them are found in %s by %j', async (name, filters) => {
    expect(await readBy(name, filters, true)).toBeLessThanOrEqual(800)
  })
})
