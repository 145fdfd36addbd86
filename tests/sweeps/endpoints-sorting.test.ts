import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '@nameplane/contract/endpoints'
import { createTestApp, type TestApp } from '../support/app.ts'
import { inputSchemaOf } from '../support/hostile-input.ts'
import { injections } from '../support/injections.ts'
import { rawCall } from '../support/raw-call.ts'
import { watchStatements } from '../support/statements.ts'
import { makeFixtureWorld, type FixtureWorld } from '../support/fixture-world.ts'
import { validCalls } from '../support/valid-calls.ts'

let platform: TestApp
let world: FixtureWorld

beforeAll(async () => {
  platform = await createTestApp()
  world = await makeFixtureWorld(platform)
  await makeFixtureWorld(platform)
})

afterEach(() => {
  vi.restoreAllMocks()
})

afterAll(async () => {
  await platform.close()
})

const lists = endpoints
  .map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint, schema: inputSchemaOf(endpoint) }))
  .filter(({ schema }) => schema.properties?.['sidx'])
  .map((row) => ({ ...row, columns: (row.schema.properties!['sidx']!.enum ?? [row.schema.properties!['sidx']!.const]) as string[] }))

/** Of settings, the page stands under `page` (spec point 3); of everything else, under `data`. */
function rowsOf(answer: { json<Body>(): Body }): unknown[] {
  type Page = { list: unknown[] }
  const { data, page } = answer.json<{ data?: Page; page?: Page }>()
  return (data ?? page)!.list
}

test('there are lists, and each names the columns it may be sorted by', () => {
  expect(lists.length).toBeGreaterThanOrEqual(4)
  for (const { columns } of lists) expect(columns.length).toBeGreaterThan(0)
})

/** How a list is asked, with what else it needs. */
function listed({ name, endpoint, schema }: Pick<(typeof lists)[number], 'name' | 'endpoint' | 'schema'>) {
  return (input: Record<string, unknown>) => {
    const valid = Object.entries(validCalls[name]?.(world) ?? {}).filter(([field]) => (schema.required ?? []).includes(field))
    return rawCall(platform.app, endpoint, { ...Object.fromEntries(valid), ...input }, { token: platform.adminToken })
  }
}

/** Texts follow the rules of the database, which are not those here. */
const isTime = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

test('the rows of a list are in the order of the column that is asked for', async () => {
  let told = 0
  for (const one of lists) {
    for (const sidx of one.columns) {
      for (const order of ['asc', 'desc'] as const) {
        const rows = rowsOf(await listed(one)({ sidx, order, limit: 200 })) as Record<string, unknown>[]
        // Roles of the platform stand before all others.
        const shown = rows.filter(({ builtIn }) => builtIn !== true).map((row) => row[sidx])
        const values = shown.filter((value) => typeof value === 'number' || isTime(value)) as (number | string)[]
        const sorted = values.toSorted((left, right) => (left < right ? -1 : Number(left > right)))
        expect(values, `${one.name} ${sidx} ${order}`).toEqual(order === 'asc' ? sorted : sorted.toReversed())
        if (new Set(values).size > 1) told += 1
      }
    }
  }
  expect(told).toBeGreaterThanOrEqual(80)
})

describe.each(lists)('$name', ({ name, endpoint, schema, columns }) => {
  const list = listed({ name, endpoint, schema })

  test('sorts by every listed column, both ways, and pages do not overlap', async () => {
    for (const sidx of columns) {
      for (const order of ['asc', 'desc']) {
        const pages = await Promise.all([1, 2, 3].map((page) => list({ sidx, order, page, limit: 2 })))
        const rows = pages.flatMap(rowsOf)
        expect(new Set(rows.map((row) => JSON.stringify(row))).size, `${sidx} ${order}`).toBe(rows.length)
        expect(rowsOf(await list({ sidx, order, limit: 6 })), `${sidx} ${order}`).toEqual(rows.slice(0, 6))
      }
    }
  })

  test('lets no other text reach a statement as a column or a direction', async () => {
    const payloads = injections(columns)
    expect(payloads.length).toBeGreaterThanOrEqual(400)
    const seen = watchStatements()
    // In both at once: each is refused by itself, and each says so at its own field.
    for (const payload of payloads) {
      const answer = await list({ sidx: payload, order: payload })
      expect(answer.json(), `sidx and order: ${payload}`).toMatchObject({ code: 500, fields: { sidx: 'invalid_value', order: 'invalid_value' } })
    }
    // Who calls, and from which networks that may be, is looked up each time; nothing beyond that was asked of the database.
    expect(new Set(seen.map(({ text }) => /(?:from|update) "(\w+)"/.exec(text)?.[1] ?? text))).toEqual(new Set(['api_token', 'account', 'system_config']))
    expect(seen.flatMap(({ values }) => values).filter((value) => payloads.includes(value as string))).toEqual([])
  })

  test('gives text filters to the database as parameters only', async () => {
    const filters = Object.entries(schema.properties ?? {})
      .filter(([field, one]) => one.type === 'string' && !['sidx', 'order'].includes(field))
      .map(([field]) => field)
    const seen = watchStatements()
    const payloads = injections(columns).filter((_, index) => index % 9 === 0)
    for (const field of filters) {
      for (const payload of payloads) {
        const answer = await list({ [field]: payload })
        expect(answer.statusCode, `${field}=${payload}`).toBe(200)
      }
    }
    const statements = seen
      .map(({ text }) => text)
      .join('\n')
      .toLowerCase()
    for (const mark of ['pg_sleep', 'pg_read_file', 'drop table', 'to program', 'pg_user', 'case when 1=1']) expect(statements).not.toContain(mark)
  })
})
