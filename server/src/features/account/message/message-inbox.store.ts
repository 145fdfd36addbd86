import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/connection.ts'

/*
 * Who receives what: every question about it is asked through the two conditions below, of a `message` and an `account` in
 * scope.
 */

/** The message is meant for the account: everybody of its audience who was there when it was published. Administrators receive notices (spec point 6). */
const isMeantFor = sql<boolean>`((account.type <> 1 or message.type = 2) and case message.audience
  when 'selected' then exists (select from message_recipient where message_recipient.message_id = message.id and message_recipient.account_id = account.id)
  else message.publish_at >= account.created_at and (message.audience = 'all'
    or (case account.type when 1 then 'administrator' when 2 then 'user' else 'agent' end) = any(message.classes)) end)`

/** The account sees it. */
export const isReceivedBy = sql<boolean>`(message.state = 'published' and ${isMeantFor})`

/** The account sees it and has not read it. */
export const isUnreadBy = sql<boolean>`(${isReceivedBy} and not exists (select from message_reading
  where message_reading.message_id = message.id and message_reading.account_id = account.id))`

/** Unread messages of each of these accounts; those without any are in it too. */
export async function unreadCounts(db: Db, accountIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ account_id: number; unread: number }>`
    select account.id as account_id, count(message.id) as unread
    from account left join message on ${isUnreadBy}
    where account.id = any(${accountIds}::bigint[])
    group by account.id`.execute(db)
  return new Map(rows.map((row) => [row.account_id, row.unread]))
}

export async function unreadCount(db: Db, accountId: number): Promise<number> {
  return (await unreadCounts(db, [accountId])).get(accountId) ?? 0
}

/** Which of these accounts receive a message; nobody does once it is revoked. */
export async function receiversAmong(db: Db, messageId: number, accountIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select account.id from account join message on message.id = ${messageId} and ${isReceivedBy}
    where account.id = any(${accountIds}::bigint[])`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** How many usable accounts a published message goes to; noted with it. */
export async function countRecipients(tx: Tx, messageId: number): Promise<number> {
  const { rows } = await sql<{ recipient_count: number }>`
    update message set recipient_count = (select count(*) from account where account.status = 1 and ${isReceivedBy})
    where message.id = ${messageId} returning recipient_count`.execute(tx)
  return rows[0]!.recipient_count
}

export type Received = { id: number; title: string }

/** Those of these messages that the account receives; without ids, all that it has not read. */
export async function receivedMessages(db: Db, accountId: number, ids: readonly number[] | null): Promise<Received[]> {
  let query = db
    .selectFrom('message')
    .innerJoin('account', (join) => join.on('account.id', '=', accountId))
    .select(['message.id', 'message.title'])
    .where(ids === null ? isUnreadBy : isReceivedBy)
    .orderBy('message.id')
  if (ids !== null) query = query.where('message.id', 'in', [...ids])
  return query.execute()
}

/** Notes the messages as read by the account; answers which were not before. */
export async function insertReadings(tx: Tx, accountId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ message_id: number }>`
    insert into message_reading (message_id, account_id) select id, ${accountId} from unnest(${ids}::bigint[]) as id
    on conflict do nothing returning message_id`.execute(tx)
  return rows.map((row) => row.message_id)
}
