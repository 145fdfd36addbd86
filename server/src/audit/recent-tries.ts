import type { Actor } from '../access/actor.ts'
import type { Db } from '../db/connection.ts'

/** How often the caller has done this within the last minute, by the audit trail. */
export async function triesOfLastMinute(db: Db, actor: Actor, action: string): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entry')
    .where('action', '=', action)
    .where('actor_id', 'is not distinct from', actor.accountId)
    .where('at', '>', new Date(Date.now() - 60_000))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
