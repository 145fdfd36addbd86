import { FirstStepsPreference, preference, TablePreference } from '@nameplane/contract/account/preference'
import { change } from '../../../changes/change.ts'
import { Problem } from '../../../problem.ts'
import type { Actor } from '../../../access/actor.ts'
import { route, type Route } from '../../../http/call.ts'
import { findPreference, writePreference } from './preference.store.ts'

/** Preferences belong to somebody; the platform and nobody have none. */
function owner(actor: Actor): number {
  if (actor.accountId === null) throw new Problem('session_lost')
  return actor.accountId
}

export const preferenceRoutes: Route[] = [
  route(preference.table, async ({ db, actor }) => {
    const kept = await findPreference(db, owner(actor), 'table')
    // What an older version kept may not fit any more: then the defaults hold.
    const read = TablePreference.safeParse(kept)
    return { data: read.success ? read.data : null }
  }),
  route(preference.saveTable, async ({ db, actor, input }) => {
    const id = owner(actor)
    await change(db, actor, 'preference.update', async ({ tx, isTaste }) => {
      await writePreference(tx, id, 'table', input.preference)
      isTaste()
    })
    return {}
  }),
  route(preference.firstSteps, async ({ db, actor }) => {
    const read = FirstStepsPreference.safeParse(await findPreference(db, owner(actor), 'first-steps'))
    return { data: { isHidden: read.success && read.data.isHidden } }
  }),
  route(preference.saveFirstSteps, async ({ db, actor, input }) => {
    const id = owner(actor)
    await change(db, actor, 'preference.update', async ({ tx, isTaste }) => {
      await writePreference(tx, id, 'first-steps', input)
      isTaste()
    })
    return {}
  }),
]
