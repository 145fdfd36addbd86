import { createWriteStream } from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platformActor } from '../../../access/actor.ts'
import { backUpTo, canonicalDump, freshPlatform, passphrase } from '../../../../../tests/support/backups.ts'
import { readBackup } from './backup-reader.ts'
import { restoreBackup } from './restore.service.ts'
import { encrypted, newHeader } from './sealed-stream.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-limits-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const opening = { format: 1, product: 'nameplane', productVersion: '0.1.0', schema: 'x', createdAt: '2026-03-10T12:00:00.000Z', parts: ['settings'] }
const start = `O${JSON.stringify(opening)}\n`

/** A file as somebody who knows the passphrase can make it. */
async function forged(name: string, plain: Iterable<string | Buffer>): Promise<string> {
  const path = join(folder, name)
  const header = await newHeader(passphrase)
  await pipeline(Readable.from(plain), createGzip({ level: 9 }), (packed: AsyncIterable<Buffer>) => encrypted(packed, header), createWriteStream(path))
  return path
}

function* repeated(first: string, piece: Buffer, times: number): Generator<string | Buffer> {
  yield first
  for (let index = 0; index < times; index += 1) yield piece
}

const zeros = Buffer.alloc(1024 * 1024, '0')
const manyLines = Buffer.from(`N${'0'.repeat(1022)}\n`.repeat(1024))

describe('a bomb', () => {
  it.each<[string, () => Iterable<string | Buffer>, string]>([
    ['that unpacks to 200 times its share', () => repeated(start, manyLines, 200), 'backup_too_large'],
    ['that is one line without an end', () => repeated(`${start}N`, zeros, 200), 'backup_too_large'],
    [
      'of a hundred thousand tables',
      () => repeated(start, Buffer.from('T{"table":"menu","columns":[]}\nE{"name":"menu","rows":0,"sha256":""}\n'), 100_000),
      'backup_damaged',
    ],
    ['packed within a pack', () => [start, 'T{"table":"menu","columns":["id"]}\n', Buffer.from([0x1f, 0x8b, 8, 0]), '\n'], 'backup_damaged'],
    ['of tables that nobody asked for', () => [start, 'T{"table":"pg_authid","columns":["rolname"]}\nR{"rolname":"x"}\n'], 'backup_damaged'],
    ['of tables with a path for a name', () => [start, 'T{"table":"../menu","columns":["id"]}\n'], 'backup_damaged'],
    ['without a manifest', () => [start], 'backup_damaged'],
    ['with a manifest that nobody signed', () => [start, 'M{"manifest":"{}","signature":"","publicKey":""}\n'], 'backup_damaged'],
  ])('%s is refused without filling the memory', async (_, plain, code) => {
    const path = await forged('bomb', plain())
    const before = process.memoryUsage().rss
    let most = before
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
    await expect(readBackup(path, passphrase, { schema: 'x' })).rejects.toMatchObject({ code })
    clearInterval(timer)
    // The derivation of the key alone takes 64 MiB.
    expect(Math.max(most, process.memoryUsage().rss) - before).toBeLessThan(180 * 1024 * 1024)
  })
})

it('a backup of rows that repeat each other is no bomb: it can be restored', { timeout: 120_000 }, async () => {
  const platform = await freshPlatform()
  await sql`insert into service_group (name, mname, rname, nameservers) values ('g', 'm', 'r', '{a,b}')`.execute(platform.db)
  await sql`insert into domain (name, unicode_name, account_id, service_group_id, serial) values ('same.example', 'same.example', 1, 1, 1)`.execute(platform.db)
  await sql`insert into record (domain_id, host, type, line, value, ttl_seconds, remark, version)
    select 1, '@', 'TXT', 'default', repeat('a', 3000), 600, '', 1 from generate_series(1, 12000)`.execute(platform.db)
  const path = join(folder, 'same')
  const { bytes } = await backUpTo(platform.db, path, ['accounts', 'domains'])
  // Plain it is 36 MB; what a restore lets pass is a hundredth of that at least.
  expect(bytes).toBeGreaterThan(300_000)
  const before = await canonicalDump(platform.db, ['accounts', 'domains'])
  await sql`delete from domain`.execute(platform.db)
  const place = { dataFolder: platform.dataFolder, version: '0.1.0', now: () => new Date() }
  await restoreBackup(platform.db, platformActor('test'), place, { path, name: 'same', key: passphrase, parts: null, isDryRun: false })
  expect(await canonicalDump(platform.db, ['accounts', 'domains'])).toEqual(before)
  await platform.close()
})
