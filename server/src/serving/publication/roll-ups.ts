import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { addAnswers } from '../../db/statistics/adding.ts'
import type { DrainedCounts, EngineDriver, LimitedCounts } from '../node/driver.ts'

// RFC 6895 §2.3.
const rcodes: Record<number, string> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  6: 'YXDOMAIN',
  9: 'NOTAUTH',
  16: 'BADVERS',
}

/** The mnemonic of a response code, or its number. */
export function rcodeName(rcode: number): string {
  return rcodes[rcode] ?? String(rcode)
}

/** What was drained and not stored, because the database did not take it. */
const unwritten = new WeakMap<EngineDriver, DrainedCounts & { minute: Date }>()

/**
 * Adds a node's answers since the last call to the figures of this minute. What the database does not take is kept for the next call,
 * and until then the node counts on, within its bound.
 */
export async function rollUpAnswers(db: Db, nodeId: number, driver: EngineDriver, minute: Date): Promise<void> {
  const write = async (): Promise<void> => {
    const kept = unwritten.get(driver)
    if (kept === undefined) return
    if (kept.counts.length > 0) await addAnswers(db, nodeId, kept.minute, kept.counts)
    unwritten.set(driver, { ...kept, counts: [] })
    await addLimited(db, nodeId, kept.limited)
    unwritten.delete(driver)
    await kept.confirm()
  }
  await write()
  unwritten.set(driver, { minute, ...(await driver.drainCounters()) })
  await write()
}

async function addLimited(db: Db, nodeId: number, { dropped, slipped, spared }: LimitedCounts): Promise<void> {
  if (dropped + slipped + spared === 0) return
  const sums = {
    limit_dropped: sql<number>`limit_dropped + ${dropped}`,
    limit_slipped: sql<number>`limit_slipped + ${slipped}`,
    limit_spared: sql<number>`limit_spared + ${spared}`,
  }
  await db
    .updateTable('node')
    .set({ ...sums, limited_at: new Date() })
    .where('id', '=', nodeId)
    .execute()
}

/** The start of the minute that a moment lies in. */
export function minuteOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 60_000) * 60_000)
}
