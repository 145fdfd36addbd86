import { spawn } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { combineLayers } from '../lines/segment-parts.ts'
import { SegmentTable } from '../lines/segment-table.ts'
import { queryPacket, readReply, subnetOption, type TestQuery, type TestReply } from '../wire/wire-client.testing.ts'
import { compileToSend, compileZone } from '../zone/zone.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import type { ZoneUpdate } from '../zone/zone-update.ts'
import { wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { defaultRules } from './answering-rules.ts'
import { AnsweringThread } from './answering-threads.ts'
import { BuiltInNode, type BuiltInNodeOptions } from './built-in-node.ts'
import { defaultRateLimit, limiterMemory } from './rate-limit.ts'
import { ServedZones } from './served-zones.ts'
import { follow, LeftBytes, type ZoneNews } from './zone-news.ts'
import { logNumbers } from './query-log.ts'
import { recentQueries } from './query-log.testing.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

function nodeOf(change: Partial<BuiltInNodeOptions> = {}): BuiltInNode {
  const faults: unknown[] = []
  const onFault = (fault: unknown): void => void faults.push(fault)
  const node = new BuiltInNode({ host: '127.0.0.1', port: 0, threads: 2, onFault, onLost: onFault, ...change })
  closers.push(async () => {
    await node.end()
    expect(faults).toEqual([])
  })
  return node
}

async function startedNode(change: Partial<BuiltInNodeOptions> = {}): Promise<BuiltInNode> {
  const node = nodeOf(change)
  await node.start()
  return node
}

/** So many that the kernel gives each of two threads some of them: that it does not happens once in 2³⁹ times. */
const clientsOfTest = 40
type Client = { ask(query: TestQuery, patienceMs?: number): Promise<TestReply> }

/** Sockets with ports of their own. A query that nobody answers fails. */
async function clientsOf(port: number, host = '127.0.0.1'): Promise<Client[]> {
  return Promise.all(
    Array.from({ length: clientsOfTest }, async () => {
      const socket: Socket = createSocket('udp4')
      closers.push(() => socket.close())
      socket.connect(port, host)
      await once(socket, 'connect')
      return {
        async ask(query, patienceMs = 10_000) {
          const reply = once(socket, 'message', { signal: AbortSignal.timeout(patienceMs) }) as Promise<[Buffer]>
          socket.send(queryPacket(query))
          return readReply((await reply)[0])
        },
      }
    }),
  )
}

async function answersOfAll(clients: readonly Client[], query: TestQuery): Promise<Set<string>> {
  const replies = await Promise.all(clients.map((client) => client.ask(query)))
  return new Set(replies.map(({ rcode, answer }) => (rcode === 0 ? answer.join() : `code ${rcode}`)))
}

const names = Array.from({ length: 300 }, (_, i) => `n${i} A 10.1.${i >> 8}.${i & 255}`).join('\n')
const small = zoneFromLines('small.test', 'www A 192.0.2.1', { domainId: 3 })
const large = zoneFromLines('large.test', `www A 192.0.2.1\n${names}`, { domainId: 4 })

function changeOf(source: typeof small, from: number, address: string): ZoneUpdate {
  const { domainId, name, soa, nameservers } = source
  const record = { ...source.records[0]!, value: address }
  const change = { name, soa, nameservers, serial: source.serial + from, from, hosts: ['www'], changedIds: [record.id!], records: [record] }
  return { domainId, name, serial: change.serial, version: from + 1, source: null, change }
}

// Elsewhere one thread answers.
describe.runIf(process.platform === 'linux')('two threads on one port', () => {
  it('both answer, each by line, and together have counted and logged every query once', async () => {
    const nothing = { first: [], last: [], value: [] }
    const family = { asNumbers: nothing, countries: nothing, correctedCountries: nothing, crawlers: nothing, allocated: nothing }
    const asNumbers = { first: [0x0a000000], last: [0x0affffff], value: [4134] }
    const countries = { first: [0x0a000000], last: [0x0affffff], value: [1] }
    const parts = combineLayers({ countries: ['', 'cn'], asNames: new Map([[4134, 'Chinanet']]), ipv4: { ...family, asNumbers, countries }, ipv6: family })
    const node = await startedNode()
    await node.useLines(new SegmentTable(parts))
    await node.applyZones([wholeOf(zoneFromLines('line.test', 'www A 192.0.2.1\nwww A [telecom] 192.0.2.2'))])
    const clients = await clientsOf(node.port)
    const www = { name: 'www.line.test', type: 1 }
    expect(await answersOfAll(clients, www)).toEqual(new Set(['www.line.test 300 A 192.0.2.1']))
    const inside = { ...www, edns: { options: subnetOption(1, 24, [10, 1, 2]) } }
    expect(await answersOfAll(clients, inside)).toEqual(new Set(['www.line.test 300 A 192.0.2.2']))
    expect(await answersOfAll(clients, { name: 'www.other.test', type: 28 })).toEqual(new Set(['code 5']))

    const queries = 3 * clientsOfTest
    const logged = await recentQueries(node, 0, 10_000)
    expect(logged.map(({ sequence }) => sequence)).toEqual(Array.from({ length: queries }, (_, i) => i + 1))
    expect(logged.filter(({ line, answeredLine }) => line === 'telecom' && answeredLine === 'telecom')).toHaveLength(clientsOfTest)
    expect((await recentQueries(node, 0, 7)).map(({ sequence }) => sequence)).toEqual(Array.from({ length: 7 }, (_, i) => queries - 6 + i))
    expect((await recentQueries(node, queries - 2, 100)).map(({ sequence }) => sequence)).toEqual([queries - 1, queries])

    const ofThreads = (await node.drainThreads()).map(({ counts }) => counts[0]?.answers ?? 0)
    expect(ofThreads.length).toBe(2)
    expect(Math.min(...ofThreads)).toBeGreaterThan(0)
    expect(ofThreads[0]! + ofThreads[1]!).toBe(queries)
  })

  it('what they have counted is added up', async () => {
    const node = await startedNode({ recentQueries: 30 })
    await node.applyZones([wholeOf(small)])
    const clients = await clientsOf(node.port)
    await answersOfAll(clients, { name: 'www.small.test', type: 1 })
    await answersOfAll(clients, { name: 'none.small.test', type: 28 })
    await answersOfAll(clients, { name: 'x.test', type: 1 })
    const { counts } = await node.drainCounters()
    const sorted = (pairs: readonly (readonly [number, number])[]): unknown[] => pairs.toSorted(([a], [b]) => a - b)
    const told = counts.map(({ domainId, answers, types, rcodes, lines, names: of }) => [domainId, answers, sorted(types), sorted(rcodes), lines, of])
    const n = clientsOfTest
    expect(told[0]).toEqual(['all', 3 * n, [[1, 2 * n], [28, n]], [[0, n], [3, n], [5, n]], [['default', 3 * n]], undefined]) // oxfmt-ignore
    expect(told.slice(1).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [null, n, [[1, n]], [[5, n]], [['default', n]], []],
      [3, 2 * n, [[1, n], [28, n]], [[0, n], [3, n]], [['default', 2 * n]], [['www', n]]], // oxfmt-ignore
    ])
    expect((await node.drainCounters()).counts).toEqual([])
    // Each thread has its own last thirty; what one has written over is missing in what the others have.
    const kept = (await recentQueries(node, 0, 1_000)).map(({ sequence }) => sequence)
    expect(kept.length).toBeGreaterThanOrEqual(30)
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, i) => 3 * n - kept.length + 1 + i))
  })

  it('what was saved is answered by both once it is acknowledged', async () => {
    const node = await startedNode()
    const clients = await clientsOf(node.port)
    const wwwOf = (zone: string): Promise<Set<string>> => answersOfAll(clients, { name: `www.${zone}`, type: 1 })
    for (const source of [small, large]) {
      await node.applyZones([wholeOf(source)])
      expect(await wwwOf(source.name)).toEqual(new Set([`www.${source.name} 300 A 192.0.2.1`]))
      // Enough that some are laid over the range of names and some make a new one.
      for (let version = 1; version <= 8; version += 1) {
        await node.applyZones([changeOf(source, version, `192.0.2.${version + 1}`)])
        expect(await wwwOf(source.name)).toEqual(new Set([`www.${source.name} 300 A 192.0.2.${version + 1}`]))
      }
      expect(await node.verify(source.name)).toMatchObject({ serial: source.serial + 8 })
    }
    await node.applyZones([wholeOf({ ...small, name: 'renamed.test' }, 20)])
    expect(await wwwOf('renamed.test')).toEqual(new Set(['www.renamed.test 300 A 192.0.2.1']))
    expect(await wwwOf('small.test')).toEqual(new Set(['code 5']))
    await node.removeZones(['large.test'])
    expect(await wwwOf('large.test')).toEqual(new Set(['code 5']))
  })

  it('have all zones that were kept before the first query', async () => {
    const zonesFolder = mkdtempSync(join(tmpdir(), 'nameplane-threads-'))
    closers.push(() => rmSync(zonesFolder, { recursive: true }))
    const before = new BuiltInNode({ host: '127.0.0.1', port: 0, zonesFolder })
    // The first folder has enough of them that the others are read by threads of their own.
    const many = Array.from({ length: 40 }, (_, i) => zoneFromLines(`z${i}.test`, 'www A 192.0.2.1', { domainId: i < 20 ? 256 * (i + 1) : i }))
    await before.applyZones([...many, small, large].map((source) => wholeOf(source)))
    for (const source of [small, large]) await before.applyZones([changeOf(source, 1, '192.0.2.2')])
    await before.useRules({ ...defaultRules, nsid: 'kept' })
    const node = nodeOf({ zonesFolder })
    await node.load()
    await node.start()
    const clients = await clientsOf(node.port)
    for (const { name } of many) expect(await answersOfAll(clients, { name: `www.${name}`, type: 1 })).toEqual(new Set([`www.${name} 300 A 192.0.2.1`]))
    for (const { name } of [small, large])
      expect(await answersOfAll(clients, { name: `www.${name}`, type: 1 })).toEqual(new Set([`www.${name} 300 A 192.0.2.2`]))
    await node.applyZones([changeOf(large, 2, '192.0.2.3')])
    expect(await answersOfAll(clients, { name: 'www.large.test', type: 1 })).toEqual(new Set(['www.large.test 300 A 192.0.2.3']))
  })

  it('one limit holds for a network at both, and none for queries of the node itself', async () => {
    const limit = { ...defaultRateLimit, answersPerSecond: 1e-6, burst: 10, slipEvery: 1, unlimitedNetworks: ['!127.0.0.1'] }
    const node = await startedNode({ rateLimit: limit })
    await node.applyZones([wholeOf(small)])
    const clients = await clientsOf(node.port)
    const flags: string[] = []
    for (const client of clients) flags.push((await client.ask({ name: 'www.small.test', type: 1 })).flags)
    expect(flags).toEqual(Array.from({ length: clientsOfTest }, (_, i) => (i < 10 ? 'qr aa rd' : 'qr tc rd')))
    for (let i = 0; i < clientsOfTest; i += 1) expect((await node.verify('small.test')).serial).toBe(small.serial)
    const { counts, limited } = await node.drainCounters()
    expect([counts[0]?.answers, limited]).toEqual([10, { dropped: 0, slipped: clientsOfTest - 10, spared: 0 }])
    // Of another rule both are told.
    await node.useRules({ ...defaultRules, nsid: 'told', chaos: { 'id.server': 'both' }, limit: { ...limit, mode: 'off' } })
    expect(await answersOfAll(clients, { name: 'id.server', type: 16, class: 3 })).toEqual(new Set(['id.server 0 TXT both']))
    expect(await answersOfAll(clients, { name: 'www.small.test', type: 1 })).toEqual(new Set(['www.small.test 300 A 192.0.2.1']))
  })

  it('both follow the addresses of the machine as these come and go', async () => {
    let addresses = ['127.0.0.1', '127.0.0.3']
    const node = await startedNode({ host: '0.0.0.0', ownAddresses: () => addresses, followMs: 10 })
    const query = { name: 'x.test', type: 1 }
    expect(await answersOfAll(await clientsOf(node.port, '127.0.0.3'), query)).toEqual(new Set(['code 5']))
    addresses = ['127.0.0.1', '127.0.0.4']
    await expect.poll(async () => (await node.health()).listening).toEqual(addresses.map((address) => `${address}#${node.port}`))
    expect(await answersOfAll(await clientsOf(node.port, '127.0.0.4'), query)).toEqual(new Set(['code 5']))
    const gone = await clientsOf(node.port, '127.0.0.3')
    for (const refused of await Promise.allSettled(gone.map((client) => client.ask(query, 300)))) expect(refused.status).toBe('rejected')
  })

  it('leave to those of the next process what they have not answered', async () => {
    const first = await startedNode({ sharesPort: true })
    const { port } = first
    const second = await startedNode({ port, sharesPort: true })
    const sets = await Promise.all(Array.from({ length: 5 }, () => clientsOf(port)))
    const query = { name: 'x.test', type: 1 }
    const [unread, ...later] = sets
    const asked = [answersOfAll(unread!, query)]
    const stopped = first.stop()
    for (const clients of later) {
      await new Promise(setImmediate)
      asked.push(answersOfAll(clients, query))
    }
    for (const answers of await Promise.all(asked)) expect(answers).toEqual(new Set(['code 5']))
    await stopped
    expect(await answersOfAll(unread!, query)).toEqual(new Set(['code 5']))
    const [ofFirst, ofSecond] = await Promise.all([first, second].map(async (node) => (await node.drainCounters()).counts[0]?.answers ?? 0))
    expect(ofFirst! + ofSecond!).toBe(6 * clientsOfTest)
    // Of the queries that nobody had read yet, the first had its part.
    expect(ofFirst).toBeGreaterThan(0)
    expect(ofSecond).toBeGreaterThan(clientsOfTest)
  })

  it('the fault of one address is told as that of the system, and nothing stays open', async () => {
    const other = createSocket('udp4').bind(0, '127.0.0.1')
    await once(other, 'listening')
    const node = nodeOf({ port: other.address().port })
    await expect(node.start()).rejects.toMatchObject({ code: 'EADDRINUSE' })
    other.close()
    await node.start()
    expect(await answersOfAll(await clientsOf(node.port), { name: 'x.test', type: 1 })).toEqual(new Set(['code 5']))
  })
})

describe('a thread that answers', () => {
  const memory = { limiter: limiterMemory(), numbers: logNumbers(), ownProbes: new SharedArrayBuffer(65_536) }

  it('that cannot do as the others ends, and the node is told', async () => {
    const lost: Error[] = []
    const thread = new AnsweringThread(
      { memory, rateLimit: defaultRateLimit, recentQueries: 10 },
      { onFault: () => {}, onLost: (cause) => lost.push(cause), onNotified: () => {}, askUpdate: async () => 2 },
    )
    const { name: key, ...change } = { ...small, from: 1, hosts: [], changedIds: [] }
    await expect(thread.ask('zones', [{ kind: 'change', key, change: { ...change, name: key }, range: null }])).rejects.toThrow('small.test')
    expect(lost.map(({ message }) => message)).toEqual(['a thread cannot follow a change of small.test'])
    await expect(thread.ask('drain', null)).rejects.toThrow('small.test')
  })

  it('takes the process with it', { timeout: 30_000 }, async () => {
    const program = `
      const { BuiltInNode } = await import(${JSON.stringify(import.meta.resolve('./built-in-node.ts'))})
      const node = new BuiltInNode({ host: '127.0.0.1', port: 0, threads: 2 })
      await node.start()
      await node.useLines({ match() {}, parts: {} }).catch(() => {})`
    const folder = mkdtempSync(join(tmpdir(), 'nameplane-threads-'))
    closers.push(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'program.mjs'), program)
    const child = spawn(process.execPath, [join(folder, 'program.mjs')], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (text: Buffer) => (said += text.toString()))
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(said).toContain('TypeError')
  })

  it('that is ended is not missed', async () => {
    const lost: Error[] = []
    const thread = new AnsweringThread(
      { memory, rateLimit: defaultRateLimit, recentQueries: 10 },
      { onFault: () => {}, onLost: (cause) => lost.push(cause), onNotified: () => {}, askUpdate: async () => 2 },
    )
    await thread.ask('drain', null)
    await thread.end()
    expect(lost).toEqual([])
  })
})

describe('those who answer from the same bytes', () => {
  it('have a change before it is acknowledged, and bytes that are not copied for them', async () => {
    const news: ZoneNews[] = []
    let release = (): void => {}
    const zones = new ServedZones(null, (some) => {
      news.push(...some)
      return new Promise((settle) => (release = settle))
    })
    for (const [work, kind] of [
      [() => zones.apply(wholeOf(small)), 'whole'],
      [() => zones.apply(changeOf(small, 1, '192.0.2.2')), 'change'],
      [() => zones.remove(['small.test']), 'gone'],
    ] as const) {
      let isDone = false
      const done = work().then(() => (isDone = true))
      await expect.poll(() => news.length).toBe(1)
      await new Promise(setImmediate)
      const [one] = news.splice(0)
      expect([one?.kind, isDone]).toEqual([kind, false])
      if (one?.kind === 'whole') expect(one.zone.names.bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
      if (one?.kind === 'change') expect(one.range?.bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
      release()
      await done
    }
  })

  it('of two domains of one name follow the one that is served', async () => {
    const zones = new ServedZones(null)
    await zones.apply(wholeOf(small))
    await zones.apply(wholeOf({ ...small, domainId: 5 }))
    expect((await zones.apply(changeOf(small, 1, '192.0.2.2'))).outcome).toBe('unclear')
    expect((await zones.apply(changeOf({ ...small, domainId: 5 }, 1, '192.0.2.2'))).outcome).toBe('applied')
  })

  it('give back what they have left, as soon as it is much', async () => {
    let collected = 0
    const left = new LeftBytes(() => void (collected += 1))
    const zoneOf = (sharedBytes: number): ReturnType<typeof compileZone> => {
      const zone = compileZone(small)
      const { base } = zone.nodes
      return { ...zone, nodes: Object.create(zone.nodes, { base: { value: Object.create(base, { sharedBytes: { value: sharedBytes } }) } }) }
    }
    const zone = zoneOf(40 << 20)
    left.note(undefined, zone)
    left.note(zone, { ...zone, serial: 2 })
    left.note(zone, zoneOf(1))
    await new Promise(setImmediate)
    expect(collected).toBe(0)
    left.note(zone, undefined)
    await expect.poll(() => collected).toBe(1)
    const sent = compileToSend(large, true)
    const table = new ZoneTable()
    const times = Math.ceil((64 << 20) / sent.names.bytes.length)
    for (let time = 0; time <= times; time += 1) follow(table, left, { kind: 'whole', zone: sent })
    await expect.poll(() => collected).toBe(2)
    const someBytes = (): WeakRef<SharedArrayBuffer> => new WeakRef(new SharedArrayBuffer(1))
    const unheld = someBytes()
    new LeftBytes().note(zoneOf(80 << 20), undefined)
    await new Promise(setImmediate)
    expect(unheld.deref()).toBeUndefined()
  })
})
