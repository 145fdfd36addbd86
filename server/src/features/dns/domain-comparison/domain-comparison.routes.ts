import { comparisonPauseSeconds, domainComparison } from '@nameplane/contract/dns/domain-comparison'
import type { Actor } from '../../../access/actor.ts'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import type { ServingParts } from '../explain/explain.service.ts'
import { compareSets, findDelegation } from './domain-comparison.service.ts'
import { findNames } from './domain-comparison.store.ts'

/** `now` is the platform's steady clock. Who is asking others is noted in this process, as checks of name servers are. */
export function domainComparisonRoutes(serving: ServingParts, now: () => Date): Route[] {
  const busyUntil = new Map<number | null, number>()

  /** One call at a time for a caller. */
  async function inTurn<Result>({ accountId }: Actor, work: () => Promise<Result>): Promise<Result> {
    const nowMs = now().getTime()
    for (const [caller, untilMs] of busyUntil) if (untilMs <= nowMs) busyUntil.delete(caller)
    if (busyUntil.has(accountId)) throw new Problem('comparison_too_often', { params: { seconds: comparisonPauseSeconds } })
    busyUntil.set(accountId, Infinity)
    try {
      return await work()
    } finally {
      busyUntil.delete(accountId)
    }
  }

  return [
    route(domainComparison.servers, async ({ db, actor, input }) => {
      const domain = await findNames(db, actor.accessScope, input.domainId)
      if (!domain) throw new Problem('domain_missing')
      return { data: await inTurn(actor, () => findDelegation(db, domain)) }
    }),
    route(domainComparison.compare, async ({ db, actor, input }) => {
      const data = await inTurn(actor, () => compareSets(db, actor.accessScope, serving, input))
      // The servers of others were asked: they are left alone for a while.
      if (data.list.length > 0) busyUntil.set(actor.accountId, now().getTime() + comparisonPauseSeconds * 1000)
      return { data }
    }),
  ]
}
