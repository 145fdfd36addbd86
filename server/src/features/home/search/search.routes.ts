import type { Right } from '@nameplane/contract/rights'
import { search } from '@nameplane/contract/home/search'
import { nowhere, type Reach } from '../../../db/reach.ts'
import { route, type Actor, type Route } from '../../../http/call.ts'
import { findAccounts, findDomains, findRecords } from './search.store.ts'

/** Nothing is found by a right that the caller, or the caller's token, does not hold. */
const reachOf = (actor: Actor, right: Right): Reach => (actor.rights.has(right) ? (actor.reaches.get(right) ?? nowhere) : nowhere)

export const searchRoutes: Route[] = [
  route(search.find, async ({ db, actor, input }) => {
    const [domains, records, accounts] = await Promise.all([
      findDomains(db, reachOf(actor, 'domain.read'), input.text),
      findRecords(db, reachOf(actor, 'record.read'), input.text),
      findAccounts(db, reachOf(actor, 'user.read'), input.text),
    ])
    return { data: { domains, records, accounts } }
  }),
]
