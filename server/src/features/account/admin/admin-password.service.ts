import type { admin as calls } from '@nameplane/contract/account/admin'
import type { Received } from '@nameplane/contract/endpoint'
import { rights } from '@nameplane/contract/rights'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { requireConfirmedToGive } from '../../../access/confirmed-session.ts'
import { refuseBeyondOwnRights } from '../../../access/accounts-beyond.ts'
import { nowhere } from '../../../access/access-scope.ts'
import { isWithin, lockAccounts, setPasswordHash } from '../account/account.store.ts'
import { hashPassword } from '../session/password.ts'
import { confirmPassword } from '../session/password-confirmation.ts'
import { deleteSessionsOf } from '../session/session.store.ts'
import { forgetLocksOf } from '../session/sign-in-failures.ts'
import { deleteBinding } from '../session/wechat/wechat-binding.store.ts'
import { refuseWeakPassword } from './admin.service.ts'

/**
 * Changes one's own password with the old one, or another account's with the right to write such accounts. All other
 * sessions of the account end; answers how many did.
 */
export async function changePassword(db: Db, actor: Actor, sent: Received<typeof calls.password>): Promise<number> {
  return sent.id === undefined || sent.id === actor.accountId ? changeOwn(db, actor, sent) : changeOthers(db, actor, sent.id, sent)
}

async function changeOwn(db: Db, actor: Actor, sent: Received<typeof calls.password>): Promise<number> {
  if (!sent.password) throw new Problem('required', { fields: { password: 'required' } })
  await confirmPassword(db, actor, sent.password)
  if (sent.password === sent.newPassword) throw new Problem('password_unchanged', { fields: { newPassword: 'password_unchanged' } })
  const id = actor.accountId!
  if (actor.kind === 'administrator') await refuseWeakPassword(db, sent.newPassword, actor.name, 'newPassword')
  const passwordHash = await hashPassword(sent.newPassword)
  return change(db, actor, 'account.change_password', async ({ tx, audit }) => {
    await lockAccounts(tx, [id])
    await setPasswordHash(tx, id, passwordHash, false)
    const sessionsEnded = await deleteSessionsOf(tx, id, actor.sessionId)
    audit({ type: 'account', id, name: actor.name, after: { sessionsEnded } })
    return sessionsEnded
  })
}

async function changeOthers(db: Db, actor: Actor, id: number, sent: Received<typeof calls.password>): Promise<number> {
  if (actor.kind !== 'administrator') throw new Problem('right_missing')
  const account = await db.selectFrom('account').select(['username', 'type']).where('id', '=', id).executeTakeFirst()
  // Whoever may write neither kind learns nothing of which accounts there are.
  if (!actor.rights.has(account?.type === 1 ? 'admin.write' : 'user.write')) throw new Problem('right_missing')
  if (!account || (account.type !== 1 && !(await isWithin(db, actor.accessScopes.get('user.write') ?? nowhere, id)))) throw new Problem('account_missing')
  // Whoever sets the password of an administrator signs in with it.
  if (account.type === 1) await requireConfirmedToGive(db, actor, rights)
  if (account.type === 1) await refuseWeakPassword(db, sent.newPassword, account.username, 'newPassword')
  const passwordHash = await hashPassword(sent.newPassword)
  return change(db, actor, 'account.reset_password', async ({ tx, audit }) => {
    const [locked] = await lockAccounts(tx, [id])
    if (!locked || (locked.type === 1) !== (account.type === 1)) throw new Problem('account_missing')
    await refuseBeyondOwnRights(tx, actor, [id])
    await setPasswordHash(tx, id, passwordHash, sent.resetDue)
    const sessionsEnded = await deleteSessionsOf(tx, id)
    await forgetLocksOf(tx, locked.username)
    // The other way in ends with the old password: it may not be its owner's.
    const wechatUnbound = await deleteBinding(tx, id)
    audit({ type: 'account', id, name: locked.username, after: { sessionsEnded, resetDue: sent.resetDue, ...(wechatUnbound ? { wechatUnbound } : {}) } })
    return sessionsEnded
  })
}
