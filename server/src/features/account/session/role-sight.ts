import { isRoleNumber } from '@nameplane/contract/account/role'
import { Problem } from '../../../problem.ts'
import type { Authenticate } from '../../../http/server.ts'
import { grantsSeenAs } from './grants.ts'

/** The header that asks to see the console as a role sees it. */
const seenAsHeader = 'as-role'

/**
 * Cuts a caller who asks for it down to what a role may: the caller's own rights that the role has too, as far as both
 * reach, and no change of anything. It never adds, so that looking through a role needs no more than seeing roles.
 */
export function seenThroughRole(authenticate: Authenticate): Authenticate {
  return async (request, db) => {
    const found = await authenticate(request, db)
    const asked = request.headers[seenAsHeader]
    if (!found || asked === undefined) return found
    if (found.kind !== 'administrator' || !found.rights.has('role.read')) throw new Problem('right_missing')
    const role = isRoleNumber(asked) ? await grantsSeenAs(db, found.accessScopes, Number(asked), found.accountId!) : null
    if (!role) throw new Problem('role_missing')
    return { ...found, isSuper: false, rights: new Set(role.grants.keys()), accessScopes: role.grants, seenAs: { id: role.id, name: role.name } }
  }
}
