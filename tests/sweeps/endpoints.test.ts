import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@nameplane/contract/endpoints'
import { pathParameters, rightsOpening } from '@nameplane/contract/endpoint'
import { rights, type Right } from '@nameplane/contract/rights'
import { openApiDocument } from '../../server/src/http/openapi.ts'
import { browserSession, tokenOfType, withoutCaptcha } from '../support/app-accounts.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { fingerprintOf } from '../support/fingerprint.ts'
import { inputSchemaOf, plainValue } from '../support/hostile-input.ts'
import { rawCall } from '../support/raw-call.ts'
import { makeFixtureWorld, type FixtureWorld } from '../support/fixture-world.ts'
import { validCalls } from '../support/valid-calls.ts'

let platform: TestApp
let world: FixtureWorld
let user: string
let before: Record<string, string>

const rows = endpoints.map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint }))
const guarded = rows.filter(({ endpoint }) => endpoint.access !== 'public')
const ofRight = guarded.filter(({ endpoint }) => endpoint.access !== 'session')
const writes = rows.filter(({ endpoint }) => endpoint.effect === 'write')
const validInput = (name: string, endpoint: (typeof rows)[number]['endpoint']) =>
  validCalls[name]?.(world) ?? (plainValue(inputSchemaOf(endpoint)) as Record<string, unknown>)

beforeAll(async () => {
  platform = await createTestApp()
  await withoutCaptcha(platform)
  world = await makeFixtureWorld(platform)
  user = await tokenOfType(platform, 2)
  for (const { endpoint } of ofRight) await tokenWithout(rightsOpening(endpoint))
  before = await fingerprintOf(platform.db)
})

// What is refused leaves nothing behind: every test of this file but the last ones refuses.
afterAll(async () => {
  await platform.close()
})

const tokens = new Map<string, string>()

/** An administrator whose role holds every right but these. */
async function tokenWithout(opening: readonly Right[]): Promise<string> {
  const known = tokens.get(opening.join())
  if (known) return known
  const token = await platform.tokenWith(rights.filter((right) => !opening.includes(right)))
  tokens.set(opening.join(), token)
  return token
}

describe('the list of endpoints', () => {
  test('names no call twice', () => {
    const calls = rows.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(new Set(calls).size).toBe(calls.length)
    expect(rows.length).toBeGreaterThan(20)
  })

  test('asks for a right to look at no call that writes', () => {
    expect(writes.filter(({ endpoint }) => rightsOpening(endpoint).some((right) => right.endsWith('.read'))).map(({ name }) => name)).toEqual([])
  })

  test('has a sound call for every write, so that no sweep passes one by', () => {
    expect(writes.filter(({ name }) => !validCalls[name]).map(({ name }) => name)).toEqual([])
    const known = new Set(rows.map(({ name }) => name))
    expect(Object.keys(validCalls).filter((name) => !known.has(name))).toEqual([])
  })

  test('has path parameters that are fields of the input', () => {
    for (const { endpoint } of rows)
      for (const parameter of pathParameters(endpoint.path)) expect(Object.keys(inputSchemaOf(endpoint).properties ?? {})).toContain(parameter)
  })

  test('is wholly in the OpenAPI document, with every field and problem', () => {
    const document = openApiDocument('1.2.3') as {
      openapi: string
      info: { version: string }
      paths: Record<
        string,
        Record<string, { operationId: string; description: string; parameters: { name: string }[]; requestBody?: { content: Record<string, unknown> } }>
      >
    }
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toBe('1.2.3')
    for (const { name, endpoint } of rows) {
      const operation = document.paths[`/${endpoint.path}`]?.[endpoint.method.toLowerCase()]
      expect(operation?.operationId).toBe(name)
      const fields = Object.keys(inputSchemaOf(endpoint).properties ?? {})
      if (endpoint.method === 'GET') expect(operation!.parameters.map((parameter) => parameter.name).sort()).toEqual(fields.sort())
      else expect(JSON.stringify(operation!.requestBody!.content)).toContain(fields[0] ?? '')
      for (const problem of endpoint.problems) expect(operation!.description).toContain(`\`${problem}\``)
    }
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(operations.length).toBe(rows.length)
  })
})

describe.each(['/api/', '/antsxdp/'] as const)('below %s', (root) => {
  test.each(rows)('$name has a route', async ({ name, endpoint }) => {
    // Without a session: the guard answers, so the route is there. Public calls refuse an unreadable body themselves.
    const answer = await rawCall(platform.app, endpoint, validInput(name, endpoint), {
      root,
      headers: endpoint.access === 'public' ? { 'sec-fetch-site': 'cross-site' } : {},
    })
    expect(answer.statusCode).toBe(200)
    if (endpoint.access !== 'public') expect(answer.json()).toMatchObject({ code: 401, problem: 'session_lost' })
  })
})

describe('nobody gets in', () => {
  const keys: { what: string; headers: Record<string, string> }[] = [
    { what: 'without anything', headers: {} },
    { what: 'with a token that was never given out', headers: { authorization: `Bearer np_${'A'.repeat(43)}` } },
    { what: 'with an empty token', headers: { authorization: 'Bearer ' } },
    { what: 'with another scheme', headers: { authorization: 'Basic YWRtaW46YWRtaW4=' } },
    { what: 'with a token header and no cookie', headers: { token: 'A'.repeat(43) } },
    { what: 'with a cookie of nobody', headers: { cookie: `np_session=${'A'.repeat(43)}`, token: 'A'.repeat(43) } },
  ]

  test.each(keys)('$what', async ({ headers }) => {
    for (const { name, endpoint } of guarded) {
      const answer = await rawCall(platform.app, endpoint, validInput(name, endpoint), { headers })
      expect([name, answer.statusCode, answer.json<{ code: number }>().code, answer.json<{ problem: string }>().problem]).toEqual([
        name,
        200,
        401,
        'session_lost',
      ])
    }
  })

  test("with another session's cookie, or with a cookie alone", async () => {
    const [one, other] = [await browserSession(platform), await browserSession(platform)]
    for (const headers of [{ cookie: one.cookie, token: other.token }, { cookie: one.cookie }, { cookie: one.cookie, token: '' }] as Record<string, string>[]) {
      for (const { name, endpoint } of guarded)
        expect((await rawCall(platform.app, endpoint, validInput(name, endpoint), { headers })).json<{ code: number }>().code, name).toBe(401)
    }
    before = await fingerprintOf(platform.db)
  })
})

describe('who may not', () => {
  test.each(ofRight)('an administrator with every right but that of $name is refused', async ({ name, endpoint }) => {
    const answer = await rawCall(platform.app, endpoint, validInput(name, endpoint), { token: await tokenWithout(rightsOpening(endpoint)) })
    expect(answer.json()).toMatchObject({ problem: 'right_missing', msg: 'You do not have permission to do this' })
  })

  test.each(guarded.filter(({ endpoint }) => endpoint.users === 'none'))(
    'an ordinary user is refused $name, whatever the role says',
    async ({ name, endpoint }) => {
      expect((await rawCall(platform.app, endpoint, validInput(name, endpoint), { token: user })).json()).toMatchObject({ problem: 'right_missing' })
    },
  )

  test('and nothing was changed by all of them', async () => {
    expect(await fingerprintOf(platform.db)).toEqual(before)
  })
})

describe('requests of other sites', () => {
  const foreign: { what: string; headers: Record<string, string> }[] = [
    { what: 'from another site', headers: { 'sec-fetch-site': 'cross-site' } },
    { what: 'from a sister host', headers: { 'sec-fetch-site': 'same-site' } },
    { what: 'by a typed address or a bookmark', headers: { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' } },
    { what: 'by a link', headers: { 'sec-fetch-mode': 'navigate' } },
    { what: 'with the origin of another site', headers: { origin: 'https://attacker.example' } },
    { what: 'with our host as an origin of another port', headers: { origin: 'http://localhost:1', host: 'localhost:8080' } },
    { what: 'with an opaque origin', headers: { origin: 'null' } },
    { what: 'with an origin that is none', headers: { origin: 'nonsense' } },
  ]

  test.each(foreign)('$what are refused at every write, signed in or not', async ({ headers }) => {
    const prints = await fingerprintOf(platform.db)
    for (const { name, endpoint } of writes) {
      const answer = await rawCall(platform.app, endpoint, validInput(name, endpoint), { token: platform.adminToken, headers })
      expect([name, answer.json<{ problem: string }>().problem]).toEqual([name, 'cross_site'])
    }
    expect(await fingerprintOf(platform.db)).toEqual(prints)
  })

  test('the same origin is not refused', async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://localhost:8080', host: 'localhost:8080' }] as Record<string, string>[]) {
      const answer = await rawCall(
        platform.app,
        writes.find(({ name }) => name === 'domain.save')!.endpoint,
        { domain: 'bad name' },
        { token: platform.adminToken, headers },
      )
      expect(answer.json()).toMatchObject({ problem: 'invalid_domain' })
    }
  })

  test('no answer invites other origins, not even to a preflight', async () => {
    for (const { name, endpoint } of rows) {
      const url = `/api/${endpoint.path.replace(/\{\w+\}/g, '1')}`
      const preflight = await platform.app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: 'https://attacker.example', 'access-control-request-method': endpoint.method, 'access-control-request-headers': 'token' },
      })
      const plain = await rawCall(platform.app, endpoint, Object.fromEntries(pathParameters(endpoint.path).map((parameter) => [parameter, '1'])), {
        token: platform.adminToken,
        headers: { origin: 'https://attacker.example' },
      })
      for (const answer of [preflight, plain])
        expect(
          Object.keys(answer.headers).filter((header) => header.startsWith('access-control-')),
          name,
        ).toEqual([])
      expect(preflight.statusCode).toBe(404)
    }
  })
})
