import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { AuditCutTable, AuditEntryTable } from '../db/tables.ts'
import { auditChainKey, auditHash, chainStart, type ChainLink } from './audit.ts'

/**
 * Where and how the chain does not fit. `changed`: an entry is not what was written, or not in its place. `missing`: one
 * or more are gone before this one. `tail`: entries that an anchor names are gone from the end. `anchor`: an entry is not
 * the one that was anchored. `start`: what says where the chain starts since old entries were cut is not ours.
 */
export type AuditBreak = { id: number; reason: 'changed' | 'missing' | 'tail' | 'anchor' | 'start' }

/** How far a stretch was verified: the last link that fits, and what follows it when that does not. */
export type VerifiedStretch = { last: ChainLink; entries: number; broken: AuditBreak | null }

/** Hashes that were anchored outside the database, by id. */
export type Anchored = ReadonlyMap<number, Buffer>

type Row = Selectable<AuditEntryTable>

const same = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** Follows the chain from a link that is known to fit through the entries that should come next. */
export function followChain(rows: readonly Row[], from: ChainLink, anchored: Anchored): VerifiedStretch {
  let last = from
  let entries = 0
  for (const row of rows) {
    const id = last.id + 1
    if (row.id !== id) return { last, entries, broken: { id, reason: 'missing' } }
    const expected = auditHash(last.hash, row)
    if (!same(expected, row.hash) || !same(row.previous_hash, last.hash)) return { last, entries, broken: { id, reason: 'changed' } }
    const anchor = anchored.get(id)
    if (anchor && !same(anchor, expected)) return { last, entries, broken: { id, reason: 'anchor' } }
    last = { id, hash: expected }
    entries += 1
  }
  return { last, entries, broken: null }
}

/** Seals where the chain starts after a cut: nobody without the key can make a shorter chain look whole. */
export function sealOfCut(cut: Pick<Selectable<AuditCutTable>, 'last_id' | 'hash' | 'at' | 'entries'>): Buffer {
  return createHmac('sha256', auditChainKey())
    .update(JSON.stringify(['cut', cut.last_id, cut.hash.toString('hex'), cut.at.toISOString(), cut.entries]))
    .digest()
}

/** The link before the oldest entry that is kept. */
export async function chainOrigin(db: Db): Promise<{ link: ChainLink; broken: AuditBreak | null }> {
  const cut = await db.selectFrom('audit_cut').selectAll().orderBy('last_id', 'desc').limit(1).executeTakeFirst()
  if (!cut) return { link: chainStart, broken: null }
  const link = { id: cut.last_id, hash: cut.hash }
  return { link, broken: same(sealOfCut(cut), cut.seal) ? null : { id: cut.last_id, reason: 'start' } }
}

const batchSize = 1000

/**
 * Verifies up to so many entries after the entry `afterId`, which was verified before, or from the origin when it is 0.
 * `isEnd` says that there are no more; then the anchors have been held against the end too.
 */
export async function verifyEntries(
  db: Db,
  { afterId, limit, anchored }: { afterId: number; limit: number; anchored: Anchored },
): Promise<VerifiedStretch & { isEnd: boolean }> {
  const origin = await chainOrigin(db)
  if (origin.broken) return { last: origin.link, entries: 0, broken: origin.broken, isEnd: true }
  let from = origin.link
  if (afterId > origin.link.id) {
    const row = await db.selectFrom('audit_entry').select(['id', 'hash']).where('id', '=', afterId).executeTakeFirst()
    if (!row) return { last: origin.link, entries: 0, broken: { id: afterId, reason: 'missing' }, isEnd: true }
    from = row
  }
  let entries = 0
  while (entries < limit) {
    const wanted = Math.min(batchSize, limit - entries)
    // From the first entry there is: one that is older than the origin says must be noticed too.
    const rows = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('id', '>', afterId === 0 && entries === 0 ? 0 : from.id)
      .orderBy('id')
      .limit(wanted)
      .execute()
    const stretch = followChain(rows, from, anchored)
    entries += stretch.entries
    from = stretch.last
    if (stretch.broken) return { last: from, entries, broken: stretch.broken, isEnd: true }
    if (rows.length < wanted) {
      const lost = [...anchored.keys()].some((id) => id > from.id)
      return { last: from, entries, broken: lost ? { id: from.id + 1, reason: 'tail' } : null, isEnd: true }
    }
  }
  return { last: from, entries, broken: null, isEnd: false }
}

/** Verifies everything; answers the id of the first entry that does not fit, or null. */
export async function firstBrokenAuditEntry(db: Db, anchored: Anchored = new Map()): Promise<number | null> {
  return (await verifyEntries(db, { afterId: 0, limit: Number.MAX_SAFE_INTEGER, anchored })).broken?.id ?? null
}
