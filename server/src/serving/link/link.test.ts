import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { valuesOf } from '../../../../tests/support/dns-client.ts'
import { defaultRules } from '../node/answering-rules.ts'
import { BuiltInNode } from '../node/built-in-node.ts'
import { ProbeFailure } from '../node/soa-probe.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import { hardZone, otherZone, wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { startControlEnd, LinkTaken, type ConnectedNode } from './control-end.ts'
import { startNodeEnd } from './node-end.ts'
import { LinkLost, LinkPeer } from './peer.ts'
import type { RemoteNode } from './remote-node.ts'
import { recentQueries } from '../node/query-log.testing.ts'

const closers: (() => unknown)[] = []
let path: string

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-link-'))
  path = join(folder, 'link.sock')
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A control plane, and the nodes in the order in which they said hello. */
async function controlEnd(): Promise<{ next: () => Promise<ConnectedNode>; stop: () => Promise<void> }> {
  const nodes: ConnectedNode[] = []
  let tell: () => void = () => {}
  const { stop } = await startControlEnd(path, (node) => (nodes.push(node), tell()))
  closers.push(stop)
  return {
    stop,
    async next() {
      while (nodes.length === 0) await new Promise<void>((settle) => (tell = settle))
      return nodes.shift()!
    },
  }
}

async function linkedNode(version = '1') {
  const node = new BuiltInNode({ host: '127.0.0.1', port: 0 })
  let ends = 0
  const end = startNodeEnd({ path, node, version, onConnected: () => {}, onEnd: () => (ends += 1) })
  closers.push(async () => {
    await end.stop()
    await node.stop()
  })
  return { node, end, ends: () => ends }
}

describe('a node behind the link', () => {
  it('takes zones, changes of them and their end, and tells what it has', async () => {
    const control = await controlEnd()
    const { node } = await linkedNode()
    const { node: remote, hello } = await control.next()
    expect(hello).toEqual({ protocol: 1, version: '1', pid: process.pid })
    const many = zoneFromLines('many.test', Array.from({ length: 1_700 }, (_, i) => `n${i} A 10.0.${i >> 8}.${i & 255}`).join('\n'), { domainId: 30 })
    const applied = await remote.applyZones(
      [wholeOf(hardZone, 4), wholeOf(otherZone), wholeOf(many)].map((one, at) => ({
        ...one,
        domainId: at + 10,
        source: one.source && { ...one.source, domainId: at + 10 },
      })),
    )
    expect(applied.map(({ domainId, outcome }) => [domainId, outcome])).toEqual([
      [10, 'applied'],
      [11, 'applied'],
      [12, 'applied'],
    ])
    expect((await remote.health()).state).toBe('stopped')
    await remote.complete()
    expect((await remote.health()).listening).toEqual([`127.0.0.1#${node.port}`])
    expect(await valuesOf(node.port, 'n1699.many.test', 'A')).toEqual(['10.0.6.163'])
    expect(await remote.verify('hard.test')).toMatchObject({ serial: hardZone.serial })
    await expect(remote.verify('unknown.test')).rejects.toSatisfy((error) => error instanceof ProbeFailure && error.reason === 'refused')
    expect(
      await remote.applyZones([
        { ...wholeOf(hardZone), domainId: 10, version: 9, source: null, change: { ...hardZone, from: 8, hosts: [], changedIds: [], records: [] } },
      ]),
    ).toMatchObject([{ outcome: 'unclear' }])
    expect(await remote.heldZones()).toContainEqual({ domainId: 10, name: 'hard.test', version: 4, serial: hardZone.serial })
    expect(await remote.removeZones(['many.test', 'unknown.test'])).toBe(1)
    expect((await remote.health()).zones).toBe(2)
  })

  it('hands over its counts, its last queries, and how it comes to an answer', async () => {
    const control = await controlEnd()
    const { node } = await linkedNode()
    const { node: remote } = await control.next()
    await remote.applyZones([wholeOf(hardZone)])
    await remote.complete()
    await valuesOf(node.port, 'two.hard.test', 'A')
    const drained = await remote.drainCounters()
    const counted = { domainId: 1, answers: 1, lines: [['default', 1]], types: [[1, 1]], rcodes: [[0, 1]], countries: [], names: [['two', 1]] }
    expect(drained.counts).toContainEqual(counted)
    // Until they are stored they are given again.
    expect((await remote.drainCounters()).counts).toEqual(drained.counts)
    await drained.confirm()
    expect((await remote.drainCounters()).counts).toEqual([])
    expect(await recentQueries(remote, 0, 10)).toMatchObject([{ name: 'two.hard.test', rcode: 0 }])
    const question = { name: 'two.hard.test', type: 'A', clientAddress: Uint8Array.of(192, 0, 2, 1), prefixLength: 32 }
    expect(await remote.explain(question)).toEqual(await node.explain(question))
    await expect(remote.explain({ ...question, type: 'NOTYPE' })).rejects.toThrow('not a type')
  })

  it('obeys how it shall answer, and says whom it did not', async () => {
    const control = await controlEnd()
    const { node } = await linkedNode()
    const { node: remote } = await control.next()
    await remote.complete()
    const limit = { ...defaultRules.limit, answersPerSecond: 1, burst: 1, slipEvery: 1, unlimitedNetworks: ['!127.0.0.1'] }
    await remote.useRules({ ...defaultRules, limit })
    for (let query = 0; query < 4; query += 1) await valuesOf(node.port, 'nobody.test', 'A')
    const { limited } = await remote.drainCounters()
    expect(limited.slipped).toBeGreaterThan(0)
    // Until they are stored they are given again.
    expect((await remote.drainCounters()).limited).toEqual(limited)
    await expect(remote.useRules({ ...defaultRules, cookieSecrets: ['00'] })).rejects.toThrow('16 bytes')
  })

  it('keeps counts that were fetched by nobody until the next control plane fetches them', async () => {
    const first = await controlEnd()
    const { node } = await linkedNode()
    const { node: seen } = await first.next()
    await seen.complete()
    await valuesOf(node.port, 'nobody.test', 'A')
    await seen.drainCounters()
    await first.stop()
    const second = await controlEnd()
    const { node: remote } = await second.next()
    expect((await remote.drainCounters()).counts).toContainEqual(expect.objectContaining({ domainId: 'all', answers: 1 }))
  })

  it('answers on without its control plane, and what was asked meanwhile fails at once', async () => {
    const control = await controlEnd()
    const { node } = await linkedNode()
    const connected = await control.next()
    await connected.node.applyZones([wholeOf(hardZone)])
    await connected.node.complete()
    await control.stop()
    await connected.closed
    await expect(connected.node.health()).rejects.toBeInstanceOf(LinkLost)
    expect(await valuesOf(node.port, 'two.hard.test', 'A')).toEqual(['192.0.2.2', '192.0.2.3'])
    const again = await (await controlEnd()).next()
    expect((await again.node.heldZones()).map(({ name }) => name)).toEqual(['hard.test'])
  })

  it('ends when it is told to', async () => {
    const control = await controlEnd()
    const { end, ends } = await linkedNode()
    const { node: remote } = await control.next()
    const ended = remote.end()
    while (ends() === 0) await new Promise((settle) => setImmediate(settle))
    await end.stop()
    await ended
    expect(ends()).toBe(1)
  })
})

describe('a node whose place is taken', () => {
  const source = zoneFromLines('passed.test', 'www A 192.0.2.1', { domainId: 7 })
  /** A change that lies over the state of that version. */
  const changed = (from: number): ZoneUpdate => {
    const { name, soa, nameservers, records } = source
    const serial = source.serial + from
    const change = { name, serial, soa, nameservers, from, hosts: ['www'], changedIds: [records[0]!.id!], records }
    return { domainId: 7, name, serial, version: from + 1, source: null, change }
  }
  const heldBy = (node: RemoteNode): Promise<readonly [number, number][]> =>
    node.heldZones().then((zones) => zones.map(({ domainId, version }) => [domainId, version]))

  /** The one that was there before, and the one that has just connected. */
  async function two(before: readonly ZoneUpdate[], after: readonly ZoneUpdate[]) {
    const control = await controlEnd()
    const first = await linkedNode()
    const old = (await control.next()).node
    await old.applyZones(before)
    await old.complete()
    await linkedNode()
    const fresh = (await control.next()).node
    await fresh.applyZones(after)
    fresh.takePlaceOf(old)
    return { control, first, old, fresh }
  }

  async function connection({ node }: Awaited<ReturnType<typeof linkedNode>>): Promise<Socket> {
    const client = connect(node.port, '127.0.0.1')
    closers.push(() => client.destroy())
    await once(client, 'connect')
    while (node.tcpClients === 0) await new Promise((settle) => setImmediate(settle))
    return client
  }

  it('is told what the other one is told, also where it has it already', async () => {
    const { old, fresh } = await two([wholeOf(source, 2), wholeOf(hardZone)], [wholeOf(source, 1), wholeOf(hardZone)])
    await old.applyZones([changed(2)])
    // What the other one lacked.
    await fresh.applyZones([wholeOf({ ...source, serial: source.serial + 2 }, 3)])
    await fresh.applyZones([changed(3)])
    expect(await heldBy(old)).toContainEqual([7, 4])
    await fresh.removeZones(['hard.test'])
    expect(await heldBy(old)).toEqual([[7, 4]])
  })

  it('ends before its connections do when it cannot follow, but not before the other one listens', async () => {
    const { first, old, fresh } = await two([wholeOf(source, 2)], [wholeOf(source, 1)])
    await connection(first)
    // To version 2, which it has with another serial.
    expect(await fresh.applyZones([changed(1)])).toMatchObject([{ outcome: 'applied' }])
    expect([await heldBy(old), first.ends()]).toEqual([[[7, 2]], 0])
    await old.leave()
    expect(await old.health()).toMatchObject({ state: 'up' })
  })

  it('ends at once when it cannot follow while it answers its last connections', async () => {
    const { first, old, fresh } = await two([wholeOf(source, 2)], [wholeOf(source, 1)])
    await connection(first)
    const left = old.leave()
    while ((await old.health()).state === 'up');
    const followed = fresh.applyZones([changed(1)])
    while (first.ends() === 0) await new Promise((settle) => setImmediate(settle))
    await first.end.stop()
    await Promise.all([left, followed])
  })

  it('tells when its connections have ended', async () => {
    const { first, old } = await two([wholeOf(source)], [wholeOf(source)])
    const client = await connection(first)
    let hasLeft = false
    const left = old.leave().then(() => (hasLeft = true))
    while ((await old.health()).state === 'up');
    expect(hasLeft).toBe(false)
    client.end()
    await left
    expect(first.ends()).toBe(0)
  })

  it('ends by itself when its control plane goes meanwhile, and is not taken on by another', async () => {
    const { control, first, old } = await two([wholeOf(source)], [wholeOf(source)])
    const client = await connection(first)
    void old.leave()
    while ((await old.health()).state === 'up');
    await control.stop()
    const next = await controlEnd()
    expect((await next.next()).hello.pid).toBe(process.pid)
    expect(first.ends()).toBe(0)
    client.end()
    while (first.ends() === 0) await new Promise((settle) => setImmediate(settle))
    expect(first.end.isConnected()).toBe(false)
  })
})

describe('the socket of a control plane', () => {
  it('is not taken from one that lives, and taken over from one that died', async () => {
    const control = await controlEnd()
    await expect(controlEnd()).rejects.toBeInstanceOf(LinkTaken)
    await control.stop()
    // What a killed process leaves: the file, and nobody behind it.
    const left = createServer().listen(path)
    await new Promise((settle) => left.once('listening', settle))
    await new Promise((settle) => left.close(settle))
    await (await controlEnd()).stop()
  })
})

describe('the two ends of a link', () => {
  async function pair(answer: (call: string, payload: unknown, parts: readonly unknown[]) => Promise<unknown>): Promise<{ peer: LinkPeer; raw: Socket }> {
    const accepted = new Promise<Socket>((settle) => {
      const server = createServer(settle).listen(path)
      closers.push(() => server.close())
    })
    const raw = connect(path)
    closers.push(() => raw.destroy())
    return { peer: new LinkPeer(await accepted, answer), raw }
  }

  it('give parts to the call they belong to, however the bytes are cut', async () => {
    const heard: unknown[] = []
    const { raw } = await pair(async (call, payload, parts) => void heard.push([call, payload, parts]))
    const text = '{"of":1,"part":"é"}\n{"of":2,"part":2}\n{"of":1,"part":3}\n{"id":1,"call":"a","payload":null}\n{"id":2,"call":"b","payload":{}}\n'
    for (const byte of Buffer.from(text)) raw.write(Buffer.of(byte))
    while (heard.length < 2) await new Promise((settle) => setImmediate(settle))
    expect(heard).toEqual([
      ['a', null, ['é', 3]],
      ['b', {}, [2]],
    ])
  })

  it.each(['no JSON\n', '{"id":1', 'null\n'])('end a connection on which comes what neither understands: %j', async (text) => {
    const { peer, raw } = await pair(async () => null)
    raw.end(text)
    await peer.closed
  })

  it('wait for each other, however much is said at once', async () => {
    const { peer, raw } = await pair(async () => null)
    raw.pause()
    const warnings: Error[] = []
    const hear = (warning: Error): void => void warnings.push(warning)
    process.on('warning', hear)
    closers.push(() => process.off('warning', hear))
    const asked = Array.from({ length: 100 }, () => peer.ask('anything', 'x'.repeat(50_000), ['y'.repeat(50_000)]))
    await new Promise((settle) => setImmediate(settle))
    let bytes = 0
    raw.on('data', (chunk: Buffer) => (bytes += chunk.length))
    raw.resume()
    while (bytes < 100 * 100_000) await new Promise((settle) => setImmediate(settle))
    raw.write(Array.from({ length: 100 }, (_, at) => `{"to":${at + 1},"reply":${at}}\n`).join(''))
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 100 }, (_, at) => at))
    expect(warnings).toEqual([])
  })

  it('say what went wrong on the other side', async () => {
    const { peer, raw } = await pair(async () => null)
    const asked = peer.ask('anything', 1)
    raw.once('data', () => raw.write('{"to":1,"fault":"out of order"}\n'))
    await expect(asked).rejects.toThrow('out of order')
  })
})
