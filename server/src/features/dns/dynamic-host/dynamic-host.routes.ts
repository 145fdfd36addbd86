import { dynamicHost } from '@nameplane/contract/dns/dynamic-host'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { createDynamicHost, renewDynamicHost, revokeDynamicHosts } from './dynamic-host.service.ts'
import { listDynamicHosts } from './dynamic-host.store.ts'

export const dynamicHostRoutes: Route[] = [
  route(dynamicHost.list, async ({ db, actor, input }) => {
    const data = await listDynamicHosts(db, actor.accessScope, input)
    if (!data) throw new Problem('domain_missing')
    return { data }
  }),
  route(dynamicHost.save, async ({ db, actor, input }) => ({ data: await createDynamicHost(db, actor, input) })),
  route(dynamicHost.renew, async ({ db, actor, input }) => ({ data: await renewDynamicHost(db, actor, input.id) })),
  route(dynamicHost.delete, async ({ db, actor, input }) => (await revokeDynamicHosts(db, actor, input.ids), {})),
]
