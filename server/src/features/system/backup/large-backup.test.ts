import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { change } from '../../../changes/change.ts'
import { firstBrokenAuditEntry } from '../../../changes/audit-verification.ts'
import { backUpTo, canonicalDump, freshPlatform, passphrase } from '../../../../../tests/support/backups.ts'
import { restoreBackup } from './restore.service.ts'
import { platformActor } from '../../../http/call.ts'
import { seedStandardLines } from '../../../features/dns/line/line.store.ts'
import { plantLarge } from '../../../seed/large.ts'

const plan = { domains: 2_500, records: 100_000, largestRecords: 20_000, owners: 40, groups: 3 }

test('a platform of 100,000 records is backed up, and restored into a fresh one, equal in every table', { timeout: 600_000 }, async () => {
  const source = await freshPlatform()
  await seedStandardLines(source.db)
  await change(source.db, platformActor('test'), 'platform.seed', async (open) => {
    await plantLarge(open, () => {}, plan)
    open.audit({ type: 'platform', id: null, name: 'large' })
  })
  const file = join(source.dataFolder, 'large.npb')
  await backUpTo(source.db, file)
  const { audit_entry: _before, ...expected } = await canonicalDump(source.db)
  expect(expected['record']).toMatch(/^100000 /)
  const target = await freshPlatform()
  await seedStandardLines(target.db)
  const place = { dataFolder: target.dataFolder, version: '0.1.0', now: () => new Date() }
  await restoreBackup(target.db, platformActor('test'), place, { path: file, name: 'large', key: passphrase, parts: null, isDryRun: false })
  const { audit_entry: _after, ...found } = await canonicalDump(target.db)
  expect(found).toEqual(expected)
  expect(await firstBrokenAuditEntry(target.db)).toBeNull()
  expect((await sql<{ count: number }>`select count(*)::int as count from record where value is null`.execute(target.db)).rows[0]!.count).toBe(0)
  await source.close()
  await target.close()
})
