import { createHmac, createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import type { Insertable, RawBuilder, Selectable } from 'kysely'
import type { Db, Tx } from '../db/connection.ts'
import type { AuditEntryTable } from '../db/tables.ts'
import type { Actor } from '../access/actor.ts'

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

/** A state with its secrets masked, as the audit trail keeps it. */
export function withSecretsMasked(state: Record<string, unknown>): Record<string, unknown> {
  return masked(state) as Record<string, unknown>
}

/** JSON with sorted members: the same text for the same value, however the database orders its members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([member, inner]) => `${JSON.stringify(member)}:${canonical(inner)}`)
    .join(',')}}`
}

let chainKey: KeyObject | undefined
let signingKey: { privateKey: KeyObject; publicKey: KeyObject } | undefined

// RFC 8410 §7: a PKCS #8 private key of Ed25519 is these sixteen octets and the 32 of the seed.
const ed25519Pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Sets the keys of the audit trail, derived from the first root key; without them no change can be written. */
export function setAuditKey(rootKey: Buffer): void {
  // Each save uses it, and takes a fraction of the time with a key that was prepared.
  chainKey = createSecretKey(createHmac('sha256', rootKey).update('audit chain').digest())
  signingKey = signingKeyOf(rootKey)
}

/** The Ed25519 keys that a platform with this first root key signs with. */
export function signingKeyOf(rootKey: Buffer): { privateKey: KeyObject; publicKey: KeyObject } {
  const seed = createHmac('sha256', rootKey).update('audit anchors').digest()
  const privateKey = createPrivateKey({ key: Buffer.concat([ed25519Pkcs8, seed]), format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** The key that seals the chain. */
export function auditChainKey(): KeyObject {
  if (!chainKey) throw new Error('the audit trail has no key')
  return chainKey
}

/** The Ed25519 keys of what the chain leaves outside the database: anchors and exports. The public one is for whoever keeps those. */
export function auditSigningKey(): { privateKey: KeyObject; publicKey: KeyObject } {
  if (!signingKey) throw new Error('the audit trail has no signing key')
  return signingKey
}

/** An entry as it is chained: the columns of its row but the hashes. */
export type ChainedEntry = Omit<Selectable<AuditEntryTable>, 'previous_hash' | 'hash'>

/** The hash of an entry over the one before it. */
export function auditHash(previous: Buffer, entry: ChainedEntry): Buffer {
  const row = [
    entry.id,
    entry.at.toISOString(),
    entry.actor_id,
    entry.actor_name,
    entry.address,
    entry.agent,
    entry.action,
    entry.target_type,
    entry.target_id,
    entry.target_name,
    entry.before ?? null,
    entry.after ?? null,
    entry.request_id,
    ...(entry.actor_kind === '' ? [] : [entry.actor_kind, entry.duration_ms]),
    // A file exported before the member was there has none.
    ...((entry.acting_as_id ?? null) === null ? [] : [entry.acting_as_id, entry.acting_as_name]),
  ]
  return createHmac('sha256', auditChainKey()).update(previous).update(canonical(row)).digest()
}

/** Who an actor is in the trails: the administrator who acts as a user, and that user beside. */
export type TrailActor = { actor_kind: string; actor_id: number | null; actor_name: string; acting_as_id: number | null; acting_as_name: string | null }

export function trailActor({ kind, accountId, name, impersonator }: Actor): TrailActor {
  return impersonator
    ? { actor_kind: 'administrator', actor_id: impersonator.id, actor_name: impersonator.name, acting_as_id: accountId, acting_as_name: name }
    : { actor_kind: kind, actor_id: accountId, actor_name: name, acting_as_id: null, acting_as_name: null }
}

/** A place in the chain: an entry's id and hash; 0 and zeros before the first one. */
export type ChainLink = { id: number; hash: Buffer }

export const chainStart: ChainLink = { id: 0, hash: Buffer.alloc(32) }

/** The last place of the chain: the newest entry, or where old ones were cut when nothing followed since. */
export async function chainEnd(db: Db): Promise<ChainLink> {
  const last = await db.selectFrom('audit_entry').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (last) return last
  const cut = await db.selectFrom('audit_cut').select(['last_id as id', 'hash']).orderBy('last_id', 'desc').limit(1).executeTakeFirst()
  return cut ?? chainStart
}

/** The place in the chain that the database names: eight bytes of id, then the hash; null where nothing is yet. */
export function linkOf(place: Buffer | null): ChainLink {
  return place === null ? chainStart : { id: Number(place.readBigInt64BE()), hash: place.subarray(8) }
}

/** The same place as the database names it. */
export function placeOf({ id, hash }: ChainLink): Buffer {
  const number = Buffer.alloc(8)
  number.writeBigInt64BE(BigInt(id))
  return Buffer.concat([number, hash])
}

/** Entries with their places in the chain, and its end once they are in it. */
export type SealedEntries = { rows: Insertable<AuditEntryTable>[]; end: ChainLink }

/** Seals entries into the chain after `end`. `startedAt` is when the work began, on the monotonic clock in milliseconds. */
export function sealEntries(actor: Actor, action: string, targets: readonly AuditTarget[], end: ChainLink, startedAt: number): SealedEntries {
  let { id, hash: previous } = end
  const at = actor.seededAt ?? new Date()
  const rows = targets.map((target) => {
    id += 1
    const entry = {
      id,
      at,
      ...trailActor(actor),
      address: actor.address,
      agent: actor.agent,
      action,
      target_type: target.type,
      target_id: target.id,
      target_name: target.name,
      before: target.before ? withSecretsMasked(target.before) : null,
      after: target.after ? withSecretsMasked(target.after) : null,
      request_id: actor.requestId,
      duration_ms: Math.round(performance.now() - startedAt),
    }
    const hash = auditHash(previous, entry)
    const row = {
      ...entry,
      before: entry.before && JSON.stringify(entry.before),
      after: entry.after && JSON.stringify(entry.after),
      previous_hash: previous,
      hash,
    }
    previous = hash
    return row
  })
  return { rows, end: { id, hash: previous } }
}

/** Entries of one statement: each has some twenty parameters, of which it takes 65,535. */
const rowsOfStatement = 500

/**
 * Appends sealed entries. The chain is locked by the transaction, or `previousHash` locks it and answers the hash that the first of them
 * follows. The last statement is on its way when this answers, so that the commit can be sent right behind it: everybody who saves waits
 * for the lock meanwhile. What became of it says `written`.
 */
export async function appendAuditEntries(tx: Tx, { rows }: SealedEntries, previousHash?: RawBuilder<Buffer>): Promise<{ written: Promise<unknown> }> {
  let written: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < rows.length; from += rowsOfStatement) {
    await written
    const batch = rows.slice(from, from + rowsOfStatement)
    const [first, ...others] = batch
    written = tx
      .insertInto('audit_entry')
      .values(from === 0 && previousHash ? [{ ...first!, previous_hash: previousHash }, ...others] : batch)
      .execute()
    // Marked as handled: it may fail before somebody looks.
    written.catch(() => undefined)
  }
  return { written }
}
