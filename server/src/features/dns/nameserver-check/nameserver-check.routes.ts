import { nameserverCheck, nameserverCheckPauseSeconds } from '@nameplane/contract/dns/nameserver-check'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { checkNow } from './nameserver-check.service.ts'
import { findStanding } from './nameserver-check.store.ts'

/** `now` is the platform's steady clock. Checks are counted in this process, as the calls of API tokens are. */
export function nameserverCheckRoutes(now: () => Date): Route[] {
  const checkedAt = new Map<number | null, number>()

  function refuseTooOften({ accountId }: Actor): void {
    const nowMs = now().getTime()
    for (const [caller, atMs] of checkedAt) if (nowMs - atMs >= nameserverCheckPauseSeconds * 1000) checkedAt.delete(caller)
    if (checkedAt.has(accountId)) throw new Problem('nameserver_check_too_often', { status: 429, params: { seconds: nameserverCheckPauseSeconds } })
    checkedAt.set(accountId, nowMs)
  }

  return [
    route(nameserverCheck.detail, async ({ db, actor, input }) => ({ data: await requireStanding(db, actor, input.id) })),
    route(nameserverCheck.run, async ({ db, actor, input }) => {
      // A domain that is not there, or beyond reach, costs nothing.
      await requireStanding(db, actor, input.id)
      refuseTooOften(actor)
      await checkNow(db, actor, input.id, now())
      return { data: await requireStanding(db, actor, input.id) }
    }),
  ]
}

async function requireStanding(db: Db, { accessScope }: Actor, id: number) {
  const standing = await findStanding(db, accessScope, id)
  if (!standing) throw new Problem('domain_missing')
  return standing
}
