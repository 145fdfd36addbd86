import { afterEach, describe, expect, it } from 'vitest'
import { defaultRules } from '../node/answering-rules.ts'
import { BuiltInNode } from '../node/built-in-node.ts'
import { wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { NotifyQueue } from './notify-queue.ts'
import { acknowledging, NotifyServer, type HeardNotify } from './notify-server.testing.ts'
import type { NotifyTimes } from './notify-target.ts'
import { plainKey, testKey } from './transfer-client.testing.ts'
import type { TransferRule } from './transfer-rules.ts'
import type { TransferState } from './transfer-states.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const key = testKey()
const signed = (heard: HeardNotify): Buffer => acknowledging(heard, { key })
const fast: NotifyTimes = { answerMs: 200, pausesMs: [10, 20, 40], spacingMs: 5 }
const zoneAt = (serial: number, name = 'told.test', domainId = 1) => wholeOf(zoneFromLines(name, `www A 192.0.2.${serial}`, { serial, domainId }), serial)

async function serverThat(answer: (heard: HeardNotify) => Buffer | null): Promise<NotifyServer> {
  const server = await NotifyServer.open(answer)
  closers.push(() => server.close())
  return server
}

const ruleFor = (port: number, change: Partial<TransferRule> = {}): TransferRule => ({
  ...{ id: 7, networks: ['192.0.2.1'], key: plainKey(key), domainIds: null },
  ...{ notify: { addresses: ['127.0.0.1'], port }, catalog: '' },
  ...change,
})

async function nodeTelling(rules: readonly TransferRule[], times = fast): Promise<BuiltInNode> {
  const node = new BuiltInNode({ host: '127.0.0.1', port: 0, notifyTimes: times })
  closers.push(() => node.end())
  await node.useRules({ ...defaultRules, transfers: rules })
  return node
}

async function stateOf(node: BuiltInNode, name = 'told.test'): Promise<TransferState | undefined> {
  return (await node.transferStates({ id: 7, search: '', from: 0, limit: 100 })).states.find(({ zone }) => zone === name)
}

async function untilState(node: BuiltInNode, isSo: (state: TransferState | undefined) => boolean): Promise<TransferState> {
  for (;;) {
    const state = await stateOf(node)
    if (isSo(state)) return state!
    await new Promise((settle) => setTimeout(settle, 2))
  }
}

describe('a secondary server', () => {
  it('is told of each serial, signed with its key, until it says so signed', async () => {
    const server = await serverThat(signed)
    const node = await nodeTelling([ruleFor(server.port)])
    await node.applyZones([zoneAt(1)])
    const first = await untilState(node, (state) => state?.acknowledged?.serial === 1)
    expect(first).toMatchObject({ zone: 'told.test', serial: 1, notified: { serial: 1, tries: 1 }, failure: null, transferred: null })
    await node.applyZones([zoneAt(2)])
    await untilState(node, (state) => state?.acknowledged?.serial === 2)
    expect(server.heard.map(({ zone, serial, isSigned }) => [zone, serial, isSigned])).toEqual([
      ['told.test.', 1, true],
      ['told.test.', 2, true],
    ])
    // The same again is no news.
    await node.applyZones([zoneAt(2)])
    await node.applyZones([zoneAt(3)])
    expect((await server.until(3))[2]!.serial).toBe(3)
  })

  it('is told without a signature where it has no key, and takes any answer from its address for one', async () => {
    const server = await serverThat((heard) => acknowledging(heard))
    const node = await nodeTelling([ruleFor(server.port, { key: null })])
    await node.applyZones([zoneAt(1)])
    await untilState(node, (state) => state?.acknowledged?.serial === 1)
    expect(server.heard.map(({ isSigned }) => isSigned)).toEqual([false])
  })

  it('is told again with growing pauses until it answers', async () => {
    let left = 2
    const server = await serverThat((heard) => (left-- > 0 ? null : signed(heard)))
    const node = await nodeTelling([ruleFor(server.port)])
    await node.applyZones([zoneAt(1)])
    expect(await untilState(node, (state) => state?.acknowledged !== undefined && state.acknowledged !== null)).toMatchObject({
      notified: { tries: 3 },
      failure: null,
    })
  })

  it('is told no more once it was told often enough, and of the next change again', async () => {
    const server = await serverThat(() => null)
    const node = await nodeTelling([ruleFor(server.port)])
    await node.applyZones([zoneAt(1)])
    await server.until(4)
    expect(await untilState(node, (state) => state !== undefined && state.failure !== null && state.notified?.tries === 4)).toMatchObject({
      acknowledged: null,
      failure: { reason: 'silent', rcode: null },
    })
    await new Promise((settle) => setTimeout(settle, 200))
    expect(server.heard).toHaveLength(4)
    server.answer = signed
    await node.applyZones([zoneAt(2)])
    await untilState(node, (state) => state?.acknowledged?.serial === 2)
  })

  it.each<[string, (heard: HeardNotify) => Buffer, TransferState['failure']]>([
    ['unsigned', (heard) => acknowledging(heard, { rcode: 9 }), { reason: 'unsigned', rcode: 9 }],
    ['signed with another secret', (heard) => acknowledging(heard, { key: testKey('xfr.key', 'hmac-sha256', 'guessed') }), { reason: 'unsigned', rcode: 0 }],
    ['to another question', (heard) => acknowledging(heard, { key, change: (reply) => (reply[13]! ^= 1) }), { reason: 'silent', rcode: null }],
    ['to another message', (heard) => acknowledging(heard, { key, change: (reply) => (reply[0]! ^= 1) }), { reason: 'silent', rcode: null }],
    ['of another kind', (heard) => acknowledging(heard, { key, change: (reply) => (reply[2] = 0x80) }), { reason: 'silent', rcode: null }],
    ['that is none', (heard) => acknowledging(heard, { key, change: (reply) => (reply[2]! &= 0x7f) }), { reason: 'silent', rcode: null }],
  ])('is told again after an answer %s', async (_case, answer, failure) => {
    const server = await serverThat(answer)
    const node = await nodeTelling([ruleFor(server.port)])
    await node.applyZones([zoneAt(1)])
    await server.until(2)
    // An answer that a busy machine gives too late is silence at first.
    expect(await untilState(node, (state) => state?.failure?.reason === failure?.reason)).toMatchObject({ acknowledged: null, failure })
  })

  it('that does not want to hear of a zone is not told of this serial again', async () => {
    const server = await serverThat((heard) => acknowledging(heard, { key, rcode: 5 }))
    const node = await nodeTelling([ruleFor(server.port)])
    await node.applyZones([zoneAt(1)])
    expect(await untilState(node, (state) => state !== undefined && state.failure !== null)).toMatchObject({ failure: { reason: 'refused', rcode: 5 } })
    await new Promise((settle) => setTimeout(settle, 150))
    expect(server.heard).toHaveLength(1)
  })

  it('hears of several changes that follow each other once, and of the last one', async () => {
    const server = await serverThat(signed)
    const node = await nodeTelling([ruleFor(server.port)], { ...fast, spacingMs: 100 })
    for (let serial = 1; serial <= 30; serial += 1) await node.applyZones([zoneAt(serial)])
    await untilState(node, (state) => state?.acknowledged?.serial === 30)
    expect(server.heard.length).toBeLessThan(10)
  })

  it('hears of nothing that it may not have, nor of what is gone, nor when it is told no more', async () => {
    const server = await serverThat(() => null)
    const node = await nodeTelling([ruleFor(server.port, { domainIds: [1] })])
    await node.applyZones([zoneAt(1), zoneAt(1, 'other.test', 2)])
    await server.until(2)
    await node.removeZones(['told.test'])
    const heard = server.heard.length
    await new Promise((settle) => setTimeout(settle, 150))
    expect(server.heard.length).toBeLessThanOrEqual(heard + 1)
    expect(new Set(server.heard.map(({ zone }) => zone))).toEqual(new Set(['told.test.']))
    await node.applyZones([zoneAt(2)])
    await server.until(heard + 2)
    await node.useRules(defaultRules)
    const before = server.heard.length
    await new Promise((settle) => setTimeout(settle, 150))
    expect(server.heard.length).toBeLessThanOrEqual(before + 1)
    expect((await node.transferStates({ id: 7, search: '', from: 0, limit: 10 })).total).toBe(0)
  })

  it('that is silent is not sent more than some at a time, and soon one', async () => {
    const server = await serverThat(() => null)
    const node = await nodeTelling([ruleFor(server.port)], { answerMs: 100, pausesMs: [], spacingMs: 5 })
    await node.applyZones(Array.from({ length: 100 }, (_, at) => zoneAt(1, `z${at}.test`, at + 1)))
    await server.until(32)
    await new Promise((settle) => setTimeout(settle, 30))
    expect(server.heard).toHaveLength(32)
    await new Promise((settle) => setTimeout(settle, 250))
    expect(server.heard.length).toBeLessThan(40)
    // Those that wait are told as soon as it answers.
    server.answer = signed
    while (new Set(server.heard.map(({ zone }) => zone)).size < 100) await new Promise((settle) => setTimeout(settle, 5))
  })

  it('that nobody is there for is said to be so', async () => {
    const server = await NotifyServer.open(() => null)
    const { port } = server
    server.close()
    const node = await nodeTelling([ruleFor(port)])
    await node.applyZones([zoneAt(1)])
    expect((await untilState(node, (state) => state !== undefined && state.failure !== null)).failure!.reason).toMatch(/unreachable|silent/)
  })

  it('is shown by what happened last, in pages', async () => {
    const server = await serverThat(signed)
    const node = await nodeTelling([ruleFor(server.port)])
    for (const [at, name] of ['a.test', 'b.test', 'c.test'].entries()) {
      await node.applyZones([zoneAt(1, name, at + 1)])
      while ((await stateOf(node, name))?.acknowledged?.serial !== 1) await new Promise((settle) => setTimeout(settle, 2))
    }
    const page = async (search: string, from: number, limit: number) => {
      const { total, states } = await node.transferStates({ id: 7, search, from, limit })
      return [total, states.map(({ zone }) => zone)]
    }
    expect(await page('', 0, 2)).toEqual([3, ['c.test', 'b.test']])
    expect(await page('', 2, 2)).toEqual([3, ['a.test']])
    expect(await page('b.', 0, 2)).toEqual([1, ['b.test']])
  })
})

describe('zones that wait', () => {
  it('are each there once, in the order in which they are due', () => {
    const queue = new NotifyQueue([100, 300], 50)
    queue.add('a', 0)
    queue.add('b', 0)
    queue.add('a', 0)
    expect(queue.size).toBe(2)
    expect([queue.take(0), queue.take(0), queue.take(0)]).toEqual([{ key: 'a', tries: 1 }, { key: 'b', tries: 1 }, null])
    expect([queue.addAgain('a', 1, 10), queue.nextDueMs]).toEqual([true, 110])
    // Changed again: that counts as a first try, and not at once.
    queue.add('a', 20)
    expect([queue.size, queue.nextDueMs, queue.take(69), queue.take(70)]).toEqual([1, 70, null, { key: 'a', tries: 1 }])
    queue.addAgain('b', 1, 100)
    expect(queue.take(200)).toEqual({ key: 'b', tries: 2 })
    queue.addAgain('b', 2, 200)
    expect([queue.take(499), queue.take(500)]).toEqual([null, { key: 'b', tries: 3 }])
    expect([queue.addAgain('b', 3, 500), queue.size]).toEqual([false, 0])
  })
})
