import { secondary } from '@nameplane/contract/dns/secondary'
import { route, type Route } from '../../../http/call.ts'
import { changeSecondary, createSecondary, readZonesOf, removeSecondaries, type AskNode } from './secondary.service.ts'
import { listSecondaries } from './secondary.store.ts'

/** @param askNode asks the node of this process about its secondary servers */
export function secondaryRoutes(askNode: AskNode): Route[] {
  return [
    route(secondary.list, async ({ db, actor, input }) => ({ data: await listSecondaries(db, actor.accessScope, input) })),
    route(secondary.save, async ({ db, actor, input }) => ({ data: { id: await createSecondary(db, actor, input) } })),
    route(secondary.update, async ({ db, actor, input }) => (await changeSecondary(db, actor, input), {})),
    route(secondary.delete, async ({ db, actor, input }) => (await removeSecondaries(db, actor, input.ids), {})),
    route(secondary.zones, async ({ db, actor, input }) => ({ data: await readZonesOf(db, actor, askNode, input) })),
  ]
}
