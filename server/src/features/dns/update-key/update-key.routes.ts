import { updateKey } from '@nameplane/contract/dns/update-key'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { changeUpdateKey, createUpdateKey, deleteUpdateKeys, renewUpdateKey } from './update-key.service.ts'
import { listUpdateKeys } from './update-key.store.ts'

export const updateKeyRoutes: Route[] = [
  route(updateKey.list, async ({ db, actor, input }) => {
    const data = await listUpdateKeys(db, actor.accessScope, input)
    if (!data) throw new Problem('domain_missing')
    return { data }
  }),
  route(updateKey.save, async ({ db, actor, input }) => ({ data: await createUpdateKey(db, actor, input) })),
  route(updateKey.update, async ({ db, actor, input }) => (await changeUpdateKey(db, actor, input), {})),
  route(updateKey.renew, async ({ db, actor, input }) => ({ data: await renewUpdateKey(db, actor, input.id) })),
  route(updateKey.delete, async ({ db, actor, input }) => (await deleteUpdateKeys(db, actor, input.ids), {})),
]
