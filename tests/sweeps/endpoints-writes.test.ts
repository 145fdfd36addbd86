import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moduleOf } from '@nameplane/contract/dns/log'
import { memberWords } from '@nameplane/contract/log-words'
import { endpoints } from '@nameplane/contract/endpoints'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { isSuccess } from '@nameplane/contract/envelope'
import { licence } from '@nameplane/contract/home/licence'
import { firstBrokenAuditEntry, verifyEntries } from '../../server/src/audit/audit-verification.ts'
import { browserSession, withoutCaptcha } from '../support/app-accounts.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { providerWays } from '../support/provider-ways.ts'
import { acmeWays } from '../support/valid-acme-calls.ts'
import { backupWays } from '../support/backup-ways.ts'
import { fingerprintOf, lastAuditId } from '../support/fingerprint.ts'
import { inputSchemaOf, plainValue } from '../support/hostile-input.ts'
import { actAs } from '../support/impersonation.ts'
import { rawCall } from '../support/raw-call.ts'
import { makeFixtureWorld, type FixtureWorld } from '../support/fixture-world.ts'
import { signInWays } from '../support/sign-in-ways.ts'
import { KeptWorlds } from '../support/kept-worlds.ts'
import { validCalls } from '../support/valid-calls.ts'
import { verificationWays } from '../support/valid-verification-calls.ts'
import { wechatWays } from '../support/valid-wechat-calls.ts'

let platform: TestApp
/** A world as it was made, for each test. */
let worlds: KeptWorlds

/** Gives a group of tests a platform that the others have not filled: some calls are limited by the hour. */
function onItsOwnPlatform(): void {
  beforeAll(async () => {
    platform = await createTestApp()
    await withoutCaptcha(platform)
    worlds = new KeptWorlds(platform)
  })
  afterAll(async () => {
    await platform.close()
  })
}

const rows = endpoints.map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint }))
const languages = ['zh', 'en'] as const
/** Writes that say how their maker likes to see things: no log is read for them. */
const ofTaste = new Set(['preference.saveTable', 'preference.saveFirstSteps'])
const writes = rows.filter(({ name, endpoint }) => endpoint.effect === 'write' && !ofTaste.has(name))
const reads = rows.filter(({ endpoint }) => endpoint.effect === 'read')

/** Writes whose call is more than fields; each makes its call. */
const ownWays: Record<string, (endpoint: Endpoint) => Promise<Record<string, unknown>>> = {
  async 'session.logout'(endpoint) {
    const { cookie, token } = await browserSession(platform)
    return (await rawCall(platform.app, endpoint, {}, { headers: { cookie, token } })).json()
  },
  async 'user.endImpersonation'(endpoint) {
    const { userId } = await makeFixtureWorld(platform)
    return (await rawCall(platform.app, endpoint, {}, { headers: await actAs(platform, await browserSession(platform), userId) })).json()
  },
  'message.addImage': () => uploadImage('sys/message/image'),
  'site.addPicture': () => uploadImage('sys/config/site/picture'),
  'licence.upload': () => uploadLicence(),
  async 'licence.remove'(endpoint) {
    expect(await uploadLicence()).toMatchObject({ code: 1 })
    return (await rawCall(platform.app, endpoint, {}, { token: platform.adminToken })).json()
  },
  'update.upload': () => uploadUpdate(),
  async 'update.verify'(endpoint) {
    await uploadUpdate()
    return (await rawCall(platform.app, endpoint, {}, { token: platform.adminToken })).json()
  },
}

/** Sends parts as a form with files does. */
async function sendFiles(path: string, files: Record<string, Buffer>): Promise<Record<string, unknown>> {
  const parts = Object.entries(files).flatMap(([name, content]) => [
    Buffer.from(`--cut\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])
  const answer = await platform.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${platform.adminToken}`, 'content-type': 'multipart/form-data; boundary=cut' },
    payload: Buffer.concat([...parts, Buffer.from('--cut--\r\n')]),
  })
  return answer.json()
}

// The smallest PNG there is: one transparent point.
const point = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

const uploadImage = (path: string): Promise<Record<string, unknown>> => sendFiles(path, { image: point })

/** Sends a licence without limits that a trusted key has signed. */
async function uploadLicence(): Promise<Record<string, unknown>> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  mkdirSync(join(platform.dataFolder, 'licence-keys'), { recursive: true, mode: 0o700 })
  writeFileSync(join(platform.dataFolder, 'licence-keys', 'publisher.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const statement = Buffer.from(
    JSON.stringify({
      format: 1,
      product: 'nameplane',
      licence: 'L-1',
      holder: 'A',
      edition: 'E',
      issued: '2026-01-01',
      expires: null,
      maxDomains: null,
      maxNodes: null,
    }),
  )
  const file = JSON.stringify({ statement: statement.toString('base64'), signature: sign(null, statement, privateKey).toString('base64') })
  return (await rawCall(platform.app, licence.upload, { file }, { token: platform.adminToken })).json()
}

/** Sends an archive with a manifest that a trusted key has signed. */
async function uploadUpdate(): Promise<Record<string, unknown>> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  mkdirSync(join(platform.dataFolder, 'update-keys'), { recursive: true, mode: 0o700 })
  writeFileSync(join(platform.dataFolder, 'update-keys', 'publisher.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const archive = gzipSync('a newer version')
  const manifest = Buffer.from(
    JSON.stringify({ format: 1, product: 'nameplane', version: '9.0.0', sha256: createHash('sha256').update(archive).digest('hex'), bytes: archive.length }),
  )
  return sendFiles('sys/dns/version/update', { manifest, signature: sign(null, manifest, privateKey), archive })
}

async function validAnswer(name: string, endpoint: Endpoint, world: FixtureWorld, encoding: 'json' | 'form'): Promise<Record<string, unknown>> {
  const own =
    ownWays[name] ??
    backupWays(platform)[name] ??
    signInWays(platform)[name] ??
    verificationWays(platform)[name] ??
    wechatWays(platform)[name] ??
    acmeWays(platform)[name] ??
    providerWays(platform)[name]
  if (own) return own(endpoint)
  const answer = await rawCall(platform.app, endpoint, validCalls[name]!(world), { token: platform.adminToken, encoding })
  return answer.json()
}

describe.each(['json', 'form'] as const)('a sound call as %s', (encoding) => {
  onItsOwnPlatform()
  test.each(writes)('$name succeeds and leaves an entry in the unbroken audit trail, with who, where and what', async ({ name, endpoint }) => {
    const [world] = await worlds.asMade()
    const before = await lastAuditId(platform.db)
    const answer = await validAnswer(name, endpoint, world!, encoding)
    expect(answer).toMatchObject({ code: 1 })
    const stretch = await verifyEntries(platform.db, { afterId: before, limit: 1_000, anchored: new Map() })
    expect(stretch).toMatchObject({ broken: null, isEnd: true })
    expect(stretch.entries).toBeGreaterThan(0)
    const entry = await platform.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(entry.address).toBe('127.0.0.1')
    // Who acts as a user stays the actor; the user is named beside.
    expect(entry.actor_name).toBe('admin')
    expect(entry.acting_as_name ?? '').toMatch(/^(owner-\d+)?$/)
    expect(entry.action).toMatch(/^[a-z_]+\.[a-z_]+$/)
    expect(entry.request_id).toMatch(/^[\w-]{12}$/)
    expect(entry.before ?? entry.after, 'neither before nor after').not.toBeNull()
    expect(JSON.stringify([entry.before, entry.after])).not.toContain('correct horse 7')
    const members = Object.keys({ ...entry.before, ...entry.after })
    const worded = (member: string) => languages.every((language) => memberWords(member, moduleOf(entry.action))[language] !== member)
    expect(
      members.filter((member) => !worded(member)),
      'members that the log has no words for',
    ).toEqual([])
  })

  test.each(rows.filter(({ name }) => ofTaste.has(name)))('$name succeeds and leaves no entry', async ({ name, endpoint }) => {
    const [world] = await worlds.asMade()
    const before = await lastAuditId(platform.db)
    expect(await validAnswer(name, endpoint, world!, encoding)).toMatchObject({ code: 1 })
    expect(await lastAuditId(platform.db)).toBe(before)
  })

  test('leaves one unbroken audit trail together with all the others', async () => {
    expect(await firstBrokenAuditEntry(platform.db)).toBeNull()
  })
})

describe('a call that only reads', () => {
  onItsOwnPlatform()
  // Nothing changes, so one world and one fingerprint do for all of them.
  let world: FixtureWorld
  let before: Record<string, string>
  beforeAll(async () => {
    world = await makeFixtureWorld(platform)
    before = await fingerprintOf(platform.db)
  })
  test.each(reads)('$name changes nothing and leaves no entry', async ({ name, endpoint }) => {
    const input = validCalls[name]?.(world) ?? (plainValue(inputSchemaOf(endpoint)) as Record<string, unknown>)
    const answer = await rawCall(platform.app, endpoint, input, { token: platform.adminToken })
    if (endpoint.answers === 'file') expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''/)
    else if (endpoint.answers === 'stream') expect(answer.headers['content-type']).toMatch(/^text\/event-stream/)
    else expect(answer.json()).toMatchObject({ code: 1 })
    expect(await fingerprintOf(platform.db)).toEqual(before)
  })
})

describe('what is stored', () => {
  onItsOwnPlatform()

  test('a write that is refused at its end leaves nothing of its beginning', async () => {
    const world = await makeFixtureWorld(platform)
    const before = await fingerprintOf(platform.db)
    const bulk = (path: string, payload: object) =>
      platform.app.inject({ method: 'POST', url: `/api/${path}`, headers: { authorization: `Bearer ${platform.adminToken}` }, payload })
    const refused = [
      await bulk('sys/dns/domain/status', { ids: [world.domainId, world.lockedId], status: 0 }),
      await bulk('sys/dns/domain/delete', { ids: [world.domainId, world.lockedId] }),
      await bulk('sys/dns/domain/restore', { ids: [world.recycledId, world.domainId] }),
      await bulk('sys/dns/domain/purge', { ids: [world.recycledId, world.domainId] }),
      await bulk('sys/dns/domain/lock', { ids: [world.domainId, 999_999_999], locked: true }),
      await bulk('sys/dns/service_group/delete', { ids: [world.groupId, 1] }),
      await bulk('sys/dns/record/apply', {
        domainId: world.domainId,
        changes: [
          { op: 'add', record: { host: 'a', type: 'A', value: '192.0.2.4', ttl: 60 } },
          { op: 'add', record: { host: 'b', type: 'A', value: 'nonsense', ttl: 60 } },
        ],
      }),
    ]
    for (const answer of refused) expect(isSuccess(answer.json<{ code: unknown }>().code), answer.body).toBe(false)
    expect(await fingerprintOf(platform.db)).toEqual(before)
  })

  test('a changed, removed, inserted or swapped entry of the audit trail is found', async () => {
    await makeFixtureWorld(platform)
    const last = await lastAuditId(platform.db)
    const middle = last - 3
    const original = await platform.db.selectFrom('audit_entry').selectAll().where('id', '=', middle).executeTakeFirstOrThrow()
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

    await platform.db.updateTable('audit_entry').set({ actor_name: 'somebody else' }).where('id', '=', middle).execute()
    expect(await firstBrokenAuditEntry(platform.db)).toBe(middle)
    await platform.db
      .updateTable('audit_entry')
      .set({ actor_name: original.actor_name, after: JSON.stringify({ remark: 'never' }) })
      .where('id', '=', middle)
      .execute()
    expect(await firstBrokenAuditEntry(platform.db)).toBe(middle)
    await platform.db
      .updateTable('audit_entry')
      .set({ after: json(original.after) })
      .where('id', '=', middle)
      .execute()
    expect(await firstBrokenAuditEntry(platform.db)).toBeNull()

    await platform.db.deleteFrom('audit_entry').where('id', '=', middle).execute()
    expect(await firstBrokenAuditEntry(platform.db)).toBe(middle)
    await platform.db
      .insertInto('audit_entry')
      .values({ ...original, before: json(original.before), after: json(original.after) })
      .execute()
    expect(await firstBrokenAuditEntry(platform.db)).toBeNull()

    await platform.db
      .insertInto('audit_entry')
      .values({ ...original, id: last + 1, before: json(original.before), after: json(original.after) })
      .execute()
    expect(await firstBrokenAuditEntry(platform.db)).toBe(last + 1)
    await platform.db
      .deleteFrom('audit_entry')
      .where('id', '=', last + 1)
      .execute()

    await platform.db.updateTable('audit_entry').set({ id: -1 }).where('id', '=', middle).execute()
    await platform.db
      .updateTable('audit_entry')
      .set({ id: middle })
      .where('id', '=', middle + 1)
      .execute()
    await platform.db
      .updateTable('audit_entry')
      .set({ id: middle + 1 })
      .where('id', '=', -1)
      .execute()
    expect(await firstBrokenAuditEntry(platform.db)).toBe(middle)
  })
})
