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
  paths: pathsOf(z.toJSONSchema(setting.value, { io: 'output', unrepresentable: 'any' }) as Schema),
}))

describe('a member of a setting', () => {
  it.each(members)('of $key that is called like a secret is declared as one', ({ key, secrets, paths }) => {
    const named = paths.filter((path) => secretName.test(path) && !secrets.includes(path))
    expect(named.map((path) => `${key} ${path}`).filter((name) => !(name in noSecrets))).toEqual([])
  })

  it('that is declared a secret, or said to be none, is there', () => {
    const all = members.flatMap(({ key, paths }) => paths.map((path) => `${key} ${path}`))
    const declared = members.flatMap(({ key, secrets }) => secrets.map((path) => `${key} ${path}`))
    expect([...declared, ...Object.keys(noSecrets)].filter((name) => !all.includes(name))).toEqual([])
    expect(declared.length).toBeGreaterThan(15)
  })
})
