import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { alibabaSms, gatewaySms, tencentSms } from '@nameplane/contract/system/settings/sms'
import { alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { certificateAuthority } from '@nameplane/contract/system/settings/certificate-authority'
import { epay } from '@nameplane/contract/system/settings/payment-epay'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { readInput } from '@nameplane/contract/issues'
import { stripe } from '@nameplane/contract/system/settings/payment-stripe'
import { tokenPay } from '@nameplane/contract/system/settings/payment-tokenpay'
import { verificationAli, verificationWechat } from '@nameplane/contract/system/settings/verification'
import { wechatAccount, wechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import { wechatPay } from '@nameplane/contract/system/settings/payment-wechat'
import { settingTesters } from '../../server/src/app/setting-testers.ts'
import { withRules } from '../../server/src/integrations/http/loopback.testing.ts'
import type { TestCircumstances, TestResult } from '../../server/src/settings/setting-tester.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { insideHosts, startCanary, type Canary } from '../support/inside-addresses.ts'

/*
 * S-13 over every setting with an address: what is tried with an address on the inside reaches nobody there, also where the form's
 * own rules would have let it through.
 */

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const [privateKey, publicKey] = [pair.privateKey.trim(), pair.publicKey.trim()]
const templateIds = { code: { id: 'SMS_1', status: 1, content: '【a】{{code}}' } }
const cloud = { secretid: 'AKID', secretkey: 'key', signname: 'a', templateIds }

/** What each form holds when it is filled in. */
const filled: Readonly<Record<string, object>> = {
  [tencentSms.key]: { ...cloud, sdkappId: '1400000000' },
  [alibabaSms.key]: cloud,
  [gatewaySms.key]: { api_addr: 'https://sms.example', username: 'a', api_key: 'b', templateIds },
  [wechatPay.key]: {
    appId: 'wx1234567890abcdef',
    mchId: '1900000001',
    serialNo: 'A'.repeat(40),
    privateKey,
    apiV3Key: 'k'.repeat(32),
    publicKeyId: 'PUB_KEY_ID_0',
    publicKey,
  },
  [alipay.key]: { appId: '2021000000000000', sellerId: '2088000000000000', privateKey, alipayPublicKey: publicKey },
  [stripe.key]: { secretKey: 'sk_test_abc123', webhookSecret: 'whsec_abc123' },
  [tokenPay.key]: { serviceUrl: 'https://pay.example', token: 'token' },
  [epay.key]: { serviceUrl: 'https://pay.example', pid: '1000', merchantPrivateKey: privateKey, platformPublicKey: publicKey },
  [verificationWechat.key]: { secretId: 'AKID', secretKey: 'key', ruleId: 'rule1' },
  [verificationAli.key]: { accessKeyId: 'LTAI', accessKeySecret: 'key', sceneId: '1000000006' },
  [certificateAuthority.key]: { authority: 'other', directoryUrl: 'https://ca.example/directory', email: 'a@example.net' },
  [wechatWebsite.key]: { appId: 'wx1234567890abcdef', appSecret: 'k'.repeat(32) },
  [wechatAccount.key]: { appId: 'wx1234567890abcdef', appSecret: 'k'.repeat(32), token: 'token' },
  [certificateAuthority.key]: { authority: 'other', directoryUrl: 'https://ca.example/directory', email: 'a@example.net' },
  [emailServer.key]: {
    host: 'smtp.invalid',
    port: 465,
    username: 'a@example.net',
    authentication: 'oauth2',
    oauth: { tenant: 'common', clientId: 'a', clientSecret: 'b', refreshToken: 'c' },
  },
}

type Members = Record<string, unknown>

/** The members that hold an address, by path. */
function addressesIn(value: Members, above: readonly string[] = []): string[][] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...above, name]
    if (typeof inner === 'string') return /^https?:\/\//.test(inner) ? [path] : []
    return inner !== null && typeof inner === 'object' ? addressesIn(inner as Members, path) : []
  })
}

function withMember(value: Members, [name, ...below]: readonly string[], text: string): Members {
  return { ...value, [name!]: below.length === 0 ? text : withMember(value[name!] as Members, below, text) }
}

const fields = settingTesters.flatMap(({ setting, test }) => {
  const read = readInput(setting.value, filled[setting.key] ?? {})
  if (!read.isRight) throw new Error(`${setting.key} has to be filled in for this sweep: ${JSON.stringify(read.issues)}`)
  const value = read.value as Members
  return addressesIn(value).map((path) => ({
    name: `${setting.key} ${path.join('.')}`,
    try: (text: string, circumstances: TestCircumstances) =>
      (test as (value: unknown, circumstances: TestCircumstances) => Promise<TestResult>)(withMember(value, path, text), circumstances),
  }))
})

describe('an address in a setting', () => {
  let test: TestApp
  let canary: Canary
  let restore: () => void = () => undefined
  beforeAll(async () => {
    test = await createTestApp()
    canary = await startCanary()
  })
  afterAll(async () => {
    await canary.close()
    await test.close()
  })
  afterEach(() => restore())

  const circumstances = (): TestCircumstances => ({ db: test.db, target: '13800138000', language: 'en', signal: AbortSignal.timeout(10_000) })
  const targetOf = (name: string, of: TestCircumstances): TestCircumstances => (name.startsWith(emailServer.key) ? { ...of, target: 'a@example.net' } : of)

  it('is found in each form that calls somebody', () => {
    // Resolvers are asked by DNS, at numbers of the form's own rules.
    const withoutAddress = settingTesters.filter(({ setting }) => !fields.some(({ name }) => name.startsWith(`${setting.key} `)))
    expect(withoutAddress.map(({ setting }) => setting.key)).toEqual(['NS_CHECK'])
    expect(insideHosts.length).toBeGreaterThanOrEqual(60)
  })

  it('would be noticed by the listener, in both families', async () => {
    const own = await startCanary()
    for (const host of ['127.0.0.1', '::1']) await new Promise((closed) => connect(own.port, host).resume().once('close', closed))
    expect(own.hits()).toBe(2)
    await own.close()
  })

  it.each(fields)('$name would reach the listener without the rules', async ({ name, try: tried }) => {
    restore = withRules({ isAllowedAddress: () => true, isTrustedHost: () => true, pauseMs: 1 })
    const own = await startCanary()
    await tried(`http://127.0.0.1:${own.port}`, targetOf(name, circumstances()))
    expect(own.hits()).toBeGreaterThan(0)
    await own.close()
  })

  it.each(fields)('$name reaches nobody on the inside, however it is written', async ({ name, try: tried }) => {
    const reached: string[] = []
    for (const host of [...insideHosts.map((inside) => `https://${inside}`), 'http://127.0.0.1', 'http://localhost', 'http://[::1]']) {
      const { isPassed } = await tried(`${host}:${canary.port}`, targetOf(name, circumstances()))
      if (isPassed || canary.hits() > 0) reached.push(host)
    }
    expect(reached).toEqual([])
  })

  it.each(fields)('$name is not followed to a name that resolves to the inside', async ({ name, try: tried }) => {
    restore = withRules({ resolve: () => Promise.resolve(['127.0.0.1']) })
    for (const host of ['inside.example', 'api.mch.weixin.qq.com', 'openapi.alipay.com', 'api.stripe.com', 'sms.tencentcloudapi.com', 'dysmsapi.aliyuncs.com'])
      expect((await tried(`https://${host}:${canary.port}`, targetOf(name, circumstances()))).isPassed).toBe(false)
    expect(canary.hits()).toBe(0)
  })
})

describe('the server', () => {
  it('calls by HTTP in one place', () => {
    const root = join(import.meta.dirname, '..', '..', 'server', 'src')
    const callers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(path))
      // A type of the server's own connections calls nothing, nor does a listener of its own.
      .filter((path) =>
        /^(?!import type |import \{ create(Secure)?Server(, type \w+)* \} from 'node:http2?').*from '(node:)?(https?|http2|undici|axios)'|\b(globalThis\.)?fetch\(/m.test(
          readFileSync(join(root, path), 'utf8'),
        ),
      )
    expect(callers).toEqual(['integrations/http/exchange.ts'])
  })
})
