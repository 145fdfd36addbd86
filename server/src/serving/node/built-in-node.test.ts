import { createSocket } from 'node:dgram'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { LineTable } from '../lines/line-table.ts'
import { ProbeFailure, probeSoa } from './soa-probe.ts'
import { closed, framed, replies } from '../wire/tcp-client.testing.ts'
import { queryPacket, readReply } from '../wire/wire-client.testing.ts'
import { hardZone, otherZone, wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { defaultRateLimit } from './rate-limit.ts'
import { BuiltInNode, type BuiltInNodeOptions } from './built-in-node.ts'
import { recentQueries } from './query-log.testing.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function startedNode(change: Partial<BuiltInNodeOptions> = {}): Promise<BuiltInNode> {
  const faults: unknown[] = []
  const node = new BuiltInNode({ host: '127.0.0.1', port: 0, onFault: (fault) => faults.push(fault), ...change })
  await node.start()
  closers.push(async () => {
    await node.stop()
    expect(faults).toEqual([])
  })
  await node.applyZones([hardZone, otherZone].map(wholeOf))
  return node
}

/** The reply to one packet by UDP; null when none comes. */
function askUdp(port: number, packet: Buffer, host = '127.0.0.1', patienceMs = 2000): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    const finish = (reply: Buffer | null): void => {
      clearTimeout(patience)
      socket.close()
      resolve(reply)
    }
    const patience = setTimeout(() => finish(null), patienceMs)
    socket.once('error', reject)
    socket.once('message', finish)
    socket.send(packet, port, host)
  })
}

async function tcpClient(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  closers.push(() => socket.destroy())
  await new Promise<void>((resolve) => void socket.once('connect', () => resolve()))
  return socket
}

const single = (id: number): Buffer => queryPacket({ name: 'single.hard.test', type: 28, id })
const many = (id: number): Buffer => queryPacket({ name: 'many.hard.test', type: 1, id })

describe('the built-in node by UDP', () => {
  it('answers on the port it says', async () => {
    const node = await startedNode()
    const reply = readReply((await askUdp(node.port, single(7))) as Buffer)
    expect(reply).toMatchObject({ id: 7, flags: 'qr aa rd', answer: ['single.hard.test 300 AAAA 2001:db8::2'] })
  })

  it('answers on IPv6 where the machine has it', async () => {
    const node = await startedNode({ host: '::1' }).catch((error: NodeJS.ErrnoException) => error)
    if (!(node instanceof BuiltInNode)) return expect(node.code).toBe('EADDRNOTAVAIL')
    expect(readReply((await askUdp(node.port, single(8), '::1')) as Buffer).answer).toHaveLength(1)
    expect((await recentQueries(node, 0, 1))[0]?.client).toBe('::1')
  })

  it('answers from the address that was asked, at every address of the machine, as these come and go', async () => {
    let addresses = ['127.0.0.1', '127.0.0.3', '::1', '192.0.2.1']
    const node = await startedNode({ host: '0.0.0.0', ownAddresses: () => addresses, followMs: 10 })
    const heardFrom = (address: string): Promise<string | null> =>
      new Promise((settle) => {
        const socket = createSocket('udp4')
        const finish = (from: string | null): void => (socket.close(), clearTimeout(patience), settle(from))
        const patience = setTimeout(() => finish(null), 200)
        socket.once('message', (_, { address: from }) => finish(from))
        socket.send(single(1), node.port, address)
      })
    const { port } = node
    // One that the machine has not got is left out, as one that is only just coming up.
    expect((await node.health()).listening).toEqual([`127.0.0.1#${port}`, `127.0.0.3#${port}`])
    expect(await heardFrom('127.0.0.3')).toBe('127.0.0.3')
    addresses = ['127.0.0.3', '127.0.0.4']
    await expect.poll(() => heardFrom('127.0.0.4')).toBe('127.0.0.4')
    await expect.poll(() => heardFrom('127.0.0.1')).toBe(null)
    expect(await heardFrom('127.0.0.3')).toBe('127.0.0.3')
    expect(node.port).toBe(port)
  })

  it.each(['::', 'localhost'])('%s is every address of that name, on one port', async (host) => {
    const node = await startedNode({ host })
    for (const entry of (await node.health()).listening) {
      const [address = '', port] = entry.split('#')
      expect(Number(port)).toBe(node.port)
      expect(readReply((await askUdp(node.port, single(1), address)) as Buffer).answer).toHaveLength(1)
    }
    expect((await node.verify('hard.test')).serial).toBe(2026010101)
  })

  it('says nothing to a reply, and goes on after garbage', async () => {
    const node = await startedNode()
    expect(await askUdp(node.port, queryPacket({ name: 'hard.test', type: 1, flags: 0x8000 }), '127.0.0.1', 100)).toBeNull()
    expect(await askUdp(node.port, Buffer.alloc(5), '127.0.0.1', 100)).toBeNull()
    expect(await askUdp(node.port, single(1))).not.toBeNull()
  })

  it('tells a source over its rate to come by TCP, where it is answered', async () => {
    const node = await startedNode({
      rateLimit: { ...defaultRateLimit, answersPerSecond: 1, burst: 2, slipEvery: 1, unlimitedNetworks: ['!127.0.0.1'] },
      clockMs: () => 1_000_000,
    })
    const flags: string[] = []
    for (let i = 0; i < 4; i += 1) flags.push(readReply((await askUdp(node.port, single(i))) as Buffer).flags)
    expect(flags).toEqual(['qr aa rd', 'qr aa rd', 'qr tc rd', 'qr tc rd'])
    const client = await tcpClient(node.port)
    client.write(framed(single(5)))
    expect((await replies(client, 1))[0]?.flags).toBe('qr aa rd')
    // It goes on seeing itself.
    for (let i = 0; i < 4; i += 1) expect((await node.verify('hard.test')).serial).toBe(2026010101)
    expect((await node.drainCounters()).limited).toEqual({ dropped: 0, slipped: 2, spared: 0 })
  })
})

describe('the built-in node by TCP', () => {
  it('answers what UDP cuts off', async () => {
    const node = await startedNode()
    expect(readReply((await askUdp(node.port, many(1))) as Buffer).flags).toBe('qr aa tc rd')
    const client = await tcpClient(node.port)
    client.write(framed(many(2)))
    expect((await replies(client, 1))[0]?.answer).toHaveLength(200)
  })

  it('answers many queries of one connection, however they are cut into pieces, in their order', async () => {
    const node = await startedNode()
    const client = await tcpClient(node.port)
    const stream = Buffer.concat(Array.from({ length: 500 }, (_, id) => framed(single(id))))
    const answered = replies(client, 500)
    for (let at = 0, size = 1; at < stream.length; at += size, size = ((size * 7) % 97) + 1) client.write(stream.subarray(at, at + size))
    expect((await answered).map(({ id }) => id)).toEqual(Array.from({ length: 500 }, (_, id) => id))
  })

  it('stops reading from a client that does not read, and goes on when it does', async () => {
    const node = await startedNode()
    const client = await tcpClient(node.port)
    client.pause()
    const count = 2000 // 6.5 MB of answers
    client.write(Buffer.concat(Array.from({ length: count }, (_, id) => framed(many(id)))))
    await expect.poll(async () => (await recentQueries(node, 0, 10_000)).length).toBeGreaterThan(0)
    expect(await askUdp(node.port, single(1))).not.toBeNull()
    const all = replies(client, count)
    client.resume()
    expect(await all).toHaveLength(count)
  })

  it.each<[string, Buffer]>([
    ['a length of 0', Buffer.from([0, 0])],
    ['a length below a header', Buffer.from([0, 11, 1, 2, 3])],
  ])('%s ends the connection', async (_name, bytes) => {
    const node = await startedNode()
    const client = await tcpClient(node.port)
    client.write(bytes)
    await closed(client)
    await expect.poll(() => node.tcpClients).toBe(0)
  })

  it('a query that never ends does not hold the connection beyond its time', async () => {
    let nowMs = 0
    const node = await startedNode({ clockMs: () => nowMs, tcp: { maxClients: 10, maxClientsPerNetwork: 10, idleMs: 20, leaveMs: 60_000, transferMs: 60_000 } })
    const slow = await tcpClient(node.port)
    slow.write(framed(single(1)).subarray(0, 10))
    await expect.poll(() => node.tcpClients).toBe(1)
    nowMs = 19
    slow.write('x')
    expect(await askUdp(node.port, single(2))).not.toBeNull()
    expect(node.tcpClients).toBe(1)
    nowMs = 21
    await closed(slow)
  })

  it('one client more than allowed takes the place of the one silent for longest', async () => {
    const node = await startedNode({ tcp: { maxClients: 2, maxClientsPerNetwork: 10, idleMs: 60_000, leaveMs: 60_000, transferMs: 60_000 } })
    const first = await tcpClient(node.port)
    const second = await tcpClient(node.port)
    first.write(framed(single(1)))
    expect(await replies(first, 1)).toHaveLength(1)
    const third = await tcpClient(node.port)
    await closed(second)
    for (const client of [first, third]) {
      client.write(framed(single(2)))
      expect(await replies(client, 1)).toHaveLength(1)
    }
  })

  it('one address, or network of 64 bits, has only so many connections', async () => {
    const node = await startedNode({ tcp: { maxClients: 10, maxClientsPerNetwork: 1, idleMs: 60_000, leaveMs: 60_000, transferMs: 60_000 } })
    const first = await tcpClient(node.port)
    first.write(framed(single(1)))
    expect(await replies(first, 1)).toHaveLength(1)
    await closed(await tcpClient(node.port))
    first.destroy()
    await expect.poll(() => node.tcpClients).toBe(0)
    const next = await tcpClient(node.port)
    next.write(framed(single(1)))
    expect(await replies(next, 1)).toHaveLength(1)
  })

  it('a thousand silent connections do not keep a good client from its answer', async () => {
    const node = await startedNode({ tcp: { maxClients: 200, maxClientsPerNetwork: 2000, idleMs: 60_000, leaveMs: 60_000, transferMs: 60_000 } })
    const silent = await Promise.all(Array.from({ length: 1000 }, () => tcpClient(node.port)))
    for (const socket of silent) if (!socket.destroyed) socket.write('\x00')
    const good = await tcpClient(node.port)
    good.write(framed(single(1)))
    expect(await replies(good, 1)).toHaveLength(1)
    expect(node.tcpClients).toBeLessThanOrEqual(200)
  })
})

describe('the built-in node as an engine', () => {
  it('serves a zone at once, whole, and not after it is removed', async () => {
    const node = await startedNode()
    const source = zoneFromLines('new.test', 'www A 192.0.2.1', { domainId: 3 })
    await expect(node.verify('new.test')).rejects.toMatchObject({ reason: 'refused' })
    await node.applyZones([wholeOf(source)])
    expect((await node.verify('new.test')).serial).toBe(2026010101)
    await node.applyZones([wholeOf({ ...source, serial: 2026010102, records: [] })])
    expect((await node.verify('NEW.test.')).serial).toBe(2026010102)
    expect(readReply((await askUdp(node.port, queryPacket({ name: 'www.new.test', type: 1 }))) as Buffer).rcode).toBe(3)
    expect(await node.removeZones(['new.test', 'unknown.test'])).toBe(1)
    await expect(node.verify('new.test')).rejects.toBeInstanceOf(ProbeFailure)
    expect((await node.health()).zones).toBe(2)
  })

  it('uses new lines for the next query', async () => {
    const node = await startedNode()
    await node.applyZones([wholeOf(zoneFromLines('line.test', 'www A 192.0.2.1\nwww A [here] 192.0.2.2', { domainId: 3 }))])
    const ask = async (): Promise<string | undefined> =>
      readReply((await askUdp(node.port, queryPacket({ name: 'www.line.test', type: 1 }))) as Buffer).answer[0]
    expect(await ask()).toBe('www.line.test 300 A 192.0.2.1')
    const lines: LineTable = { match: () => ({ chain: ['here', 'default'], scope: 8, segment: null, classId: 1 }) }
    await node.useLines(lines)
    expect(await ask()).toBe('www.line.test 300 A 192.0.2.2')
  })

  it('counts each answer by zone, line, type, code and existing name, once', async () => {
    const node = await startedNode()
    for (const query of [
      { name: 'hard.test', type: 1 },
      { name: 'hard.test', type: 1 },
      { name: 'none.hard.test', type: 28 },
      { name: 'x.other.test', type: 1 },
      { name: 'example.com', type: 1 },
      { name: 'hard.test', type: 60_000 },
      { name: 'hard.test', type: 60_001 },
    ]) {
      await askUdp(node.port, queryPacket(query))
    }
    const [all, ...domains] = (await node.drainCounters()).counts
    expect(all).toEqual({
      ...{ domainId: 'all', answers: 7, lines: [['default', 7]] },
      types: [
        [0, 2],
        [1, 4],
        [28, 1],
      ],
      rcodes: [
        [0, 5],
        [3, 1],
        [5, 1],
      ],
    })
    expect(domains).toEqual([
      {
        ...{ domainId: 1, answers: 5, lines: [['default', 5]] },
        types: [
          [1, 2],
          [28, 1],
          [0, 2],
        ],
        rcodes: [
          [0, 4],
          [3, 1],
        ],
        ...{ countries: [], names: [['@', 4]] },
      },
      { domainId: 2, answers: 1, lines: [['default', 1]], types: [[1, 1]], rcodes: [[0, 1]], countries: [], names: [['x', 1]] },
      { domainId: null, answers: 1, lines: [['default', 1]], types: [[1, 1]], rcodes: [[5, 1]], countries: [], names: [] },
    ])
    expect((await node.drainCounters()).counts).toEqual([])
  })

  it('keeps the last queries, and no more of them than it has room for', async () => {
    const node = await startedNode({ recentQueries: 3, clockMs: () => 1234 })
    for (let id = 0; id < 5; id += 1) await askUdp(node.port, queryPacket({ name: `N${id}.hard.test`, type: 1 }))
    const recent = await recentQueries(node, 0, 100)
    expect(recent.map(({ sequence, name }) => [sequence, name])).toEqual([
      [3, 'n2.hard.test'],
      [4, 'n3.hard.test'],
      [5, 'n4.hard.test'],
    ])
    expect(recent[0]).toMatchObject({
      at: 1234,
      client: '127.0.0.1',
      transport: 'udp',
      zone: 'hard.test',
      domainId: 1,
      type: 1,
      rcode: 3,
      line: 'default',
      answeredLine: null,
    })
    expect((await recentQueries(node, 4, 100)).map(({ sequence }) => sequence)).toEqual([5])
    expect((await recentQueries(node, 0, 1)).map(({ sequence }) => sequence)).toEqual([5])
    expect(await recentQueries(node, 5, 100)).toEqual([])
  })

  it('stops and starts again with the same zones', async () => {
    const node = await startedNode()
    await node.stop()
    await node.stop()
    expect((await node.health()).state).toBe('stopped')
    await node.start()
    await node.start()
    expect((await node.verify('hard.test')).serial).toBe(2026010101)
    expect((await node.health()).listening).toEqual([`127.0.0.1#${node.port}`])
  })

  it('a port that is taken is told, and nothing is left open', async () => {
    const node = await startedNode()
    const second = new BuiltInNode({ host: '127.0.0.1', port: node.port })
    await expect(second.start()).rejects.toMatchObject({ code: 'EADDRINUSE' })
    expect((await second.health()).listening).toEqual([])
  })

  it('an engine that is not there is told apart from one that refuses', async () => {
    const node = await startedNode()
    const { port } = node
    await node.stop()
    await expect(node.verify('hard.test')).rejects.toMatchObject({ reason: 'unreachable' })
    await expect(probeSoa('hard.test', '127.0.0.1', port, 500)).rejects.toMatchObject({ reason: expect.stringMatching(/unreachable|timeout/) })
  })

  it('replaces one of fifty thousand zones in less than a millisecond, compiled and all', async () => {
    const node = await startedNode()
    const source = (i: number): ReturnType<typeof zoneFromLines> =>
      zoneFromLines(`zone${i}.test`, '@ A 192.0.2.1\nwww CNAME zone.test.\n* A 192.0.2.2\nmail A 192.0.2.3\n@ MX 10 mail.zone.test.', { domainId: i })
    const sources = Array.from({ length: 50_000 }, (_, i) => source(i + 10))
    await node.applyZones(sources.map(wholeOf))
    const times: number[] = []
    for (const changed of sources.slice(0, 201)) {
      const before = performance.now()
      await node.applyZones([wholeOf({ ...changed, serial: 5 })])
      times.push(performance.now() - before)
    }
    expect(times.toSorted((a, b) => a - b)[100]).toBeLessThan(1)
    expect((await node.health()).zones).toBe(50_002)
  })
})
