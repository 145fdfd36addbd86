import { lockName } from '../../../changes/change.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { insertRows, insertSet } from './new-set.ts'
import { rowsInState, type ListedSet } from './change-set.store.ts'

/**
 * Submits the undo of all that a set has done to domains within reach, in an open change: whoever asks for it, a person or the watch of
 * the set. Of two that ask at once one has it.
 * @throws Problem change_set_being_undone, change_set_nothing_done
 */
export async function submitUndo(tx: Tx, acting: Actor, { id, kind, summary }: Pick<ListedSet, 'id' | 'kind' | 'summary'>): Promise<UndoSubmitted> {
  await lockUndo(tx, id)
  const open = await tx.selectFrom('change_set').select('id').where('undoes_id', '=', id).where('state', 'in', ['planned', 'running']).executeTakeFirst()
  if (open) throw new Problem('change_set_being_undone')
  // A domain in which nothing changed has nothing to go back to.
  const rows = (await rowsInState(tx, acting, id, 'done')).filter(({ version_after }) => version_after !== null)
  if (rows.length === 0) throw new Problem('change_set_nothing_done')
  const undo = await insertSet(tx, acting, {
    kind: 'undo',
    asked: { id },
    summary: { ...summary, of: kind },
    sent: { acknowledged: [] },
    undoesId: id,
    needsApproval: false,
  })
  await insertRows(
    tx,
    undo,
    rows.map((row) => ({ domainId: row.domain_id, domain: row.domain, ofId: row.id, problem: null, params: {}, isConfirmed: false, versionPlanned: null })),
  )
  return { undo, domains: rows.length }
}

export type UndoSubmitted = { undo: number; domains: number }

/** Until the change ends, nobody else submits an undo of this set. */
export const lockUndo = (tx: Tx, id: number): Promise<void> => lockName(tx, `change_set:undo:${id}`)
