import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPythonThere, startCloudJudge, type CloudJudge } from '../../../../tests/support/cloud-judge.ts'
import { huaweiSide, providerKeys } from '../../../../tests/support/fake-dns-providers.ts'
import type { FakeCall } from '../../../../tests/support/fake-outside.ts'
import { canonicalQuery } from './alibaba-signature.ts'
import { huaweiAuthorization } from './huawei-signature.ts'

/* The judge of signatures of Huawei Cloud takes what our signer signs and nothing else; each of its checks is needed. */

const now = 1_790_000_000
const date = '20260921T141320Z'
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

type Wire = { method: string; path: string; rawQuery: string; headers: Record<string, string> }

function call({ method, path, rawQuery, headers }: Wire, changed: Partial<Wire> & { without?: string } = {}): FakeCall {
  const now = { method, path, rawQuery, ...changed, headers: { ...headers, ...changed.headers } }
  if (changed.without !== undefined) delete now.headers[changed.without]
  return { method: now.method, path: now.path, rawQuery: now.rawQuery, query: new URLSearchParams(now.rawQuery), headers: now.headers, body: Buffer.alloc(0) }
}

type Signing = Partial<Wire> & { id?: string; secret?: string; names?: readonly string[]; algorithm?: string; signedPath?: string }

/** Signs whatever it is told to, right or wrong. */
function signed(signing: Signing = {}, after: Partial<Wire> & { without?: string } = {}): FakeCall {
  const { method = 'GET', path = '/v2/zones', rawQuery = 'name=example.com.&type=public', id = providerKeys.id, secret = providerKeys.secret } = signing
  const { algorithm = 'SDK-HMAC-SHA256', signedPath = `${path}/` } = signing
  const headers: Record<string, string> = { host: huaweiSide.host, 'x-sdk-date': date, ...signing.headers }
  const { names = Object.keys(headers).toSorted() } = signing
  const canonical = [method, signedPath, rawQuery, ...names.map((name) => `${name}:${headers[name] ?? ''}`), '', names.join(';'), hash('')].join('\n')
  const signature = createHmac('sha256', secret)
    .update(`${algorithm}\n${headers['x-sdk-date']!}\n${hash(canonical)}`)
    .digest('hex')
  headers['authorization'] = `${algorithm} Access=${id}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return call({ method, path, rawQuery, headers }, after)
}

const withAuthorization = (good: FakeCall, change: (text: string) => string): FakeCall => ({
  ...good,
  headers: { ...good.headers, authorization: change(String(good.headers.authorization)) },
})
const flipped = (text: string, at: number): string => text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)

type Case = readonly [name: string, call: () => FakeCall, onlyBy?: string]

const cases: readonly Case[] = [
  ...[0, 1, 31, 32, 62, 63].map((at): Case => [
    `digit ${at} of the signature changed`,
    () => withAuthorization(signed(), (text) => flipped(text, text.length - 64 + at)),
    'signature',
  ]),
  ['no Authorization header', () => signed({}, { without: 'authorization' })],
  ['an empty signature', () => withAuthorization(signed(), (text) => text.slice(0, -64))],
  ['a signature in capitals', () => withAuthorization(signed(), (text) => text.slice(0, -64) + text.slice(-64).toUpperCase())],
  ['another signature after it', () => withAuthorization(signed(), (text) => `${text}, Signature=${'0'.repeat(64)}`)],
  ['a wrong secret', () => signed({ secret: 'another' }), 'signature'],
  ['an empty secret', () => signed({ secret: '' }), 'signature'],
  ['a key that there is not', () => signed({ id: 'NOBODY' })],
  ['another algorithm', () => signed({ algorithm: 'SDK-HMAC-SM3' }), 'algorithm'],
  ['no algorithm', () => signed({ algorithm: 'none' }), 'algorithm'],
  ['the credentials of another cloud', () => withAuthorization(signed(), (text) => text.replace('Access=', 'Credential='))],
  ['a date of 901 seconds ago', () => signed({ headers: { 'x-sdk-date': '20260921T135819Z' } }), 'not-old'],
  ['a date of last year', () => signed({ headers: { 'x-sdk-date': '20250921T141320Z' } }), 'not-old'],
  ['a date 901 seconds ahead', () => signed({ headers: { 'x-sdk-date': '20260921T142821Z' } }), 'not-ahead'],
  ['another date than the signed one', () => signed({}, { headers: { 'x-sdk-date': '20260921T141321Z' } }), 'signature'],
  ['a date in the extended form', () => signed({ headers: { 'x-sdk-date': '2026-09-21T14:13:20Z' } })],
  ['no date', () => signed({}, { without: 'x-sdk-date' })],
  ['host not signed', () => signed({ names: ['x-sdk-date'] }), 'signed-host'],
  ['date not signed', () => signed({ names: ['host'] }), 'signed-date'],
  ['signed headers in another order', () => signed({ names: ['x-sdk-date', 'host'] }), 'signed-order'],
  ['a header signed twice', () => signed({ names: ['host', 'host', 'x-sdk-date'] }), 'signed-order'],
  ['another query', () => signed({}, { rawQuery: 'name=example.net.&type=public' }), 'signature'],
  ['a parameter more', () => signed({}, { rawQuery: 'name=example.com.&type=public&zone=1' }), 'signature'],
  ['a parameter less', () => signed({}, { rawQuery: 'name=example.com.' }), 'signature'],
  ['a parameter twice', () => signed({ rawQuery: 'name=a&name=b' }), 'query-once'],
  ['another path than the signed one', () => signed({}, { path: '/v2/zones/1' }), 'signature'],
  ['a path signed without its final slash', () => signed({ signedPath: '/v2/zones' }), 'signature'],
  ['another host than the signed one', () => signed({}, { headers: { host: 'ecs.cn-north-4.myhuaweicloud.com' } })],
  ['another host, signed', () => signed({ headers: { host: 'ecs.cn-north-4.myhuaweicloud.com' } }), 'host'],
  ['another method', () => signed({ method: 'DELETE' }), 'method'],
]

describe.runIf(isPythonThere)('the judge of signatures of Huawei Cloud', () => {
  let judge: CloudJudge
  beforeAll(async () => void (judge = await startCloudJudge()))
  afterAll(() => judge.close())

  test('takes what our signer signs, and at the edges of its time', async () => {
    const query = { name: 'example.com.', search_mode: 'equal', tags: "a b*~'|c=中" }
    const headers = { host: huaweiSide.host, 'x-sdk-date': date }
    const authorization = huaweiAuthorization({ accessKey: providerKeys.id, secretKey: providerKeys.secret, method: 'GET', path: '/v2/zones', query, headers })
    const sent = call({ method: 'GET', path: '/v2/zones', rawQuery: canonicalQuery(query), headers: { ...headers, authorization } })
    for (const at of [now, now - 900, now + 900]) expect(await judge.judge(huaweiSide, sent, { now: at })).toBeNull()
    expect(await judge.judge(huaweiSide, signed(), { now })).toBeNull()
  })

  test.each(cases.map(([name, made]) => [name, made] as const))('refuses %s', async (_name, made) => {
    expect(await judge.judge(huaweiSide, made(), { now })).toMatch(/^APIGW\.0\d+$/)
  })

  test.each(cases.flatMap(([name, made, check]) => (check === undefined ? [] : [[check, name, made] as const])))(
    'needs its check %s: without it, %s would be taken',
    async (check, _name, made) => {
      expect(await judge.judge(huaweiSide, made(), { now, without: check })).toBeNull()
    },
  )

  test('has no check that is not among the needed ones', () => {
    const source = readFileSync(new URL('../../../../tests/support/cloud-signatures.py', import.meta.url), 'utf8')
    const [, part] = /def huawei(.*)for line in/s.exec(source)!
    const checks = new Set(Array.from(part!.matchAll(/check\(request, "([\w-]+)"/g), ([, name]) => name!))
    const needed = new Set(cases.flatMap(([, , check]) => check ?? []))
    expect([...checks].filter((name) => !needed.has(name))).toEqual([])
  })
})
