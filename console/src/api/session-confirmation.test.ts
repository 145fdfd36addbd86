import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { CallProblem } from './call-problem.ts'
import { call, cancelPendingCalls, fetchFile } from './client.ts'
import { backup } from '@nameplane/contract/system/backup'
import { isConfirmationAsked, settleConfirmation } from './session-confirmation.ts'

type Answered = { code: number; msg: string; problem?: string; data?: unknown }
const due: Answered = { code: 500, msg: 'Confirm your identity to do this', problem: 'session_confirmation_due' }
const saved: Answered = { code: 1, msg: 'success', data: { rowVersion: 2 } }

/** What the server was sent, in order, and what it answers next; the last answer is given again and again. */
let sent: { path: string; body: unknown }[]
let answers: Answered[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('document', { querySelector: () => ({ content: '/api/' }) })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, body: init.body })
    await Promise.resolve()
    init.signal?.throwIfAborted()
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  settleConfirmation(false)
  vi.unstubAllGlobals()
})

const input = { id: 7, paramValue: { host: 'smtp.example.net', password: 'typed' }, rowVersion: 1 }
const save = (options = {}) => call(setting.update, input, options).catch((cause: unknown) => cause)
const asked = () => vi.waitFor(() => expect(isConfirmationAsked.get()).toBe(true))

test('a change that is not refused asks nothing and is sent once', async () => {
  answers = [saved]
  expect(await save()).toMatchObject(saved)
  expect([sent.length, isConfirmationAsked.get()]).toEqual([1, false])
})

test('another refusal asks nothing', async () => {
  answers = [{ code: 500, msg: 'no', problem: 'right_missing' }]
  expect(await save()).toMatchObject({ code: 'right_missing' })
  expect([sent.length, isConfirmationAsked.get()]).toEqual([1, false])
})

test('a refused change waits for the answer, and is then sent once more as it was', async () => {
  answers = [due, saved]
  const outcome = save()
  await asked()
  expect(sent.length).toBe(1)
  settleConfirmation(true)
  expect(await outcome).toMatchObject(saved)
  expect(isConfirmationAsked.get()).toBe(false)
  expect(sent.length).toBe(2)
  expect(sent[1]).toEqual(sent[0])
  expect(sent[0]!.body).toContain('smtp.example.net')
})

test('a file is sent once more with all its bytes, and one that is answered comes', async () => {
  answers = [due, saved]
  const upload = call(backup.import, { file: new Blob(['of a backup']), passphrase: 'p' }).catch((cause: unknown) => cause)
  await asked()
  settleConfirmation(true)
  await upload
  const bodies = await Promise.all(sent.map(({ body }) => ((body as FormData).get('file') as File).text()))
  expect(bodies).toEqual(['of a backup', 'of a backup'])

  answers = [due]
  const file = fetchFile(backup.download, { name: 'a.npb' }).catch((cause: unknown) => cause)
  await asked()
  settleConfirmation(false)
  expect(await file).toMatchObject({ code: 'session_confirmation_due' })
})

test('it is sent twice at most, whatever the server says', async () => {
  answers = [due]
  const outcome = save()
  await asked()
  settleConfirmation(true)
  expect(await outcome).toMatchObject({ code: 'session_confirmation_due' })
  expect([sent.length, isConfirmationAsked.get()]).toEqual([2, false])
})

test('the question left, the form hears why nothing was saved, and the next attempt asks again', async () => {
  answers = [due]
  const outcome = save()
  await asked()
  settleConfirmation(false)
  expect(await outcome).toBeInstanceOf(CallProblem)
  expect(await outcome).toMatchObject({ code: 'session_confirmation_due', message: due.msg, isShown: true })
  expect([sent.length, isConfirmationAsked.get()]).toEqual([1, false])
  const again = save()
  await asked()
  settleConfirmation(false)
  await again
})

test('several refused changes ask once, and each is sent once more', async () => {
  answers = [due, due, due, saved]
  let questions = 0
  const stop = isConfirmationAsked.subscribe(() => (questions += isConfirmationAsked.get() ? 1 : 0))
  const outcomes = [save(), save(), save()]
  await vi.waitFor(() => expect(sent.length).toBe(3))
  await asked()
  await new Promise((settle) => setTimeout(settle))
  settleConfirmation(true)
  for (const outcome of await Promise.all(outcomes)) expect(outcome).toMatchObject(saved)
  stop()
  expect([questions, sent.length]).toEqual([1, 6])
})

test('one that was on its way while the session was confirmed is sent again without a question', async () => {
  answers = [due, saved]
  const outcome = save()
  settleConfirmation(true)
  expect(await outcome).toMatchObject(saved)
  expect([sent.length, isConfirmationAsked.get()]).toEqual([2, false])
})

test('leaving the page takes the question away and sends nothing', async () => {
  answers = [due]
  const [left, stays] = [save(), save({ survivesNavigation: true })]
  await vi.waitFor(() => expect(sent.length).toBe(2))
  await asked()
  await new Promise((settle) => setTimeout(settle))
  cancelPendingCalls()
  expect(await left).toMatchObject({ kind: 'cancelled' })
  expect(isConfirmationAsked.get()).toBe(true)
  settleConfirmation(false)
  expect(await stays).toMatchObject({ code: 'session_confirmation_due' })
  const control = new AbortController()
  const given = save({ signal: control.signal })
  await asked()
  control.abort()
  expect(await given).toMatchObject({ kind: 'cancelled' })
  expect([sent.length, isConfirmationAsked.get()]).toEqual([3, false])
})
