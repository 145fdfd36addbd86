import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { change } from '../../../changes/change.ts'
import { firstBrokenAuditEntry } from '../../../audit/audit-verification.ts'
import type { Db } from '../../../db/connection.ts'
import { backUpTo, canonicalDump, freshPlatform, passphrase } from '../../../../../tests/support/backups.ts'
import { restoreBackup } from './restore.service.ts'
import { leftOut } from './backup-tables.ts'
import { platformActor } from '../../../access/actor.ts'
import { seedMenu } from '../../../features/account/menu/menu-seed.ts'
import { seedStandardLines } from '../../../features/dns/line/line.store.ts'
import { plantDemo } from '../../../seed/demo.ts'
import { plantLarge } from '../../../seed/large.ts'
import { seedSettings } from '../../../settings/setting-rows.ts'

const actor = platformActor('test')
const plan = { domains: 2_500, records: 100_000, largestRecords: 20_000, owners: 40, groups: 3 }

const seeds: readonly (readonly [string, number, (db: Db) => Promise<unknown>])[] = [
  ['as it is after its first start', 0, async (db) => [await seedMenu(db), await seedSettings(db)]],
  ['of the demonstration', 100, async (db) => [await seedMenu(db), await seedSettings(db), await plantDemo(db, actor)]],
  [
    'of 100,000 records',
    100_000,
    async (db) =>
      change(db, actor, 'platform.seed', async (open) => {
        await plantLarge(open, () => {}, plan)
        open.audit({ type: 'platform', id: null, name: 'large' })
      }),
  ],
]

/** Every row of a table as text, in one digest; `until`: of the audit trail up to that entry. */
async function digestOf(db: Db, table: string, until: number | null): Promise<string> {
  const { rows } = await sql<{ row: string }>`
    select t::text as row from ${sql.table(table)} t ${until === null ? sql`` : sql`where id <= ${until}`} order by t::text collate "C"`.execute(db)
  const digest = createHash('sha256')
  for (const { row } of rows) digest.update(`${row}\n`)
  return `${rows.length} ${digest.digest('hex').slice(0, 16)}`
}

/** All tables of a platform but those that no backup holds. */
async function dumpOf(db: Db, lastEntry: number): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%'
      and table_name not in (select relname from pg_inherits join pg_class on pg_class.oid = inhrelid)
    order by 1`.execute(db)
  const dump: Record<string, string> = {}
  for (const { name } of rows) if (!Object.hasOwn(leftOut, name)) dump[name] = await digestOf(db, name, name === 'audit_entry' ? lastEntry : null)
  return dump
}

describe('a platform', () => {
  it.each(seeds)('%s is backed up, and restored into a fresh one, equal in every table', { timeout: 600_000 }, async (_, records, plant) => {
    const source = await freshPlatform()
    await seedStandardLines(source.db)
    await plant(source.db)
    const file = join(source.dataFolder, 'whole.npb')
    await backUpTo(source.db, file)
    const { audit_entry: _before, ...expected } = await canonicalDump(source.db)
    expect(Number(expected['record']!.split(' ')[0])).toBeGreaterThanOrEqual(records)
    const { last } = await source.db
      .selectFrom('audit_entry')
      .select((of) => of.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    const whole = await dumpOf(source.db, Number(last))
    expect(Object.keys(whole).length).toBeGreaterThan(30)
    const target = await freshPlatform()
    await seedStandardLines(target.db)
    const place = { dataFolder: target.dataFolder, version: '0.1.0', now: () => new Date() }
    await restoreBackup(target.db, actor, place, {
      path: file,
      name: 'whole',
      key: passphrase,
      parts: null,
      isDryRun: false,
      accepts: { name: 'elsewhere', fingerprint: null },
    })
    const { audit_entry: _after, ...found } = await canonicalDump(target.db)
    expect(found).toEqual(expected)
    expect(await dumpOf(target.db, Number(last))).toEqual(whole)
    expect(await firstBrokenAuditEntry(target.db)).toBeNull()
    expect((await sql<{ count: number }>`select count(*)::int as count from record where value is null`.execute(target.db)).rows[0]!.count).toBe(0)
    await source.close()
    await target.close()
  })
})
