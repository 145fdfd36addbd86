import { plan } from '@nameplane/contract/dns/plan'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { readPlan } from './plan.store.ts'

export const planRoutes: Route[] = [
  route(plan.detail, async ({ db, actor, input }) => {
    const data = await readPlan(db, actor.accessScope, input.id)
    if (!data) throw new Problem('domain_missing')
    return { data }
  }),
]
