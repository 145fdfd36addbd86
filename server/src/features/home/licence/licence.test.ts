import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { licence } from '@nameplane/contract/home/licence'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { makeKeys, sign, workshop } from '../update/update-publisher.testing.ts'

// The clock of the detail and of uploads; the limits at a save go by the machine's.
const now = new Date('2026-03-10T12:00:00Z')

let test: TestApp
let keyFolder: string
beforeAll(async () => {
  makeKeys()
  test = await createTestApp({ now: () => now })
  keyFolder = join(test.dataFolder, 'licence-keys')
})
afterAll(async () => {
  await test.close()
  rmSync(workshop, { recursive: true })
})
beforeEach(() => {
  mkdirSync(keyFolder, { recursive: true })
  copyFileSync(join(workshop, 'publisher.pub.pem'), join(keyFolder, 'publisher.pem'))
})
afterEach(async () => {
  rmSync(keyFolder, { recursive: true })
  await test.db.deleteFrom('system_config').where('param_key', '=', 'LICENCE').execute()
  await test.db.deleteFrom('node').execute()
  await test.db.deleteFrom('account').where('username', '!=', 'admin').execute()
  await sql`truncate audit_entry, audit_cut`.execute(test.db)
})

const fields = {
  format: 1,
  product: 'nameplane',
  licence: 'L-0001',
  holder: '示例公司',
  edition: 'Professional',
  issued: '2026-01-01',
  expires: '2999-12-31' as string | null,
  maxDomains: null as number | null,
  maxNodes: null as number | null,
}

function fileOf(changed: Record<string, unknown> = {}, key = 'publisher.pem'): string {
  const statement = Buffer.from(JSON.stringify({ ...fields, ...changed }))
  return JSON.stringify({ statement: statement.toString('base64'), signature: sign(statement, key).toString('base64') })
}
const detail = async () => (await test.call(licence.detail, {})).data
const upload = (file: string) => test.call(licence.upload, { file })

/** Puts a file where an upload would refuse it, as time or a removed key does. */
async function keep(file: string): Promise<void> {
  await test.db
    .insertInto('system_config')
    .values({ param_key: 'LICENCE', param_value: JSON.stringify({ file }) })
    .execute()
}

let made = 0
const addDomain = async (): Promise<number> => (await test.call(domain.save, { domain: `licensed-${(made += 1)}.example` })).data.id

it('without a licence it is the community edition without limits, and says what is installed and used', async () => {
  await addDomain()
  const shown = await detail()
  expect(shown).toMatchObject({ edition: 'community', licence: null, use: { domains: { limit: null }, nodes: { used: 0, limit: null }, administrators: 1 } })
  expect(shown.use.domains.used).toBeGreaterThan(0)
  expect(shown.installed).toMatchObject({ version: '0.1.0', node: process.version, databaseKind: 'embedded', path: test.dataFolder, keyFolder })
  expect(shown.installed.postgresql).toMatch(/^\d+/)
  expect(shown.installed.databaseBytes).toBeGreaterThan(1_000_000)
  expect(shown.installed.modules).toEqual(expect.arrayContaining(['domain', 'record', 'service_group', 'licence']))
  expect(shown.keys).toMatchObject([{ file: 'publisher.pem', unusable: null }])
})

it('a node that is out of use is said to be so, and not counted', async () => {
  const of = { driver: 'demo', address: '192.0.2.53', port: 53, state: 'offline', version: '1.0.0', service_group_id: null }
  await test.db
    .insertInto('node')
    .values([
      { ...of, name: 'silent', status: 1 },
      { ...of, name: 'retired', status: 0 },
    ])
    .execute()
  const { installed, use } = await detail()
  expect(installed.nodes).toMatchObject([
    { name: 'silent', state: 'offline' },
    { name: 'retired', state: 'disabled' },
  ])
  expect(use.nodes.used).toBe(1)
  await test.db.deleteFrom('node').execute()
})

it('a licence signed with openssl is kept, shown and removed again, each with an entry', async () => {
  await upload(fileOf({ maxDomains: 5000, maxNodes: 4 }))
  expect(await detail()).toMatchObject({
    edition: 'Professional',
    licence: { licence: 'L-0001', holder: '示例公司', issued: '2026-01-01', expires: '2999-12-31', key: { file: 'publisher.pem' }, problem: null },
    use: { domains: { limit: 5000 }, nodes: { limit: 4 } },
  })
  await upload(fileOf({ licence: 'L-0002' }))
  expect((await detail()).licence).toMatchObject({ licence: 'L-0002' })
  await test.call(licence.remove, {})
  expect(await detail()).toMatchObject({ edition: 'community', licence: null })
  expect(await refusalOf(test.call(licence.remove, {}))).toMatchObject({ problem: 'licence_missing' })
  const entries = await test.db.selectFrom('audit_entry').select(['action', 'target_name']).where('target_type', '=', 'licence').orderBy('id').execute()
  expect(entries).toEqual([
    { action: 'licence.upload', target_name: 'L-0001' },
    { action: 'licence.upload', target_name: 'L-0002' },
    { action: 'licence.remove', target_name: 'L-0002' },
  ])
})

const part = (file: string, name: string, change: (bytes: Buffer) => Buffer): string => {
  const parsed = JSON.parse(file) as Record<string, string>
  return JSON.stringify({ ...parsed, [name]: change(Buffer.from(parsed[name]!, 'base64')).toString('base64') })
}
const flipped = (at: number) => (bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  copy[at < 0 ? copy.length + at : at]! ^= 1
  return copy
}

describe('a licence file', () => {
  it.each<[string, () => string, string]>([
    ['of a stranger', () => fileOf({}, 'stranger.pem'), 'licence_signature_wrong'],
    [
      'with a changed statement',
      () => part(fileOf(), 'statement', (bytes) => Buffer.from(String(bytes).replace('Professional', 'Enterprise'))),
      'licence_signature_wrong',
    ],
    ['with a blank more in its statement', () => part(fileOf(), 'statement', (bytes) => Buffer.concat([bytes, Buffer.from(' ')])), 'licence_signature_wrong'],
    ['with a flipped first bit of the signature', () => part(fileOf(), 'signature', flipped(0)), 'licence_signature_wrong'],
    ['with a flipped last bit of the signature', () => part(fileOf(), 'signature', flipped(-1)), 'licence_signature_wrong'],
    [
      'with the signature of another licence',
      () => JSON.stringify({ ...JSON.parse(fileOf({ licence: 'x' })), signature: JSON.parse(fileOf()).signature }),
      'licence_signature_wrong',
    ],
    ['with an empty signature', () => JSON.stringify({ ...JSON.parse(fileOf()), signature: '' }), 'licence_file_invalid'],
    ['with a short signature', () => part(fileOf(), 'signature', (bytes) => bytes.subarray(1)), 'licence_file_invalid'],
    ['with a member more', () => JSON.stringify({ ...JSON.parse(fileOf()), more: 1 }), 'licence_file_invalid'],
    ['that is no JSON', () => 'licence', 'licence_file_invalid'],
    ['of another product', () => fileOf({ product: 'other' }), 'licence_product_wrong'],
    ['of another format', () => fileOf({ format: 2 }), 'licence_statement_invalid'],
    ['with a member more in its statement', () => fileOf({ more: true }), 'licence_statement_invalid'],
    ['with a negative limit', () => fileOf({ maxDomains: -1 }), 'licence_statement_invalid'],
    ['with a limit in words', () => fileOf({ maxDomains: '5' }), 'licence_statement_invalid'],
    ['with a day that is none', () => fileOf({ expires: '2026-02-30' }), 'licence_statement_invalid'],
    ['that expired yesterday', () => fileOf({ expires: '2026-03-09' }), 'licence_expired'],
  ])('%s is refused, and the one before stays', async (_, file, problem) => {
    await upload(fileOf({ licence: 'before' }))
    expect(await refusalOf(upload(file()))).toMatchObject({ problem, fields: { file: problem } })
    expect((await detail()).licence).toMatchObject({ licence: 'before', problem: null })
  })

  it('is good to the end of its last day', async () => {
    await upload(fileOf({ expires: '2026-03-10' }))
    expect((await detail()).licence).toMatchObject({ problem: null })
  })

  it('counts only while its key is trusted', async () => {
    await upload(fileOf())
    rmSync(join(keyFolder, 'publisher.pem'))
    expect(await detail()).toMatchObject({ edition: 'community', licence: { problem: 'licence_no_trusted_key', key: null } })
    copyFileSync(join(workshop, 'rsa.pub.pem'), join(keyFolder, 'rsa.pem'))
    copyFileSync(join(workshop, 'publisher.pem'), join(keyFolder, 'private.pem'))
    expect((await detail()).keys.map((key) => key.unusable)).toEqual(['private', 'not_ed25519'])
    expect(await refusalOf(upload(fileOf()))).toMatchObject({ problem: 'licence_no_trusted_key' })
    writeFileSync(join(keyFolder, 'noise.pem'), 'noise')
    copyFileSync(join(workshop, 'stranger.pub.pem'), join(keyFolder, 'stranger.pem'))
    expect((await detail()).licence).toMatchObject({ problem: 'licence_signature_wrong' })
  })
})

describe('the limits of a licence', () => {
  const used = async () => (await detail()).use.domains.used

  it('stop the first domain beyond them, also when many come at once, and none below', async () => {
    await upload(fileOf({ maxDomains: (await used()) + 2 }))
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => addDomain()))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(2)
    expect(await refusalOf(addDomain())).toMatchObject({ problem: 'licence_domains_reached', params: { limit: await used() } })
  })

  it('stop a domain that comes back from the recycle bin', async () => {
    // A licence is for one domain at least.
    const [, id] = [await addDomain(), await addDomain()]
    await test.call(domain.delete, { ids: [id] })
    await upload(fileOf({ maxDomains: await used() }))
    expect(await refusalOf(test.call(domain.restore, { ids: [id] }))).toMatchObject({ problem: 'licence_domains_reached' })
    await test.call(licence.remove, {})
    await test.call(domain.restore, { ids: [id] })
  })

  it('stop new domains while there are too many nodes', async () => {
    const node = { driver: 'builtin', address: '192.0.2.53', port: 53, service_group_id: null }
    await upload(fileOf({ maxNodes: 1 }))
    await test.db
      .insertInto('node')
      .values({ ...node, name: 'one' })
      .execute()
    await addDomain()
    await test.db
      .insertInto('node')
      .values({ ...node, name: 'two' })
      .execute()
    expect(await refusalOf(addDomain())).toMatchObject({ problem: 'licence_nodes_exceeded', params: { used: 2, limit: 1 } })
  })

  it('leave everything else alone, and end with the licence', async () => {
    const id = await addDomain()
    await keep(fileOf({ expires: '2020-01-01' }))
    expect((await detail()).licence).toMatchObject({ problem: 'licence_expired', holder: '示例公司' })
    expect(await refusalOf(addDomain())).toMatchObject({ problem: 'licence_expired' })
    await test.call(domain.status, { ids: [id], status: 0 })
    await test.call(domain.delete, { ids: [id] })
    await test.call(licence.remove, {})
    await addDomain()
  })

  it('are nobody’s to write into the database', async () => {
    await keep(part(fileOf({ maxDomains: 1 }), 'statement', (bytes) => Buffer.from(String(bytes).replace('"maxDomains":1', '"maxDomains":9'))))
    expect(await refusalOf(addDomain())).toMatchObject({ problem: 'licence_invalid' })
  })
})

it('is seen by whoever may read it, without paths, and changed by whoever may write it', async () => {
  const [reader, without] = [await test.tokenWith(['licence.read']), await test.tokenWith(['domain.read'])]
  expect((await test.call(licence.detail, {}, reader)).data.installed).toMatchObject({ path: null, keyFolder: null })
  expect(await refusalOf(test.call(licence.detail, {}, without))).toMatchObject({ problem: 'right_missing' })
  expect(await refusalOf(test.call(licence.upload, { file: fileOf() }, reader))).toMatchObject({ problem: 'right_missing' })
  expect(await refusalOf(test.call(licence.remove, {}, reader))).toMatchObject({ problem: 'right_missing' })
})
