import { change } from '../changes/change.ts'
import type { Db } from '../db/connection.ts'
import { hashPassword, oneTimePassword } from '../features/account/session/password.ts'
import { deleteFactorsOf } from '../features/account/session/factor/factor.store.ts'
import { deleteBinding } from '../features/account/session/wechat/wechat-binding.store.ts'
import { deleteSessionsOf, findAccountByName } from '../features/account/session/session.store.ts'
import { forgetLocksOf } from '../features/account/session/sign-in-failures.ts'
import { platformActor } from '../access/actor.ts'
import { OperatorProblem } from './operator-problem.ts'

/**
 * Removes all second factors of an administrator who has lost them, and ends the account's sessions.
 * @throws OperatorProblem when there is no such administrator.
 */
export async function resetSecondFactor(db: Db, name: string): Promise<{ username: string; factorsRemoved: number; sessionsEnded: number }> {
  const account = await findAccountByName(db, name)
  if (!account) throw new OperatorProblem(`Account not found: ${name}`)
  if (account.type !== 1) throw new OperatorProblem(`${account.username} is a user, not an administrator`)
  return change(db, platformActor('command line'), 'factor.reset', async ({ tx, audit }) => {
    const { totp, passkeys } = await deleteFactorsOf(tx, account.id)
    const sessionsEnded = await deleteSessionsOf(tx, account.id)
    await forgetLocksOf(tx, account.username)
    audit({ type: 'account', id: account.id, name: account.username, before: { totp, passkeys }, after: { sessionsEnded } })
    return { username: account.username, factorsRemoved: totp + passkeys, sessionsEnded }
  })
}

/**
 * Gives an administrator a new password, which only the caller learns, ends all of the account's sessions and lifts
 * the lock that failed sign-ins have put on its name. A disabled account stays disabled.
 * @throws OperatorProblem when there is no such administrator.
 */
export async function resetPassword(db: Db, name: string): Promise<{ username: string; password: string; sessionsEnded: number; isDisabled: boolean }> {
  const account = await findAccountByName(db, name)
  if (!account) throw new OperatorProblem(`Account not found: ${name}`)
  if (account.type !== 1) throw new OperatorProblem(`${account.username} is a user, not an administrator`)
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  return change(db, platformActor('command line'), 'account.reset_password', async ({ tx, audit }) => {
    await tx
      .updateTable('account')
      .set((row) => ({ password_hash: passwordHash, row_version: row('row_version', '+', 1) }))
      .where('id', '=', account.id)
      .execute()
    const ended = await tx.deleteFrom('session').where('account_id', '=', account.id).executeTakeFirstOrThrow()
    await forgetLocksOf(tx, account.username)
    const sessionsEnded = Number(ended.numDeletedRows)
    const wechatUnbound = await deleteBinding(tx, account.id)
    audit({ type: 'account', id: account.id, name: account.username, after: { password, sessionsEnded, ...(wechatUnbound ? { wechatUnbound } : {}) } })
    return { username: account.username, password, sessionsEnded, isDisabled: account.status !== 1 }
  })
}
