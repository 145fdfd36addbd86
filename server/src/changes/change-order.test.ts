import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { newTestDomain } from '../../../tests/support/records.ts'
import { platformActor } from '../access/actor.ts'
import { firstBrokenAuditEntry } from '../audit/audit-verification.ts'
import { openDb, openPool, type Db } from '../db/connection.ts'
import { change } from './change.ts'

const many = 16

let test: TestApp
let pool: Pool
let db: Db
let elsewhere: Pool
let domainIds: number[]
/** The domain of each time that the work of a change was done. */
let worked: number[]

beforeAll(async () => {
  test = await createTestApp()
  domainIds = []
  for (let made = 0; made < many; made += 1) domainIds.push((await newTestDomain(test)).id)
  pool = openPool({ connectionString: test.connectionString })
  elsewhere = openPool({ connectionString: test.connectionString })
})
afterAll(async () => {
  await pool.end()
  await elsewhere.end()
  await test.close()
})
/** An order of its own for each test: one that has foreseen wrongly foresees nothing for a second. */
beforeEach(() => {
  db = openDb(pool)
  worked = []
})

/** A change of a domain that is published, as saves of its records are. */
async function save(domainId: number, by: Db = db): Promise<void> {
  await change(by, platformActor('test'), 'domain.update', async ({ tx, audit, publish }) => {
    worked.push(domainId)
    await sql`select from domain where id = ${domainId} for update`.execute(tx)
    audit({ type: 'domain', id: domainId, name: `n${domainId}.example` })
    publish([domainId])
  })
}

const entries = async (): Promise<number> =>
  (
    await test.db
      .selectFrom('audit_entry')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

it('chains what is saved at once, each tried once', async () => {
  await save(domainIds[0]!)
  const before = await entries()
  worked = []
  for (let round = 0; round < 5; round += 1) await Promise.all(domainIds.map((id) => save(id)))
  expect(worked).toHaveLength(5 * many)
  expect(await entries()).toBe(before + 5 * many)
  expect(await firstBrokenAuditEntry(test.db)).toBeNull()
})

it('tries again what was sealed over an end that is none any more, because somebody else wrote', async () => {
  await save(domainIds[0]!)
  await save(domainIds[1]!, openDb(elsewhere))
  const before = await entries()
  worked = []
  await save(domainIds[0]!)
  expect(worked).toEqual([domainIds[0], domainIds[0]])
  await Promise.all(domainIds.map((id) => save(id)))
  expect(await entries()).toBe(before + 1 + many)
  expect(await firstBrokenAuditEntry(test.db)).toBeNull()
})

it('saves what comes behind a change that is refused', async () => {
  const refused = domainIds[3]!
  await sql`create function refuse_entry() returns trigger language plpgsql as $$
    begin if new.target_id = ${sql.lit(refused)} then raise exception 'no entry'; end if; return new; end $$`.execute(test.db)
  await sql`create trigger refuse_entry before insert on audit_entry for each row execute function refuse_entry()`.execute(test.db)
  const before = await entries()
  const outcomes = await Promise.allSettled(domainIds.map((id) => save(id)))
  await sql`drop trigger refuse_entry on audit_entry`.execute(test.db)
  expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [domainIds[index]] : []))).toEqual([refused])
  expect(await entries()).toBe(before + many - 1)
  expect(await firstBrokenAuditEntry(test.db)).toBeNull()
})

it('orders changes that publish nothing among those that do', async () => {
  const before = await entries()
  const quiet = (id: number): Promise<void> =>
    change(db, platformActor('test'), 'domain.update', async ({ audit }) => audit({ type: 'domain', id, name: `n${id}.example` }))
  await Promise.all(domainIds.flatMap((id) => [save(id), quiet(id)]))
  expect(await entries()).toBe(before + 2 * many)
  expect(await firstBrokenAuditEntry(test.db)).toBeNull()
})
