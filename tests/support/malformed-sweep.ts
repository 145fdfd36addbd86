import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { endpoints } from '@nameplane/contract/endpoints'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { isSuccess } from '@nameplane/contract/envelope'
import { isProblemCode, type ProblemCode } from '@nameplane/contract/problems'
import { withoutCaptcha } from './app-accounts.ts'
import { createTestApp, type TestApp } from './app.ts'
import { fingerprintOf } from './fingerprint.ts'
import { brokenJson, hostileBodies, hostileInputs, inputSchemaOf, plainValue } from './hostile-input.ts'
import { proofLength } from './proof-length.ts'
import { formOf, rawCall, receivedForm, type RawCall } from './raw-call.ts'
import { KeptWorlds } from './kept-worlds.ts'
import { validCalls } from './valid-calls.ts'

/** Inputs of an endpoint beyond which only every n-th is sent. */
const gate = proofLength({ full: Infinity, part: 400 })

// Answers of any call, whatever it declares.
const generalProblems = new Set<ProblemCode>(['invalid_input', 'malformed_body', 'body_too_large', 'not_found'])

/** What any answer to any input must be: an envelope with a known code, its texts, and nothing of our insides. */
function expectClear(what: string, endpoint: Endpoint, answer: LightMyRequestResponse): { isAccepted: boolean } {
  expect(answer.statusCode, what).toBeLessThan(500)
  expect(answer.body.length > 200_000 ? '' : answer.body, what).not.toMatch(/node_modules|\bat \w+.*:\d+:\d+|select "|insert into|syntax error at/i)
  if (endpoint.answers === 'file' && answer.headers['content-disposition']) return { isAccepted: true }
  if (endpoint.answers === 'stream' && answer.headers['content-type']?.toString().startsWith('text/event-stream')) return { isAccepted: true }
  const body = answer.json<{ code: unknown; msg: string; problem?: string; fields?: Record<string, string> }>()
  if (isSuccess(body.code)) return { isAccepted: true }
  expect(body.code, what).toBe(500)
  expect(body.msg, what).not.toBe('')
  const { problem = '', fields = {} } = body
  const unknown = [problem, ...Object.values(fields)].filter((code) => !isProblemCode(code))
  expect(unknown, what).toEqual([])
  const isDeclared =
    generalProblems.has(problem as ProblemCode) || (endpoint.problems as readonly string[]).includes(problem) || Object.values(fields).includes(problem)
  expect(isDeclared, `${what}: ${problem} is not among the problems that ${endpoint.path} declares`).toBe(true)
  return { isAccepted: false }
}

const accepts = (endpoint: Endpoint, received: unknown): boolean =>
  (endpoint.input as unknown as { safeParse: (input: unknown) => { success: boolean } }).safeParse(received).success

type Sending = { what: string; input: Record<string, unknown>; call: RawCall; isSound: boolean }

/** All inputs in each encoding that the method has, each with whether its schema accepts what the server gets. */
function sendingsOf(endpoint: Endpoint, valid: Record<string, unknown>): Sending[] {
  const sendings: Sending[] = []
  for (const { what, input } of hostileInputs(endpoint, valid)) {
    const fields = input as Record<string, unknown>
    const asForm: Sending = { what: `form, ${what}`, input: fields, call: { encoding: 'form' }, isSound: accepts(endpoint, receivedForm(formOf(fields))) }
    // Node refuses a request line and headers beyond 16 KB by itself.
    if (endpoint.method === 'GET' && formOf(fields).toString().length > 12_000) continue
    if (endpoint.method === 'POST')
      sendings.push({ what: `json, ${what}`, input: fields, call: { encoding: 'json' }, isSound: accepts(endpoint, JSON.parse(JSON.stringify(fields))) })
    sendings.push(asForm)
  }
  if (sendings.length <= gate) return sendings
  // Evenly spread, and always another part of the whole in the other encoding.
  const step = sendings.length / gate
  return Array.from({ length: gate }, (_, index) => sendings[Math.floor(index * step)]!)
}

/** How many files share the endpoints among them, so that they run beside each other. */
const malformedParts = 4

/** Declares the tests of one part of all endpoints. */
export function sweepMalformed(part: number): void {
  const rows = endpoints.map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint })).filter((_, index) => index % malformedParts === part - 1)
  let platform: TestApp
  let worlds: KeptWorlds

  beforeAll(async () => {
    platform = await createTestApp()
    await withoutCaptcha(platform)
    worlds = new KeptWorlds(platform)
  })
  afterAll(async () => {
    await platform.close()
  })

  describe.each(rows)('$name', ({ name, endpoint }) => {
    let sendings: Sending[]

    beforeAll(async () => {
      const [world] = await worlds.asMade()
      sendings = sendingsOf(endpoint, validCalls[name]?.(world!) ?? (plainValue(inputSchemaOf(endpoint)) as Record<string, unknown>))
    })

    test('refuses what its schema refuses, with a code, and changes nothing', async () => {
      const before = await fingerprintOf(platform.db)
      for (const { what, input, call } of sendings.filter((sending) => !sending.isSound)) {
        const answer = await rawCall(platform.app, endpoint, input, { ...call, token: platform.adminToken })
        expect(expectClear(what, endpoint, answer).isAccepted, what).toBe(false)
      }
      expect(await fingerprintOf(platform.db)).toEqual(before)
      expect(sendings.length).toBeGreaterThan(Math.min(gate - 1, 40))
    })

    test('answers what its schema accepts without a fault, however odd', async () => {
      for (const { what, input, call } of sendings.filter((sending) => sending.isSound)) {
        expectClear(what, endpoint, await rawCall(platform.app, endpoint, input, { ...call, token: platform.adminToken }))
      }
    })
  })

  describe.each(rows.filter(({ endpoint }) => endpoint.method === 'POST'))('the body of $name', ({ endpoint }) => {
    test('is refused when it is no object of fields, or no JSON at all', async () => {
      const send = (payload: string, type = 'application/json') =>
        platform.app.inject({
          method: 'POST',
          url: `/api/${endpoint.path}`,
          headers: { authorization: `Bearer ${platform.adminToken}`, 'content-type': type },
          payload,
        })
      const hasNoNeeds = accepts(endpoint, {})
      const before = hasNoNeeds ? null : await fingerprintOf(platform.db)
      for (const body of hostileBodies) {
        const { isAccepted } = expectClear(JSON.stringify(body).slice(0, 80), endpoint, await send(JSON.stringify(body)))
        if (!hasNoNeeds || Array.isArray(body) || ['number', 'boolean', 'string'].includes(typeof body))
          expect(isAccepted, JSON.stringify(body).slice(0, 80)).toBe(false)
      }
      for (const text of brokenJson) {
        const answer = await send(text)
        const { isAccepted } = expectClear(text.slice(0, 80), endpoint, answer)
        if (!hasNoNeeds) expect(isAccepted, text.slice(0, 80)).toBe(false)
      }
      for (const text of ['%', '%zz', '=', '&&&', 'a=1&a=2&a=3', 'a[b]=1', '__proto__=1', 'x'.repeat(100_000)])
        expectClear(text.slice(0, 80), endpoint, await send(text, 'application/x-www-form-urlencoded'))
      if (before) expect(await fingerprintOf(platform.db)).toEqual(before)
    })
  })

  test('the prototype of every object is as it was', () => {
    expect(({} as { isSuper?: unknown }).isSuper).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })
}
