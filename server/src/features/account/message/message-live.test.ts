import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { limits } from '@nameplane/contract/limits'
import { browserSession, withoutCaptcha } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newReader, publish, type Reader } from '../../../../../tests/support/messages.ts'

const heartbeatMs = 50

let test: TestApp
let address: string
const leavers: (() => void)[] = []

beforeAll(async () => {
  test = await createTestApp({}, { heartbeatMs })
  await withoutCaptcha(test)
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}/api/sys/message/stream`
})
afterEach(() => {
  for (const leave of leavers.splice(0)) leave()
})
afterAll(() => test.close())

type Event = { event: string; data: Record<string, unknown> }
type Ear = { response: Response; heard: Event[]; text: () => string; hasEnded: () => boolean; leave: () => void }

/** Opens the stream and writes down what it says. */
async function listen(headers: Record<string, string>): Promise<Ear> {
  const abort = new AbortController()
  const response = await fetch(address, { headers, signal: abort.signal })
  let text = ''
  let isEnded = false
  const heard: Event[] = []
  void (async () => {
    try {
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
        text += piece
        const blocks = text.split('\n\n').slice(0, -1)
        heard.splice(0, heard.length, ...blocks.flatMap((block) => eventOf(block)))
      }
    } catch {
      // Left by the test.
    }
    isEnded = true
  })()
  const ear = { response, heard, text: () => text, hasEnded: () => isEnded, leave: () => abort.abort() }
  leavers.push(ear.leave)
  return ear
}

function eventOf(block: string): Event[] {
  const match = /^event: (\w+)\ndata: (.*)$/.exec(block)
  return match ? [{ event: match[1]!, data: JSON.parse(match[2]!) as Record<string, unknown> }] : []
}

const bearer = (reader: Reader) => listen({ authorization: `Bearer ${reader.token}` })
const last = (ear: Ear) => ear.heard.at(-1)

describe('the stream of messages', () => {
  it('begins with what is unread, is never compressed nor kept, and gives signs of life', async () => {
    const reader = await newReader(test, 2)
    const ear = await listen({ authorization: `Bearer ${reader.token}`, 'accept-encoding': 'gzip, br' })
    expect(ear.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(ear.response.headers.get('content-encoding')).toBeNull()
    expect(ear.response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(ear.response.headers.get('x-content-type-options')).toBe('nosniff')
    await expect.poll(() => ear.heard).toEqual([{ event: 'unread', data: { unread: 0 } }])
    await expect.poll(() => ear.text().match(/^:$/gm)?.length ?? 0).toBeGreaterThan(1)
  })

  it('tells a new message to those it is for, in every page of theirs, and to nobody else', async () => {
    const [reader, other] = [await newReader(test, 2), await newReader(test, 2)]
    const ears = [await bearer(reader), await bearer(reader), await bearer(other)]
    await expect.poll(() => ears.every((ear) => ear.heard.length === 1)).toBe(true)
    const id = await publish(test, 'for one of them', { audience: 'selected', accountIds: [reader.id], type: 1 })
    const news = { event: 'message', data: { id, title: 'for one of them', type: 1, unread: 1 } }
    await expect.poll(() => [last(ears[0]!), last(ears[1]!)]).toEqual([news, news])
    const forAll = await publish(test, 'for all of them')
    await expect.poll(() => last(ears[2]!)).toEqual({ event: 'message', data: { id: forAll, title: 'for all of them', type: 2, unread: 1 } })
    expect(ears[2]!.heard.length).toBe(2)
  })

  it('tells another count when a message is read elsewhere, revoked or deleted', async () => {
    const reader = await newReader(test, 2)
    const ids = [await publish(test, 'a'), await publish(test, 'b'), await publish(test, 'c')]
    const ear = await bearer(reader)
    await expect.poll(() => last(ear)?.data).toEqual({ unread: 3 })
    await test.call(message.read, { ids: [ids[0]!] }, reader.token)
    await expect.poll(() => last(ear)?.data).toEqual({ unread: 2 })
    await test.call(message.revoke, { ids: [ids[1]!] })
    await expect.poll(() => last(ear)?.data).toEqual({ unread: 1 })
    await test.call(message.delete, { ids: [ids[2]!] })
    await expect.poll(() => last(ear)?.data).toEqual({ unread: 0 })
  })

  it('reaches those who listen at another process of the same database', async () => {
    const reader = await newReader(test, 2)
    const ear = await bearer(reader)
    await expect.poll(() => ear.heard.length).toBe(1)
    // As another process would: by the database alone.
    const { id } = await test.db
      .insertInto('message')
      .values({
        title: 'from afar',
        content: 'x',
        excerpt: 'x',
        type: 2,
        state: 'published',
        audience: 'all',
        classes: [],
        publish_at: new Date(),
        author: 'x',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await test.db.selectNoFrom((of) => of.fn('pg_notify', [of.val('nameplane_message'), of.val(JSON.stringify({ published: id }))]).as('told')).execute()
    await expect.poll(() => last(ear)?.data).toMatchObject({ id, title: 'from afar' })
  })

  it('ends with the session, without what was published since', async () => {
    const { cookie, token } = await browserSession(test)
    const ear = await listen({ cookie, token })
    await expect.poll(() => ear.heard.length).toBe(1)
    await test.db.deleteFrom('session').execute()
    await publish(test, 'not for those who left')
    await expect.poll(() => ear.hasEnded()).toBe(true)
    expect(ear.text()).not.toContain('not for those who left')
  })

  it('ends for an account that was disabled', async () => {
    const reader = await newReader(test, 2)
    const ear = await bearer(reader)
    await expect.poll(() => ear.heard.length).toBe(1)
    await test.db.updateTable('account').set({ status: 0 }).where('id', '=', reader.id).execute()
    await expect.poll(() => ear.hasEnded()).toBe(true)
  })

  it('does not keep a session alive by itself', async () => {
    const { cookie, token } = await browserSession(test)
    const expiry = async () =>
      await test.db.selectFrom('session').select(['expires_at', 'last_used_at']).orderBy('created_at', 'desc').executeTakeFirstOrThrow()
    const ear = await listen({ cookie, token })
    await expect.poll(() => ear.heard.length).toBe(1)
    await test.db
      .updateTable('session')
      .set({ last_used_at: new Date(Date.now() - 600_000) })
      .execute()
    const before = await expiry()
    const beats = () => ear.text().match(/^:$/gm)?.length ?? 0
    const then = beats()
    await expect.poll(beats).toBeGreaterThan(then + 2)
    expect(await expiry()).toEqual(before)
  })

  it(`is refused beyond ${limits.messageStreams} of one account, and possible again when one has left`, async () => {
    const reader = await newReader(test, 2)
    const ears = await Promise.all(Array.from({ length: limits.messageStreams }, () => bearer(reader)))
    const refused = await fetch(address, { headers: { authorization: `Bearer ${reader.token}` } })
    expect(await refused.json()).toMatchObject({ problem: 'too_many_streams' })
    ears[0]!.leave()
    await expect
      .poll(async () => {
        const again = await bearer(reader)
        return again.response.headers.get('content-type')
      })
      .toContain('event-stream')
  })

  it('is refused to nobody, as every call is', async () => {
    expect(await (await fetch(address)).json()).toMatchObject({ code: 401 })
  })
})

it('a server with open streams closes at once and gives its database connection back', async () => {
  const own = await createTestApp()
  await own.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = own.app.server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/api/sys/message/stream`, { headers: { authorization: `Bearer ${own.adminToken}` } })
  await own.close()
  expect(await response.text()).toContain('retry:')
})
