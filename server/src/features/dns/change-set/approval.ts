import { sql } from 'kysely'
import type { changeSet as calls } from '@nameplane/contract/dns/change-set'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { platformActor, type Actor } from '../../../access/actor.ts'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { tellAuthor } from './approval-messages.ts'
import { withRight } from './author.ts'
import { cancelWaiting, findAwaiting, requireSet } from './change-set.store.ts'
import { newDomains } from './new-domains.ts'
import type { ImportAsked } from './record-import.ts'
import { recordWorkOf } from './row-work.ts'
import { planRecords } from './set-plan.ts'

/*
 * Sets that another administrator has to approve. One statement moves a set out of `awaiting`, so that of two decisions, or a decision and
 * the end of its time, one counts. What is done is what was submitted: a domain that was changed since stays as it is (row-work.ts).
 */

/** What a set that waits would change in the domains within reach. */
export async function differenceOf(db: Db, actor: Actor, id: number): Promise<Answered<typeof calls.difference>['data']> {
  await requireSet(db, actor, id)
  const awaiting = await findAwaiting(db, withRight(actor, 'record.read'), id)
  if (!awaiting) throw new Problem('change_set_not_awaiting')
  const { set, targets } = awaiting
  const reader = withRight(actor, 'record.read')
  // An import may add domains, which are its author's unless it says whose.
  const asked = set.kind === 'record_import' ? (set.asked as unknown as ImportAsked) : undefined
  const added = asked?.createMissing ? await newDomains(db, reader, { ...asked, userId: asked.userId ?? set.author_id }) : undefined
  const { plan } = await planRecords(db, reader.accessScope, recordWorkOf(set), targets, { added })
  return { ...plan, id, confirm: null, needsApproval: true }
}

type Decision = 'approved' | 'declined'

/** Approves or declines a set of another administrator, whole or not at all. */
async function decide(db: Db, actor: Actor, { id, remark }: { id: number; remark: string }, decision: Decision): Promise<void> {
  const set = await requireSet(db, actor, id)
  if (set.isOwn) throw new Problem('change_set_own')
  await change(db, actor, decision === 'approved' ? 'change_set.approve' : 'change_set.decline', async ({ tx, audit }) => {
    const decided = await tx
      .updateTable('change_set')
      .set({
        state: decision === 'approved' ? 'planned' : 'declined',
        approver_id: actor.accountId,
        approver_name: actor.name,
        approval_remark: remark,
        decided_at: sql<Date>`now()`,
        ...(decision === 'declined' ? { ended_at: sql<Date>`now()` } : {}),
      })
      .where('id', '=', id)
      .where('state', '=', 'awaiting')
      .where('approval_until', '>', sql<Date>`now()`)
      .where('author_id', '!=', actor.accountId!)
      .returning('author_name')
      .executeTakeFirst()
    if (!decided) throw new Problem('change_set_not_awaiting')
    // Nobody decides on domains that they do not see.
    const whole = await tx
      .selectFrom('change_set_domain')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('change_set_id', '=', id)
      .executeTakeFirstOrThrow()
    const within = await requireSet(tx, actor, id, 'change_set.approve')
    if (set.domains !== whole.count || within.domains !== whole.count) throw new Problem('change_set_beyond_reach')
    if (decision === 'declined') await cancelWaiting(tx, id)
    audit({
      type: 'change_set',
      id,
      name: `#${id}`,
      before: { state: 'awaiting', author: decided.author_name },
      after: { state: decision === 'approved' ? 'planned' : 'declined', approver: actor.name, approvalRemark: remark },
    })
  })
  await tellAuthor(db, { id, state: decision, approver: actor.name, remark })
}

export const approveSet = (db: Db, actor: Actor, sent: Received<typeof calls.approve>): Promise<void> => decide(db, actor, sent, 'approved')
export const declineSet = (db: Db, actor: Actor, sent: Received<typeof calls.decline>): Promise<void> => decide(db, actor, sent, 'declined')

const keeper = platformActor('change_set')
/** Sets that are ended in one run; the next run has the others. */
const endedAtOnce = 100

/** Ends the sets that nobody has approved in time; answers how many there were. */
export async function expireSets(db: Db): Promise<number> {
  const due = await db
    .selectFrom('change_set')
    .select('id')
    .where('state', '=', 'awaiting')
    .where('approval_until', '<=', sql<Date>`now()`)
    .orderBy('approval_until')
    .limit(endedAtOnce)
    .execute()
  let ended = 0
  for (const { id } of due) {
    const isEnded = await change(db, keeper, 'change_set.expire', async ({ tx, audit, nothingChanged }) => {
      const set = await tx
        .updateTable('change_set')
        .set({ state: 'expired', ended_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('state', '=', 'awaiting')
        .where('approval_until', '<=', sql<Date>`now()`)
        .returning('author_name')
        .executeTakeFirst()
      if (!set) {
        nothingChanged()
        return false
      }
      await cancelWaiting(tx, id)
      audit({ type: 'change_set', id, name: `#${id}`, before: { state: 'awaiting', author: set.author_name }, after: { state: 'expired' } })
      return true
    })
    if (!isEnded) continue
    ended += 1
    await tellAuthor(db, { id, state: 'expired', approver: '', remark: '' })
  }
  return ended
}
