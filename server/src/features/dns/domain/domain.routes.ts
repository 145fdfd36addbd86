import { domain } from '@nameplane/contract/dns/domain'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { changeDomain, createDomain, purgeDomains, recycleDomains, restoreDomains, setDomainLock, setDomainStatus } from './domain.service.ts'
import { cloneDomain, readCloned } from './domain-clone.service.ts'
import { readDomainStatistics } from './domain-statistics.store.ts'
import { findDomain, listDomains } from './domain.store.ts'
import { removalOf } from './domain.removal.ts'

export const domainRoutes: Route[] = [
  route(domain.list, async ({ db, actor, input }) => ({ data: await listDomains(db, actor.accessScope, input) })),
  route(domain.detail, async ({ db, actor, input }) => {
    const found = await findDomain(db, actor.accessScope, input.id)
    if (!found) throw new Problem('domain_missing')
    return { data: found }
  }),
  route(domain.removal, async ({ db, actor, input }) => ({ data: await removalOf(db, actor.accessScope, input.ids) })),
  route(domain.save, async ({ db, actor, input }) => ({ data: { id: await createDomain(db, actor, input) } })),
  route(domain.update, async ({ db, actor, input }) => (await changeDomain(db, actor, input), {})),
  route(domain.cloned, async ({ db, actor, input }) => ({ data: await readCloned(db, actor, input.id) })),
  route(domain.clone, async ({ db, actor, input }) => ({ data: { id: await cloneDomain(db, actor, input) } })),
  route(domain.status, async ({ db, actor, input }) => (await setDomainStatus(db, actor, input.ids, input.status), {})),
  route(domain.lock, async ({ db, actor, input }) => (await setDomainLock(db, actor, input.ids, input.locked), {})),
  route(domain.delete, async ({ db, actor, input }) => (await recycleDomains(db, actor, input.ids), {})),
  route(domain.restore, async ({ db, actor, input }) => (await restoreDomains(db, actor, input.ids), {})),
  route(domain.purge, async ({ db, actor, input }) => (await purgeDomains(db, actor, input.ids), {})),
]

/** `now` is the platform's clock. */
export function domainStatisticsRoutes(now: () => Date): Route[] {
  return [
    route(domain.statistics, async ({ db, actor, input }) => {
      const found = await readDomainStatistics(db, actor.accessScope, input, now())
      if (!found) throw new Problem('domain_missing')
      return { data: found }
    }),
  ]
}
