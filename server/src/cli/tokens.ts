import { randomBytes } from 'node:crypto'
import { isRight, rights } from '@nameplane/contract/rights'
import { change } from '../changes/change.ts'
import type { Db } from '../db/connection.ts'
import { findAccountByName, sha256 } from '../features/account/session/session.store.ts'
import { platformActor } from '../access/actor.ts'
import { accountOf } from './account-of.ts'
import { OperatorProblem } from './operator-problem.ts'

export type TokenWish = {
  /** What the token is called; an account of this name, where there is one, is its owner. */
  name: string
  /** The owner, when it goes by another name than the token. */
  account: string | null
  /** Rights of the token, or null for all of its owner's. */
  scopes: readonly string[] | null
  /** Days until it expires, or null for never. */
  days: number | null
}

/**
 * Makes an API token; only its hash is kept, so it is shown this once. It acts with its owner's rights, cut to its
 * scopes. The owner is the named account, else the account that goes by the token's name, else the first super
 * administrator.
 */
export async function createToken(db: Db, wish: TokenWish): Promise<{ token: string; owner: string; expiresAt: Date | null }> {
  const unknown = (wish.scopes ?? []).filter((scope) => !isRight(scope))
  if (unknown.length > 0) throw new OperatorProblem(`Unknown permission: ${unknown.join(', ')}. Available: ${rights.join(', ')}`)
  const owner = await ownerOf(db, wish)
  const token = `np_${randomBytes(32).toString('base64url')}`
  const expiresAt = wish.days === null ? null : new Date(Date.now() + wish.days * 86_400_000)
  return change(db, platformActor('command line'), 'api_key.create', async ({ tx, audit }) => {
    const row = await tx
      .insertInto('api_token')
      .values({
        account_id: owner.id,
        name: wish.name,
        prefix: token.slice(0, 9),
        token_hash: sha256(token),
        calls_per_5_minutes: null,
        scopes: wish.scopes ? [...new Set(wish.scopes)] : null,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    audit({ type: 'api_key', id: row.id, name: wish.name, after: { account: owner.username, scopes: wish.scopes, expiresAt } })
    return { token, owner: owner.username, expiresAt }
  })
}

async function ownerOf(db: Db, wish: TokenWish): Promise<{ id: number; username: string }> {
  return (await findAccountByName(db, wish.account ?? wish.name)) ?? accountOf(db, wish.account, '--account')
}
