import { decodeMessage } from '@nameplane/dns-text/message'
import { afterEach, describe, expect, it } from 'vitest'
import { plainContext } from '../answer/answer.ts'
import { defaultRules, identityOf } from '../node/answering-rules.ts'
import { BuiltInNode, type BuiltInNodeOptions } from '../node/built-in-node.ts'
import type { TsigKey } from '../wire/tsig.ts'
import { queryPacket } from '../wire/wire-client.testing.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import { compileZone } from '../zone/zone.ts'
import { wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { ixfr, plainKey, testKey, TransferClient, transferQuery } from './transfer-client.testing.ts'
import { defaultJournalLimits, ZoneJournal } from './zone-journal.ts'
import { maxTransfers, ZoneTransfers } from './zone-transfers.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const key = testKey()
const otherKey = testKey('other.key', 'hmac-sha512', 'another secret')
const loopback = ['127.0.0.0/8']
const refused = { rcode: 5, records: [] }
const notAuth = { rcode: 9, records: [] }

const small = zoneFromLines('moved.test', 'www A 192.0.2.1\nmail A 192.0.2.2')
const large = zoneFromLines('large.test', Array.from({ length: 30_000 }, (_, at) => `n${at} TXT "${'x'.repeat(80)}"`).join('\n'), { domainId: 2 })

async function startedNode({
  networks = loopback,
  isSigned = true,
  sources = [small],
  ...options
}: { networks?: string[]; isSigned?: boolean; sources?: (typeof small)[] } & Partial<BuiltInNodeOptions> = {}): Promise<BuiltInNode> {
  const node = new BuiltInNode({ host: '127.0.0.1', port: 0, ...options })
  await node.start()
  closers.push(() => node.end())
  await node.applyZones(sources.map((source) => wholeOf(source)))
  const transfers = [
    { networks, key: isSigned ? plainKey(key) : null, domainIds: sources.map(({ domainId }) => domainId) },
    { networks, key: plainKey(otherKey, 'other.key'), domainIds: [99] },
  ]
  await node.useRules({ ...defaultRules, transfers })
  return node
}

function clientOf(node: BuiltInNode): TransferClient {
  const client = new TransferClient(node.port)
  closers.push(() => client.socket.destroy())
  return client
}

const zoneOf = (node: BuiltInNode, query: Buffer) => clientOf(node).zone(query)

describe('a whole zone', () => {
  it('goes to who signs with a key that was chosen, between two copies of its SOA', async () => {
    const node = await startedNode()
    const { records, messages } = await zoneOf(node, transferQuery('MOVED.test', { key }))
    expect(messages).toBe(1)
    expect(records.at(-1)).toBe(records[0])
    expect(records.slice(0, -1).map((record) => record.split(' ').slice(0, 4).join(' '))).toEqual([
      'MOVED.test. 3600 SOA ns1.moved.test.',
      'MOVED.test. 300 NS ns1.moved.test.',
      'MOVED.test. 300 NS ns2.elsewhere.example.',
      'www.MOVED.test. 300 A 192.0.2.1',
      'mail.MOVED.test. 300 A 192.0.2.2',
    ])
  })

  it.each<[string, Partial<Parameters<typeof startedNode>[0]>, TsigKey | undefined, object]>([
    ['in no chosen network', { networks: ['192.0.2.0/24', '::/0'] }, key, refused],
    ['who does not sign', {}, undefined, refused],
    ['who signs with the key of a secondary of other domains', {}, otherKey, refused],
    ['who signs with a key that there is not', {}, testKey('unknown.key'), notAuth],
    ['who signs with another secret', {}, testKey('xfr.key', 'hmac-sha256', 'guessed'), notAuth],
    ['who signs with another algorithm', {}, testKey('xfr.key', 'hmac-sha512'), notAuth],
  ])('is refused to a client %s', async (_case, settings, signedWith, expected) => {
    const node = await startedNode(settings)
    expect(await zoneOf(node, transferQuery('moved.test', signedWith === undefined ? {} : { key: signedWith }))).toMatchObject(expected)
  })

  it('is refused like a zone that there is not, where nothing was allowed', async () => {
    const node = await startedNode()
    await node.useRules(defaultRules)
    for (const name of ['moved.test', 'unknown.test']) expect(await zoneOf(node, transferQuery(name))).toMatchObject(refused)
  })

  it('needs no key where none was chosen, and is not given below its apex', async () => {
    const node = await startedNode({ isSigned: false })
    expect((await zoneOf(node, transferQuery('moved.test'))).records).toHaveLength(6)
    expect(await zoneOf(node, transferQuery('www.moved.test'))).toMatchObject(refused)
  })

  it('answers what else is asked in the same connection before and after', async () => {
    const node = await startedNode()
    const client = clientOf(node)
    client.send(queryPacket({ name: 'www.moved.test', type: 1, id: 7 }))
    const zone = client.zone(transferQuery('moved.test', { key }))
    client.send(queryPacket({ name: 'mail.moved.test', type: 1, id: 8 }))
    // The first message of the connection is no zone: one record.
    expect((await zone).records).toHaveLength(7)
    expect(decodeMessage((await client.next())!)).toMatchObject({ id: 8, answers: [{ value: '192.0.2.2' }] })
  })

  it('is what clients of the default line see', async () => {
    const lined = zoneFromLines(
      'lined.test',
      `
both A [telecom] 192.0.2.1
both A 192.0.2.2
only A [telecom] 192.0.2.3
part A *10 192.0.2.4
part A *0 192.0.2.5
turns CNAME *1 one.example.
turns CNAME *9 two.example.
go URL 301 "https://www.example.com/"
go MX 10 mail.example.`,
    )
    const node = await startedNode({ sources: [lined] })
    await node.useRules({
      ...defaultRules,
      redirectAddresses: ['198.51.100.7', '2001:db8::7'],
      transfers: [{ networks: loopback, key: plainKey(key), domainIds: null }],
    })
    const { records } = await zoneOf(node, transferQuery('lined.test', { key }))
    expect(records.slice(3, -1).toSorted()).toEqual([
      'both.lined.test. 300 A 192.0.2.2',
      'go.lined.test. 300 A 198.51.100.7',
      'go.lined.test. 300 AAAA 2001:db8::7',
      'go.lined.test. 300 MX 10 mail.example.',
      'part.lined.test. 300 A 192.0.2.4',
      'turns.lined.test. 300 CNAME two.example.',
    ])
  })

  it('stays as it was at its beginning while it changes', async () => {
    const node = await startedNode({ sources: [large] })
    const client = clientOf(node)
    client.socket.pause()
    const reading = client.zone(transferQuery('large.test', { key }))
    // Under way: what is counted is counted at its beginning.
    while (!(await node.drainCounters()).counts.some(({ domainId }) => domainId === 2)) await new Promise((settle) => setImmediate(settle))
    await node.applyZones([wholeOf({ ...small, name: 'large.test', domainId: 2, serial: large.serial + 1 }, 2)])
    client.socket.resume()
    const { records, messages } = await reading
    expect(messages).toBeGreaterThan(100)
    expect(records).toHaveLength(30_004)
    expect(records[0]).toContain(` ${large.serial} `)
    expect(records.at(-1)).toBe(records[0])
  })

  it('is asked for by IXFR too, and is the SOA alone for who has it', async () => {
    const node = await startedNode()
    const withSerial = (serial: number): Buffer => {
      const query = queryPacket({ name: 'moved.test', type: ixfr, flags: 0 })
      const soa = Buffer.alloc(34)
      soa.writeUInt16BE(0xc00c, 0)
      soa.writeUInt16BE(6, 2)
      soa.writeUInt16BE(1, 4)
      soa.writeUInt16BE(22, 10)
      soa.writeUInt32BE(serial, 14)
      query.writeUInt16BE(1, 8)
      return Buffer.concat([query, soa])
    }
    await node.useRules({ ...defaultRules, transfers: [{ networks: loopback, key: null, domainIds: null }] })
    expect((await zoneOf(node, withSerial(small.serial - 1))).records).toHaveLength(6)
    expect((await zoneOf(node, transferQuery('moved.test', { type: ixfr }))).records).toHaveLength(6)
    const client = clientOf(node)
    client.send(withSerial(small.serial))
    expect(decodeMessage((await client.next())!).answers.map(({ type }) => type)).toEqual(['SOA'])
  })
})

describe('clients that take what they can', () => {
  it(`get ${maxTransfers} zones at the same time`, async () => {
    const node = await startedNode()
    const zones = await Promise.all(Array.from({ length: maxTransfers }, () => zoneOf(node, transferQuery('moved.test', { key }))))
    expect(zones.map(({ rcode, records }) => [rcode, records.length])).toEqual(zones.map(() => [0, 6]))
  })

  it('get no more until one of them is over or has gone', () => {
    const zones = new ZoneTable()
    zones.put(compileZone(small))
    const rules = { ...defaultRules, transfers: [{ networks: loopback, key: null, domainIds: null }] }
    const context = { ...plainContext(zones, 'tcp'), identity: identityOf(rules) }
    const transfers = new ZoneTransfers({ clockMs: () => 0, journal: new ZoneJournal(defaultJournalLimits, () => undefined), onGiven: () => undefined })
    const begin = () => transfers.begin(transferQuery('moved.test'), context)?.transfer
    const [first, second] = Array.from({ length: maxTransfers }, begin)
    expect(begin()).toBeUndefined()
    while (first!.next() !== null);
    expect([begin(), begin()].map((transfer) => transfer === undefined)).toEqual([false, true])
    second!.end()
    second!.end()
    expect([begin(), begin()].map((transfer) => transfer === undefined)).toEqual([false, true])
  })

  it('and read nothing are let go once they have been silent', async () => {
    let nowMs = Date.now()
    const node = await startedNode({
      sources: [large],
      clockMs: () => nowMs,
      tcp: { maxClients: 10, maxClientsPerNetwork: 10, idleMs: 50, leaveMs: 60_000, transferMs: 60_000 },
    })
    const client = clientOf(node)
    client.socket.pause()
    client.send(transferQuery('large.test', { key }))
    while (!(await node.drainCounters()).counts.some(({ domainId }) => domainId === 2)) await new Promise((settle) => setImmediate(settle))
    while (node.tcpClients > 0) {
      nowMs += 10
      await new Promise((settle) => setImmediate(settle))
    }
  })

  it('and read slowly for ever are let go too', async () => {
    let nowMs = Date.now()
    const node = await startedNode({
      sources: [large],
      clockMs: () => nowMs,
      tcp: { maxClients: 10, maxClientsPerNetwork: 10, idleMs: 1_000, leaveMs: 60_000, transferMs: 10_000 },
    })
    const client = clientOf(node)
    client.socket.pause()
    client.send(transferQuery('large.test', { key }))
    while (node.tcpClients > 0) {
      client.socket.read(1)
      nowMs += 100
      await new Promise((settle) => setImmediate(settle))
    }
  })

  it('hear FORMERR for a signature that is not the last record, or is cut off', async () => {
    const node = await startedNode()
    const signed = transferQuery('moved.test', { key })
    const twice = Buffer.concat([signed, signed.subarray(queryPacket({ name: 'moved.test', type: 252 }).length)])
    twice.writeUInt16BE(2, 10)
    const cut = Buffer.from(signed)
    for (const query of [twice, cut.subarray(0, cut.length - 4)]) expect(await zoneOf(node, query)).toMatchObject({ rcode: 1 })
  })

  it('hear BADTRUNC for the first half of a signature', async () => {
    const node = await startedNode()
    const signed = transferQuery('moved.test', { key })
    const end = signed.length
    // 13 bytes of algorithm, 10 of time, fudge and length, 32 of the signature, 6 behind it: 61.
    const cut = Buffer.concat([signed.subarray(0, end - 22), signed.subarray(end - 6)])
    cut.writeUInt16BE(16, end - 40)
    cut.writeUInt16BE(61 - 16, end - 63)
    const client = clientOf(node)
    client.send(cut)
    const message = (await client.next())!
    expect(message.readUInt8(3) & 15).toBe(9)
    expect(message.subarray(-4).toString('hex')).toBe('00160000')
  })

  it('hear BADTIME with the time of the node for a signature of another time', async () => {
    const node = await startedNode()
    const client = clientOf(node)
    client.send(transferQuery('moved.test', { key, nowSeconds: Math.floor(Date.now() / 1000) - 600 }))
    const message = (await client.next())!
    expect(message.readUInt8(3) & 15).toBe(9)
    // Error and length of the time behind it.
    expect(message.subarray(-10, -6).toString('hex')).toBe('00120006')
    expect(Math.abs(message.readUIntBE(message.length - 6, 6) - Date.now() / 1000)).toBeLessThan(300)
  })
})
