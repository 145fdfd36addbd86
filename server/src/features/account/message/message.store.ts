import { sql, type Selectable, type SqlBool } from 'kysely'
import type { AccountClass, message as calls, Recipient } from '@nameplane/contract/account/message'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { pageOf, type Total } from '../../../db/paged-read.ts'
import { updateRows } from '../../../db/versioned-rows.ts'
import type { MessageTable } from '../../../db/account-tables.ts'
import { accountWithin, type AccessScope } from '../../../access/access-scope.ts'
import { isReceivedBy, isUnreadBy } from './message-inbox.store.ts'
import { foldCase } from '../../../db/fold-case.ts'

type ListQuery = Received<typeof calls.list>
type Row = Answered<typeof calls.list>['data']['list'][number]
type Whole = Answered<typeof calls.detail>['data']

/** Who looks: managers see every message and what is known about it, others what they receive. */
export type Viewer = { accountId: number; isManager: boolean }

const listed = [
  'message.id',
  'message.title',
  'message.excerpt',
  'message.type',
  'message.state',
  'message.audience',
  'message.classes',
  'message.is_pinned',
  'message.is_mailed',
  'message.publish_at',
  'message.recipient_count',
  'message.author',
  'message.created_at',
  'message.updated_at',
  'message.row_version',
] as const

type Listed = Pick<Selectable<MessageTable>, (typeof listed)[number] extends `message.${infer Column}` ? Column & keyof MessageTable : never> & {
  is_unread: boolean
}

function rowOf(row: Listed, viewer: Viewer, readers: number): Row {
  return {
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    type: row.type,
    status: row.state === 'published' ? 1 : 0,
    state: row.state,
    pinned: row.is_pinned,
    createtime: row.created_at,
    publishTime: row.publish_at,
    readStatus: row.is_unread ? 0 : 1,
    management: viewer.isManager
      ? {
          audience: row.audience,
          classes: row.classes,
          recipients: row.recipient_count,
          readers,
          author: row.author,
          mailed: row.is_mailed,
          updateTime: row.updated_at,
          rowVersion: row.row_version,
        }
      : null,
  }
}

function messagesFor(db: Db, viewer: Viewer, seesAll: boolean) {
  const messages = db.selectFrom('message').innerJoin('account', (join) => join.on('account.id', '=', viewer.accountId))
  return seesAll ? messages : messages.where(isReceivedBy)
}

export async function listMessages(db: Db, viewer: Viewer, query: ListQuery): Promise<{ list: Row[] } & Total> {
  let messages = messagesFor(db, viewer, viewer.isManager && query.box === 'all')
  const { search } = query
  if (search)
    messages = messages.where((where) => where.or([where('message.title', 'ilike', containing(search)), where('message.excerpt', 'ilike', containing(search))]))
  if (query.type) messages = messages.where('message.type', '=', query.type)
  if (query.state) messages = messages.where('message.state', '=', query.state)
  if (query.audience) messages = messages.where('message.audience', '=', query.audience)
  if (query.readStatus !== undefined) messages = messages.where(isUnreadBy, '=', query.readStatus === 0)
  // In its own order a list begins with what is pinned.
  const ordered = query.sidx ? messages : messages.orderBy('message.is_pinned', 'desc')
  const page = await pageOf(
    db,
    ordered.select([...listed, isUnreadBy.as('is_unread')]),
    {
      sort: { createtime: 'message.created_at', publishTime: 'message.publish_at' },
      otherwise: 'id',
      tieBreak: 'id',
      empty: { 'message.publish_at': 'least' },
    },
    query,
  )
  const readers = viewer.isManager ? await readersOf(db, page.list) : new Map<number, number>()
  return { ...page, list: page.list.map((row) => rowOf(row, viewer, readers.get(row.id) ?? 0)) }
}

async function readersOf(db: Db, rows: readonly { id: number }[]): Promise<Map<number, number>> {
  const { rows: counted } = await sql<{ message_id: number; readers: number }>`
    select message_id, count(*) as readers from message_reading where message_id = any(${rows.map((row) => row.id)}::bigint[]) group by message_id`.execute(db)
  return new Map(counted.map((row) => [row.message_id, row.readers]))
}

export async function findMessage(db: Db, viewer: Viewer, id: number): Promise<Whole | undefined> {
  const row = await messagesFor(db, viewer, viewer.isManager)
    .select([...listed, 'message.content', isUnreadBy.as('is_unread')])
    .where('message.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const readers = viewer.isManager ? ((await readersOf(db, [row])).get(id) ?? 0) : 0
  const accounts = viewer.isManager && row.audience === 'selected' ? await recipientsOf(db, id) : []
  return { ...rowOf(row, viewer, readers), content: row.content, accounts }
}

const kinds: Readonly<Record<number, AccountClass>> = { 1: 'administrator', 2: 'user' }
const recipientOf = (row: { id: number; username: string; type: number }): Recipient => ({
  id: row.id,
  username: row.username,
  kind: kinds[row.type] ?? 'agent',
})

async function recipientsOf(db: Db, messageId: number): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('message_recipient')
    .innerJoin('account', 'account.id', 'message_recipient.account_id')
    .select(['account.id', 'account.username', 'account.type'])
    .where('message_recipient.message_id', '=', messageId)
    .orderBy('account.username')
    .execute()
  return rows.map(recipientOf)
}

const offered = 20

/** Colleagues are addressed by everybody who may write messages, users by whoever reaches them. */
const addressedBy = (accessScope: AccessScope) => sql<SqlBool>`(account.type = 1 or ${accountWithin(accessScope)})`

/** Usable administrators, and users within reach, whose name holds the text; those whose name begins with it first. */
export async function findRecipients(db: Db, accessScope: AccessScope, search: string): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username', 'type'])
    .where('status', '=', 1)
    .where('username', 'ilike', containing(search))
    .where(addressedBy(accessScope))
    .orderBy(sql`lower(username) not like ${containing(foldCase(search)).slice(1)}`)
    .orderBy(sql`lower(username)`)
    .limit(offered)
    .execute()
  return rows.map(recipientOf)
}

/** The fields of a message that are written. */
export type MessageFields = Pick<Selectable<MessageTable>, 'title' | 'content' | 'excerpt' | 'type' | 'audience' | 'classes' | 'is_pinned' | 'is_mailed'>

export async function insertMessage(tx: Tx, fields: MessageFields, author: string): Promise<number> {
  return (
    await tx
      .insertInto('message')
      .values({ ...fields, state: 'draft', author })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

/** Puts a message into another state; published ones start without readers. */
export async function setState(tx: Tx, id: number, state: MessageTable['state'], publishAt: Date | 'now' | null | 'unchanged'): Promise<void> {
  if (state === 'published') await tx.deleteFrom('message_reading').where('message_id', '=', id).execute()
  await updateRows(tx, 'message', [id], {
    state,
    ...(publishAt === 'unchanged' ? {} : { publish_at: publishAt === 'now' ? sql<Date>`clock_timestamp()` : publishAt }),
  })
}

/** The scheduled messages whose time has come; those that another process is publishing just now are passed by. */
export async function lockDueMessages(tx: Tx): Promise<Selectable<MessageTable>[]> {
  return tx
    .selectFrom('message')
    .selectAll()
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', sql<Date>`now()`)
    .orderBy('publish_at')
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function hasDueMessages(db: Db): Promise<boolean> {
  return (
    (await db
      .selectFrom('message')
      .select('id')
      .where('state', '=', 'scheduled')
      .where('publish_at', '<=', sql<Date>`now()`)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

export async function deleteMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('message')
    .where('id', 'in', [...ids])
    .execute()
}

/** Whom a message is for; answers how many of these accounts there are for the writer. */
export async function replaceRecipients(tx: Tx, accessScope: AccessScope, messageId: number, accountIds: readonly number[]): Promise<number> {
  await tx.deleteFrom('message_recipient').where('message_id', '=', messageId).execute()
  if (accountIds.length === 0) return 0
  const { rows } = await sql<{ account_id: number }>`
    insert into message_recipient (message_id, account_id) select ${messageId}, id from account where id = any(${accountIds}::bigint[]) and ${addressedBy(accessScope)}
    returning account_id`.execute(tx)
  return rows.length
}
