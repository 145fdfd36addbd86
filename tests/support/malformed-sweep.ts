import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { endpoints } from '@nameplane/contract/endpoints'
import { pathParameters, type Endpoint } from '@nameplane/contract/endpoint'
import { isSuccess } from '@nameplane/contract/envelope'
import { readInput, type InputIssue } from '@nameplane/contract/issues'
import { isProblemCode, type ProblemCode } from '@nameplane/contract/problems'
import { withoutCaptcha } from './app-accounts.ts'
import { createTestApp, type TestApp } from './app.ts'
import { fingerprintOf } from './fingerprint.ts'
import { brokenJson, hostileBodies, hostileInputs, inputSchemaOf, plainValue, type HostileInput } from './hostile-input.ts'
import { isFullProof, proofLength } from './proof-length.ts'
import { formOf, rawCall, receivedForm, type RawCall } from './raw-call.ts'
import { KeptWorlds } from './kept-worlds.ts'
import { validCalls } from './valid-calls.ts'

/** Inputs of an endpoint beyond which only every n-th is sent, and none that its schema makes the same of as of another. */
const gate = proofLength({ full: Infinity, part: 400 })
/** Of one call. At full length, thousands of inputs go to some, and each that is accepted may do what takes long, such as a backup. */
const longestMs = isFullProof ? 1_800_000 : 60_000

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

const accepts = (endpoint: Endpoint, received: unknown): boolean => readInput(endpoint.input, received).isRight

/** What the server gets of an input that is sent so. */
const receivedAs = (input: Record<string, unknown>, encoding: Encoding): unknown =>
  encoding === 'json' ? JSON.parse(JSON.stringify(input)) : receivedForm(formOf(input))

type Encoding = NonNullable<RawCall['encoding']>
type Sending = {
  readonly what: string
  readonly input: Record<string, unknown>
  readonly only: HostileInput['only']
  readonly encoding: Encoding
  /** What its schema refuses it for. */
  readonly issues: readonly InputIssue[]
  /** What its schema makes of it, which is all that the call gets; null where it is refused. */
  readonly readAs: string | null
}
/** One request: fields that must each be named as wrong, and what stands in them. */
type Refused = { readonly what: string; readonly input: Record<string, unknown>; readonly encoding: Encoding; readonly named: readonly string[] }

/** All inputs in each encoding that the method has, each with what its schema has against it. */
function sendingsOf(endpoint: Endpoint, valid: Record<string, unknown>): Sending[] {
  const encodings: readonly Encoding[] = endpoint.method === 'POST' ? ['json', 'form'] : ['form']
  return [...hostileInputs(endpoint, valid)].flatMap(({ what, input, only }) => {
    const fields = input as Record<string, unknown>
    // Node refuses a request line and headers beyond 16 KB by itself.
    if (endpoint.method === 'GET' && sizeOf(fields) > longestQuery) return []
    return encodings.map((encoding) => {
      const read = readInput(endpoint.input, receivedAs(fields, encoding))
      return {
        what: `${encoding}, ${what}`,
        input: fields,
        only,
        encoding,
        issues: read.isRight ? [] : read.issues,
        readAs: read.isRight ? JSON.stringify(read) : null,
      }
    })
  })
}

/** Evenly spread, and always another part of the whole in the other encoding. */
function sampleOf(sendings: readonly Sending[]): readonly Sending[] {
  if (sendings.length <= gate) return sendings
  const step = sendings.length / gate
  return Array.from({ length: gate }, (_, index) => sendings[Math.floor(index * step)]!)
}

/** Of those that a call cannot tell apart, one in each encoding; every one in a proof of full length. */
function toldApart(accepted: readonly Sending[]): readonly Sending[] {
  if (gate === Infinity) return accepted
  return [...new Map(accepted.map((one) => [`${one.encoding} ${one.readAs}`, one])).values()]
}

const longestQuery = 12_000
/** Far below what any call may carry. */
const longestBody = 200_000
const sizeOf = (fields: Record<string, unknown>): number => formOf(fields).toString().length
const rootsOf = (issues: readonly InputIssue[]): ReadonlySet<string> => new Set(issues.map(({ path: [root = ''] }) => root))

/** What would reach a prototype is refused before any field is looked at. */
const isUnread = (value: unknown): boolean => JSON.stringify(value)?.includes('"prototype"') ?? false

/**
 * The requests that send all these inputs. The first that a field is refused for in a way of its own goes alone, as does what is wrong
 * with more than one field or in the path. The others go together, one in each field: the answer names every field that is wrong, so
 * that each is still told apart.
 */
function requestsFor(endpoint: Endpoint, valid: Record<string, unknown>, sendings: readonly Sending[]): Refused[] {
  const inPath = pathParameters(endpoint.path)
  const longest = endpoint.method === 'GET' ? longestQuery : longestBody
  const validSize = sizeOf(valid)
  const seen = new Set<string>()
  const alone: Sending[] = []
  const groups: { encoding: Encoding; size: number; members: Map<string, Sending> }[] = []
  for (const sending of sendings) {
    const { only, encoding, issues } = sending
    const way = JSON.stringify([encoding, issues.map(({ path, code }) => [path, code])])
    if (!only || inPath.includes(only.field) || !rootsOf(issues).has(only.field) || !seen.has(way) || isUnread(only.value)) {
      seen.add(way)
      alone.push(sending)
      continue
    }
    const size = sizeOf({ [only.field]: only.value })
    const group = groups.find((one) => one.encoding === encoding && !one.members.has(only.field) && one.size + size <= longest)
    if (group) {
      group.members.set(only.field, sending)
      group.size += size
    } else groups.push({ encoding, size: validSize + size, members: new Map([[only.field, sending]]) })
  }
  const together = groups.flatMap(({ encoding, members }) => {
    const input = { ...valid, ...Object.fromEntries([...members].map(([field, { only }]) => [field, only!.value])) }
    const read = readInput(endpoint.input, receivedAs(input, encoding))
    const named = rootsOf(read.isRight ? [] : read.issues)
    // What one field is decides about another in a few calls: there, that one hides it.
    const hidden = [...members].filter(([field]) => !named.has(field))
    alone.push(...hidden.map(([, sending]) => sending))
    const shown = [...members].filter(([field]) => named.has(field))
    if (shown.length === 0) return []
    return [{ what: shown.map(([, { what }]) => what).join('; '), input, encoding, named: shown.map(([field]) => field) }]
  })
  return [...alone.map(({ what, input, encoding }) => ({ what, input, encoding, named: [] })), ...together]
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
    let valid: Record<string, unknown>
    let sendings: readonly Sending[]

    beforeAll(async () => {
      const [world] = await worlds.asMade()
      valid = validCalls[name]?.(world!) ?? (plainValue(inputSchemaOf(endpoint)) as Record<string, unknown>)
      sendings = sampleOf(sendingsOf(endpoint, valid))
    })

    test('refuses what its schema refuses, with a code at each field, and changes nothing', { timeout: longestMs }, async () => {
      const before = await fingerprintOf(platform.db)
      const refused = sendings.filter(({ issues }) => issues.length > 0)
      for (const { what, input, encoding, named } of requestsFor(endpoint, valid, refused)) {
        const answer = await rawCall(platform.app, endpoint, input, { encoding, token: platform.adminToken })
        expect(expectClear(what, endpoint, answer).isAccepted, what).toBe(false)
        if (named.length === 0) continue
        const fields = Object.keys(answer.json<{ fields?: Record<string, string> }>().fields ?? {}).map((path) => path.split('.')[0]!)
        expect(fields, what).toEqual(expect.arrayContaining([...named]))
      }
      expect(await fingerprintOf(platform.db)).toEqual(before)
      expect(sendings.length).toBeGreaterThan(Math.min(gate - 1, 40))
    })

    test('answers what its schema accepts without a fault, however odd', { timeout: longestMs }, async () => {
      for (const { what, input, encoding } of toldApart(sendings.filter(({ readAs }) => readAs !== null))) {
        expectClear(what, endpoint, await rawCall(platform.app, endpoint, input, { encoding, token: platform.adminToken }))
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
