import type { Right } from '@nameplane/contract/right'
import { nowhere } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { findAuthor } from '../../account/session/session.store.ts'

/** Who submitted a set, and from where. */
export type Author = { author_id: number; token_id: number | null; address: string; agent: string }

/**
 * The author of a set as they may act now, as far as this right reaches now: whoever has lost it changes nothing more.
 * @throws Problem change_set_author_gone, right_missing
 */
export async function actingAuthor(db: Db, { author_id: accountId, token_id: tokenId, address, agent }: Author, right: Right): Promise<Actor> {
  const identity = await findAuthor(db, { accountId, tokenId })
  if (!identity || identity.type !== 1) throw new Problem('change_set_author_gone')
  const { name, isSuper, rights, accessScopes } = identity
  const actor: Actor = {
    accountId,
    sessionId: null,
    name,
    kind: 'administrator',
    isSuper,
    rights,
    accessScopes,
    accessScope: nowhere,
    address,
    agent,
    requestId: '',
    token: 'token' in identity ? { id: identity.token.id, isLimited: identity.token.isLimited } : null,
  }
  return withRight(actor, right)
}

/** Somebody as far as a right reaches. @throws Problem right_missing */
export function withRight(actor: Actor, right: Right): Actor {
  if (!actor.rights.has(right)) throw new Problem('right_missing')
  return { ...actor, accessScope: actor.accessScopes.get(right) ?? nowhere }
}
