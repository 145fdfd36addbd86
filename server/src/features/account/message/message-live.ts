import type { Pool } from 'pg'
import type { MessageEvent } from '@nameplane/contract/account/message'
import { limits } from '@nameplane/contract/limits'
import type { Db } from '../../../db/connection.ts'
import { listenTo, type Listening } from '../../../db/notifications.ts'
import type { Feed } from '../../../http/event-stream.ts'
import { Problem } from '../../../problem.ts'
import { receiversAmong, unreadCounts } from './message-inbox.store.ts'
import { messageChannel, type MessageNews } from './message-news.ts'

type Listener = { send: (event: MessageEvent) => void; unread: number | null }

/**
 * Tells the accounts whose pages are open what becomes of their messages. Every process hears the database's channel,
 * but only while somebody listens to it.
 */
export class MessageLive {
  readonly #db: Db
  readonly #pool: Pool
  readonly #listeners = new Map<number, Set<Listener>>()
  #listening: Listening | null = null
  #turn: Promise<void> = Promise.resolve()

  constructor(db: Db, pool: Pool) {
    this.#db = db
    this.#pool = pool
  }

  /** What one account hears. Its first event is the count of what it has not read. */
  feedOf(accountId: number): Feed {
    if ((this.#listeners.get(accountId)?.size ?? 0) >= limits.messageStreams) throw new Problem('too_many_streams')
    return (send) => {
      const listener: Listener = { send, unread: null }
      const own = this.#listeners.get(accountId) ?? new Set()
      this.#listeners.set(accountId, own.add(listener))
      this.#listening ??= listenTo(this.#pool, messageChannel, { notice: (payload) => this.#heard(payload), gap: () => this.#next(() => this.#recount(null)) })
      // Not before the channel is heard: what happens in between would be told to nobody.
      void this.#listening.ready.then(() => this.#next(() => this.#recount([accountId])))
      return () => {
        own.delete(listener)
        if (own.size === 0) this.#listeners.delete(accountId)
        if (this.#listeners.size > 0) return
        void this.#listening?.stop()
        this.#listening = null
      }
    }
  }

  #heard(payload: string): void {
    const news = JSON.parse(payload) as MessageNews
    this.#next(async () => {
      if ('published' in news) await this.#announce(news.published)
      else await this.#recount('readBy' in news ? [news.readBy] : null)
    })
  }

  /** One piece of news after the other; a database that is away for a moment costs a count, which the next one brings. */
  #next(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(work).catch(() => undefined)
  }

  async #announce(messageId: number): Promise<void> {
    const accountIds = [...this.#listeners.keys()]
    const receivers = await receiversAmong(this.#db, messageId, accountIds)
    if (receivers.size === 0) return
    const message = await this.#db.selectFrom('message').select(['id', 'title', 'type']).where('id', '=', messageId).executeTakeFirst()
    const counts = await unreadCounts(this.#db, [...receivers])
    for (const accountId of receivers) {
      for (const listener of this.#listeners.get(accountId) ?? []) {
        listener.unread = counts.get(accountId) ?? 0
        if (message) listener.send({ event: 'message', data: { ...message, unread: listener.unread } })
      }
    }
  }

  /** Tells each listener of these accounts, of all without a list, another count than the last it was told. */
  async #recount(accountIds: readonly number[] | null): Promise<void> {
    const open = (accountIds ?? [...this.#listeners.keys()]).filter((id) => this.#listeners.has(id))
    if (open.length === 0) return
    for (const [accountId, unread] of await unreadCounts(this.#db, open)) {
      for (const listener of this.#listeners.get(accountId) ?? []) {
        if (listener.unread === unread) continue
        listener.unread = unread
        listener.send({ event: 'unread', data: { unread } })
      }
    }
  }
}
