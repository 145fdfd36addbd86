import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BackupPart } from '@nameplane/contract/system/backup-parts'
import { books } from '@nameplane/contract/system/settings/books'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { backUpTo, passphrase } from '../../../../../tests/support/backups.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { platformActor } from '../../../access/actor.ts'
import { booksCurrency } from '../../../settings/books.ts'
import { restoreBackup } from './restore.service.ts'

/* What a restore does to money and to who has added whom. */

let source: TestApp
beforeAll(async () => void (source = await createTestApp()))
afterAll(() => source.close())

const fileOf = (name: string): string => join(source.dataFolder, name)
const restored = (name: string, parts: readonly BackupPart[] | null) =>
  restoreBackup(
    source.db,
    platformActor('test'),
    { dataFolder: source.dataFolder, version: '0.1.0', now: () => new Date('2026-03-10T13:00:00Z') },
    { path: fileOf(name), name: 'f', key: passphrase, parts: parts === null ? null : [...parts], isDryRun: false },
  )
const add = async (username: string, more: { type?: number; balance_cents?: number; created_by?: number } = {}) =>
  (
    await source.db
      .insertInto('account')
      .values({ username, type: 2, password_hash: '', language: null, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

it.each<[string, readonly BackupPart[], number, string]>([
  ['keep their currency while a balance is counted in it', ['settings'], 500, 'CNY'],
  ['keep it when the accounts come back, and what they paid does not', ['settings', 'accounts'], 500, 'CNY'],
  ['take that of the backup with all that it counts', ['settings', 'accounts', 'finance'], 500, 'USD'],
  ['take it where nothing is counted', ['settings'], 0, 'USD'],
])('the books of a restored platform %s', async (what, parts, balance_cents, currency) => {
  const name = `${parts.length}-${balance_cents}.npb`
  await source.db.updateTable('account').set({ balance_cents: 0 }).execute()
  await setSetting(source.db, books, { currency: 'USD' })
  await backUpTo(source.db, fileOf(name), [...parts])
  await setSetting(source.db, books, { currency: 'CNY' })
  await add(`holder of ${name}`, { balance_cents })
  await restored(name, null)
  expect([what, await booksCurrency(source.db)]).toEqual([what, currency])
})

it('users come back with who has added them, though that one is gone meanwhile', async () => {
  const colleague = await add('colleague-of-a-backup', { type: 1 })
  const user = await add('added-by-a-colleague', { created_by: colleague })
  await backUpTo(source.db, fileOf('creators.npb'), ['accounts', 'domains', 'settings', 'messages', 'finance'])
  await source.db.deleteFrom('account').where('id', '=', colleague).execute()
  const creator = async () => (await source.db.selectFrom('account').select('created_by').where('id', '=', user).executeTakeFirstOrThrow()).created_by
  expect(await creator()).toBeNull()
  await restored('creators.npb', null)
  expect(await creator()).toBe(colleague)
})
