import { randomBytes } from 'node:crypto'
import { message } from '@nameplane/contract/account/message'
import type { Sent } from '@nameplane/contract/endpoint'
import { sha256 } from '../../server/src/features/account/session/session.store.ts'
import type { TestApp } from './app.ts'

/** Somebody who may receive messages. */
export type Reader = { id: number; username: string; token: string }

/** An account of this type (1 administrator, 2 user, above 2 agent) with a token and no rights. */
export async function newReader({ db }: TestApp, type: number): Promise<Reader> {
  const token = `np_${randomBytes(32).toString('base64url')}`
  const username = `reader-${type}-${randomBytes(4).toString('hex')}`
  const { id } = await db.insertInto('account').values({ username, type, password_hash: '', language: null }).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('api_token')
    .values({ account_id: id, name: 'test', token_hash: sha256(token), scopes: null })
    .execute()
  return { id, username, token }
}

/** Publishes a message to everybody unless told otherwise; answers its id. */
export async function publish({ call }: TestApp, title: string, more: Partial<Sent<typeof message.save>> = {}): Promise<number> {
  return (await call(message.save, { title, content: `<p>${title}</p>`, type: 2, audience: 'all', action: 'publish', ...more })).data.id
}

/** Titles of what a reader received, as the drawer lists them. */
export async function received({ call }: TestApp, reader: Reader): Promise<string[]> {
  const { data } = await call(message.list, { box: 'received', sidx: 'id', order: 'desc', page: 1, limit: 100 }, reader.token)
  return data.list.map((row) => row.title)
}
