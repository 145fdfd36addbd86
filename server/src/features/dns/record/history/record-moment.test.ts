import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { record } from '@nameplane/contract/dns/record'
import { createTestApp, type TestApp } from '../../../../../../tests/support/app.ts'
import { newTestDomain, recordOf, refusalOf, type TestDomain } from '../../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** The moment that the database is at, between one save and the next. */
async function now(): Promise<string> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(test.db)
  // Two saves are never in the same millisecond, of which a moment has no parts.
  await new Promise((resolve) => setTimeout(resolve, 3))
  return new Date(rows[0]!.at.getTime() + 1).toISOString()
}

type Part = 'changed' | 'records'
const moment = async (zone: TestDomain, at: string, part: Part = 'changed', more: { to?: string; page?: number; limit?: number } = {}) =>
  (await test.call(record.moment, { domainId: zone.id, at, part, order: 'asc', limit: 100, ...more })).data

const shown = (state: Record<string, unknown> | null): string => (state === null ? '-' : `${String(state['host'])} ${String(state['value'])}`)
const told = async (...asked: Parameters<typeof moment>): Promise<string[]> =>
  (await moment(...asked)).list.map(({ before, after }) => `${shown(before)} > ${shown(after)}`)

describe('the records of a domain at a moment', () => {
  it('are those that were saved last before it, beside those of now or of another moment', async () => {
    const zone = await newTestDomain(test)
    const empty = await now()
    const [a, b] = await zone.add('a A 192.0.2.1', 'b A 192.0.2.2', 'same A 192.0.2.3')
    const first = await now()
    await zone.apply([
      { op: 'update', id: a!, record: recordOf('a A 198.51.100.1') },
      { op: 'delete', id: b! },
    ])
    const second = await now()
    await zone.add('late A 192.0.2.4')
    await zone.apply([{ op: 'update', id: a!, record: recordOf('a A 198.51.100.2') }])

    expect(await told(zone, first, 'records')).toEqual(['a 192.0.2.1 > a 198.51.100.2', 'b 192.0.2.2 > -', 'same 192.0.2.3 > same 192.0.2.3'])
    expect(await told(zone, first)).toEqual(['a 192.0.2.1 > a 198.51.100.2', 'b 192.0.2.2 > -', '- > late 192.0.2.4'])
    expect(await moment(zone, first)).toMatchObject({ version: 2, toVersion: 5, added: 1, updated: 1, deleted: 1, unchanged: 1 })
    expect(await told(zone, first, 'changed', { to: second })).toEqual(['a 192.0.2.1 > a 198.51.100.1', 'b 192.0.2.2 > -'])
    expect(await told(zone, second, 'changed', { to: first })).toEqual(['a 198.51.100.1 > a 192.0.2.1', '- > b 192.0.2.2'])
    expect(await moment(zone, empty)).toMatchObject({ version: 1, added: 3, unchanged: 0 })
    expect(await told(zone, new Date(Date.now() + 3_600_000).toISOString())).toEqual([])
  })

  it('are restored as they were', async () => {
    const zone = await newTestDomain(test)
    await zone.add('a A 192.0.2.1', 'b TXT "kept"')
    const then = await now()
    const records = await zone.records()
    const { list } = (await test.call(record.list, { domainId: zone.id })).data
    await zone.apply([...list.map(({ id }) => ({ op: 'delete' as const, id })), { op: 'add', record: recordOf('c A 192.0.2.9') }])
    const { version } = await moment(zone, then)
    await test.call(record.restore, { domainId: zone.id, version })
    expect(await zone.records()).toEqual(records)
    expect(await told(zone, then)).toEqual([])
  })

  it('are paged, each on one page', async () => {
    const zone = await newTestDomain(test)
    await zone.add(...Array.from({ length: 25 }, (_, index) => `h${String(index).padStart(2, '0')} A 192.0.2.1`))
    const then = await now()
    const pages = await Promise.all([1, 2, 3].map((page) => moment(zone, then, 'records', { page, limit: 10 })))
    expect(pages.map(({ list, totalCount }) => [list.length, totalCount])).toEqual([
      [10, 25],
      [10, 25],
      [5, 25],
    ])
    expect(new Set(pages.flatMap(({ list }) => list.map(({ recordId }) => recordId))).size).toBe(25)
  })

  it('are not known before the domain was added, and only told to who reaches it', async () => {
    const zone = await newTestDomain(test)
    const { problem } = await refusalOf(moment(zone, '2001-01-01T00:00:00Z'))
    expect(problem).toBe('moment_before_domain')
    const token = await test.tokenWith(['record.read'])
    await test.db
      .updateTable('role')
      .set({ data_scope: 'own' })
      .where('rights', '=', sql<string[]>`'{record.read}'`)
      .execute()
    const refused = await refusalOf(test.call(record.moment, { domainId: zone.id, at: new Date().toISOString() }, token))
    expect(refused.problem).toBe('domain_missing')
  })
})
