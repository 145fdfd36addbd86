import { claimCheckPauseSeconds, domainClaim } from '@nameplane/contract/dns/domain-claim'
import { limits } from '@nameplane/contract/limits'
import type { Actor } from '../../../access/actor.ts'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { checkClaims, removeClaims, requestDomains } from './domain-claim.service.ts'
import { findClaims, listClaims } from './domain-claim.store.ts'

/** `now` is the platform's clock, `steadyNow` its steady one. Checks are counted in this process, as those of name servers are. */
export function domainClaimRoutes(now: () => Date, steadyNow: () => Date): Route[] {
  const checkedAt = new Map<number | null, number>()

  function refuseTooOften({ accountId }: Actor): void {
    const nowMs = steadyNow().getTime()
    for (const [caller, atMs] of checkedAt) if (nowMs - atMs >= claimCheckPauseSeconds * 1000) checkedAt.delete(caller)
    if (checkedAt.has(accountId)) throw new Problem('claim_check_too_often', { status: 429, params: { seconds: claimCheckPauseSeconds } })
    checkedAt.set(accountId, nowMs)
  }

  return [
    route(domainClaim.list, async ({ db, actor, input }) => ({ data: await listClaims(db, actor.accessScope, input, now()) })),
    route(domainClaim.request, async ({ db, actor, input }) => ({ data: { ids: await requestDomains(db, actor, input, now()) } })),
    route(domainClaim.check, async ({ db, actor, input: { ids } }) => {
      const maximum = limits.checkedDomainClaims
      if (ids.length > maximum) throw new Problem('too_many_ids', { params: { maximum }, fields: { ids: 'too_many_ids' } })
      const claims = await findClaims(db, actor.accessScope, ids)
      if (claims.length !== new Set(ids).size) throw new Problem('claim_missing')
      const over = claims.find(({ finishedAt, expiresAt }) => finishedAt !== null || expiresAt <= now())
      if (over) throw new Problem('claim_over', { params: { name: over.domain } })
      refuseTooOften(actor)
      return { data: await checkClaims(db, actor, claims, now()) }
    }),
    route(domainClaim.delete, async ({ db, actor, input }) => (await removeClaims(db, actor, input.ids), {})),
  ]
}
