import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { endpoints } from '@nameplane/contract/endpoints'
import { isProblemCode, problems, problemText } from '@nameplane/contract/problems'
import { createTestApp, type TestApp } from '../support/app.ts'
import { inputSchemaOf, plainValue } from '../support/hostile-input.ts'
import { rawCall } from '../support/raw-call.ts'

let platform: TestApp

beforeAll(async () => {
  platform = await createTestApp()
})

afterAll(async () => {
  await platform.close()
})

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)(?:, [^}]+)?\}/g)].map((match) => match[1]!).sort()

describe('problem texts', () => {
  test.each(Object.entries(problems))('%s has a Chinese and an English text with the same placeholders', (code, { zh, en }) => {
    expect(code).toMatch(/^[a-z][a-z0-9_]*$/)
    expect(zh).toMatch(/\p{Script=Han}/u)
    expect(en).toMatch(/^[^\p{Script=Han}]+$/u)
    expect(new Set(placeholders(zh))).toEqual(new Set(placeholders(en)))
  })

  test('every problem an endpoint declares is in the catalogue, and none is declared twice', () => {
    for (const { endpoint } of endpoints) {
      expect(endpoint.problems.filter((code) => !isProblemCode(code))).toEqual([])
      expect(new Set(endpoint.problems).size, endpoint.path).toBe(endpoint.problems.length)
    }
  })

  test('a text with a missing value shows no placeholder', () => {
    for (const code of Object.keys(problems)) if (isProblemCode(code)) expect(problemText(code, 'en')).not.toMatch(/[{}]/)
  })
})

describe('the language of a refusal', () => {
  test.each([
    ['en', 'Login expired, you need to log in again'],
    ['en-GB,en;q=0.9,zh;q=0.1', 'Login expired, you need to log in again'],
    ['zh-CN,zh;q=0.9,en;q=0.8', '登录已过期，请重新登录'],
    ['cn', '登录已过期，请重新登录'],
    ['fr, de', '登录已过期，请重新登录'],
    ['', '登录已过期，请重新登录'],
  ])('follows Accept-Language %j', async (language, text) => {
    const answer = await platform.app.inject({ method: 'GET', url: '/api/sys/menu/nav', headers: { 'accept-language': language } })
    expect(answer.json()).toMatchObject({ code: 401, msg: text })
  })
})

describe('beside the routes', () => {
  test.each([
    ['GET', '/api/'],
    ['GET', '/api/sys/nothing'],
    ['POST', '/antsxdp/sys/dns/domain/list'],
    ['GET', '/api/sys/dns/domain/save'],
    ['PUT', '/api/sys/dns/domain/save'],
    ['DELETE', '/api/sys/dns/domain/list'],
    ['PATCH', '/api/sys/dns/domain/list'],
    ['HEAD', '/api/sys/dns/version/update'],
    ['GET', '/api/sys/dns/domain/list/'],
    ['GET', '/api//sys/dns/domain/list'],
    ['GET', '/api/SYS/dns/domain/list'],
    ['GET', '/api/../etc/passwd'],
    ['GET', '/api/%2e%2e/%2e%2e/etc/passwd'],
    ['GET', '/.env'],
    ['GET', '/nothing/at/all'],
    ['TRACE', '/api/sys/menu/nav'],
  ] as const)('%s %s is not found', async (method, url) => {
    const answer = await platform.app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Bearer ${platform.adminToken}`, 'accept-language': 'en' },
    })
    expect(answer.statusCode).toBe(404)
    if (method !== 'HEAD') expect(answer.json()).toMatchObject({ code: 500, problem: 'not_found', msg: 'Not found' })
  })

  test.each(['/api/%', '/api/%zz', '/api/sys/%00', `/api/${'a'.repeat(9000)}`])('the odd address %s is refused without a fault', async (url) => {
    const answer = await platform.app.inject({ method: 'GET', url })
    expect([400, 404, 414]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ code: 500 })
    expect(answer.body).not.toMatch(/at .*\(|node_modules|\.ts:/)
  })
})

describe('bodies', () => {
  const posts = endpoints.filter(({ endpoint }) => endpoint.method === 'POST')

  test.each(posts.filter(({ endpoint }) => (endpoint.bodyLimitBytes ?? 0) < 4_000_000 || endpoint.takes === 'parts').map(({ endpoint }) => endpoint))(
    'one above the limit of $path is answered 413',
    async (endpoint) => {
      for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
        const answer = await platform.app.inject({
          method: 'POST',
          url: `/api/${endpoint.path}`,
          headers: { authorization: `Bearer ${platform.adminToken}`, 'content-type': type },
          payload: `{"a":"${'x'.repeat(1024 * 1024)}"}`,
        })
        expect(answer.statusCode).toBe(413)
        expect(answer.json()).toMatchObject({ problem: 'body_too_large' })
      }
    },
  )

  const anonymous = (url: string, payload: string | Readable) =>
    platform.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })

  test.each(posts.filter(({ endpoint }) => endpoint.access !== 'public').map(({ endpoint }) => endpoint))(
    'are not read by $path before it knows who calls',
    async (endpoint) => {
      const broken = `{"a":"${'x'.repeat(900_000)}`
      for (const payload of [broken, Readable.from([broken])]) {
        const answer = await anonymous(`/api/${endpoint.path}`, payload)
        expect(answer.json()).toMatchObject({ code: 401, problem: 'session_lost' })
      }
    },
  )

  test.each(posts.filter(({ endpoint }) => endpoint.access === 'public').map(({ endpoint }) => endpoint))(
    'of strangers are read by $path up to 64 kB, whether they say their length or not',
    async (endpoint) => {
      const ofBytes = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`
      for (const payload of [ofBytes(65_537), Readable.from([ofBytes(65_537).slice(0, 40_000), ofBytes(65_537).slice(40_000)])]) {
        const answer = await anonymous(`/api/${endpoint.path}`, payload)
        expect(answer.statusCode).toBe(413)
        expect(answer.json()).toMatchObject({ problem: 'body_too_large' })
      }
      for (const payload of [ofBytes(65_536), Readable.from([ofBytes(65_536)])])
        expect((await anonymous(`/api/${endpoint.path}`, payload)).json()).not.toMatchObject({ problem: 'body_too_large' })
    },
  )

  test.each(posts.filter(({ endpoint }) => endpoint.takes === 'fields').map(({ endpoint }) => endpoint))(
    'of kinds that $path does not read are refused',
    async (endpoint) => {
      for (const type of [
        'text/plain',
        'text/xml',
        'multipart/form-data; boundary=x',
        'application/octet-stream',
        'application/json; charset=utf-7',
        'nonsense',
      ]) {
        const answer = await platform.app.inject({
          method: 'POST',
          url: `/api/${endpoint.path}`,
          headers: { authorization: `Bearer ${platform.adminToken}`, 'content-type': type },
          payload: '<a>',
        })
        expect(answer.statusCode, type).toBeLessThan(500)
        expect(answer.json(), type).toMatchObject({ code: 500, problem: 'malformed_body' })
      }
    },
  )
})

describe('headers', () => {
  function expectGuarded(answer: LightMyRequestResponse, isApi: boolean): void {
    const { headers } = answer
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    expect(headers['x-request-id']).toMatch(/^[\w-]{12}$/)
    expect(headers['server']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
    // A stream is not compressed on its way either, which would hold back what it says.
    if (isApi) expect(String(headers['cache-control']).replace(', no-transform', '')).toBe('no-store')
  }

  test.each(endpoints.map(({ endpoint }) => endpoint))('$method $path has them all, answering and refusing', async (endpoint) => {
    const input = plainValue(inputSchemaOf(endpoint))
    for (const token of [platform.adminToken, null]) expectGuarded(await rawCall(platform.app, endpoint, input, { token }), true)
  })

  test('so have pictures, unknown paths, unreadable and too large bodies', async () => {
    const picture = await platform.app.inject({ url: '/sys_login_captcha.jpg?uuid=a' })
    expect(picture.headers['content-type']).toBe('image/jpeg')
    expect(picture.headers['cache-control']).toBe('no-store')
    expectGuarded(picture, false)
    expectGuarded(await platform.app.inject({ url: '/antsxdp/sys_login_captcha.jpg?uuid=a' }), true)
    expectGuarded(await platform.app.inject({ url: '/nothing' }), false)
    expectGuarded(await platform.app.inject({ url: '/api/nothing' }), true)
    expectGuarded(await platform.app.inject({ method: 'POST', url: '/api/sys/login', headers: { 'content-type': 'application/json' }, payload: '{' }), true)
    expectGuarded(
      await platform.app.inject({ method: 'POST', url: '/api/sys/login', headers: { 'content-type': 'application/json' }, payload: 'x'.repeat(2_000_000) }),
      true,
    )
  })
})
