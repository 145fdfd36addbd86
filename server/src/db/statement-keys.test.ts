import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { newTestDomain } from '../../../tests/support/records.ts'
import type { Tx } from './connection.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const missing = 987_654_321
const refused = { code: '23503' }

async function newDomain(): Promise<number> {
  return (await newTestDomain(test)).id
}

/** Domains and numbers of the records; a record has no more than it must. */
function insertRecords(db: TestApp['db'], domainIds: readonly number[]) {
  return sql<{ id: number }>`
    insert into record (domain_id, host, type, line, value, ttl_seconds, version)
    select given, 'www', 'A', 'default', '192.0.2.1', 60, 2 from unnest(${domainIds}::bigint[]) as given returning id`.execute(db)
}

function insertRevision(db: TestApp['db'], domainId: number, version: number) {
  return sql`
    insert into domain_revision (domain_id, version, actor_name, action, added, updated, deleted)
    values (${domainId}, ${version}, 'test', 'record.apply', 0, 0, 0)`.execute(db)
}

function insertChanges(db: TestApp['db'], domainId: number, version: number, count: number) {
  return sql`
    insert into record_change (domain_id, version, record_id) select ${domainId}::bigint, ${version}::integer, given from generate_series(1, ${count}::integer) as given`.execute(
    db,
  )
}

/** How often a table was looked into in this transaction, by index or whole. */
async function looksInto(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ looks: number }>`
    select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as looks from pg_stat_xact_user_tables where relname = ${table}`.execute(tx)
  return rows[0]!.looks
}

describe('a record', () => {
  it('is refused without its domain, alone or among others', async () => {
    const domainId = await newDomain()
    await expect(insertRecords(test.db, [missing])).rejects.toMatchObject(refused)
    await expect(insertRecords(test.db, [domainId, missing, domainId])).rejects.toMatchObject(refused)
    expect(await test.db.selectFrom('record').select('id').where('domain_id', 'in', [domainId, missing]).execute()).toEqual([])
  })

  it('moves to no domain that is missing', async () => {
    const [from, to] = [await newDomain(), await newDomain()]
    const { rows } = await insertRecords(test.db, [from])
    const move = (domainId: number) => test.db.updateTable('record').set({ domain_id: domainId }).where('id', '=', rows[0]!.id).execute()
    await expect(move(missing)).rejects.toMatchObject(refused)
    await move(to)
    expect(await test.db.selectFrom('record').select('id').where('domain_id', '=', to).execute()).toEqual(rows)
  })

  it('goes with its domain, and its history too', async () => {
    const [gone, kept] = [await newDomain(), await newDomain()]
    for (const domainId of [gone, kept]) {
      await insertRecords(test.db, [domainId, domainId])
      await insertRevision(test.db, domainId, 2)
      await insertChanges(test.db, domainId, 2, 3)
    }
    await test.db.deleteFrom('domain').where('id', '=', gone).execute()
    const left = async (table: 'record' | 'domain_revision' | 'record_change', domainId: number) =>
      (await test.db.selectFrom(table).select('domain_id').where('domain_id', '=', domainId).execute()).length
    const tables = ['record', 'domain_revision', 'record_change'] as const
    expect(await Promise.all(tables.map((table) => left(table, gone)))).toEqual([0, 0, 0])
    expect(await Promise.all(tables.map((table) => left(table, kept)))).toEqual([2, 1, 3])
  })

  it('holds its domain until its transaction ends, so that nobody deletes it meanwhile', async () => {
    const domainId = await newDomain()
    await test.db.transaction().execute(async (tx) => {
      await insertRecords(tx, [domainId])
      const deleting = test.db.transaction().execute(async (other) => {
        await sql`set local lock_timeout = '100ms'`.execute(other)
        await other.deleteFrom('domain').where('id', '=', domainId).execute()
      })
      // PostgreSQL's code of a lock that was not to be had.
      await expect(deleting).rejects.toMatchObject({ code: '55P03' })
    })
  })
})

describe('a change in the history', () => {
  it('is refused without its revision, and goes with it', async () => {
    const domainId = await newDomain()
    await insertRevision(test.db, domainId, 2)
    await expect(insertChanges(test.db, domainId, 3, 2)).rejects.toMatchObject(refused)
    await insertChanges(test.db, domainId, 2, 2)
    await test.db.deleteFrom('domain_revision').where('domain_id', '=', domainId).execute()
    expect(await test.db.selectFrom('record_change').select('version').where('domain_id', '=', domainId).execute()).toEqual([])
  })
})

describe('rows of one statement', () => {
  it.each([1, 5_000])('look for their domain and revision once, when there are %d', async (count) => {
    const domainId = await newDomain()
    await test.db.transaction().execute(async (tx) => {
      const domains = await looksInto(tx, 'domain')
      await insertRecords(tx, Array<number>(count).fill(domainId))
      expect((await looksInto(tx, 'domain')) - domains).toBe(1)
      await insertRevision(tx, domainId, 2)
      const revisions = await looksInto(tx, 'domain_revision')
      await insertChanges(tx, domainId, 2, count)
      expect((await looksInto(tx, 'domain_revision')) - revisions).toBe(1)
    })
  })
})
