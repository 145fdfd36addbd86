import { sql } from 'kysely'
import type { Right } from '@nameplane/contract/rights'
import type { ChangeSetKind } from '@nameplane/contract/dns/change-set'
import type { Actor } from '../../../access/actor.ts'
import { change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { requireSet } from './change-set.store.ts'
import { keepFigures, readFigures, watchedRows } from './watch-figures.ts'

/* How somebody ends a watch: by keeping what was changed, or by taking it back. */

/** What the undo of a set needs. */
export const undoRightOf = (kind: ChangeSetKind): Right => (kind === 'domain_create' ? 'domain.delete' : 'record.write')

/** Ends the watch of a set in one of the states where it goes on; answers whether there was one, with its figures kept. */
export async function endWatch(tx: Tx, id: number, ended: { state: 'stopped' | 'undone'; by: string }): Promise<boolean> {
  const watch = await tx
    .updateTable('change_set_watch')
    .set({ state: ended.state, ended_at: sql<Date>`now()`, ended_by: ended.by })
    .where('change_set_id', '=', id)
    .where('state', 'in', ['pending', 'watching'])
    .returningAll()
    .executeTakeFirst()
  if (!watch) return false
  if (watch.watch_from) await keepFigures(tx, id, await readFigures(tx, watch, await watchedRows(tx, id).execute()))
  return true
}

/** Keeps what a set has changed: by its author, or by whoever reaches all domains. */
export async function stopWatch(db: Db, actor: Actor, id: number): Promise<void> {
  const set = await requireSet(db, actor, id)
  const reachesAll = actor.accessScopes.get(set.kind === 'domain_create' ? 'domain.write' : 'record.write') === 'all'
  if (!set.isOwn && !reachesAll) throw new Problem('change_set_of_other')
  // What was approved or confirmed as watched would be done unwatched later.
  if (set.watchState === 'pending' && set.startTime === null) throw new Problem('change_set_not_begun')
  await change(db, actor, 'change_set.stop_watch', async ({ tx, audit }) => {
    if (!(await endWatch(tx, id, { state: 'stopped', by: actor.name }))) throw new Problem('change_set_not_watched')
    audit({ type: 'change_set', id, name: `#${id}`, before: { watchState: set.watchState }, after: { watchState: 'stopped' } })
  })
}
