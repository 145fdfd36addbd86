import { platformActor } from '../../../access/actor.ts'
import { change } from '../../../changes/change.ts'
import { keepWorking, type KeptWork } from '../../../changes/kept-work.ts'
import type { Db } from '../../../db/connection.ts'

/*
 * Names of a user are read where zones are read, so a change of them is one row. What each of its domains still needs is a higher serial,
 * by which nodes and secondary servers learn of it: these are given some domains at a time, after the change, however many there are.
 */

const actor = platformActor('vanity_nameserver')
/** Domains that are published in one transaction. */
const portion = 500

/** Publishes some domains of one user; answers false when there are none left. Any number of processes may do so: a user belongs to the one that holds its row. */
async function publishSome(db: Db): Promise<boolean> {
  return change(db, actor, 'vanity_nameserver.publish', async ({ tx, publish, isObserved }) => {
    // Who changed the names is in the log; this follows from it.
    isObserved()
    const due = await tx.selectFrom('nameserver_rollout').selectAll().orderBy('account_id').limit(1).forUpdate().skipLocked().executeTakeFirst()
    if (!due) return false
    const domains = await tx
      .selectFrom('domain')
      .select('id')
      .where('account_id', '=', due.account_id)
      .where('id', '>', due.reached)
      .where('own_nameservers', 'is', null)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(portion)
      .forUpdate()
      .execute()
    const last = domains.at(-1)
    if (last && domains.length === portion)
      await tx.updateTable('nameserver_rollout').set({ reached: last.id }).where('account_id', '=', due.account_id).execute()
    else await tx.deleteFrom('nameserver_rollout').where('account_id', '=', due.account_id).execute()
    publish(domains.map(({ id }) => id))
    return true
  })
}

/** Publishes all that is due. */
export async function publishRollouts(db: Db, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await publishSome(db)));
}

/** Does so in this process until `stop`: right after names are changed here, and within a second elsewhere. */
export function keepRollouts(db: Db, log: (line: Record<string, unknown>) => void): KeptWork {
  return keepWorking({
    name: 'name servers of users',
    work: (signal) => publishRollouts(db, signal),
    isWokenBy: (action) => action.startsWith('vanity_nameserver.') && action !== 'vanity_nameserver.publish',
    log,
  })
}
