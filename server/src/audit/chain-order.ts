import { randomInt } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../db/connection.ts'
import { appendAuditEntries, linkOf, placeOf, type ChainLink, type SealedEntries } from './audit.ts'

/** So long nothing is foreseen once that was wrong: another process writes too. */
const distrustedMs = 1_000

/** A lock of a transaction's own: who holds it until its end can be waited for by name. */
export type Ticket = { number: number; taking: RawBuilder<unknown> }

/**
 * The order in which the changes of this process are chained. Everybody who saves waits for whoever holds the lock of the chain, so it is
 * held for as little as possible: the end of the chain is foreseen, namely what the change before has sent, and the entry is sealed
 * over it before the lock is there. It is then locked, compared, extended and committed in one message. The database keeps the order:
 * each change takes a lock of its own, its ticket, with its last rows, and the next one waits for it. If the end is another one after
 * all (the one before failed, or another process was faster), the transaction fails like one that could not be serialized, and is
 * tried again with the end as it is read under the lock.
 *
 * No change waits for rows once it has its place, so nobody who has rows waits here for somebody who wants them.
 */
export class ChainOrder {
  /** Tells the tickets of this process from those of another. */
  readonly #process = randomInt(2 ** 31)
  #tickets = 0
  #last: { ticket: number | null; end: ChainLink | null } = { ticket: null, end: null }
  #reading: Promise<void> | null = null
  #distrustedUntil = -Infinity

  /** To be taken by a statement that is answered before the place is. */
  ticket(): Ticket {
    this.#tickets = (this.#tickets + 1) % 2 ** 31
    return { number: this.#tickets, taking: sql`pg_advisory_xact_lock(${this.#process}::integer, ${this.#tickets}::integer)` }
  }

  /**
   * Appends what `seal` makes of the chain's end. `ticket` is null where the transaction has taken none; with `isSure`, the end is
   * read under the lock, as it also is without a ticket. What becomes of it says `written`.
   */
  async append(tx: Tx, ticket: number | null, isSure: boolean, seal: (end: ChainLink) => SealedEntries): Promise<{ written: Promise<unknown> }> {
    while (this.#reading) await this.#reading
    const { end, ticket: before } = this.#last
    if (end === null || ticket === null || isSure || performance.now() < this.#distrustedUntil) return this.#appendToRead(tx, ticket, seal)
    const sealed = seal(end)
    this.#last = { ticket, end: sealed.end }
    return appendAuditEntries(tx, sealed, sql<Buffer>`substring(${this.#lockedEnd(before, placeOf(end))} from 9)`)
  }

  async #appendToRead(tx: Tx, ticket: number | null, seal: (end: ChainLink) => SealedEntries): Promise<{ written: Promise<unknown> }> {
    const appended = sql<{ end: Buffer | null }>`select ${this.#lockedEnd(this.#last.ticket, null)} as "end"`.execute(tx).then(({ rows }) => {
      const sealed = seal(linkOf(rows[0]!.end))
      this.#last = { ticket, end: sealed.end }
      return appendAuditEntries(tx, sealed)
    })
    const over = (): void => void (this.#reading = null)
    this.#reading = appended.then(over, over)
    return appended
  }

  /** To be told when a change that has been given a place was rolled back, or may have been. */
  failed(wasForeseenWrong: boolean): void {
    this.#last = { ...this.#last, end: null }
    if (wasForeseenWrong) this.#distrustedUntil = performance.now() + distrustedMs
  }

  /** Locks the chain once the transaction with this ticket has ended, and answers its end, which must be the one expected. */
  #lockedEnd(before: number | null, expected: Buffer | null): RawBuilder<Buffer | null> {
    return sql<Buffer | null>`audit_end_after(${this.#process}::integer, ${before}::integer, ${expected}::bytea)`
  }
}

const orders = new WeakMap<Db, ChainOrder>()

/** The order of the changes that are made through these connections. */
export function chainOrderOf(db: Db): ChainOrder {
  const known = orders.get(db)
  if (known) return known
  const order = new ChainOrder()
  orders.set(db, order)
  return order
}
