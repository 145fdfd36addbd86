import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './connection.ts'

/** Most are over in a moment; one that takes hours is not asked for all the time. */
const restsMs = { first: 10, most: 500 }

/**
 * Waits until every transaction that is open in this database now has ended: whatever they had read before, all that comes later sees
 * what is committed now. Answers false when that takes longer than `patienceMs`, or `signal` says to stop.
 */
export async function olderTransactionsEnd(db: Db, patienceMs: number, signal?: AbortSignal): Promise<boolean> {
  const { rows: moments } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db)
  const until = performance.now() + patienceMs
  for (let restMs = restsMs.first; ; restMs = Math.min(2 * restMs, restsMs.most)) {
    const { rows } = await sql<{ isOpen: boolean }>`
      select exists (
        select from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start < ${moments[0]!.now}::timestamptz
      ) as "isOpen"`.execute(db)
    if (!rows[0]!.isOpen) return true
    if (performance.now() >= until || signal?.aborted) return false
    await pause(restMs)
  }
}
