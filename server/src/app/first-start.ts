import { placeholders } from '@nameplane/contract/dns/placeholder-nameservers'
import { change } from '../changes/change.ts'
import type { Db } from '../db/connection.ts'
import { readLoginRules } from '../features/account/session/login-rules.ts'
import { hashPassword, oneTimePassword } from '../features/account/session/password.ts'
import { sha256 } from '../features/account/session/session.store.ts'
import { platformActor } from '../access/actor.ts'
import { firstAdministratorName, notePrintedPassword, refuseWeakPassword, type FirstAdministrator } from './first-password.ts'

/** What a first start is given; without a password one is made, which `dataFolder` is told of. */
export type FirstStart = { password: string | null; token: string | null; dataFolder?: string }

/**
 * Creates the administrator `admin`, the default service group and, when given, the API token: on an empty database
 * only, in one transaction, so that two first starts at once make one administrator.
 */
export async function seedFirstStart(db: Db, given: FirstStart): Promise<FirstAdministrator | null> {
  if (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) return null
  refuseWeakPassword({ adminPassword: given.password, adminToken: given.token }, (await readLoginRules(db)).passwordMinimum)
  const password = given.password ?? oneTimePassword()
  const passwordHash = await hashPassword(password)
  if (given.password === null && given.dataFolder !== undefined) notePrintedPassword(given.dataFolder, passwordHash)
  const username = firstAdministratorName
  return change(db, platformActor('first start'), 'platform.first_start', async ({ tx, audit, nothingChanged }) => {
    const account = await tx
      .insertInto('account')
      .values({ username, type: 1, password_hash: passwordHash, is_super: true, language: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!account) {
      nothingChanged()
      return null
    }
    audit({ type: 'account', id: account.id, name: username, after: { username, isSuper: true } })
    if (given.token) {
      await tx
        .insertInto('api_token')
        .values({ account_id: account.id, name: 'NAMEPLANE_ADMIN_TOKEN', token_hash: sha256(given.token), scopes: null })
        .execute()
      audit({ type: 'api_key', id: null, name: 'NAMEPLANE_ADMIN_TOKEN', after: { account: username } })
    }
    const group = await tx
      .insertInto('service_group')
      .values({ name: 'default', is_default: true, ...placeholders, nameservers: [...placeholders.nameservers] })
      .returning('id')
      .executeTakeFirstOrThrow()
    audit({ type: 'service_group', id: group.id, name: 'default', after: { nameservers: placeholders.nameservers } })
    return { username, password: given.password === null ? password : null }
  })
}
