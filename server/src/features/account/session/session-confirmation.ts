import type { session as calls, SecondStep } from '@nameplane/contract/account/session'
import type { Received } from '@nameplane/contract/endpoint'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { findTicketAccount } from './factor/factor.store.ts'
import type { PasskeyPlace } from './factor/passkey.ts'
import { askSecondFactor, checkSecondFactor } from './factor/second-step.ts'
import { readLoginRules } from './login-rules.ts'
import { confirmPassword } from './password-confirmation.ts'
import { sessionIdOf } from './session-list.ts'
import { setConfirmed } from './session.store.ts'

/** Confirms the caller's session with the password; where the account has a second factor, answers what its step needs. */
export async function confirmSession(db: Db, actor: Actor, password: string, host: string): Promise<SecondStep | null> {
  sessionIdOf(actor)
  await confirmPassword(db, actor, password)
  const second = await askSecondFactor(db, actor, await readLoginRules(db), host)
  if (second === null) await confirm(db, actor)
  return second
}

/** Completes a confirmation with the second factor, by a ticket of the caller's own account. */
export async function confirmWithSecondFactor(db: Db, actor: Actor, sent: Received<typeof calls.confirmSecond>, from: PasskeyPlace): Promise<void> {
  sessionIdOf(actor)
  // Before anything is counted: nobody locks a second factor that is not theirs.
  if ((await findTicketAccount(db, sent.ticket))?.id !== actor.accountId) throw new Problem('sign_in_expired')
  await checkSecondFactor(db, actor, await readLoginRules(db), sent, from)
  await confirm(db, actor, { secondFactor: sent.method })
}

/** The session stays the same: its calls that are under way, and those of other tabs, go on. */
async function confirm(db: Db, actor: Actor, how: { secondFactor?: string } = {}): Promise<void> {
  await change(db, actor, 'session.confirm', async ({ tx, audit }) => {
    await setConfirmed(tx, sessionIdOf(actor))
    audit({ type: 'account', id: actor.accountId, name: actor.name, after: { address: actor.address, ...how } })
  })
}
