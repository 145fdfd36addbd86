import type { Right } from '@nameplane/contract/rights'
import { search } from '@nameplane/contract/home/search'
import { nowhere, type AccessScope } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { route, type Route } from '../../../http/call.ts'
import { findAccounts, findDomains, findRecords } from './search.store.ts'

/** Nothing is found by a right that the caller, or the caller's token, does not hold. */
const accessScopeOf = (actor: Actor, right: Right): AccessScope => (actor.rights.has(right) ? (actor.accessScopes.get(right) ?? nowhere) : nowhere)

export const searchRoutes: Route[] = [
  route(search.find, async ({ db, actor, input }) => {
    const [domains, records, accounts] = await Promise.all([
      findDomains(db, accessScopeOf(actor, 'domain.read'), input.text),
      findRecords(db, accessScopeOf(actor, 'record.read'), input.text),
      findAccounts(db, accessScopeOf(actor, 'user.read'), input.text),
    ])
    return { data: { domains, records, accounts } }
  }),
]
