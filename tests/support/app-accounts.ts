import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { randomBytes } from 'node:crypto'
import type { DataScope } from '@nameplane/contract/account/role'
import { rights, type Right } from '@nameplane/contract/rights'
import { hashPassword } from '../../server/src/features/account/session/password.ts'
import { sha256 } from '../../server/src/features/account/session/session.store.ts'
import type { TestApp } from './app.ts'
import { setSetting } from './settings.ts'

/** A token of an account of this type that holds every right by its role; type 2 is an ordinary user. */
export async function tokenOfType({ db }: TestApp, type: number): Promise<string> {
  const token = `np_${randomBytes(32).toString('base64url')}`
  const tag = randomBytes(4).toString('hex')
  const account = await db
    .insertInto('account')
    .values({ username: `type-${type}-${tag}`, type, password_hash: '', language: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const role = await db
    .insertInto('role')
    .values({ name: `all-${tag}`, rights: [...rights] })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('account_role').values({ account_id: account.id, role_id: role.id }).execute()
  await db
    .insertInto('api_token')
    .values({ account_id: account.id, name: 'test', token_hash: sha256(token), scopes: null })
    .execute()
  return token
}

/** A token and the account of an administrator with one role: these rights, as far as that scope reaches. Without a password there is the token alone. */
export async function administratorWith(
  { db }: Pick<TestApp, 'db'>,
  held: readonly Right[],
  { dataScope = 'all', serviceGroupIds = [], password }: { dataScope?: DataScope; serviceGroupIds?: readonly number[]; password?: string } = {},
): Promise<{ token: string; accountId: number; username: string }> {
  const token = `np_${randomBytes(32).toString('base64url')}`
  const username = `keeper-${randomBytes(4).toString('hex')}`
  const { id: accountId } = await db
    .insertInto('account')
    .values({ username, type: 1, password_hash: password === undefined ? '' : await hashPassword(password), language: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: roleId } = await db
    .insertInto('role')
    .values({ name: `of ${username}`, rights: [...held], data_scope: dataScope })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (serviceGroupIds.length > 0)
    await db
      .insertInto('role_service_group')
      .values(serviceGroupIds.map((id) => ({ role_id: roleId, service_group_id: id })))
      .execute()
  await db.insertInto('account_role').values({ account_id: accountId, role_id: roleId }).execute()
  await db
    .insertInto('api_token')
    .values({ account_id: accountId, name: 'test', token_hash: sha256(token), scopes: null })
    .execute()
  return { token, accountId, username }
}

/** A browser's session of the first administrator: the cookie, and the token header that goes with it. */
export async function browserSession({ app }: TestApp): Promise<{ cookie: string; token: string }> {
  const answer = await app.inject({ method: 'POST', url: '/api/sys/login', payload: { username: 'admin', password: 'correct horse 7' } })
  const { token } = answer.json<{ token: string }>()
  return { cookie: String(answer.headers['set-cookie']).split(';')[0]!, token }
}

/** Signs in without a captcha from now on. */
export async function withoutCaptcha({ db }: TestApp): Promise<void> {
  await setSetting(db, loginRules, { captcha: 'never' })
}
