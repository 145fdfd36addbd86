import { randomBytes } from 'node:crypto'
import { sha256 } from '../../server/src/features/account/session/session.store.ts'
import type { TestApp } from './app.ts'

/** An ordinary user with a token; may what the built-in role says. */
export async function newUser({ db }: Pick<TestApp, 'db'>): Promise<{ id: number; token: string }> {
  const token = `np_${randomBytes(32).toString('base64url')}`
  const { id } = await db
    .insertInto('account')
    .values({ username: `user-${randomBytes(4).toString('hex')}`, type: 2, password_hash: '', language: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('api_token')
    .values({ account_id: id, name: 'test', token_hash: sha256(token), scopes: null })
    .execute()
  return { id, token }
}
