import { nameserverCheck } from '@nameplane/contract/dns/nameserver-check'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { pauseOfChecks } from './check-pause.ts'
import { checkNow } from './nameserver-check.service.ts'
import { findStanding } from './nameserver-check.store.ts'

/** `now` is the platform's steady clock. */
export function nameserverCheckRoutes(now: () => Date): Route[] {
  const refuseTooOften = pauseOfChecks(now)
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
