import { sql } from 'kysely'
import { LogRetention, type log as calls } from '@nameplane/contract/dns/log'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { readAnchors } from '../../../audit/audit-anchors.ts'
import { cutAuditEntries } from '../../../changes/audit-cut.ts'
import type { AuditBreak } from '../../../audit/audit-verification.ts'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { refuseStale } from '../../../db/versioned-rows.ts'
import { deleteBefore, type AgedRows } from '../../../db/deletion-by-age.ts'
import type { AccessScope } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { entryWithin, signInWithin } from './log-scope.ts'

/** Key of the setting that says how long logs are kept. */
export const logSettingKey = 'LOG_CONFIG'

export async function readRetention(db: Db): Promise<LogRetention & { rowVersion: number }> {
  const row = await db.selectFrom('system_config').select(['param_value', 'row_version']).where('param_key', '=', logSettingKey).executeTakeFirst()
  return { ...LogRetention.parse(row?.param_value ?? {}), rowVersion: row?.row_version ?? 0 }
}

/** The same with how much there is within reach. */
export async function retentionState(db: Db, accessScope: AccessScope): Promise<Answered<typeof calls.retention>['data']> {
  const retention = await readRetention(db)
  // Ids of all entries follow each other; those of some have to be counted.
  const counted = accessScope === 'all' ? sql`max(id) - min(id) + 1` : sql`count(*)`
  const [entries, signIn] = [entryWithin(accessScope), signInWithin(accessScope)]
  const { rows } = await sql<{ operations: number; signIns: number; oldest: Date | null }>`
    select (select ${counted} from audit_entry where ${entries}) as operations, (select count(*) from sign_in_attempt where ${signIn}) as "signIns",
      least((select at from audit_entry where ${entries} order by id limit 1), (select min(minute) from sign_in_attempt where ${signIn})) as oldest`.execute(db)
  const { operations, signIns, oldest } = rows[0]!
  return { ...retention, operations: operations ?? 0, signIns, oldestTime: oldest }
}

/** Sets how long logs are kept. A lock is for good: it is not lifted, nor are the days shortened, by anybody. */
export async function setRetention(db: Db, actor: Actor, sent: Received<typeof calls.retain>): Promise<void> {
  await change(db, actor, 'log.retain', async ({ tx, audit, nothingChanged }) => {
    await tx
      .insertInto('system_config')
      .values({ param_key: logSettingKey, remark: '日志', param_value: '{}', row_version: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await tx.selectFrom('system_config').selectAll().where('param_key', '=', logSettingKey).forUpdate().executeTakeFirstOrThrow()
    const before = LogRetention.parse(row.param_value)
    const after = { days: sent.days, isLocked: sent.isLocked }
    refuseStale(sent.rowVersion, row.row_version)
    if (before.isLocked && (!after.isLocked || after.days < before.days)) throw new Problem('log_retention_locked')
    if (before.days === after.days && before.isLocked === after.isLocked) return nothingChanged()
    await tx
      .updateTable('system_config')
      .set({ param_value: JSON.stringify({ ...row.param_value, ...after }), row_version: row.row_version + 1, updated_at: new Date() })
      .where('id', '=', row.id)
      .execute()
    audit({ type: 'system_config', id: row.id, name: logSettingKey, before, after })
  })
}

/** Removes entries of the audit trail and these rows beside it that are older than the retention; answers where the chain does not verify: then none of it goes. */
export async function removeExpiredLogs(
  db: Db,
  anchorFolder: string,
  now: Date,
  beside: readonly AgedRows[],
): Promise<{ entries: number; broken: AuditBreak | null }> {
  const { days } = await readRetention(db)
  const before = new Date(now.getTime() - days * 86_400_000)
  for (const aged of beside) await deleteBefore(db, aged, before)
  const { removed, broken } = await cutAuditEntries(db, before, (await readAnchors(anchorFolder)).anchored)
  return { entries: removed, broken }
}
