import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isSuccess } from '@nameplane/contract/envelope'
import { isHigherVersion, update } from '@nameplane/contract/home/update'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { archive, bodyOf, fields, makeKeys, manifestOf, openssl, parts, sign, signed, workshop, type Part } from './update-publisher.testing.ts'

let test: TestApp

beforeAll(async () => {
  makeKeys()
  test = await createTestApp({ now: () => new Date('2026-03-10T12:00:00Z') })
})
afterAll(async () => {
  await test.close()
  rmSync(workshop, { recursive: true, force: true })
})
beforeEach(() => {
  for (const folder of ['updates', 'update-keys']) rmSync(join(test.dataFolder, folder), { recursive: true, force: true })
  mkdirSync(join(test.dataFolder, 'update-keys'), { mode: 0o700 })
  trust('publisher.pub.pem')
})

function trust(file: string): void {
  writeFileSync(join(test.dataFolder, 'update-keys', file), readFileSync(join(workshop, file)))
}

type Outcome = { problem: string | null; status: number; body: Record<string, unknown> }

async function send(sent: readonly Part[], token = test.adminToken): Promise<Outcome> {
  const boundary = randomBytes(12).toString('hex')
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/sys/dns/version/update',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: bodyOf(sent, boundary),
  })
  const body = answer.json<Record<string, unknown>>()
  return { problem: isSuccess(body['code']) ? null : String(body['problem']), status: answer.statusCode, body }
}

const status = async (token?: string) => (await test.call(update.status, {}, token)).data
const verify = () =>
  test.call(update.verify, {}).then(
    () => null,
    (refused: { refusal: { problem: string } }) => refused.refusal.problem,
  )
const updates = () => join(test.dataFolder, 'updates')
const keptFolders = () => readdirSync(updates()).filter((name) => name !== 'state.json')

/** Path of a file in the one folder that is kept. */
function kept(name: string): string {
  const [folder, ...others] = keptFolders()
  expect(others).toEqual([])
  return join(updates(), folder!, name)
}

describe('a signed update', () => {
  it('is kept as it was sent, becomes ready by the GET, and is neither unpacked nor run', async () => {
    expect((await send(signed())).problem).toBeNull()
    expect(await status()).toMatchObject({
      state: 'uploaded',
      currentVersion: '0.1.0',
      archive: {
        version: '0.2.0',
        bytes: archive.length,
        sha256: fields.sha256,
        key: 'publisher.pub.pem',
        uploadTime: '2026-03-10T12:00:00.000Z',
        verifyTime: null,
      },
      refusal: null,
    })
    expect(readFileSync(kept('nameplane-0.2.0.tar.gz'))).toEqual(archive)
    expect(statSync(kept('nameplane-0.2.0.tar.gz')).mode & 0o777).toBe(0o600)
    const { data } = await test.call(update.verify, {})
    expect(data).toMatchObject({
      state: 'ready',
      archive: { verifyTime: '2026-03-10T12:00:00.000Z', path: kept('nameplane-0.2.0.tar.gz') },
      installFolder: '/opt/nameplane',
    })
    expect(readdirSync(join(kept('.'))).sort()).toEqual(['manifest.json', 'manifest.sig', 'nameplane-0.2.0.tar.gz'])
  })

  it('may carry its signature as Base64 text', async () => {
    const text = Buffer.from(`${sign(manifestOf()).toString('base64')}\n`)
    expect((await send(parts(manifestOf(), text))).problem).toBeNull()
  })

  it('is verified by a POST without parts as by the GET', async () => {
    await send(signed())
    expect((await test.call(update.upload, {})).data.state).toBe('ready')
  })

  it('replaces the one before, whose files go', async () => {
    await send(signed())
    const before = keptFolders()
    await send(signed({ version: '0.3.0' }))
    expect(keptFolders()).not.toEqual(before)
    expect((await status()).archive?.version).toBe('0.3.0')
    expect(readFileSync(kept('nameplane-0.3.0.tar.gz'))).toEqual(archive)
  })

  it('is accepted from any of several trusted publishers', async () => {
    trust('stranger.pub.pem')
    expect((await send(parts(manifestOf(), sign(manifestOf(), 'stranger.pem')))).problem).toBeNull()
    expect((await status()).archive?.key).toBe('stranger.pub.pem')
  })

  it('leaves upload, verification and refusal in the audit log', async () => {
    await send(signed())
    await verify()
    await send(signed({ version: '0.1.0' }))
    const rows = await test.db
      .selectFrom('audit_entry')
      .select(['action', 'target_name', 'actor_name', 'after'])
      .where('target_type', '=', 'update')
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(rows).toMatchObject([
      { action: 'update.refuse', actor_name: 'admin', after: { problem: 'update_version_not_higher' } },
      { action: 'update.verify', target_name: '0.2.0' },
      { action: 'update.upload', target_name: '0.2.0', after: { sha256: fields.sha256, signer: 'publisher.pub.pem' } },
    ])
  })

  it('is no update any more once its version runs', async () => {
    await send(signed())
    const later = await createTestApp({ version: '0.2.0', dataFolder: test.dataFolder })
    expect((await later.call(update.status, {})).data).toMatchObject({ state: 'none', archive: null, currentVersion: '0.2.0' })
    await later.close()
  })
})

describe('an upload is refused, and nothing of it is kept,', () => {
  const flip = (bytes: Buffer, position: number): Buffer => {
    const copy = Buffer.from(bytes)
    copy[position]! ^= 1
    return copy
  }
  const cases: [rule: string, sent: () => Part[], problem: string][] = [
    ['when a stranger signed it', () => parts(manifestOf(), sign(manifestOf(), 'stranger.pem')), 'update_signature_wrong'],
    ['when another manifest was signed', () => parts(manifestOf(), sign(manifestOf({ version: '0.3.0' }))), 'update_signature_wrong'],
    ['when one bit of the manifest differs', () => parts(flip(manifestOf(), 40), sign(manifestOf())), 'update_signature_wrong'],
    ['when one bit of the signature differs', () => parts(manifestOf(), flip(sign(manifestOf()), 3)), 'update_signature_wrong'],
    ['when the last bit of the signature differs', () => parts(manifestOf(), flip(sign(manifestOf()), 63)), 'update_signature_wrong'],
    ['when the signature is all zeros', () => parts(manifestOf(), Buffer.alloc(64)), 'update_signature_wrong'],
    ['when the archive was signed instead of the manifest', () => parts(manifestOf(), sign(archive)), 'update_signature_wrong'],
    [
      'when the manifest only got a line break more',
      () => parts(Buffer.concat([manifestOf(), Buffer.from('\n')]), sign(manifestOf())),
      'update_signature_wrong',
    ],
    ['when the signature is cut', () => parts(manifestOf(), sign(manifestOf()).subarray(0, 63)), 'update_signature_malformed'],
    ['when the signature is too long', () => parts(manifestOf(), Buffer.concat([sign(manifestOf()), Buffer.from('x')])), 'update_signature_malformed'],
    ['when the signature is empty', () => parts(manifestOf(), Buffer.alloc(0)), 'update_signature_malformed'],
    ['when the signature is hexadecimal', () => parts(manifestOf(), Buffer.from(sign(manifestOf()).toString('hex'))), 'update_signature_malformed'],
    [
      'when the Base64 of the signature is not the one spelling',
      () => parts(manifestOf(), Buffer.from(sign(manifestOf()).toString('base64').replace(/==$/, '=*='))),
      'update_signature_malformed',
    ],
    ['when the signature is a file of some size', () => parts(manifestOf(), Buffer.alloc(10_000, 65)), 'update_signature_malformed'],
    ['when an RSA key made the signature', () => parts(manifestOf(), rsaSignature()), 'update_signature_malformed'],
    ['when the manifest is larger than one can be', () => parts(Buffer.alloc(5000, 32), sign(Buffer.alloc(5000, 32))), 'update_manifest_too_large'],
    ['when the manifest is no JSON', () => parts(Buffer.from('version 9'), sign(Buffer.from('version 9'))), 'update_manifest_invalid'],
    ['when the manifest is a list', () => parts(Buffer.from('[]'), sign(Buffer.from('[]'))), 'update_manifest_invalid'],
    ['when the manifest is of a later format', () => signed({ format: 2 }), 'update_manifest_invalid'],
    ['when the manifest says more than it may', () => signed({ run: 'install.sh' }), 'update_manifest_invalid'],
    ['when the digest is missing', () => signed({ sha256: undefined }), 'update_manifest_invalid'],
    ['when the digest is in capitals', () => signed({ sha256: fields.sha256.toUpperCase() }), 'update_manifest_invalid'],
    ['when the version is a path', () => signed({ version: '../../0.2.0' }), 'update_manifest_invalid'],
    ['when the version is no version', () => signed({ version: '0.2' }), 'update_manifest_invalid'],
    ['when the version is a number', () => signed({ version: 2 }), 'update_manifest_invalid'],
    ['when the size is negative', () => signed({ bytes: -1 }), 'update_manifest_invalid'],
    ['when the size is beyond what we take', () => signed({ bytes: 600 * 1024 * 1024 }), 'update_manifest_invalid'],
    ['when it is an update of another product', () => signed({ product: 'nameplane-agent' }), 'update_product_wrong'],
    ['when it is this version', () => signed({ version: '0.1.0' }), 'update_version_not_higher'],
    ['when it is an older version', () => signed({ version: '0.0.99' }), 'update_version_not_higher'],
    ['when the archive is another one of the same size', () => signed({}, flip(archive, 20)), 'update_archive_digest_wrong'],
    ['when the archive is cut', () => signed({}, archive.subarray(0, -1)), 'update_archive_size_wrong'],
    ['when the archive has an octet more', () => signed({}, Buffer.concat([archive, Buffer.from('x')])), 'update_archive_size_wrong'],
    ['when the archive is far larger than stated', () => signed({}, Buffer.concat([archive, Buffer.alloc(3_000_000)])), 'update_archive_size_wrong'],
    ['when the archive is empty', () => signed({}, Buffer.alloc(0)), 'update_archive_size_wrong'],
    [
      'when the archive is no gzip file',
      () => signed({ sha256: createHash('sha256').update('#!/bin/sh\n').digest('hex'), bytes: 10 }, Buffer.from('#!/bin/sh\n')),
      'update_archive_not_gzip',
    ],
    ['when the archive comes before what says what it is', () => signed().reverse(), 'update_parts_wrong'],
    ['when the signature is missing', () => signed().filter((part) => part.name !== 'signature'), 'update_parts_wrong'],
    ['when the archive is missing', () => signed().slice(0, 2), 'update_parts_wrong'],
    ['when a second archive follows', () => [...signed(), { name: 'archive', content: archive }], 'update_parts_wrong'],
    [
      'when the manifest is a field, not a file',
      () => signed().map((part) => (part.name === 'manifest' ? { ...part, isFile: false } : part)),
      'update_parts_wrong',
    ],
    ['when there is no part at all', () => [], 'update_parts_wrong'],
  ]
  const rsaSignature = (): Buffer => {
    writeFileSync(join(workshop, 'manifest'), manifestOf())
    openssl('dgst', '-sha256', '-sign', 'rsa.pem', '-out', 'signature', 'manifest')
    return readFileSync(join(workshop, 'signature'))
  }

  it.each(cases)('%s', async (_, sent, problem) => {
    expect((await send(sent())).problem).toBe(problem)
    expect(await status()).toMatchObject({ state: 'refused', archive: null, refusal: { problem } })
    expect(keptFolders()).toEqual([])
  })

  it('and an archive kept before stays as it was', async () => {
    await send(signed())
    await verify()
    await send(parts(manifestOf({ version: '0.9.0' }), Buffer.alloc(64)))
    expect(await status()).toMatchObject({ state: 'ready', archive: { version: '0.2.0' }, refusal: { problem: 'update_signature_wrong' } })
    expect(readFileSync(kept('nameplane-0.2.0.tar.gz'))).toEqual(archive)
  })

  it('when its body is no multipart form', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/sys/dns/version/update',
      headers: { authorization: `Bearer ${test.adminToken}`, 'content-type': 'application/gzip' },
      payload: archive,
    })
    expect(answer.json()).toMatchObject({ problem: 'malformed_body' })
    expect((await status()).state).toBe('none')
  })

  it('when the form has no boundary', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/sys/dns/version/update',
      headers: { authorization: `Bearer ${test.adminToken}`, 'content-type': 'multipart/form-data' },
      payload: bodyOf(signed(), 'x'),
    })
    expect(answer.json()).toMatchObject({ problem: 'malformed_body' })
  })

  it('when the form breaks off in the middle of the archive', async () => {
    const body = bodyOf(signed(), 'x')
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/sys/dns/version/update',
      headers: { authorization: `Bearer ${test.adminToken}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: body.subarray(0, body.length - 20),
    })
    expect(isSuccess(answer.json<{ code: unknown }>().code)).toBe(false)
    expect(answer.statusCode).not.toBe(500)
    expect((await status()).archive).toBeNull()
    expect(keptFolders()).toEqual([])
  })
})

describe('a key is trusted only', () => {
  it.each<[string, () => void, string[]]>([
    ['when one is there', () => {}, []],
    ['when its file ends in .pem', () => renameSync(join(workshop, 'publisher.pub.pem'), join(test.dataFolder, 'update-keys', 'publisher.txt')), []],
    ['when it is a public key', () => trust('publisher.pem'), ['private']],
    ['when it is an Ed25519 key, not RSA', () => trust('rsa.pub.pem'), ['not_ed25519']],
    ['when it is an Ed25519 key, not Ed448', () => trust('ed448.pub.pem'), ['not_ed25519']],
    ['when its file holds a key', () => writeFileSync(join(test.dataFolder, 'update-keys', 'a.pem'), 'hello'), ['not_ed25519']],
    [
      'when its file is of sensible size',
      () =>
        writeFileSync(
          join(test.dataFolder, 'update-keys', 'a.pem'),
          Buffer.concat([readFileSync(join(workshop, 'publisher.pub.pem')), Buffer.alloc(9000, 10)]),
        ),
      ['unreadable'],
    ],
    [
      'when its file is no link to elsewhere',
      () => symlinkSync(join(workshop, 'publisher.pub.pem'), join(test.dataFolder, 'update-keys', 'a.pem')),
      ['unreadable'],
    ],
    ['when its file is no folder', () => mkdirSync(join(test.dataFolder, 'update-keys', 'a.pem')), ['unreadable']],
  ])('%s', async (_, place, unusable) => {
    rmSync(join(test.dataFolder, 'update-keys', 'publisher.pub.pem'))
    place()
    expect((await send(signed())).problem).toBe('update_no_trusted_key')
    expect((await status()).keys.map((key) => key.unusable)).toEqual(unusable)
    openssl('pkey', '-in', 'publisher.pem', '-pubout', '-out', 'publisher.pub.pem')
  })

  it('and shows the fingerprint that openssl shows', async () => {
    openssl('pkey', '-pubin', '-in', 'publisher.pub.pem', '-outform', 'DER', '-out', 'publisher.der')
    const digest = execFileSync('openssl', ['dgst', '-sha256', '-r', 'publisher.der'], { cwd: workshop, encoding: 'utf8' }).split(' ')[0]
    expect((await status()).keys).toEqual([{ file: 'publisher.pub.pem', fingerprint: digest, unusable: null }])
  })
})

describe('verification refuses and removes an archive', () => {
  it.each<[string, () => void, string]>([
    ['that was changed on disk', () => writeFileSync(kept('nameplane-0.2.0.tar.gz'), Buffer.alloc(archive.length, 1)), 'update_archive_digest_wrong'],
    ['that was cut on disk', () => truncateSync(kept('nameplane-0.2.0.tar.gz'), 5), 'update_archive_size_wrong'],
    ['that is gone', () => rmSync(kept('nameplane-0.2.0.tar.gz')), 'update_archive_size_wrong'],
    ['whose manifest was exchanged', () => writeFileSync(kept('manifest.json'), manifestOf({ version: '7.0.0' })), 'update_signature_wrong'],
    [
      'whose publisher is trusted no longer',
      () => (trust('stranger.pub.pem'), rmSync(join(test.dataFolder, 'update-keys', 'publisher.pub.pem'))),
      'update_signature_wrong',
    ],
    ['when nobody is trusted any more', () => rmSync(join(test.dataFolder, 'update-keys', 'publisher.pub.pem')), 'update_no_trusted_key'],
  ])('%s', async (_, spoil, problem) => {
    await send(signed())
    spoil()
    expect(await verify()).toBe(problem)
    expect(await status()).toMatchObject({ state: 'refused', archive: null, refusal: { problem } })
    expect(keptFolders()).toEqual([])
  })

  it('and has nothing to say when nothing was uploaded', async () => {
    expect(await verify()).toBe('update_missing')
    expect((await status()).state).toBe('none')
  })

  it('and readiness ends with the trust in the key', async () => {
    await send(signed())
    await verify()
    rmSync(join(test.dataFolder, 'update-keys', 'publisher.pub.pem'))
    expect((await status()).state).toBe('uploaded')
  })
})

describe('who may', () => {
  it('the dashboard reader sees the state, but no path of this machine', async () => {
    await send(signed())
    expect(await status(await test.tokenWith(['dashboard.read']))).toMatchObject({
      state: 'uploaded',
      archive: { version: '0.2.0', path: null },
      keyFolder: null,
      installFolder: null,
    })
  })

  it('nobody uploads or verifies without the right', async () => {
    const reader = await test.tokenWith(['dashboard.read'])
    expect((await send(signed(), reader)).problem).toBe('right_missing')
    await expect(test.call(update.verify, {}, reader)).rejects.toMatchObject({ refusal: { problem: 'right_missing' } })
    expect((await status()).state).toBe('none')
  })

  it.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a navigation', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
  ])('the GET is refused when it is %s', async (_, headers) => {
    const answer = await test.app.inject({
      method: 'GET',
      url: '/api/sys/dns/version/update',
      headers: { authorization: `Bearer ${test.adminToken}`, ...headers },
    })
    expect(answer.json()).toMatchObject({ problem: 'cross_site' })
  })

  it('a HEAD does not run it', async () => {
    expect(
      (await test.app.inject({ method: 'HEAD', url: '/api/sys/dns/version/update', headers: { authorization: `Bearer ${test.adminToken}` } })).statusCode,
    ).toBe(404)
  })

  it('other calls take no multipart form', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/sys/dns/domain/save',
      headers: { authorization: `Bearer ${test.adminToken}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: bodyOf(signed(), 'x'),
    })
    expect(answer.json()).toMatchObject({ problem: 'malformed_body' })
  })
})

it.each([
  ['0.2.0', '0.1.0', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.10', '0.1.9', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['0.10.0', '0.9.0', true],
  ['01.0.0', '0.1.0', false],
  ['1.0.0-beta', '0.1.0', false],
  ['1.0', '0.1.0', false],
  ['', '0.1.0', false],
  ['9999999.0.0', '0.1.0', false],
])('version %s above %s: %s', (a, b, expected) => {
  expect(isHigherVersion(a, b)).toBe(expected)
})
