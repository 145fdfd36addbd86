import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { olderTransactionsEnd } from './older-transactions.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const enoughMs = 10_000

/** Opens a transaction that does nothing until it is ended. */
async function openTransaction(): Promise<() => Promise<unknown>> {
  const tx = await test.db.startTransaction().execute()
  await sql`select 1`.execute(tx)
  return () => tx.commit().execute()
}

it('a transaction that is open is waited for, also where it does nothing; one that begins later is not', async () => {
  const end = await openTransaction()
  expect(await olderTransactionsEnd(test.db, 0)).toBe(false)
  const stopped = new AbortController()
  stopped.abort()
  expect(await olderTransactionsEnd(test.db, enoughMs, stopped.signal)).toBe(false)
  const { rows: before } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(test.db)
  const ended = olderTransactionsEnd(test.db, enoughMs)
  const looks = sql`
    select from pg_stat_activity where query like '%xact_start <%' and query_start > ${before[0]!.now}::timestamptz and pid <> pg_backend_pid()`
  await vi.waitFor(async () => expect((await looks.execute(test.db)).rows).not.toEqual([]), enoughMs)
  const endLater = await openTransaction()
  await end()
  expect(await ended).toBe(true)
  await endLater()
})
