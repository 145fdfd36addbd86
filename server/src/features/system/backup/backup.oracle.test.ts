import { argon2Sync } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFixtureWorld } from '../../../../../tests/support/fixture-world.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { backUpTo, passphrase } from '../../../../../tests/support/backups.ts'

// The oracles are Python's standard library, with an AES-GCM of its own, and OpenSSL: its argon2id and its Ed25519.
const reader = fileURLToPath(new URL('../../../../../tests/support/read-backup.py', import.meta.url))
const isOracleThere = spawnSync('python3', ['--version']).status === 0 && spawnSync('openssl', ['version']).status === 0
// A developer without them sees these as skipped; where every test must run, their absence is a failure.
const isOptional = process.env['CI'] === undefined

describe.skipIf(!isOracleThere && isOptional)('a backup against Python and OpenSSL', () => {
  let test: TestApp
  let file: string
  beforeAll(async () => {
    test = await createTestApp()
    await makeFixtureWorld(test)
    file = join(test.dataFolder, 'oracle.npb')
  })
  afterAll(() => test.close())

  it('opens with their key, and holds what its signed manifest says', { timeout: 120_000 }, async () => {
    const { manifest } = await backUpTo(test.db, file)
    const header = readFileSync(file).subarray(0, 68)
    const secret = argon2Sync('argon2id', {
      message: Buffer.from(passphrase),
      nonce: header.subarray(28, 44),
      memory: header.readUInt32BE(12),
      passes: header.readUInt32BE(16),
      parallelism: header.readUInt32BE(20),
      tagLength: 32,
    })
    const read = spawnSync('python3', [reader, file, secret.toString('hex')], { encoding: 'utf8' })
    expect(read.stderr).toBe('')
    const found = JSON.parse(read.stdout) as { manifest: string; signature: string; publicKey: string; tables: unknown; chunks: number }
    expect(JSON.parse(found.manifest)).toEqual(manifest)
    expect(found.tables).toEqual(manifest.tables)
    const path = (name: string): string => join(test.dataFolder, name)
    writeFileSync(path('manifest'), found.manifest)
    writeFileSync(path('signature'), Buffer.from(found.signature, 'base64'))
    writeFileSync(path('public.pem'), found.publicKey)
    const verify = (): number | null =>
      spawnSync('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', path('public.pem'), '-rawin', '-in', path('manifest'), '-sigfile', path('signature')])
        .status
    expect(verify()).toBe(0)
    writeFileSync(path('manifest'), found.manifest.replace('"rows":', '"rows": '))
    expect(verify()).not.toBe(0)
    const changed = readFileSync(file)
    changed[5000]! ^= 1
    writeFileSync(file, changed)
    expect(spawnSync('python3', [reader, file, secret.toString('hex')], { encoding: 'utf8' }).stderr).toContain('not genuine')
  })
})
