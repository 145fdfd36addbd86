import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPythonThere, startCloudJudge, type CloudJudge } from '../../../../tests/support/cloud-judge.ts'
import type { FakeCall } from '../../../../tests/support/fake-outside.ts'
import { alibabaSide, smsKeys, tencentSide } from '../../../../tests/support/fake-sms.ts'
import { alibabaAuthorization, bodyHash, canonicalQuery } from './alibaba-signature.ts'
import { tencentAuthorization } from './tencent-signature.ts'

/*
 * The judge that the strict peers of both clouds ask, written in Python: it takes what our signers sign, and refuses everything else.
 * Each of its checks is needed: with it left out, some call of the tables below would be taken.
 */

const now = 1_790_000_000
const hash = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

type Wire = { method?: string; path?: string; rawQuery?: string; body?: string; headers?: Record<string, string>; without?: readonly string[] }

/** A call as it comes over the wire, changed after it was signed. */
function call(signed: Required<Omit<Wire, 'without'>>, changed: Wire = {}): FakeCall {
  const { method, path, rawQuery, body } = { ...signed, ...changed }
  const headers = Object.fromEntries(Object.entries({ ...signed.headers, ...changed.headers }).filter(([name]) => !changed.without?.includes(name)))
  return { method, path, rawQuery, query: new URLSearchParams(rawQuery), headers, body: Buffer.from(body) }
}

type Signing = Wire & {
  id?: string
  secret?: string
  names?: readonly string[]
  algorithm?: string
  day?: string
  service?: string
  ending?: string
  prefix?: string
}

const tencentHeaders = {
  'content-type': 'application/json; charset=utf-8',
  host: tencentSide.host,
  'x-tc-action': 'SendSms',
  'x-tc-version': '2021-01-11',
  'x-tc-timestamp': String(now),
  'x-tc-region': 'ap-guangzhou',
}

/** Signs whatever it is told to, right or wrong. */
function tencentCall(signing: Signing = {}, after: Wire = {}): FakeCall {
  const { method = 'POST', path = '/', rawQuery = '', body = '{"PhoneNumberSet":["+8613800000000"]}', id = smsKeys.id, secret = smsKeys.secret } = signing
  const { names = ['content-type', 'host', 'x-tc-action'], algorithm = 'TC3-HMAC-SHA256', service = 'sms', ending = 'tc3_request', prefix = 'TC3' } = signing
  const headers: Record<string, string> = { ...tencentHeaders, ...signing.headers }
  const stamp = headers['x-tc-timestamp']!
  const { day = new Date(Number(stamp) * 1000).toISOString().slice(0, 10) } = signing
  const valueOf = (name: string): string => (name === 'x-tc-action' ? headers[name]!.toLowerCase() : (headers[name] ?? ''))
  const canonical = [method, path, rawQuery, ...names.map((name) => `${name}:${valueOf(name)}`), '', names.join(';'), hash(body)].join('\n')
  const scope = `${day}/${service}/${ending}`
  const key = hmac(hmac(hmac(prefix + secret, day), service), ending)
  const signature = hmac(key, [algorithm, stamp, scope, hash(canonical)].join('\n')).toString('hex')
  headers['authorization'] = `${algorithm} Credential=${id}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return call({ method, path, rawQuery, body, headers }, after)
}

const alibabaHeaders = {
  host: alibabaSide.host,
  'x-acs-action': 'SendSms',
  'x-acs-date': '2026-09-21T14:13:20Z',
  'x-acs-signature-nonce': '0123456789abcdef0123456789abcdef',
  'x-acs-version': '2017-05-25',
}
const alibabaQuery = 'PhoneNumbers=13800000000&SignName=%E7%A4%BA%E4%BE%8B'

function alibabaCall(signing: Signing = {}, after: Wire = {}): FakeCall {
  const { method = 'POST', path = '/', rawQuery = alibabaQuery, body = '', id = smsKeys.id, secret = smsKeys.secret, algorithm = 'ACS3-HMAC-SHA256' } = signing
  const headers: Record<string, string> = { 'x-acs-content-sha256': hash(body), ...alibabaHeaders, ...signing.headers }
  const { names = Object.keys(headers).toSorted() } = signing
  const canonical = [
    method,
    path,
    rawQuery,
    ...names.map((name) => `${name}:${headers[name] ?? ''}`),
    '',
    names.join(';'),
    headers['x-acs-content-sha256'],
  ].join('\n')
  const signature = hmac(secret, `${algorithm}\n${hash(canonical)}`).toString('hex')
  headers['authorization'] = `${algorithm} Credential=${id},SignedHeaders=${names.join(';')},Signature=${signature}`
  return call({ method, path, rawQuery, body, headers }, after)
}

/** A call with one sign of its Authorization header changed. */
const withAuthorization = (good: FakeCall, change: (text: string) => string): FakeCall => ({
  ...good,
  headers: { ...good.headers, authorization: change(String(good.headers.authorization)) },
})
const flipped = (text: string, at: number): string => text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)

type Case = readonly [name: string, call: () => FakeCall, onlyBy?: string]

const tencentCases: readonly Case[] = [
  ...[0, 1, 31, 32, 62, 63].map((at): Case => [
    `digit ${at} of the signature changed`,
    () => withAuthorization(tencentCall(), (text) => flipped(text, text.length - 64 + at)),
    'signature',
  ]),
  ['no Authorization header', () => tencentCall({}, { without: ['authorization'] })],
  ['an empty Authorization header', () => tencentCall({}, { headers: { authorization: '' } })],
  ['an empty signature', () => withAuthorization(tencentCall(), (text) => text.slice(0, -64))],
  ['half a signature', () => withAuthorization(tencentCall(), (text) => text.slice(0, -32))],
  ['a signature in capitals', () => withAuthorization(tencentCall(), (text) => text.slice(0, -64) + text.slice(-64).toUpperCase())],
  ['another signature after it', () => withAuthorization(tencentCall(), (text) => `${text}, Signature=${'0'.repeat(64)}`)],
  ['a wrong secret', () => tencentCall({ secret: 'another secret' }), 'signature'],
  ['an empty secret', () => tencentCall({ secret: '' }), 'signature'],
  ['the secret without its prefix', () => tencentCall({ prefix: '' }), 'signature'],
  ['a key that there is not', () => tencentCall({ id: 'AKIDnobody' })],
  ['a key without an id', () => tencentCall({ id: '' })],
  ['the older algorithm', () => tencentCall({ algorithm: 'TC3-HMAC-SHA1' }), 'algorithm'],
  ['no algorithm', () => tencentCall({ algorithm: 'none' }), 'algorithm'],
  ['another end of the scope', () => tencentCall({ ending: 'tc2_request' }), 'ending'],
  ['a signature for another product', () => tencentCall({ service: 'cvm' }), 'service'],
  ['a signature of yesterday’s day', () => tencentCall({ day: '2026-09-20' }), 'day'],
  ['a timestamp of 301 seconds ago', () => tencentCall({ headers: { 'x-tc-timestamp': String(now - 301) } }), 'not-old'],
  ['a timestamp of last year', () => tencentCall({ headers: { 'x-tc-timestamp': String(now - 31_536_000) } }), 'not-old'],
  ['a timestamp 301 seconds ahead', () => tencentCall({ headers: { 'x-tc-timestamp': String(now + 301) } }), 'not-ahead'],
  ['another timestamp than the signed one', () => tencentCall({}, { headers: { 'x-tc-timestamp': String(now + 1) } }), 'signature'],
  ['no timestamp', () => tencentCall({}, { without: ['x-tc-timestamp'] })],
  ['a timestamp in milliseconds', () => tencentCall({}, { headers: { 'x-tc-timestamp': `${now}000` } })],
  ['a timestamp that is no number', () => tencentCall({}, { headers: { 'x-tc-timestamp': 'now' } })],
  ['the host not signed', () => tencentCall({ names: ['content-type', 'x-tc-action'] }), 'signed-host'],
  ['the content type not signed', () => tencentCall({ names: ['host', 'x-tc-action'] }), 'signed-type'],
  ['the action not signed', () => tencentCall({ names: ['content-type', 'host'] }), 'signed-action'],
  ['signed headers in another order', () => tencentCall({ names: ['host', 'content-type', 'x-tc-action'] }), 'signed-order'],
  ['a signed header twice', () => tencentCall({ names: ['content-type', 'host', 'host', 'x-tc-action'] }), 'signed-order'],
  ['another body', () => tencentCall({}, { body: '{"PhoneNumberSet":["+8613900000000"]}' }), 'signature'],
  ['a space more in the body', () => tencentCall({}, { body: '{"PhoneNumberSet": ["+8613800000000"]}' }), 'signature'],
  ['no body', () => tencentCall({}, { body: '' }), 'signature'],
  ['another action than the signed one', () => tencentCall({}, { headers: { 'x-tc-action': 'AddSmsTemplate' } })],
  ['another action, signed', () => tencentCall({ headers: { 'x-tc-action': 'AddSmsTemplate' } }), 'action'],
  ['another host than the signed one', () => tencentCall({}, { headers: { host: 'sms.internal.tencentcloudapi.com' } })],
  ['another host, signed', () => tencentCall({ headers: { host: 'cvm.tencentcloudapi.com' } }), 'host'],
  ['another content type, signed', () => tencentCall({ headers: { 'content-type': 'application/json' } }), 'type'],
  ['a form', () => tencentCall({ headers: { 'content-type': 'application/x-www-form-urlencoded' } }), 'type'],
  ['GET', () => tencentCall({ method: 'GET' }), 'method'],
  ['another path', () => tencentCall({ path: '/v2' }), 'path'],
  ['a query', () => tencentCall({ rawQuery: 'Action=SendSms' }), 'path'],
  ['another version', () => tencentCall({ headers: { 'x-tc-version': '2019-07-11' } }), 'version'],
  ['no version', () => tencentCall({}, { without: ['x-tc-version'] }), 'version'],
  ['a region that there is not', () => tencentCall({ headers: { 'x-tc-region': 'ap-nowhere' } }), 'region'],
  ['no region', () => tencentCall({}, { without: ['x-tc-region'] }), 'region'],
]

const alibabaCases: readonly Case[] = [
  ...[0, 1, 31, 32, 62, 63].map((at): Case => [
    `digit ${at} of the signature changed`,
    () => withAuthorization(alibabaCall(), (text) => flipped(text, text.length - 64 + at)),
    'signature',
  ]),
  ['no Authorization header', () => alibabaCall({}, { without: ['authorization'] })],
  ['an empty Authorization header', () => alibabaCall({}, { headers: { authorization: '' } })],
  ['an empty signature', () => withAuthorization(alibabaCall(), (text) => text.slice(0, -64))],
  ['half a signature', () => withAuthorization(alibabaCall(), (text) => text.slice(0, -32))],
  ['a signature in capitals', () => withAuthorization(alibabaCall(), (text) => text.slice(0, -64) + text.slice(-64).toUpperCase())],
  ['another signature after it', () => withAuthorization(alibabaCall(), (text) => `${text},Signature=${'0'.repeat(64)}`)],
  ['a wrong secret', () => alibabaCall({ secret: 'another secret' }), 'signature'],
  ['an empty secret', () => alibabaCall({ secret: '' }), 'signature'],
  ['the secret with the sign of the older method', () => alibabaCall({ secret: `${smsKeys.secret}&` }), 'signature'],
  ['a key that there is not', () => alibabaCall({ id: 'LTAInobody' })],
  ['the older algorithm', () => alibabaCall({ algorithm: 'ACS3-HMAC-SHA1' }), 'algorithm'],
  ['no algorithm', () => alibabaCall({ algorithm: 'none' }), 'algorithm'],
  ['a date of 901 seconds ago', () => alibabaCall({ headers: { 'x-acs-date': '2026-09-21T13:58:19Z' } }), 'not-old'],
  ['a date of last year', () => alibabaCall({ headers: { 'x-acs-date': '2025-09-21T14:13:20Z' } }), 'not-old'],
  ['a date 901 seconds ahead', () => alibabaCall({ headers: { 'x-acs-date': '2026-09-21T14:28:21Z' } }), 'not-ahead'],
  ['another date than the signed one', () => alibabaCall({}, { headers: { 'x-acs-date': '2026-09-21T14:13:21Z' } }), 'signature'],
  ['a date with parts of a second', () => alibabaCall({ headers: { 'x-acs-date': '2026-09-21T14:13:20.000Z' } })],
  ['a date in another form', () => alibabaCall({ headers: { 'x-acs-date': 'Mon, 21 Sep 2026 14:13:20 GMT' } })],
  ['no date', () => alibabaCall({}, { without: ['x-acs-date'] })],
  ['a nonce used before', () => alibabaCall({ headers: { 'x-acs-signature-nonce': 'seen-before-seen-before' } }), 'nonce-once'],
  ['a short nonce', () => alibabaCall({ headers: { 'x-acs-signature-nonce': '1' } }), 'nonce-length'],
  ['another nonce than the signed one', () => alibabaCall({}, { headers: { 'x-acs-signature-nonce': 'fedcba9876543210fedcba9876543210' } }), 'signature'],
  ['no nonce', () => alibabaCall({}, { without: ['x-acs-signature-nonce'] })],
  ...['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'].map((left): Case => [
    `${left} not signed`,
    () =>
      alibabaCall({
        names: Object.keys({ ...alibabaHeaders, 'x-acs-content-sha256': '' })
          .filter((name) => name !== left)
          .toSorted(),
      }),
    left === 'host' ? 'signed-host' : undefined,
  ]),
  ['a header of the vendor beside the signed ones', () => alibabaCall({}, { headers: { 'x-acs-security-token': 'token' } }), 'signed-all'],
  [
    'signed headers in another order',
    () =>
      alibabaCall({
        names: Object.keys({ ...alibabaHeaders, 'x-acs-content-sha256': '' })
          .toSorted()
          .toReversed(),
      }),
    'signed-order',
  ],
  ['another query', () => alibabaCall({}, { rawQuery: alibabaQuery.replace('138', '139') }), 'signature'],
  ['a parameter more', () => alibabaCall({}, { rawQuery: `${alibabaQuery}&Z=1` }), 'signature'],
  ['a parameter less', () => alibabaCall({}, { rawQuery: alibabaQuery.split('&')[0]! }), 'signature'],
  ['a parameter twice', () => alibabaCall({ rawQuery: `PhoneNumbers=13800000000&PhoneNumbers=13900000000` }), 'query-once'],
  ['a body that was not signed', () => alibabaCall({}, { body: 'PhoneNumbers=13900000000' }), 'body-hash'],
  ['a digest of another body', () => alibabaCall({ headers: { 'x-acs-content-sha256': hash('x') } }), 'body-hash'],
  ['the word for an unsigned body', () => alibabaCall({ headers: { 'x-acs-content-sha256': 'UNSIGNED-PAYLOAD' } }), 'body-hash'],
  ['another action than the signed one', () => alibabaCall({}, { headers: { 'x-acs-action': 'DeleteSmsTemplate' } })],
  ['another action, signed', () => alibabaCall({ headers: { 'x-acs-action': 'DeleteSmsTemplate' } }), 'action'],
  ['another host than the signed one', () => alibabaCall({}, { headers: { host: 'ecs.aliyuncs.com' } })],
  ['another host, signed', () => alibabaCall({ headers: { host: 'ecs.aliyuncs.com' } }), 'host'],
  ['another version', () => alibabaCall({ headers: { 'x-acs-version': '2014-05-26' } }), 'version'],
  ['GET', () => alibabaCall({ method: 'GET' }), 'method'],
  ['another path', () => alibabaCall({ path: '/clusters' }), 'path'],
]

// Of these headers one alone cannot be missing from the signed ones without another check that refuses it too.
const together = ['x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version']

describe.runIf(isPythonThere)('the judge of signatures', () => {
  let judge: CloudJudge
  beforeAll(async () => void (judge = await startCloudJudge()))
  afterAll(() => judge.close())
  const circumstances = { now, nonces: ['seen-before-seen-before'] }

  test('takes what our signers sign', async () => {
    const body = '{"名":"值"}'
    const { 'content-type': contentType, host } = tencentHeaders
    const authorization = tencentAuthorization({
      secretId: smsKeys.id,
      secretKey: smsKeys.secret,
      service: 'sms',
      host,
      contentType,
      action: 'SendSms',
      body,
      timestamp: now,
    })
    expect(
      await judge.judge(tencentSide, call({ method: 'POST', path: '/', rawQuery: '', body, headers: { ...tencentHeaders, authorization } }), circumstances),
    ).toBeNull()
    const query = { TemplateParam: '{"a":"b c*~\'"}', PhoneNumbers: '13800000000', Empty: '' }
    for (const form of ['', 'A=1&B=%20']) {
      const headers = {
        ...alibabaHeaders,
        'x-acs-content-sha256': bodyHash(form),
        ...(form === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      }
      const signed = alibabaAuthorization({ accessKeyId: smsKeys.id, accessKeySecret: smsKeys.secret, method: 'POST', path: '/', query, headers, body: form })
      const sent = call({ method: 'POST', path: '/', rawQuery: canonicalQuery(query), body: form, headers: { ...headers, authorization: signed } })
      expect(await judge.judge(alibabaSide, sent, circumstances)).toBeNull()
    }
  })

  describe.each([
    ['Tencent Cloud', tencentSide, tencentCases, tencentCall],
    ['Alibaba Cloud', alibabaSide, alibabaCases, alibabaCall],
  ] as const)('of %s', (_, side, cases, good) => {
    test('takes a good call, and at the edges of its time', async () => {
      expect(await judge.judge(side, good(), circumstances)).toBeNull()
      const patience = side.vendor === 'tencent' ? 300 : 900
      for (const at of [now - patience, now + patience]) expect(await judge.judge(side, good(), { ...circumstances, now: at })).toBeNull()
    })

    test(`has ${cases.length} ways to be wrong, at least forty`, () => expect(cases.length).toBeGreaterThanOrEqual(40))

    test.each(cases.map(([name, made]) => [name, made] as const))('refuses %s', async (_name, made) => {
      expect(await judge.judge(side, made(), circumstances)).toMatch(/^[A-Z][\w.]+$/)
    })

    test.each(cases.flatMap(([name, made, check]) => (check === undefined ? [] : [[check, name, made] as const])))(
      'needs its check %s: without it, %s would be taken',
      async (check, _name, made) => {
        expect(await judge.judge(side, made(), { ...circumstances, without: check })).toBeNull()
      },
    )
  })

  test('has no check that is not among the needed ones', () => {
    const source = readFileSync(new URL('../../../../tests/support/cloud-signatures.py', import.meta.url), 'utf8')
    const [, ofTencent, ofAlibaba] = /def tencent(.*)def unreserved.*def alibaba(.*)def huawei/s.exec(source)!
    for (const [part, cases] of [
      [ofTencent!, tencentCases],
      [ofAlibaba!, alibabaCases],
    ] as const) {
      const checks = new Set(Array.from(part.matchAll(/check\(request, "([\w-]+)"/g), ([, name]) => name!))
      const needed = new Set(cases.flatMap(([, , check]) => check ?? []))
      expect([...checks].filter((name) => !needed.has(name))).toEqual([])
    }
  })

  test('knows every header of Alibaba Cloud that has to be signed by two checks', async () => {
    for (const name of together) {
      const [, made] = alibabaCases.find(([title]) => title === `${name} not signed`)!
      expect(await judge.judge(alibabaSide, made(), { ...circumstances, without: `signed-${name}` })).not.toBeNull()
      expect(await judge.judge(alibabaSide, made(), { ...circumstances, without: 'signed-all' })).not.toBeNull()
    }
  })
})
