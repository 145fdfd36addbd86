import { sql, type Selectable } from 'kysely'
import type { message as calls } from '@nameplane/contract/account/message'
import type { Received } from '@nameplane/contract/endpoint'
import { change, type Change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { MessageTable } from '../../../db/account-tables.ts'
import { platformActor, type Actor } from '../../../access/actor.ts'
import { lockRows, lockVersion, updateRows } from '../../../db/versioned-rows.ts'
import { Problem } from '../../../problem.ts'
import { imageKeysOf, sanitisedHtml, textOf } from '../../../rich-text/sanitised.ts'
import { countRecipients, insertReadings, receivedMessages, unreadCount } from './message-inbox.store.ts'
import { callBackEmail, emailMessage } from './message-emails.ts'
import { messageChannel, type MessageNews } from './message-news.ts'
import {
  deleteMessages,
  hasDueMessages,
  insertMessage,
  lockDueMessages,
  replaceRecipients,
  setState,
  type MessageFields,
  type Viewer,
} from './message.store.ts'

type MessageRow = Selectable<MessageTable>
const excerptLength = 160

/** Administrators with the right see every message; everybody else what they receive. */
export function viewerOf(actor: Actor): Viewer {
  return { accountId: actor.accountId!, isManager: actor.kind === 'administrator' && actor.rights.has('message.read') }
}

/** Heard by every process once the change is committed. */
async function tell(tx: Tx, news: MessageNews): Promise<void> {
  await sql`select pg_notify(${messageChannel}, ${JSON.stringify(news)})`.execute(tx)
}

/** What the audit trail keeps of a message. */
function factsOf(row: MessageRow): Record<string, unknown> {
  const { title, content, type, state, audience, classes, is_pinned, is_mailed, publish_at } = row
  return { title, content, type, state, audience, classes, is_pinned, is_mailed, publish_at }
}

function fieldsOf(sent: Received<typeof calls.save>): MessageFields {
  const content = sanitisedHtml(sent.content)
  const text = textOf(content)
  if (text === '' && imageKeysOf(content).length === 0) throw new Problem('message_empty', { fields: { content: 'message_empty' } })
  return {
    title: sent.title,
    content,
    excerpt: [...text].slice(0, excerptLength).join(''),
    type: sent.type,
    audience: sent.audience,
    classes: sent.audience === 'class' ? [...new Set(sent.classes)] : [],
    is_pinned: sent.pinned,
    is_mailed: sent.mailed ?? false,
  }
}

/** Writes a new message or changes one, then leaves it in the state that was asked for. */
export async function saveMessage(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<number> {
  const fields = fieldsOf(sent)
  if (sent.action === 'schedule' && sent.publishTime! <= new Date()) throw new Problem('message_time_past', { fields: { publishTime: 'message_time_past' } })
  const { id } = sent
  if (id === undefined) {
    return change(db, actor, 'message.create', async (open) => {
      const created = await insertMessage(open.tx, fields, actor.name)
      await settle(open, created, sent)
      open.audit({ type: 'message', id: created, name: sent.title, after: factsOf((await lockRows(open.tx, 'message', [created], 'everywhere'))[0]!) })
      return created
    })
  }
  return change(db, actor, 'message.update', async (open) => {
    const before = await lockVersion(open.tx, 'message', { ...sent, id }, 'everywhere', 'message_missing')
    if (before.state === 'published') throw new Problem('message_published', { params: { title: before.title } })
    await updateRows(open.tx, 'message', [id], fields)
    await settle(open, id, sent)
    open.audit({ type: 'message', id, name: sent.title, before: factsOf(before), after: factsOf((await lockRows(open.tx, 'message', [id], 'everywhere'))[0]!) })
    return id
  })
}

/** Whom it is for, and what becomes of it. */
async function settle(open: Change, id: number, sent: Received<typeof calls.save>): Promise<void> {
  const wanted = sent.audience === 'selected' ? new Set(sent.accountIds) : new Set<number>()
  const absent = wanted.size - (await replaceRecipients(open.tx, open.actor.accessScope, id, [...wanted]))
  if (absent > 0) throw new Problem('message_account_missing', { params: { count: absent }, fields: { accountIds: 'message_account_missing' } })
  if (sent.action === 'publish') await publish(open, (await lockRows(open.tx, 'message', [id], 'everywhere'))[0]!)
  else await setState(open.tx, id, sent.action === 'schedule' ? 'scheduled' : 'draft', sent.action === 'schedule' ? sent.publishTime! : null)
}

async function publish({ tx }: Change, message: MessageRow): Promise<void> {
  await setState(tx, message.id, 'published', 'now')
  if ((await countRecipients(tx, message.id)) === 0) throw new Problem('message_for_nobody', { params: { title: message.title } })
  await emailMessage(tx, message)
  await tell(tx, { published: message.id })
}

/** The messages of a bulk call; every one of them must be there. */
async function locked(tx: Tx, ids: readonly number[]): Promise<MessageRow[]> {
  const rows = await lockRows(tx, 'message', ids, 'everywhere')
  if (rows.length !== new Set(ids).size) throw new Problem('message_missing')
  return rows
}

export async function publishMessages(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'message.publish', async (open) => {
    for (const row of await locked(open.tx, ids)) {
      if (row.state === 'published') throw new Problem('message_published', { params: { title: row.title } })
      await publish(open, row)
      open.audit({ type: 'message', id: row.id, name: row.title, before: { state: row.state }, after: { state: 'published' } })
    }
  })
}

/** Publishes the scheduled messages whose time has come, each exactly once however many processes try. */
export async function publishDueMessages(db: Db): Promise<void> {
  while (await hasDueMessages(db)) {
    const count = await change(db, platformActor('schedule'), 'message.publish_scheduled', async (open) => {
      const rows = await lockDueMessages(open.tx)
      if (rows.length === 0) open.nothingChanged()
      for (const row of rows) {
        await setState(open.tx, row.id, 'published', 'now')
        await countRecipients(open.tx, row.id)
        await emailMessage(open.tx, row)
        await tell(open.tx, { published: row.id })
        open.audit({ type: 'message', id: row.id, name: row.title, before: { state: 'scheduled', publish_at: row.publish_at }, after: { state: 'published' } })
      }
      return rows.length
    })
    // Those that are left are in another process' hands.
    if (count === 0) return
  }
}

export async function revokeMessages(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'message.revoke', async ({ tx, audit }) => {
    for (const row of await locked(tx, ids)) {
      if (row.state !== 'published' && row.state !== 'scheduled') throw new Problem('message_not_published', { params: { title: row.title } })
      await setState(tx, row.id, 'revoked', 'unchanged')
      await callBackEmail(tx, row.id)
      audit({ type: 'message', id: row.id, name: row.title, before: { state: row.state }, after: { state: 'revoked' } })
    }
    await tell(tx, { changed: true })
  })
}

export async function pinMessages(db: Db, actor: Actor, ids: readonly number[], isPinned: boolean): Promise<void> {
  const work = async ({ tx, audit, nothingChanged }: Change): Promise<void> => {
    const rows = (await locked(tx, ids)).filter((row) => row.is_pinned !== isPinned)
    if (rows.length === 0) nothingChanged()
    for (const row of rows) {
      await updateRows(tx, 'message', [row.id], { is_pinned: isPinned })
      audit({ type: 'message', id: row.id, name: row.title, before: { is_pinned: !isPinned }, after: { is_pinned: isPinned } })
    }
  }
  if (isPinned) await change(db, actor, 'message.pin', work)
  else await change(db, actor, 'message.unpin', work)
}

export async function removeMessages(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'message.delete', async ({ tx, audit }) => {
    const rows = await locked(tx, ids)
    await deleteMessages(tx, ids)
    for (const row of rows) {
      await callBackEmail(tx, row.id)
      audit({ type: 'message', id: row.id, name: row.title, before: factsOf(row) })
    }
    if (rows.some((row) => row.state === 'published')) await tell(tx, { changed: true })
  })
}

/** Notes messages of the caller as read, all that are unread without ids; answers how many are left. */
export async function readMessages(db: Db, actor: Actor, ids: readonly number[] | null): Promise<number> {
  const accountId = actor.accountId!
  await change(db, actor, 'message.read', async ({ tx, audit, nothingChanged }) => {
    const messages = await receivedMessages(tx, accountId, ids)
    // Another's message is as good as none.
    if (ids !== null && messages.length !== new Set(ids).size) throw new Problem('message_missing')
    const fresh = new Set(
      await insertReadings(
        tx,
        accountId,
        messages.map((one) => one.id),
      ),
    )
    if (fresh.size === 0) return nothingChanged()
    const [first, ...others] = messages.filter((one) => fresh.has(one.id))
    audit({
      type: 'message',
      id: others.length === 0 ? first!.id : null,
      name: others.length === 0 ? first!.title : `${first!.title} +${others.length}`,
      after: { read: [...fresh] },
    })
    await tell(tx, { readBy: accountId })
  })
  return unreadCount(db, accountId)
}
