import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { session } from '@nameplane/contract/account/session'
// Whose problems the server names below.
import '@nameplane/contract/dns/domain'
import { apiToken } from '@nameplane/contract/account/api-token'
import { limits } from '@nameplane/contract/limits'
import { backup } from '@nameplane/contract/system/backup'
import type { Language } from '@nameplane/contract/problem-text'
import { httpText, knownStatuses } from './http-texts.ts'
import { call, problemOf, requestOf } from './client.ts'
import { fieldText } from './problem-text.ts'
import { sessionCalls } from './session-calls.ts'
import { sessionEndOf } from './session-store.ts'

beforeEach(() => {
  // The page that the server sends names the root.
  vi.stubGlobal('document', { querySelector: () => ({ content: '/antsxdp/' }) })
})
// Other tests share the loaded modules, and draw without a page.
afterEach(() => void vi.unstubAllGlobals())

const answer = (status: number, envelope: object | null, requestIdHeader: string | null = null) => problemOf({ status, envelope, requestIdHeader })

describe('an answer of the server', () => {
  it.each([1, 0, '1', '0'])('with code %j is a success', (code) => {
    expect(answer(200, { code, msg: 'success' })).toBeNull()
  })

  it('with another code is refused, with its problem, fields and params', () => {
    const problem = answer(200, {
      code: 500,
      msg: '域名已存在：a.cn',
      problem: 'domain_exists',
      fields: { domain: 'domain_exists' },
      params: { domain: { name: 'a.cn' } },
      requestId: 'r1',
    })!
    expect(problem).toMatchObject({ kind: 'refused', code: 'domain_exists', message: '域名已存在：a.cn', requestId: 'r1', isShown: true })
    expect(fieldText(problem, 'domain', 'zh')).toBe('域名已存在：a.cn')
    expect(fieldText(problem, 'domain', 'en')).toBe('Domain already exists: a.cn')
    expect(fieldText(problem, 'remark', 'zh')).toBeUndefined()
  })

  it('says what the server said of a field whose problem came with no screen so far', () => {
    const problem = answer(200, { code: 500, msg: 'x', problem: 'unheard_of', fields: { a: 'unheard_of', b: 'unheard_of' }, texts: { a: '没听说过' } })!
    expect([fieldText(problem, 'a', 'en'), fieldText(problem, 'b', 'en')]).toEqual(['没听说过', 'unheard_of'])
  })

  it.each([401, '401'])('with code %j is a lost session, which no screen shows', (code) => {
    expect(answer(200, { code, msg: '登录已过期，请重新登录', problem: 'session_lost' })).toMatchObject({ kind: 'lost-session', isShown: false })
  })

  it('that is no envelope is a failure', () => {
    expect(answer(200, null)).toMatchObject({ kind: 'http', code: '0', message: '0 服务器错误：服务器返回失败' })
  })

  it.each([
    [500, '500 服务器错误：数据请求异常'],
    [502, '502 服务器错误：网关错误'],
    [503, '503 服务器错误：服务不可用或过载'],
    [504, '504 服务器错误：网关超时'],
    [404, '404 服务器错误：资源不存在'],
  ])('with HTTP status %d shows status and text', (status, message) => {
    expect(answer(status, null, 'r2')).toMatchObject({ kind: 'http', code: String(status), message, requestId: 'r2' })
  })

  it('with a status outside the catalogue shows what the server says', () => {
    expect(answer(429, { code: 500, msg: '请求过于频繁，请稍后重试', problem: 'too_many_requests' })).toMatchObject({
      kind: 'http',
      message: '请求过于频繁，请稍后重试',
    })
    expect(answer(418, null)).toMatchObject({ message: '418 服务器错误' })
  })
})

describe('what is answered', () => {
  const answeredBy = (body: string, status = 200): Promise<unknown> => {
    vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'x-request-id': 'r9' } }))
    return call(apiToken.list, { page: 1, limit: 20 }).catch((cause: unknown) => cause)
  }

  it.each(['', 'null', '3', '"code"', '[]', '{}', '{"msg":"success"}', '<html></html>'])('is nothing of the server where it is %j', async (body) => {
    expect(await answeredBy(body)).toMatchObject({ kind: 'http', code: '0', requestId: 'r9' })
  })

  it('is what the server said, with a code', async () => {
    expect(await answeredBy('{"code":1,"msg":"success","data":{}}')).toEqual({ code: 1, msg: 'success', data: {} })
    expect(await answeredBy('{"code":1,"msg":"success"}', 502)).toMatchObject({ kind: 'http', code: '502', requestId: 'r9' })
  })
})

describe('the texts of HTTP', () => {
  it('cover the sixteen statuses of the catalogue in both languages', () => {
    expect(knownStatuses).toEqual([0, 1, 201, 202, 204, 400, 401, 402, 403, 404, 406, 410, 500, 502, 503, 504])
    for (const language of ['zh', 'en'] satisfies Language[])
      for (const status of knownStatuses) expect(httpText(status, language)).toMatch(new RegExp(`^${status} .+[:：].+`))
    expect(httpText(503, 'en')).toBe('503 server error: service unavailable or overloaded')
  })
})

describe('a request', () => {
  const get = { method: 'GET', path: 'sys/config/info/{id}' } as const
  const post = { method: 'POST', path: 'sys/dns/domain/delete' } as const
  const headers = (init: RequestInit) => init.headers as Record<string, string>

  it('puts path parameters into the path and the rest into the query, without what is absent', () => {
    const [url, init] = requestOf(get, { id: 'a/b', page: 2, remark: 'x&y', ids: [1, 2], line: undefined, group: null, flag: false }, 'T')
    expect(url).toBe('/antsxdp/sys/config/info/a%2Fb?page=2&remark=x%26y&ids=1%2C2&flag=false')
    expect(init).toMatchObject({ method: 'GET', credentials: 'same-origin' })
    expect(headers(init)).toMatchObject({ token: 'T', 'accept-language': 'zh-CN' })
  })

  it('sends JSON', () => {
    const [url, init] = requestOf(post, { ids: [1, 2], remark: '', absent: undefined }, null)
    expect([url, init.body]).toEqual(['/antsxdp/sys/dns/domain/delete', '{"ids":[1,2],"remark":""}'])
    expect(headers(init)).toMatchObject({ 'content-type': 'application/json' })
    expect(headers(init)).not.toHaveProperty('token')
  })

  it('sends none where the call knows it, and leaves it out where it would be taken for something else', () => {
    const input = { name: 'a', password: 'b', scopes: ['domain.read'], days: null, callsPerFiveMinutes: null, networks: null }
    const [, init] = requestOf(apiToken.save, input, null)
    const { networks, ...sent } = input
    expect(networks).toBeNull()
    expect(JSON.parse(init.body as string)).toEqual(sent)
  })

  it('sends the fields of a form where the call asks for them, and leaves its type to the browser', () => {
    const [, init] = requestOf(message.list, { box: 'received', sidx: 'id', order: 'desc', page: 1, limit: limits.messagePageSize }, null)
    expect(init.body).toBeInstanceOf(URLSearchParams)
    expect((init.body as URLSearchParams).toString()).toBe('box=received&sidx=id&order=desc&page=1&limit=100')
    expect(headers(init)).not.toHaveProperty('content-type')
  })

  it('sends a form as soon as a file is among it, and leaves its type to the browser', () => {
    const [, init] = requestOf(backup.import, { file: new Blob(['zone']), parts: null, passphrase: 'seven' }, 'T')
    expect(init.body).toBeInstanceOf(FormData)
    expect(Object.keys(Object.fromEntries((init.body as FormData).entries()))).toEqual(['file', 'passphrase'])
    expect(headers(init)).not.toHaveProperty('content-type')
  })
})

describe('the session', () => {
  it.each(Object.keys(sessionCalls) as (keyof typeof sessionCalls)[])('%s is called where the contract says', (name) => {
    expect({ method: sessionCalls[name].method, path: sessionCalls[name].path }).toEqual({ method: session[name].method, path: session[name].path })
  })

  it.each([
    ['another value', { key: 'token', newValue: 'B' }, 'A', 'account-changed'],
    ['its removal', { key: 'token', newValue: null }, 'A', 'expired'],
    ['a cleared storage', { key: null, newValue: null }, 'A', 'expired'],
    ['the value this tab has', { key: 'token', newValue: 'A' }, 'A', null],
    ['a first value after an end', { key: 'token', newValue: 'B' }, null, 'account-changed'],
    ['another key', { key: 'language', newValue: 'en' }, 'A', null],
  ])('in another tab: %s', (_, event, own, end) => {
    expect(sessionEndOf(event, own)).toBe(end)
  })
})
