import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { settings } from '@nameplane/contract/system/settings'

/* What is called like a secret is one, unless it says why not: an undeclared one would be stored, shown and logged as it is. */

type Schema = {
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  type?: string
}

const secretName = /secret|password|passphrase|token|key|credential|private/i

/** Members whose name sounds like a secret and that are none. */
const noSecrets: Record<string, string> = {
  'WEB_CONFIG seo.keywords': 'words for search engines',
  'LOGIN_CONFIG passkeyHosts': 'names of hosts',
  'LOGIN_CONFIG passwordMinimum': 'a number of characters',
  'PAYMENT_WECHAT publicKeyId': 'the number of a public key',
  'PAYMENT_WECHAT publicKey': 'public',
  'PAYMENT_ALIPAY keyMode': 'which of two ways',
  'PAYMENT_ALIPAY alipayPublicKey': 'public',
  'PAYMENT_STRIPE publishableKey': 'made to be published',
  'PAYMENT_EPAY platformPublicKey': 'public',
  'VERIFICATION_WECHAT secretId': 'the name of a key, as a username is that of a password',
  'VERIFICATION_ALI accessKeyId': 'the name of a key',
  'SMS_TENCENT_CONFIG secretid': 'the name of a key',
  'SMS_ALIBABA_CONFIG secretid': 'the name of a key',
  'CERTIFICATE_AUTHORITY eabKeyId': 'the name of a key',
}

/** Members that say where something goes, for which account. */
const destinationName = /host|url|addr|port$|protocol|endpoint|gateway|authority|server|domain|tenant|username|appid|mchid|^pid$|clientid|secretid|keyid/i

/** Members that sound like it, in a setting with secrets, and do not say where one goes. */
const noDestinations: Record<string, string> = {
  'SMS_TENCENT_CONFIG sdkappId': 'an application of the account that secretid names',
  'PAYMENT_WECHAT publicKeyId': 'whose signatures are checked',
  'VERIFICATION_WECHAT redirectUrl': 'where the browser of a user goes',
  'VERIFICATION_ALI returnUrl': 'where the browser of a user goes',
}

/** Secrets that nothing takes out of the platform, nor signs anything with that leaves it. */
const staysHere: Record<string, string> = {
  'BACKUP_CONFIG key': 'encrypts files',
  'PAYMENT_WECHAT apiV3Key': 'opens what is received',
  'PAYMENT_STRIPE webhookSecret': 'checks what is received',
  'PAYMENT_STRIPE previousWebhookSecret': 'checks what is received',
  'WECHAT_ACCOUNT token': 'checks what is received',
  'WECHAT_ACCOUNT encodingAesKey': 'opens what is received',
}

/** The dotted path of every member of a schema that holds no others. */
function pathsOf(schema: Schema, path = ''): string[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap((one) => pathsOf(one, path))
  const free = typeof schema.additionalProperties === 'object' ? pathsOf(schema.additionalProperties, `${path}.*`) : []
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => pathsOf(member, path === '' ? name : `${path}.${name}`))
  const below = [...inner, ...free, ...members]
  return below.length > 0 ? [...new Set(below)] : [path]
}

const members = settings.map((setting) => ({
  key: setting.key,
  secrets: setting.secrets,
  sentTo: setting.sentTo,
  paths: pathsOf(z.toJSONSchema(setting.value, { io: 'output', unrepresentable: 'any' }) as Schema),
}))

describe('a member of a setting', () => {
  it.each(members)('of $key that is called like a secret is declared as one', ({ key, secrets, paths }) => {
    const named = paths.filter((path) => secretName.test(path) && !secrets.includes(path))
    expect(named.map((path) => `${key} ${path}`).filter((name) => !(name in noSecrets))).toEqual([])
  })

  it('that is a secret says by which members it is sent, or stays here', () => {
    const unsaid = members.flatMap(({ key, secrets, sentTo }) => secrets.filter((path) => !sentTo[path]?.length).map((path) => `${key} ${path}`))
    expect(unsaid.toSorted()).toEqual(Object.keys(staysHere).toSorted())
  })

  it.each(members.filter(({ secrets }) => secrets.length > 0))('of $key that says where to or for whom is said of a secret', ({ key, sentTo, paths }) => {
    const said = new Set(Object.values(sentTo).flat())
    const unsaid = paths.filter((path) => destinationName.test(path.split('.').at(-1)!) && !said.has(path))
    expect(unsaid.map((path) => `${key} ${path}`).filter((name) => !(name in noDestinations))).toEqual([])
  })

  it('that a secret is sent by, or that is said to be none, is there', () => {
    const all = members.flatMap(({ key, paths }) => paths.map((path) => `${key} ${path}`))
    const said = members.flatMap(({ key, sentTo }) => [...Object.keys(sentTo), ...Object.values(sentTo).flat()].map((path) => `${key} ${path}`))
    expect([...said, ...Object.keys(noDestinations), ...Object.keys(staysHere)].filter((name) => !all.includes(name))).toEqual([])
  })

  it('that is declared a secret, or said to be none, is there', () => {
    const all = members.flatMap(({ key, paths }) => paths.map((path) => `${key} ${path}`))
    const declared = members.flatMap(({ key, secrets }) => secrets.map((path) => `${key} ${path}`))
    expect([...declared, ...Object.keys(noSecrets)].filter((name) => !all.includes(name))).toEqual([])
    expect(declared.length).toBeGreaterThan(15)
  })
})
