import { dnssec } from '@nameplane/contract/dns/dnssec'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { readDnssec } from './dnssec.store.ts'

export const dnssecRoutes: Route[] = [
  route(dnssec.detail, async ({ db, actor, input }) => {
    const standing = await readDnssec(db, actor.accessScope, input.id)
    if (!standing) throw new Problem('domain_missing')
    return { data: standing }
  }),
]
