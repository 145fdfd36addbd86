import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { readLoginRules } from './login-rules.ts'
import { isPasswordOf } from './password.ts'
import { addressSubject, countTry, forgetTries, nameSubject } from './sign-in-failures.ts'

/**
 * Asks for the caller's password again; whoever acts as a user gives their own. A wrong one counts as a failed sign-in,
 * so that a stolen session is no way around the lock.
 * @throws Problem `password_wrong`, `login_locked`
 */
export async function confirmPassword(db: Db, actor: Actor, password: string): Promise<void> {
  const rules = await readLoginRules(db)
  const account = await db
    .selectFrom('account')
    .select(['id', 'username', 'password_hash'])
    .where('id', '=', actor.impersonator?.id ?? actor.accountId)
    .executeTakeFirstOrThrow()
  const mayTry =
    (await countTry(db, nameSubject(account.username), rules.lockAfterFailures, rules)) &&
    (await countTry(db, addressSubject(actor.address), rules.lockAddressAfterFailures, rules))
  if (!mayTry) throw new Problem('login_locked')
  if (!(await isPasswordOf(account.password_hash, password))) {
    await change(db, actor, 'session.refuse', async ({ audit }) =>
      audit({ type: 'account', id: account.id, name: account.username, after: { address: actor.address, reason: 'confirmation' } }),
    )
    throw new Problem('password_wrong', { fields: { password: 'password_wrong' } })
  }
  await forgetTries(db, account.username, actor.address)
}
