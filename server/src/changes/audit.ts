import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/connection.ts'
import type { Actor } from '../http/call.ts'

/** What an audit entry is about. `before` is absent for a creation, `after` for a removal. */
export type AuditTarget = {
  type: string
  id: number | null
  name: string
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
}

// Members that hold secrets are masked wherever they stand, so that no noun has to remember to.
const secretMember = /password|secret|token|private|api_?key|cert_?key/i
const mask = '******'

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (value instanceof Date) return value.toISOString()
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [member, secretMember.test(member) && inner !== null && inner !== '' ? mask : masked(inner)]),
  )
}

/** JSON with sorted members: the same text for the same value, however the database orders its members. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([member, inner]) => `${JSON.stringify(member)}:${canonical(inner)}`)
    .join(',')}}`
}

let chainKey: Buffer | undefined

/** Sets the key of the audit chain, derived from the master key; without it no change can be written. */
export function setAuditKey(masterKey: Buffer): void {
  chainKey = createHmac('sha256', masterKey).update('audit chain').digest()
}

type ChainedEntry = {
  id: number
  at: Date
  actorId: number | null
  actorName: string
  address: string
  agent: string
  action: string
  target: AuditTarget
  requestId: string
}

function hashOf(previous: Buffer, entry: ChainedEntry): Buffer {
  if (!chainKey) throw new Error('the audit chain has no key')
  const { target } = entry
  const row = [
    entry.id,
    entry.at.toISOString(),
    entry.actorId,
    entry.actorName,
    entry.address,
    entry.agent,
    entry.action,
    target.type,
    target.id,
    target.name,
    target.before ?? null,
    target.after ?? null,
    entry.requestId,
  ]
  return createHmac('sha256', chainKey).update(previous).update(canonical(row)).digest()
}

const start = Buffer.alloc(32)

/** Appends entries to the hash chain; holds the chain's lock until the transaction ends, so that no two share a predecessor. */
export async function appendAuditEntries(tx: Tx, actor: Actor, action: string, targets: readonly AuditTarget[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit chain', 0))`.execute(tx)
  const last = await tx.selectFrom('audit_entry').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst()
  let id = last?.id ?? 0
  let previous = last?.hash ?? start
  const at = new Date()
  const rows = targets.map((target) => {
    id += 1
    const before = target.before ? (masked(target.before) as Record<string, unknown>) : undefined
    const after = target.after ? (masked(target.after) as Record<string, unknown>) : undefined
    const hash = hashOf(previous, {
      id,
      at,
      actorId: actor.accountId,
      actorName: actor.name,
      address: actor.address,
      agent: actor.agent,
      action,
      target: { ...target, before, after },
      requestId: actor.requestId,
    })
    const row = {
      id,
      at,
      actor_id: actor.accountId,
      actor_name: actor.name,
      address: actor.address,
      agent: actor.agent,
      action,
      target_type: target.type,
      target_id: target.id,
      target_name: target.name,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      request_id: actor.requestId,
      previous_hash: previous,
      hash,
    }
    previous = hash
    return row
  })
  for (let from = 0; from < rows.length; from += 500)
    await tx
      .insertInto('audit_entry')
      .values(rows.slice(from, from + 500))
      .execute()
}

/** Walks the chain from its start; answers the id of the first entry that does not fit, or null. */
export async function firstBrokenAuditEntry(db: Db): Promise<number | null> {
  let previous: Buffer = start
  let id = 0
  for (;;) {
    const rows = await db.selectFrom('audit_entry').selectAll().where('id', '>', id).orderBy('id').limit(1000).execute()
    if (rows.length === 0) return null
    for (const row of rows) {
      const expected = hashOf(previous, {
        id: row.id,
        at: row.at,
        actorId: row.actor_id,
        actorName: row.actor_name,
        address: row.address,
        agent: row.agent,
        action: row.action,
        target: { type: row.target_type, id: row.target_id, name: row.target_name, before: row.before ?? undefined, after: row.after ?? undefined },
        requestId: row.request_id,
      })
      if (row.id !== id + 1 || !timingSafeEqual(expected, row.hash)) return id + 1
      previous = row.hash
      id = row.id
    }
  }
}
