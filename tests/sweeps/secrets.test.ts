import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { apiToken } from '@nameplane/contract/account/api-token'
import { factor } from '@nameplane/contract/account/factor'
import { passwordReset } from '@nameplane/contract/account/password-reset'
import { session } from '@nameplane/contract/account/session'
import { endpoints } from '@nameplane/contract/endpoints'
import { acmeAccount } from '@nameplane/contract/system/acme-account'
import { backup } from '@nameplane/contract/system/backup'
import { setting as calls } from '@nameplane/contract/system/setting'
import { settingRight } from '@nameplane/contract/system/setting-groups'
import { secretMask } from '@nameplane/contract/secret-mask'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import { certificateAuthority } from '@nameplane/contract/system/settings/certificate-authority'
import { gatewaySms } from '@nameplane/contract/system/settings/sms'
import { openApiDocument } from '../../server/src/http/openapi.ts'
import { keyOfText } from '../../server/src/integrations/acme/jws.ts'
import { allowLoopback } from '../../server/src/integrations/http/loopback.testing.ts'
import { unseal } from '../../server/src/secrets/seal.ts'
import { acmeKeyPlace } from '../../server/src/secrets/sealed-places.ts'
import { readSetting } from '../../server/src/settings/settings.ts'
import { startFakeAcme } from '../support/fake-acme.ts'
import { withoutCaptcha } from '../support/app-accounts.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { inputSchemaOf, plainValue } from '../support/hostile-input.ts'
import { startFakeOutside, type FakeOutside } from '../support/fake-outside.ts'
import { rawCall } from '../support/raw-call.ts'
import { canariesIn, canaryText, canaryValue, memberAt, secretSettings, withMember, type Canary } from '../support/secret-canaries.ts'
import { codeOf } from '../support/sign-in-ways.ts'
import { step } from '../support/step.ts'
import { makeFixtureWorld, type FixtureWorld } from '../support/fixture-world.ts'
import { startFakeGatewaySms } from '../support/fake-sms.ts'
import { validCalls } from '../support/valid-calls.ts'

/* Secrets go in and never come out: not in an answer, a table, a file, a log line or a backup, whoever asks. */

let test: TestApp
let world: FixtureWorld
/** Answers every call with the whole of it, as a careless provider's error page does. */
let echo: FakeOutside
let restoreRules: () => void
let signedIn: { cookie: string; token: string }
let later: Promise<void>[] = []
const logged: string[] = []
const canaries: Canary[] = []
const stored = new Map<string, Record<string, unknown>[]>()
let resetCode = ''

const known = (needle: string, what: string): void => void canaries.push({ what, value: needle, needle })
const record = async (setting: Setting) => (await test.call(calls.ofKey, { key: setting.key })).config

async function put(setting: Setting, round: number): Promise<void> {
  const made = canaryValue(setting, round)
  await test.call(calls.update, { id: (await record(setting)).id, paramValue: made.paramValue, status: 1 })
  stored.set(setting.key, [...(stored.get(setting.key) ?? []), made.paramValue])
  canaries.push(...made.canaries)
}

/** Every secret that an account can have. */
async function makeAccountSecrets(): Promise<void> {
  const password = canaryText('the password of an account')
  canaries.push(password)
  await test.call(admin.save, { username: 'canary', password: password.value, passwordAgain: password.value, isSuper: true, mobile: '13800000001' })
  const answer = await test.app.inject({ method: 'POST', url: `/api/${session.login.path}`, payload: { username: 'canary', password: password.value } })
  const headers = { cookie: String(answer.headers['set-cookie']).split(';')[0]!, token: answer.json<{ token: string }>().token }
  const send = async <Data>(endpoint: Parameters<typeof rawCall>[1], input: object): Promise<Data> =>
    (await rawCall(test.app, endpoint, input, { headers })).json<{ data: Data }>().data
  known(headers.cookie.split('=')[1]!, 'the cookie of a session')
  known(headers.token, 'the token of a session')
  const key = await send<{ token: string }>(apiToken.save, { name: 'a key', scopes: null, password: password.value })
  known(key.token, 'an API key')
  const offer = await send<{ secret: string; seal: string }>(factor.totpOffer, { password: password.value })
  known(offer.secret, 'the secret of an authenticator app')
  const { recoveryCodes } = await send<{ recoveryCodes: string[] }>(factor.totpSave, { seal: offer.seal, code: codeOf(offer.secret) })
  for (const code of recoveryCodes) for (const form of new Set([code, code.replace(/[^A-Za-z0-9]/g, '')])) known(form, 'a recovery code')
  signedIn = headers
}

/** A code to reset a password, as the phone gets it. */
async function makeResetCode(): Promise<void> {
  const value = stored.get(gatewaySms.key)!.at(-1)!
  const fake = await startFakeGatewaySms({ username: String(value['username']), key: String(value['api_key']) })
  const restore = allowLoopback({ route: () => fake.baseUrl })
  await test.app.inject({ url: '/sys_login_captcha.jpg?uuid=canary' })
  const { answer } = await test.db.selectFrom('captcha').select('answer').where('uuid', '=', 'canary').executeTakeFirstOrThrow()
  await test.call(passwordReset.ask, { username: 'canary', captcha: answer, uuid: 'canary', way: 'sms' }, null)
  await Promise.all(later)
  resetCode = /\d{6}/.exec(fake.taken[0]!.text)![0]
  restore()
  await fake.close()
}

/** The key of an account with a certificate authority, and the one that a change of it was begun to. */
async function makeAcmeKeys(): Promise<void> {
  const { eabHmacKey } = stored.get(certificateAuthority.key)!.at(-1)!
  const fake = await startFakeAcme({ origin: 'https://ca.example', bindingKeys: { 'kid-1': String(eabHmacKey) } })
  const restore = allowLoopback({ route: () => fake.baseUrl })
  await test.call(acmeAccount.register, { isAgreed: 1, termsOfService: 'https://ca.example/terms/1' })
  fake.scripted.push({ status: 500 })
  await test.call(acmeAccount.rollover, {}).catch(() => undefined)
  restore()
  await fake.close()
  const row = await test.db.selectFrom('acme_account').selectAll().executeTakeFirstOrThrow()
  for (const column of ['account_key', 'next_key'] as const) {
    const text = unseal(row[column]!, acmeKeyPlace(row.directory_url))
    // What stands before is the same in every key.
    known(text.slice(48, 88), `the ${column} of an ACME account`)
    known(keyOfText(text).export({ format: 'jwk' }).d!, `the ${column} of an ACME account, as a JWK`)
  }
}

beforeAll(async () => {
  test = await createTestApp({}, { log: (line) => void logged.push(JSON.stringify(line)), later: (work) => void later.push(work) })
  await withoutCaptcha(test)
  world = await makeFixtureWorld(test)
  for (const round of [1, 2]) for (const setting of secretSettings) await put(setting, round)
  // Only one provider of text messages is on: the one that a code is sent by.
  await put(gatewaySms, 3)
  await makeAccountSecrets()
  await makeResetCode()
  await makeAcmeKeys()
  echo = await startFakeOutside(({ method, path, rawQuery, headers, body }) => ({
    status: 400,
    body: `${method} ${path}?${rawQuery}\n${JSON.stringify(headers)}\n${body.toString()}`,
  }))
  restoreRules = allowLoopback({ connectMs: 400, totalMs: 800 })
}, 60_000)
afterAll(async () => {
  restoreRules()
  await echo.close()
  await test.close()
})

/** Where a secret was found, as `what: where`. */
const hitsIn = (where: string, content: string | Buffer): string[] => canariesIn(canaries, content).map((what) => `${what}: ${where}`)
const holdsResetCode = (text: string): boolean => new RegExp(`(?<![\\w.+/-])${resetCode}(?![\\w+/=])`).test(text)

const reads = endpoints.map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint })).filter(({ endpoint }) => endpoint.effect === 'read')

describe('a secret', () => {
  it('is found by this sweep wherever it stands, in disguises too', () => {
    for (const { needle, what } of canaries) {
      expect(needle.length, what).toBeGreaterThanOrEqual(8)
      for (const form of [
        needle,
        Buffer.from(`${needle}....`).toString('base64'),
        Buffer.from(`{"a":"${needle}"}`).toString('base64'),
        Buffer.from(needle).toString('hex'),
      ])
        expect(canariesIn(canaries, `x${form}y`), what).toContain(what)
    }
    expect(canaries.length).toBeGreaterThan(2 * secretSettings.length + 10)
  })

  const inputOf = ({ name, endpoint }: (typeof reads)[number]) => validCalls[name]?.(world) ?? (plainValue(inputSchemaOf(endpoint)) as Record<string, unknown>)

  it.each(reads)('is in no answer of $name', async (read) => {
    const { name, endpoint } = read
    for (const way of [{ token: test.adminToken }, { headers: signedIn }]) {
      const answer = await rawCall(test.app, endpoint, inputOf(read), way)
      expect(hitsIn(name, JSON.stringify(answer.headers))).toEqual([])
      expect(hitsIn(name, endpoint.answers === 'stream' ? answer.body : answer.rawPayload)).toEqual([])
    }
  })

  it('is looked for in answers, not in refusals only', async () => {
    const refused: string[] = []
    for (const read of reads) {
      const ways = [{ token: test.adminToken }, { headers: signedIn }]
      const answers = await Promise.all(ways.map((way) => rawCall(test.app, read.endpoint, inputOf(read), way)))
      if (answers.every(({ body }) => body.includes('"problem":"'))) refused.push(read.name)
    }
    expect(refused.length, refused.join(', ')).toBeLessThan(reads.length * 0.05)
  })

  it.each(secretSettings.map((setting) => [setting.key, setting] as const))('of %s is masked wherever its record is read', async (key, setting) => {
    const { id, paramValue } = await record(setting)
    for (const path of setting.secrets) expect([path, memberAt(JSON.parse(paramValue), path)]).toEqual([path, secretMask])
    const answers = [
      await rawCall(test.app, calls.info, { id }, { token: test.adminToken }),
      await rawCall(test.app, calls.infoAgain, { id }, { token: test.adminToken }),
      await rawCall(test.app, calls.history, { id, limit: 50 }, { token: test.adminToken }),
      await rawCall(test.app, calls.search, { paramKey: key, limit: 50 }, { token: test.adminToken }),
    ]
    for (const answer of answers) {
      expect(answer.json()).toMatchObject({ code: 1 })
      expect(hitsIn(answer.raw.req.url ?? '', answer.body)).toEqual([])
    }
  })

  it.each(secretSettings.map((setting) => [setting.key, setting] as const))(
    'of %s stays when its mask is saved, and comes back with its time',
    async (key, setting) => {
      const opened = async () => readSetting(test.db, setting, { whetherInUseOrNot: true })
      const { id, paramValue } = await record(setting)
      await test.call(calls.update, { id, paramValue })
      const states = stored.get(key)!
      for (const path of setting.secrets) expect(memberAt(await opened(), path), path).toBe(memberAt(states.at(-1), path))
      const { list } = (await test.call(calls.history, { id, limit: 50 })).data
      const first = list.filter(({ paramValue: shown }) => memberAt(JSON.parse(shown), setting.secrets[0]!) === secretMask).at(-1)!
      await test.call(calls.restore, { id, versionId: first.id })
      const before = await opened()
      await test.call(calls.update, { id, paramValue: states.at(-1)! })
      // Alipay is there already in the small world; every other first state is ours.
      if (key !== 'PAYMENT_ALIPAY') for (const path of setting.secrets) expect(memberAt(before, path), path).toBe(memberAt(states[0], path))
    },
  )

  it.each(secretSettings.map((setting) => [setting.key, setting] as const))('of %s is in no refusal, whichever member is wrong', async (key, setting) => {
    const { id } = await record(setting)
    const value = stored.get(key)!.at(-1)!
    const token = await test.tokenWith([settingRight(setting.group, 'read'), settingRight(setting.group, 'write')])
    const wrong = [
      ...Object.keys(value).map((member) => ({ ...value, [member]: { deep: value[member] } })),
      ...setting.secrets.flatMap((path) => {
        const secret = String(memberAt(value, path))
        return [`${secret} \u0000`, [secret], `秘密 ${secret}`, secret.repeat(500)].map((member) => withMember(value, path, member))
      }),
    ]
    let refused = 0
    for (const paramValue of wrong) {
      const answer = await rawCall(test.app, calls.update, { id, paramValue, rowVersion: 1_000_000 }, { token })
      expect(answer.json()).toMatchObject({ code: 500 })
      refused += 1
      expect(hitsIn(key, answer.body)).toEqual([])
    }
    for (const broken of [`{"a":"${String(memberAt(value, setting.secrets[0]!))}`, { paramKey: key, paramValue: `{"a":${JSON.stringify(value)}` }])
      expect(hitsIn(key, (await rawCall(test.app, calls.save, broken, { token })).body)).toEqual([])
    expect(refused).toBe(wrong.length)
  })

  it('is in no word of a test button, nobody answering and a provider that repeats all it was sent', { timeout: 180_000 }, async () => {
    for (const setting of secretSettings.filter(({ isTestable }) => isTestable)) await step(setting.key, () => pressTest(setting))
    // Nothing would be proved if nothing had been sent.
    const sent = echo.calls.map(({ path, rawQuery, headers, body }) => `${path} ${rawQuery} ${JSON.stringify(headers)} ${body.toString()}`).join('\n')
    expect(canariesIn(canaries, sent)).not.toEqual([])
  })

  async function pressTest(setting: Setting): Promise<void> {
    const { key } = setting
    const value = stored.get(key)!.at(-1)!
    const token = await test.tokenWith([settingRight(setting.group, 'read'), settingRight(setting.group, 'write')])
    for (const route of ['http://127.0.0.1:9', echo.baseUrl]) {
      restoreRules()
      restoreRules = allowLoopback({ connectMs: 400, totalMs: 800, pauseMs: 1, route: () => route })
      for (const paramValue of [value, JSON.parse((await record(setting)).paramValue) as Record<string, unknown>]) {
        const target = setting.class === 'sms' ? '13800000000' : 'ops@example.net'
        const answer = await rawCall(test.app, calls.test, { paramKey: key, paramValue, target }, { token })
        expect(answer.json(), answer.body).toMatchObject({ code: 1, data: { isPassed: false } })
        expect(hitsIn(`${key} ${route}`, answer.body)).toEqual([])
      }
    }
  }

  it('is in no backup, kept, downloaded or exported, and in no file of the data folder', async () => {
    const passphrase = canaryText('the passphrase of a backup')
    canaries.push(passphrase)
    const { data } = await test.call(backup.save, { passphrase: passphrase.value })
    for (const [endpoint, input] of [
      [backup.export, {}],
      [backup.exportWithKey, { passphrase: passphrase.value }],
      [backup.download, { name: data.name }],
    ] as const) {
      const answer = await rawCall(test.app, endpoint, input, { token: test.adminToken })
      expect(answer.rawPayload.subarray(0, 8).toString()).toBe('NPBACKUP')
      expect(hitsIn(endpoint.path, answer.rawPayload)).toEqual([])
    }
    for (const wrong of [backup.verify, backup.prove]) {
      const answer = await rawCall(test.app, wrong, { name: data.name, passphrase: `${passphrase.value}?` }, { token: test.adminToken })
      expect(hitsIn(wrong.path, answer.body)).toEqual([])
    }
    const files = readdirSync(test.dataFolder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(test.dataFolder, name)).isFile())
    expect(files.length).toBeGreaterThan(0)
    for (const name of files) expect(hitsIn(name, readFileSync(join(test.dataFolder, name)))).toEqual([])
  })

  it('is in no row of any table, the audit trail among them', async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(test.db)
    expect(rows.length).toBeGreaterThan(40)
    for (const { name } of rows) {
      const { rows: texts } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(test.db)
      expect(hitsIn(name, texts.map(({ row }) => row).join('\n'))).toEqual([])
      if (name !== 'captcha') expect([name, texts.filter(({ row }) => holdsResetCode(row))]).toEqual([name, []])
    }
  })

  it('is in no line of the log and not in the description of the API', () => {
    expect(hitsIn('the log', logged.join('\n'))).toEqual([])
    expect(logged.filter(holdsResetCode)).toEqual([])
    expect(hitsIn('openapi.json', JSON.stringify(openApiDocument('1.0.0')))).toEqual([])
  })
})
