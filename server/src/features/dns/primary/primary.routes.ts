import { primary } from '@nameplane/contract/dns/domain-primary'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { requestTransfer, setPrimaries, takeOver } from './primary.service.ts'
import { findPrimary } from './primary.store.ts'

export const primaryRoutes: Route[] = [
  route(primary.detail, async ({ db, actor, input }) => {
    const data = await findPrimary(db, actor.accessScope, input.domainId)
    if (data === undefined) throw new Problem('domain_missing')
    return { data }
  }),
  route(primary.update, async ({ db, actor, input }) => (await setPrimaries(db, actor, input), {})),
  route(primary.transfer, async ({ db, actor, input }) => (await requestTransfer(db, actor, input.domainId), {})),
  route(primary.delete, async ({ db, actor, input }) => (await takeOver(db, actor, input.domainId), {})),
]
