import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { step } from '../../../tests/support/step.ts'
import { firstBrokenAuditEntry } from '../audit/audit-verification.ts'
import { openDb, openPool } from '../db/connection.ts'
import { runCommandLine } from './command-line.ts'

let platform: TestApp
let empty: TestDatabase
let folder: string
let lines: string[]
const passphrase = 'correct horse battery'

beforeAll(async () => {
  platform = await createTestApp()
  await platform.call(domain.save, { domain: 'kept.example' })
  empty = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'nameplane-cli-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await platform.close()
  await empty.drop()
})
beforeEach(() => {
  lines = []
})

type Where = { url: string; key: string }
const here = (): Where => ({ url: platform.connectionString, key: '07'.repeat(32) })
const there = (): Where => ({ url: empty.connectionString, key: '09'.repeat(32) })
const run = (where: Where, ...words: string[]): Promise<number> =>
  runCommandLine(words, {
    variables: {
      NAMEPLANE_DATA: join(folder, where.key.slice(0, 2)),
      NAMEPLANE_DATABASE_URL: where.url,
      NAMEPLANE_MASTER_KEY: where.key,
      NAMEPLANE_BACKUP_PASSPHRASE: passphrase,
    },
    print: (line) => lines.push(line),
  })

describe('backup and restore', () => {
  test('a backup of one platform becomes another', async () => {
    await step('writes a file of its owner only, never over another, and not the passphrase anywhere', async () => {
      const file = join(folder, 'all.npb')
      expect(await run(here(), 'backup', file)).toBe(0)
      expect(lines[0]).toMatch(/all\.npb: [\d,]+ bytes, [\d,]+ rows, SHA-256 [0-9a-f]{64}$/)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const bytes = readFileSync(file)
      await expect(run(here(), 'backup', file)).rejects.toThrow('already exists')
      expect(readFileSync(file).equals(bytes)).toBe(true)
      const entry = await platform.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
      expect(entry).toMatchObject({ action: 'backup.create', actor_name: 'command line' })
      expect(JSON.stringify([entry, lines])).not.toContain(passphrase)
      expect(existsSync(`${file}.${process.pid}.draft`)).toBe(false)
    })

    await step('a dry run says what would change, and changes nothing', async () => {
      await platform.call(domain.save, { domain: 'later.example' })
      expect(await run(here(), 'restore', join(folder, 'all.npb'), '--dry-run')).toBe(0)
      expect(lines).toContain('  domain: 0 added, 0 changed, 1 removed')
      expect(lines.at(-1)).toContain('Nothing was changed')
      expect(await platform.db.selectFrom('domain').select('id').where('name', '=', 'later.example').executeTakeFirst()).toBeDefined()
    })

    await step('an empty database becomes the platform of the backup, with its trail', async () => {
      const file = join(folder, 'all.npb')
      expect(await run(there(), 'restore', file, '--dry-run')).toBe(0)
      expect(lines).toContainEqual(expect.stringMatching(/^Created by another platform, which is not accepted: key [0-9a-f]{64}$/))
      await expect(run(there(), 'restore', file)).rejects.toThrow('add --accept-maker NAME')
      await expect(run(there(), 'restore', file, '--accept-maker', '')).rejects.toThrow('1 to 64 characters')
      expect(await run(there(), 'restore', file, '--accept-maker', 'site A')).toBe(0)
      expect(lines).toContain('The audit trail of the backup is continued')
      expect(lines.at(-1)).toBe('Restored')
      const db = openDb(openPool({ connectionString: empty.connectionString }, 2))
      expect((await db.selectFrom('domain').select('name').execute()).map(({ name }) => name)).toEqual(['kept.example'])
      expect(await firstBrokenAuditEntry(db)).toBeNull()
      await db.destroy()
      // The next command, with this installation's own master key, finds the same keys.
      lines = []
      expect(await run(there(), 'audit', 'verify')).toBe(0)
      expect(lines[0]).toMatch(/^Intact: \d+ entries$/)
    })
  })

  test.each([
    ['a file that is not there', () => join(folder, 'nothing.npb'), 'File not found'],
    ['something else', () => import.meta.filename, 'Not a backup file'],
  ])('%s is refused in one line', async (_, file, complaint) => {
    await expect(run(here(), 'restore', file())).rejects.toThrow(complaint)
  })
})
