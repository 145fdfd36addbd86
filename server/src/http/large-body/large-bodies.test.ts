import { request as httpRequest } from 'node:http'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { record } from '@nameplane/contract/dns/record'
import { rights } from '@nameplane/contract/rights'
import type { Db } from '../../db/connection.ts'
import { route, type Call } from '../call.ts'
import { createHttpServer } from '../server.ts'

type App = Awaited<ReturnType<typeof createHttpServer>>
type Import = Call<typeof record.import>['input']

let app: App
/** What the import is called with, and what it answers with. */
let answer: (input: Import) => Promise<void>
const preview = { added: 0, updated: 0, deleted: 0, unchanged: 0, findings: [], found: { error: 0, warning: 0, note: 0 }, sample: [] }

beforeEach(async () => {
  answer = async () => undefined
  app = await createHttpServer({
    db: null as unknown as Db,
    routes: [route(record.import, async ({ input }) => (await answer(input), { data: { version: 1, serial: 1, ...preview } }))],
    // Whoever names a number has that account and all rights.
    authenticate: async (request) => {
      const accountId = Number(request.headers['x-account'])
      if (!(accountId > 0)) return null
      const who = { accountId, sessionId: 1, name: `a${accountId}`, kind: 'administrator', isSuper: true } as const
      return { ...who, rights: new Set(rights), accessScopes: new Map(), restriction: null, token: null }
    },
    mayHear: async () => true,
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})

const url = '/api/sys/dns/record/import'
/** A thread has to start first. */
const patience = { timeout: 30_000 }
const longText = `${'; a comment\n'.repeat(40_000)}www 60 A 192.0.2.1\n`
const input = { domainId: 7, format: 'bind', text: longText, mode: 'add' }
const post = (payload: string, account = 1, type = 'application/json') =>
  app.inject({ method: 'POST', url, headers: { 'content-type': type, 'x-account': String(account), 'accept-language': 'en' }, payload })

describe('a large body', () => {
  test.each([
    ['JSON', 'application/json', JSON.stringify({ ...input, unheardOf: 1 })],
    [
      'a form',
      'application/x-www-form-urlencoded',
      new URLSearchParams(Object.entries({ ...input, unheardOf: 1 }).map(([key, value]): [string, string] => [key, String(value)])).toString(),
    ],
  ])('of %s is read whole, and not by the event loop', async (_, type, payload) => {
    const heard: Import[] = []
    answer = async (given) => void heard.push(given)
    const parse = vi.spyOn(JSON, 'parse')
    expect((await post(payload, 1, type)).json()).toMatchObject({ code: 1 })
    expect(heard).toEqual([{ ...input, skipRefused: false, dryRun: false, acknowledged: [] }])
    expect(parse.mock.calls.filter(([text]) => text.includes('a comment'))).toEqual([])
  })

  test.each<[string, string, object]>([
    ['that is no JSON', `{"text":"${longText.replaceAll('\n', '\\n')}`, { problem: 'malformed_body' }],
    ['that is a list', JSON.stringify([longText]), { problem: 'malformed_body' }],
    ['with one wrong field', JSON.stringify({ ...input, mode: 'other' }), { problem: 'invalid_value', fields: { mode: 'invalid_value' } }],
    [
      'with two wrong fields',
      JSON.stringify({ ...input, mode: 'other', format: 'other' }),
      { problem: 'invalid_input', fields: { mode: 'invalid_value', format: 'invalid_value' } },
    ],
  ])('%s is refused as a small one is', async (_, payload, refusal) => {
    expect((await post(payload)).json()).toMatchObject(refusal)
  })

  test('of one caller waits while two are worked at, and too many are refused; others are served', async () => {
    const doors: (() => void)[] = []
    let most = 0
    let open = 0
    answer = async () => {
      most = Math.max(most, (open += 1))
      await new Promise<void>((settle) => doors.push(settle))
      open -= 1
    }
    const payload = JSON.stringify(input)
    const six = Array.from({ length: 6 }, () => post(payload))
    await expect.poll(() => doors.length, patience).toBe(2)
    const refused = await post(payload)
    expect([refused.statusCode, refused.json()]).toEqual([429, expect.objectContaining({ problem: 'large_requests_of_caller' })])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const other = post(payload, 2)
    await expect.poll(() => doors.length, patience).toBe(3)
    for (let answered = 0; answered < 7; answered += doors.splice(0).map((door) => door()).length) await new Promise((settle) => setTimeout(settle, 5))
    for (const answered of await Promise.all([...six, other])) expect(answered.json()).toMatchObject({ code: 1 })
    expect(most).toBe(3)
  })

  test('that says nothing of its length counts too, and keeps its turn until the work has ended although its sender has left', async () => {
    const doors: (() => void)[] = []
    answer = () => new Promise<void>((settle) => doors.push(settle))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const send = () => {
      const sent = httpRequest({
        port,
        host: '127.0.0.1',
        path: url,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-account': '1', 'transfer-encoding': 'chunked' },
      })
      sent.on('error', () => undefined)
      sent.end(JSON.stringify(input))
      return sent
    }
    const [first, second] = [send(), send()]
    await expect.poll(() => doors.length, patience).toBe(2)
    for (const left of [first, second]) left.destroy()
    await expect.poll(() => promisify(app.server.getConnections.bind(app.server))(), patience).toBe(0)
    // Four may wait, so that the fifth is refused at once.
    const five = Array.from({ length: 5 }, () => post(JSON.stringify(input)))
    expect([(await Promise.race(five)).statusCode, doors.length]).toEqual([429, 2])
    for (let opened = 0; opened < 6; opened += doors.splice(0).map((door) => door()).length) await new Promise((settle) => setTimeout(settle, 5))
    expect((await Promise.all(five)).filter((answered) => answered.statusCode === 200)).toHaveLength(4)
  })

  test('of a stranger is not read', async () => {
    expect((await post(JSON.stringify(input), 0)).json()).toMatchObject({ problem: 'session_lost' })
  })
})
