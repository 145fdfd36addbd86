import type { Db } from '../db/connection.ts'
import { platformActor } from '../access/actor.ts'
import { change } from './change.ts'
import { chainOrigin, followChain, sealOfCut, type Anchored, type AuditBreak } from '../audit/audit-verification.ts'

const batchSize = 1000

/**
 * Removes the oldest entries up to the last one before a moment, and seals where the chain starts then. Only a whole
 * beginning goes, never an entry from the middle; the newest entry stays. A beginning that does not verify is evidence
 * and stays too: then nothing is removed and the break is answered.
 */
export async function cutAuditEntries(db: Db, before: Date, anchored: Anchored): Promise<{ removed: number; broken: AuditBreak | null }> {
  return change<{ removed: number; broken: AuditBreak | null }>(db, platformActor('retention'), 'audit.cut', async ({ tx, audit, nothingChanged }) => {
    const origin = await chainOrigin(tx)
    const kept = await tx.selectFrom('audit_entry').select('id').where('at', '>=', before).orderBy('id').limit(1).executeTakeFirst()
    const newest = await tx.selectFrom('audit_entry').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    const lastId = Math.min(kept?.id ?? Infinity, newest?.id ?? 0) - 1
    if (origin.broken || lastId <= origin.link.id) {
      nothingChanged()
      return { removed: 0, broken: origin.broken }
    }
    let link = origin.link
    while (link.id < lastId) {
      const rows = await tx.selectFrom('audit_entry').selectAll().where('id', '>', link.id).where('id', '<=', lastId).orderBy('id').limit(batchSize).execute()
      const stretch = followChain(rows, link, anchored)
      if (stretch.broken || rows.length === 0) {
        nothingChanged()
        return { removed: 0, broken: stretch.broken ?? { id: link.id + 1, reason: 'missing' } }
      }
      link = stretch.last
    }
    const removed = link.id - origin.link.id
    const cut = { last_id: link.id, hash: link.hash, at: new Date(), entries: removed }
    await tx.deleteFrom('audit_cut').execute()
    await tx
      .insertInto('audit_cut')
      .values({ ...cut, seal: sealOfCut(cut) })
      .execute()
    await tx.deleteFrom('audit_entry').where('id', '<=', link.id).execute()
    audit({ type: 'audit', id: null, name: `1–${link.id}`, before: { entries: removed, olderThan: before, lastHash: link.hash.toString('hex') } })
    return { removed, broken: null }
  })
}
