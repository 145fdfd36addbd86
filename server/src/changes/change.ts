import { sql, type CompiledQuery } from 'kysely'
import type { Db, Tx } from '../db/connection.ts'
import type { Actor } from '../access/actor.ts'
import { sealEntries, type AuditTarget } from '../audit/audit.ts'
import { chainOrderOf, type Ticket } from '../audit/chain-order.ts'
import { answerOfLast } from '../db/one-go.ts'
import { serialsOf, wantingPublished } from './publication.ts'
import { namedProblem } from './taken-names.ts'

/** An open change: its transaction, and what it leaves behind beside its rows. */
export type Change = {
  readonly tx: Tx
  readonly actor: Actor
  /** Names what was changed, before and after; at least one is required. Members named in `secretMembers` are masked. */
  audit(target: AuditTarget): void
  /** These domains must be served as they are after this change; they go into the outbox in the same transaction. */
  publish(domainIds: readonly number[]): void
  /** The new serials of those domains; empty until the work is done. */
  readonly serials: ReadonlyMap<number, number>
  /** A statement whose answer the work does not need: it is sent in one go with what ends the change. */
  writeLast(statement: CompiledQuery): void
  /** Says that there was nothing to change, so that no audit entry is due. */
  nothingChanged(): void
  /** Says that it only notes what the platform saw elsewhere, and what follows from it: no one decided anything that a log would be read for. */
  isObserved(): void
  /** Says that this is how its maker likes to see things: nothing that a log would be read for. */
  isTaste(): void
}

const hearers = new Set<(action: string) => void>()

/** Tells of every change of this process once it is committed, before whoever asked for it hears. Returns how to stop. */
export function onChange(hear: (action: string) => void): () => void {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

const notInOrder = '40001'
const retriedStates = new Set([notInOrder, '40P01'])
const attempts = 4

/**
 * The one door for writes. Opens the transaction, runs the work, then writes the audit entries and the outbox rows in
 * that same transaction: nobody can forget the audit, nor publish what was not committed. Serialization failures and
 * deadlocks are tried again, so `work` has no effect outside its transaction. A name that somebody has is refused at its
 * field, also when both come at once (taken-names.ts).
 */
export async function change<Result>(db: Db, actor: Actor, action: string, work: (change: Change) => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const order = chainOrderOf(db)
  for (let attempt = 1; ; attempt++) {
    const nothing: Promise<unknown> = Promise.resolve()
    let appended = nothing
    try {
      const result = await db.transaction().execute(async (tx) => {
        const targets: AuditTarget[] = []
        const domainIds = new Set<number>()
        const serials = new Map<number, number>()
        const last: CompiledQuery[] = []
        let isUntold = false
        const result = await work({
          tx,
          actor,
          audit: (target) => void targets.push(target),
          publish: (ids) => ids.forEach((id) => domainIds.add(id)),
          serials,
          writeLast: (statement) => void last.push(statement),
          nothingChanged: () => void (isUntold = true),
          isObserved: () => void (isUntold = true),
          isTaste: () => void (isUntold = true),
        })
        if (targets.length === 0 && !isUntold) throw new Error(`change ${action} left no audit entry`)
        const ticket = domainIds.size > 0 ? order.ticket() : null
        if (ticket) await publish(tx, [...domainIds], serials, last, ticket)
        else for (const statement of last) await tx.executeQuery(statement)
        if (targets.length === 0) return result
        // Everybody waits for the chain until the commit: no row is written from here on but the entries.
        const seal = order.append(tx, ticket?.number ?? null, attempt > 1, (end) => sealEntries(actor, action, targets, end, startedAt))
        appended = seal
        // Not waited for: the commit is sent right behind it, and is a rollback if it fails.
        appended = (await seal).written
        return result
      })
      await appended
      for (const hear of hearers) hear(action)
      return result
    } catch (failure) {
      // Why a commit was a rollback is what the statement before it says.
      const error: unknown = await appended.then(
        () => failure,
        (cause: unknown) => cause,
      )
      const state = (error as { code?: unknown }).code
      if (appended !== nothing) order.failed(state === notInOrder)
      if (attempt >= attempts || typeof state !== 'string' || !retriedStates.has(state)) throw namedProblem(error)
    }
  }
}

async function publish(tx: Tx, domainIds: readonly number[], serials: Map<number, number>, before: readonly CompiledQuery[], ticket: Ticket): Promise<void> {
  const rows = await answerOfLast(tx, before, wantingPublished(tx, domainIds, ticket.taking))
  for (const [id, serial] of serialsOf(rows)) serials.set(id, serial)
}

/** Takes a lock on a name until the transaction ends, for rules that no row can carry. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
