import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backupPartNames } from '@nameplane/contract/system/backup-parts'
import { answered } from '../../../../../tests/support/answered.ts'
import { makeFixtureWorld } from '../../../../../tests/support/fixture-world.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { firstBrokenAuditEntry } from '../../../audit/audit-verification.ts'
import { dataFolderNames } from '../../../data-folder.ts'
import { openDataKeys } from '../../../keys/data-keys.ts'
import { platformActor } from '../../../access/actor.ts'
import { Random } from '../../../seed/random.ts'
import { seal, unseal } from '../../../secrets/seal.ts'
import { acmeKeyPlace, settingPlace, totpPlace } from '../../../secrets/sealed-places.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Problem } from '../../../problem.ts'
import type { Acceptance } from './backup-makers.ts'
import { BackupRefusal } from './backup-refusal.ts'
import { readBackup } from './backup-reader.ts'
import { backupTables, leftOut } from './backup-tables.ts'
import { backUpTo, canonicalDump, freshPlatform, passphrase } from '../../../../../tests/support/backups.ts'
import { restoreBackup } from './restore.service.ts'
import { schemaVersion } from './table-shape.ts'

const actor = platformActor('test')
/** Whoever made it: what is restored is looked at here, not whose it is. */
const accepts = { name: 'elsewhere', fingerprint: null }
let source: TestApp
let schema: string
const useSourceKeys = (): Promise<void> => openDataKeys(source.db, { masterKey: Buffer.alloc(32, 7), dataFolder: source.dataFolder })

beforeAll(async () => {
  source = await createTestApp()
  for (let seed = 0; seed < 3; seed += 1) await makeFixtureWorld(source)
  await source.db
    .insertInto('totp')
    .values({ account_id: 1, secret: seal('of the app', totpPlace(1)), last_step: 5 })
    .execute()
  await source.db
    .insertInto('system_config')
    .values({ param_key: 'OWN', param_value: JSON.stringify({ token: seal('of their own', settingPlace('OWN', 'token')) }) })
    .execute()
  await source.db
    .insertInto('acme_account')
    .values({
      directory_url: 'https://ca.example/',
      account_key: seal('of the account', acmeKeyPlace('https://ca.example/')),
      next_key: null,
      key_thumbprint: '',
    })
    .execute()
  await sql`insert into message_image (key, bytes, width, height) values ('k', ${Buffer.alloc(70_000, 200)}, 1, 1)`.execute(source.db)
  const minute = new Date('2026-03-10T12:00:00Z')
  await answered(source.db, ...Array.from({ length: 2500 }, (_, domainId) => ({ minute, domainId, answers: domainId + 1 })))
  schema = await schemaVersion(source.db)
}, 60_000)
afterAll(() => source.close())

const fileOf = (name: string): string => join(source.dataFolder, name)
const place = (dataFolder: string) => ({ dataFolder, version: '0.1.0', now: () => new Date('2026-03-10T13:00:00Z') })

describe('the list of tables', () => {
  it('names every table of the database, or says why not', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%'
        and table_name not in (select relname from pg_inherits join pg_class on pg_class.oid = inhrelid)`.execute(source.db)
    const there = rows.map((row) => row.name)
    const held = backupTables.map(({ name }) => name)
    expect(there.filter((name) => !held.includes(name) && !Object.hasOwn(leftOut, name))).toEqual([])
    expect(held.filter((name) => !there.includes(name) || Object.hasOwn(leftOut, name))).toEqual([])
  })

  it('has a row before whoever needs it', async () => {
    const { rows } = await sql<{ child: string; parent: string }>`
      select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f' and conrelid <> confrelid`.execute(
      source.db,
    )
    const position = (name: string): number => backupTables.findIndex((table) => table.name === name)
    expect(rows.filter(({ child, parent }) => position(child) >= 0 && position(parent) > position(child))).toEqual([])
    expect(rows.filter(({ child, parent }) => position(child) >= 0 && position(parent) < 0)).toEqual([])
  })
})

describe('a backup', () => {
  it('restored into a fresh platform is equal in every table, and its trail and secrets go on', async () => {
    const file = fileOf('all.npb')
    await backUpTo(source.db, file)
    const before = await canonicalDump(source.db)
    const fresh = await freshPlatform()
    const dry = await restoreBackup(fresh.db, actor, place(fresh.dataFolder), { path: file, name: 'f', key: passphrase, parts: null, isDryRun: true })
    expect(dry).toMatchObject({ isDone: false, trail: 'taken', before: null, facts: { isOwn: false } })
    const domains = await source.db.selectFrom('domain').select('id').execute()
    expect(domains.length).toBeGreaterThan(10)
    expect(dry.differences.find(({ table }) => table === 'domain')).toMatchObject({ added: domains.length, changed: 0, removed: 0 })
    // What this platform said of its own trail says nothing of the one that comes.
    const anchors = join(fresh.dataFolder, dataFolderNames.auditAnchors)
    mkdirSync(anchors, { recursive: true })
    writeFileSync(join(anchors, 'anchors.jsonl'), '')
    const report = await restoreBackup(fresh.db, actor, place(fresh.dataFolder), {
      path: file,
      name: 'f',
      key: passphrase,
      parts: null,
      isDryRun: false,
      accepts,
    })
    expect(report).toMatchObject({ isDone: true, trail: 'taken', resealed: 0, lostRecoveryCodes: 0 })
    expect(readdirSync(anchors).filter((name) => name.startsWith('anchors'))).toEqual(['anchors.before-20260310T130000.000Z.jsonl'])
    const { audit_entry: trail, ...after } = await canonicalDump(fresh.db)
    const { audit_entry: trailBefore, ...expected } = before
    expect(after).toEqual(expected)
    // One entry more: that of the restore itself, chained to the backup's.
    expect(Number(trail!.split(' ')[0])).toBe(Number(trailBefore!.split(' ')[0]) + 1)
    expect(await firstBrokenAuditEntry(fresh.db)).toBeNull()
    // The next start has the same keys, under this platform's own master key.
    await fresh.useKeys()
    const { secret } = await fresh.db.selectFrom('totp').select('secret').where('account_id', '=', 1).executeTakeFirstOrThrow()
    expect(unseal(secret, totpPlace(1))).toBe('of the app')
    expect(await firstBrokenAuditEntry(fresh.db)).toBeNull()
    const { id } = await fresh.db
      .insertInto('account')
      .values({ username: 'later', type: 2, password_hash: '', language: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await source.db.selectFrom('account').select('id').where('id', '=', id).execute()).length).toBe(0)
    await fresh.close()
    await useSourceKeys()
  })

  it('of another platform is refused until its maker is accepted by who may do all, under the fingerprint that was seen', async () => {
    const file = fileOf('foreign.npb')
    await useSourceKeys()
    await backUpTo(source.db, file)
    const other = await freshPlatform()
    const asked = { path: file, name: 'f', key: passphrase, parts: null, isDryRun: false }
    const restored = (by: Actor, acceptance: Acceptance | null) =>
      restoreBackup(other.db, by, place(other.dataFolder), { ...asked, accepts: acceptance }).then(
        () => 'restored',
        (cause: Problem) => cause.code,
      )
    const untouched = await canonicalDump(other.db)
    const { facts } = await restoreBackup(other.db, actor, place(other.dataFolder), { ...asked, isDryRun: true })
    expect(facts).toMatchObject({ isOwn: false, maker: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/), name: null } })
    const { fingerprint } = facts.maker
    for (const [by, acceptance] of [
      [actor, null],
      [actor, { name: 'site B', fingerprint: 'f'.repeat(64) }],
      [
        { ...actor, isSuper: false },
        { name: 'site B', fingerprint },
      ],
    ] as const)
      expect(await restored(by, acceptance)).toBe('backup_maker_unknown')
    expect(await canonicalDump(other.db)).toEqual(untouched)
    expect(await restored(actor, { name: 'site B', fingerprint })).toBe('restored')
    expect(await other.db.selectFrom('backup_maker').select(['fingerprint', 'name', 'accepted_by']).execute()).toEqual([
      { fingerprint, name: 'site B', accepted_by: 'test' },
    ])
    await other.close()
    await useSourceKeys()
  })

  it('restored into a living platform of other keys brings its secrets, and leaves the trail that is there', async () => {
    const file = fileOf('all.npb')
    await useSourceKeys()
    await backUpTo(source.db, file)
    const before = await canonicalDump(source.db, ['messages', 'statistics'])
    const other = await freshPlatform()
    await sql`insert into domain (name, unicode_name, account_id, service_group_id, serial) values ('living.example', 'living.example', 1, 1, 1)`.execute(
      other.db,
    )
    const report = await restoreBackup(other.db, actor, place(other.dataFolder), {
      path: file,
      name: 'f',
      key: passphrase,
      parts: null,
      isDryRun: false,
      accepts,
    })
    expect(report).toMatchObject({ isDone: true, trail: 'kept', unopenedSecrets: 0 })
    expect(report.resealed).toBeGreaterThanOrEqual(2)
    expect(report.before).toMatch(/^nameplane_/)
    expect(report.differences.map(({ part }) => part)).not.toContain('logs')
    const { secret } = await other.db.selectFrom('totp').select('secret').where('account_id', '=', 1).executeTakeFirstOrThrow()
    expect(unseal(secret, totpPlace(1))).toBe('of the app')
    const { param_value: own } = await other.db.selectFrom('system_config').select('param_value').where('param_key', '=', 'OWN').executeTakeFirstOrThrow()
    expect(unseal(String(own['token']), settingPlace('OWN', 'token'))).toBe('of their own')
    const { account_key: key } = await other.db.selectFrom('acme_account').select('account_key').executeTakeFirstOrThrow()
    expect(unseal(key!, acmeKeyPlace('https://ca.example/'))).toBe('of the account')
    expect(await canonicalDump(other.db, ['messages', 'statistics'])).toEqual(before)
    expect(await firstBrokenAuditEntry(other.db)).toBeNull()
    expect(await other.db.selectFrom('domain').select('id').where('name', '=', 'living.example').executeTakeFirst()).toBeUndefined()
    await other.close()
    await useSourceKeys()
  })

  it('restored after changes brings back what was, names what changes first, and keeps serials rising', async () => {
    const file = fileOf('later.npb')
    await backUpTo(source.db, file)
    const before = await canonicalDump(source.db, ['accounts', 'domains', 'settings', 'messages'])
    const [one, two] = await source.db.selectFrom('domain').select(['id', 'name', 'serial']).orderBy('id').limit(2).execute()
    await sql`update domain set name = 'between.example' where id = ${one!.id}`.execute(source.db)
    await sql`update domain set name = ${one!.name} where id = ${two!.id}`.execute(source.db)
    await sql`update domain set name = ${two!.name}, serial = serial + 1000 where id = ${one!.id}`.execute(source.db)
    await sql`delete from record where id = (select min(id) from record)`.execute(source.db)
    await sql`insert into saved_filter (account_id, screen, name, filters) values (1, '/x', 'later', '{}')`.execute(source.db)
    const asked = { path: file, name: 'later', key: passphrase, parts: null }
    const dry = await restoreBackup(source.db, actor, place(source.dataFolder), { ...asked, isDryRun: true })
    const changes = Object.fromEntries(dry.differences.map(({ table, added, changed, removed }) => [table, [added, changed, removed]]))
    expect(changes).toMatchObject({ domain: [0, 2, 0], record: [1, 0, 0], saved_filter: [0, 0, 1], account: [0, 0, 0] })
    const report = await restoreBackup(source.db, actor, place(source.dataFolder), { ...asked, isDryRun: false })
    expect(report.trail).toBe('contained')
    const serials = await source.db.selectFrom('domain').select(['id', 'serial']).where('id', 'in', [one!.id, two!.id]).orderBy('id').execute()
    expect(serials[0]!.serial).toBeGreaterThan(one!.serial + 1000)
    expect(serials[1]!.serial).toBeGreaterThan(two!.serial)
    await sql`update domain set serial = ${one!.serial} where id = ${one!.id}`.execute(source.db)
    await sql`update domain set serial = ${two!.serial} where id = ${two!.id}`.execute(source.db)
    expect(await canonicalDump(source.db, ['accounts', 'domains', 'settings', 'messages'])).toEqual(before)
    expect(await firstBrokenAuditEntry(source.db)).toBeNull()
  })

  it('of some parts leaves the rest alone, and refuses what the rest would contradict', async () => {
    const file = fileOf('accounts.npb')
    const other = await freshPlatform()
    await backUpTo(other.db, file, ['accounts'])
    await sql`insert into account (username, type, password_hash) values ('owner', 2, '')`.execute(other.db)
    const dump = await canonicalDump(other.db)
    await sql`insert into domain (name, unicode_name, account_id, service_group_id, serial) select 'owned.example', 'owned.example', max(id), 1, 1 from account`.execute(
      other.db,
    )
    const asked = { path: file, name: 'f', key: passphrase, isDryRun: false }
    await expect(restoreBackup(other.db, actor, place(other.dataFolder), { ...asked, parts: ['accounts'] })).rejects.toMatchObject({
      code: 'backup_conflict',
      params: { table: 'domain' },
    })
    await expect(restoreBackup(other.db, actor, place(other.dataFolder), { ...asked, parts: ['messages'] })).rejects.toMatchObject({
      code: 'backup_part_missing',
    })
    await sql`delete from domain`.execute(other.db)
    const { audit_entry: _trail, ...after } = await canonicalDump(other.db)
    const { audit_entry: _before, ...expected } = dump
    expect(after).toEqual(expected)
    await other.close()
    await useSourceKeys()
  })

  it('does not loosen a locked retention of logs', async () => {
    const file = fileOf('retention.npb')
    await backUpTo(source.db, file, ['settings'])
    await sql`insert into system_config (param_key, param_value) values ('LOG_CONFIG', '{"days": 400, "isLocked": true}') on conflict (param_key) do update set param_value = excluded.param_value`.execute(
      source.db,
    )
    const report = await restoreBackup(source.db, actor, place(source.dataFolder), { path: file, name: 'f', key: passphrase, parts: null, isDryRun: false })
    expect(report.keptRetention).toBe(true)
    const kept = await source.db.selectFrom('system_config').select('param_value').where('param_key', '=', 'LOG_CONFIG').executeTakeFirstOrThrow()
    expect(kept.param_value).toMatchObject({ days: 400, isLocked: true })
  })
})

describe('a file', () => {
  const refusal = (path: string, key = passphrase, version = schema): Promise<string> =>
    readBackup(path, key, { schema: version }).then(
      () => 'accepted',
      (cause: unknown) => {
        if (cause instanceof BackupRefusal) return cause.code
        throw cause
      },
    )
  const changedFile = (name: string, change: (bytes: Buffer) => Buffer): string => {
    const path = fileOf(name)
    writeFileSync(path, change(Buffer.from(readFileSync(fileOf('whole.npb')))))
    return path
  }
  beforeAll(async () => {
    await backUpTo(source.db, fileOf('whole.npb'), ['accounts', 'settings', 'messages'])
  })

  it('that is whole is accepted; with another key, of another version, or of something else it is not', async () => {
    expect(await refusal(fileOf('whole.npb'))).toBe('accepted')
    expect(await refusal(fileOf('whole.npb'), 'another passphrase')).toBe('backup_key_wrong')
    expect(await refusal(fileOf('whole.npb'), passphrase, '9999-later')).toBe('backup_schema_other')
    expect(await refusal(changedFile('empty', () => Buffer.alloc(0)))).toBe('backup_unreadable')
    expect(await refusal(changedFile('zip', (bytes) => Buffer.concat([Buffer.from('PK\x03\x04'), bytes])))).toBe('backup_unreadable')
    expect(await refusal(changedFile('format', (bytes) => (bytes.writeUInt16BE(2, 8), bytes)))).toBe('backup_format_unknown')
  })

  it.each([
    ['memory', 12, 0xffffffff],
    ['iterations', 16, 1_000_000],
    ['lanes', 20, 255],
    ['lanes of none', 20, 0],
    ['chunks', 24, 0x7fffffff],
  ])('that asks for too much %s is refused before anything is derived', async (_, offset, value) => {
    expect(await refusal(changedFile('dear', (bytes) => (bytes.writeUInt32BE(value, offset), bytes)))).toBe('backup_damaged')
  })

  it('that is cut anywhere is refused', async () => {
    const { length } = readFileSync(fileOf('whole.npb'))
    for (const kept of [68, 69, 84, 1000, 65_536 + 16 + 68, 65_536 + 16 + 69, length - 17, length - 16, length - 1].filter((one) => one < length)) {
      expect([kept, await refusal(changedFile('cut', (bytes) => bytes.subarray(0, kept)))]).toEqual([kept, 'backup_damaged'])
    }
    expect(await refusal(changedFile('longer', (bytes) => Buffer.concat([bytes, Buffer.alloc(1)])))).toBe('backup_damaged')
    expect(await refusal(changedFile('twice', (bytes) => Buffer.concat([bytes, bytes.subarray(68)])))).toBe('backup_damaged')
  })

  it('with one changed byte is refused, at 200 places, and leaves the platform as it is', async () => {
    const { length } = readFileSync(fileOf('whole.npb'))
    const before = await canonicalDump(source.db)
    // The header's first octets, and others by chance, the same at every run.
    const chance = new Random('changed bytes')
    const places = Array.from({ length: 200 }, (_, index) => (index < 60 ? index : chance.below(length)))
    const accepted: number[] = []
    for (const at of places) {
      const change = chance.between(1, 255)
      const path = changedFile('changed', (bytes) => ((bytes[at]! ^= change), bytes))
      if ((await refusal(path)) === 'accepted') accepted.push(at)
    }
    expect(accepted).toEqual([])
    const path = changedFile('changed', (bytes) => ((bytes[length - 100]! ^= 4), bytes))
    await expect(
      restoreBackup(source.db, actor, place(source.dataFolder), { path, name: 'f', key: passphrase, parts: null, isDryRun: false }),
    ).rejects.toMatchObject({ code: 'backup_damaged' })
    expect(await canonicalDump(source.db)).toEqual(before)
  }, 120_000)

  it('has neither names nor secrets in clear', () => {
    const bytes = readFileSync(fileOf('whole.npb'))
    for (const text of ['admin', 'world1', 'account', 'manifest']) expect(bytes.includes(text)).toBe(false)
    expect(backupPartNames.length).toBe(7)
  })
})
