import type { savedFilter as calls } from '@nameplane/contract/account/saved-filter'
import type { Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { change, lockName } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { countSavedFilters, deleteSavedFilters, insertSavedFilter, lockSavedFilters, updateSavedFilter } from './saved-filter.store.ts'

/** Whose filters these are. A signed-in caller always has an account. */
export function ownerOf(actor: Actor): number {
  if (actor.accountId === null) throw new Problem('session_lost')
  return actor.accountId
}

export async function createSavedFilter(db: Db, actor: Actor, { screen, name, filters }: Received<typeof calls.save>): Promise<number> {
  const accountId = ownerOf(actor)
  return change(db, actor, 'saved_filter.create', async ({ tx, audit }) => {
    // Counted by one writer of an account at a time.
    await lockName(tx, `saved_filter:${accountId}`)
    if ((await countSavedFilters(tx, accountId, screen)) >= limits.savedFiltersOfList)
      throw new Problem('saved_filters_full', { params: { maximum: limits.savedFiltersOfList } })
    const id = await insertSavedFilter(tx, accountId, { screen, name, filters })
    audit({ type: 'saved_filter', id, name, after: { screen, name, filters } })
    return id
  })
}

/** Changes the name, or what the name stands for, or both. */
export async function changeSavedFilter(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  const accountId = ownerOf(actor)
  await change(db, actor, 'saved_filter.update', async ({ tx, audit, nothingChanged }) => {
    const [before] = await lockSavedFilters(tx, accountId, [sent.id])
    if (!before) throw new Problem('saved_filter_missing')
    if (sent.name === undefined && sent.filters === undefined) return nothingChanged()
    const after = { ...before, name: sent.name ?? before.name, filters: sent.filters ?? before.filters }
    await updateSavedFilter(tx, after)
    audit({ type: 'saved_filter', id: before.id, name: before.name, before, after })
  })
}

export async function removeSavedFilters(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  const accountId = ownerOf(actor)
  await change(db, actor, 'saved_filter.delete', async ({ tx, audit }) => {
    const found = await lockSavedFilters(tx, accountId, ids)
    if (found.length !== new Set(ids).size) throw new Problem('saved_filter_missing')
    await deleteSavedFilters(tx, accountId, ids)
    for (const filter of found) audit({ type: 'saved_filter', id: filter.id, name: filter.name, before: filter })
  })
}
