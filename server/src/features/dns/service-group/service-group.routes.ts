import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { route, type Route } from '../../../http/call.ts'
import { changeServiceGroup, createServiceGroup, removeServiceGroups } from './service-group.service.ts'
import { listServiceGroups } from './service-group.store.ts'

export const serviceGroupRoutes: Route[] = [
  route(serviceGroup.list, async ({ db, actor, input }) => ({ data: await listServiceGroups(db, actor.accessScope, input) })),
  route(serviceGroup.save, async ({ db, actor, input }) => ({ data: { id: await createServiceGroup(db, actor, input) } })),
  route(serviceGroup.update, async ({ db, actor, input }) => (await changeServiceGroup(db, actor, input), {})),
  route(serviceGroup.delete, async ({ db, actor, input }) => (await removeServiceGroups(db, actor, input.ids), {})),
]
