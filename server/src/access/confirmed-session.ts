import { limits } from '@nameplane/contract/limits'
import { isRight, rightsOpeningAll, type Right } from '@nameplane/contract/rights'
import type { Db } from '../db/connection.ts'
import { steadyIn } from '../time/steady-time.ts'
import { Problem } from '../problem.ts'
import type { Actor } from './actor.ts'

/**
 * Whoever changes something by a right that opens all others was asked for everything they sign in with a short while ago: a
 * browser left open, or a stolen session, is not enough. API tokens have no password; they are made by who gives theirs.
 * Read at each use, so that a confirmation holds at once in every process.
 * @throws Problem session_confirmation_due
 */
export async function requireConfirmed(db: Db, { sessionId }: Actor, right: Right): Promise<void> {
  if (sessionId === null || !rightsOpeningAll.has(right)) return
  const confirmed = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('confirmed_at', '>', steadyIn(-limits.sessionConfirmedSeconds))
    .executeTakeFirst()
  if (!confirmed) throw new Problem('session_confirmation_due')
}

/**
 * The same for whoever hands rights on, by a role, a key or what somebody signs in with: among them may be one that opens all others.
 * @throws Problem session_confirmation_due
 */
export async function requireConfirmedToGive(db: Db, actor: Actor, rights: Iterable<string>): Promise<void> {
  const opening = [...rights].filter(isRight).find((right) => rightsOpeningAll.has(right))
  if (opening) await requireConfirmed(db, actor, opening)
}
