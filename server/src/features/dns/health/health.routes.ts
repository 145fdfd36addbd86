import { health, healthCheckPauseSeconds } from '@nameplane/contract/dns/health'
import type { Actor } from '../../../access/actor.ts'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { checkHealthNow, heedFinding, ignoreFinding, showHealth } from './health.service.ts'

/** `now` is the platform's steady clock. Checks are counted in this process, as those of name servers are. */
export function healthRoutes(now: () => Date): Route[] {
  const checkedAt = new Map<number | null, number>()

  function refuseTooOften({ accountId }: Actor): void {
    const nowMs = now().getTime()
    for (const [caller, atMs] of checkedAt) if (nowMs - atMs >= healthCheckPauseSeconds * 1000) checkedAt.delete(caller)
    if (checkedAt.has(accountId)) throw new Problem('health_check_too_often', { status: 429, params: { seconds: healthCheckPauseSeconds } })
    checkedAt.set(accountId, nowMs)
  }

  return [
    route(health.detail, async ({ db, actor, input }) => ({ data: await showHealth(db, actor, input.id) })),
    route(health.run, async ({ db, actor, input }) => {
      // A domain that is not there, or beyond reach, costs nothing.
      await showHealth(db, actor, input.id)
      refuseTooOften(actor)
      await checkHealthNow(db, actor, input.id, now())
      return { data: await showHealth(db, actor, input.id) }
    }),
    route(health.ignore, async ({ db, actor, input }) => (await ignoreFinding(db, actor, input), {})),
    route(health.heed, async ({ db, actor, input }) => (await heedFinding(db, actor, input), {})),
  ]
}
