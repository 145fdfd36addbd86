import { sql } from 'kysely'
import { platformActor, type Actor } from '../../../access/actor.ts'
import { change } from '../../../changes/change.ts'
import { keepWorking, type KeptWork } from '../../../changes/kept-work.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { olderTransactionsEnd } from '../../../db/older-transactions.ts'
import { followSaved, settleBulk, type BulkNote } from '../record/record-save.ts'

/*
 * A segment that comes to follow takes up the addresses that are there already. A save asks with its first statement whether a segment
 * follows: one that is under way at that moment does not know of it, and nobody else sees yet what it saves. So this is done after the
 * change, when every transaction that was open has ended: right away, and by the platform where that was not possible.
 */

/** A change that asked for it waits so long for others; the platform goes on. */
const patienceMs = 2_000

/** Notes that a segment has to take up the addresses that are there already, if it is active and follows. */
export async function askToCatchUp(tx: Tx, segmentId: number): Promise<void> {
  await tx
    .updateTable('reverse_segment')
    // As exact as it can be read again.
    .set({ catch_up_since: sql<Date>`date_trunc('milliseconds', clock_timestamp())` })
    .where('id', '=', segmentId)
    .where('state', '=', 'active')
    .where('follows_addresses', '=', true)
    .execute()
}

/** Takes them up for all segments that have to, or for these. */
export async function catchUp(db: Db, actor: Actor, ids: readonly number[] | 'all' = 'all', signal?: AbortSignal): Promise<void> {
  const due = await db
    .selectFrom('reverse_segment')
    .select(['id', 'catch_up_since as since'])
    .where('catch_up_since', 'is not', null)
    .$if(ids !== 'all', (query) => query.where('id', 'in', [...ids] as number[]))
    .orderBy('id')
    .execute()
  if (due.length === 0 || !(await olderTransactionsEnd(db, patienceMs, signal))) return
  for (const { id, since } of due) if (!signal?.aborted) await catchUpOne(db, actor, id, since!)
}

async function catchUpOne(db: Db, actor: Actor, id: number, since: Date): Promise<void> {
  const bulk: BulkNote = { isDue: false }
  try {
    await change(db, actor, 'reverse_segment.follow', async (open) => {
      // Asked for again meanwhile, it is done again.
      const due = open.tx.updateTable('reverse_segment').set({ catch_up_since: null }).where('id', '=', id).where('catch_up_since', '=', since)
      if (!(await due.returning('id').executeTakeFirst())) return open.nothingChanged()
      // An address that goes meanwhile has gone before we look, or takes the PTR record along that we leave.
      await open.tx
        .selectFrom('domain')
        .innerJoin('reverse_zone', 'reverse_zone.domain_id', 'domain.id')
        .select('domain.id')
        .where('reverse_zone.segment_id', '=', id)
        .orderBy('domain.id')
        .forUpdate('domain')
        .execute()
      if (!(await followSaved(open, id, bulk))) open.nothingChanged()
    })
  } finally {
    await settleBulk(db, bulk)
  }
}

/** Does so in this process until `stop`, for what no change has come to. */
export function keepCatchingUp(db: Db, log: (line: Record<string, unknown>) => void): KeptWork {
  const actor = platformActor('reverse_segment')
  return keepWorking({ name: 'PTR records', work: (signal) => catchUp(db, actor, 'all', signal), isWokenBy: () => false, log })
}
