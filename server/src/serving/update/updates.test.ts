import { once } from 'node:events'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { parseRdata } from '@nameplane/dns-text/rdata'
import { typeCodeOf } from '@nameplane/dns-text/record-types'
import { defaultRules } from '../node/answering-rules.ts'
import { BuiltInNode } from '../node/built-in-node.ts'
import { checkTsig, lowerWire, TsigSigner, type TsigKey } from '../wire/tsig.ts'
import { keyOfWire } from '../wire/wire-key.ts'
import { plainWire, queryPacket, readReply } from '../wire/wire-client.testing.ts'
import { framed } from '../wire/tcp-client.testing.ts'
import { CLASS, RCODE, TYPE } from '../wire/wire-types.ts'
import { wholeOf, zoneFromLines } from '../zone/zones.testing.ts'
import { mostRecords, type UpdateRequest } from './update-message.ts'
import type { AskUpdate } from './updates.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const updateOpcode = 5 << 11
const key = (name: string, secret = 'a secret of thirty-two characters', algorithm: TsigKey['algorithm'] = 'hmac-sha256'): TsigKey => ({
  name: lowerWire(name),
  algorithm,
  secret: Buffer.from(secret),
})
const own = key('acme.own.test')
const other = key('acme.other.test', 'another secret', 'hmac-sha512')
const ruleOf = (id: number, name: string, { algorithm, secret }: TsigKey) => ({
  id,
  domainId: id,
  key: { name, algorithm, secret: Buffer.from(secret).toString('base64') },
})

/** A record of an update, by the numbers of RFC 2136. */
type Sent = { name: string; type: string; class?: number; ttl?: number; value?: string }

function recordBytes({ name, type, class: kind = CLASS.IN, ttl = 0, value }: Sent): Buffer {
  const rdata = value === undefined ? Buffer.alloc(0) : Buffer.from(parseRdata(type, value).wire)
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type === 'ANY' ? TYPE.ANY : typeCodeOf(type)!, 0)
  fixed.writeUInt16BE(kind, 2)
  fixed.writeUInt32BE(ttl, 4)
  fixed.writeUInt16BE(rdata.length, 8)
  return Buffer.concat([plainWire(name), fixed, rdata])
}

type Message = {
  zone?: string
  type?: number
  prerequisites?: readonly Sent[]
  updates?: readonly Sent[]
  signedBy?: TsigKey | null
  ageSeconds?: number
  ednsVersion?: number
}

function updatePacket({ zone = 'own.test', type = TYPE.SOA, prerequisites = [], updates = [], signedBy = own, ageSeconds = 0, ednsVersion }: Message): Buffer {
  const head = queryPacket({ name: zone, type, flags: updateOpcode })
  head.writeUInt16BE(prerequisites.length, 6)
  head.writeUInt16BE(updates.length, 8)
  const opt = ednsVersion === undefined ? [] : [Buffer.from([0, 0, TYPE.OPT, 0x04, 0xd0, 0, ednsVersion, 0, 0, 0, 0])]
  head.writeUInt16BE(opt.length, 10)
  const packet = Buffer.concat([head, ...[...prerequisites, ...updates].map(recordBytes), ...opt])
  return signedBy === null ? packet : new TsigSigner(signedBy).sign(packet, Math.floor(Date.now() / 1000) - ageSeconds)
}

const macOf = (packet: Buffer, { algorithm }: TsigKey): Buffer => {
  const bytes = algorithm === 'hmac-sha256' ? 32 : 64
  return packet.subarray(packet.length - 6 - bytes, packet.length - 6)
}

/** The response code by its name, and whether the reply is signed with this key in answer to this message. */
function read(reply: Buffer, packet: Buffer, by: TsigKey = own): { rcode: string; isSigned: boolean } {
  const keys = new Map([[keyOfWire(by.name), by]])
  // Neither a question nor records stand before the signature.
  const isSigned =
    reply.readUInt16BE(4) === 0 && reply.readUInt16BE(10) === 1 && checkTsig(reply, 12, keys, Math.floor(Date.now() / 1000), macOf(packet, by)).kind === 'good'
  const { rcode, id, opcode, flags } = readReply(reply)
  expect({ id, opcode, flags }).toEqual({ id: packet.readUInt16BE(0), opcode: 5, flags: 'qr' })
  return { rcode: Object.entries(RCODE).find(([, code]) => code === rcode)![0], isSigned }
}

async function byUdp(port: number, packet: Buffer): Promise<Buffer> {
  const socket = createSocket('udp4')
  try {
    socket.send(packet, port, '127.0.0.1')
    const [reply] = (await once(socket, 'message')) as [Buffer]
    return reply
  } finally {
    socket.close()
  }
}

async function byTcp(port: number, ...packets: Buffer[]): Promise<Buffer[]> {
  const socket = connect(port, '127.0.0.1')
  const found: Buffer[] = []
  let received = Buffer.alloc(0)
  socket.write(Buffer.concat(packets.map(framed)))
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, chunk])
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0)
      found.push(received.subarray(2, end))
      received = received.subarray(end)
    }
    if (found.length === packets.length) break
  }
  socket.destroy()
  return found
}

/** A node with two zones and a key for each; `asked` are the updates that came to the control plane. */
async function startedNode({ ask, threads = 1 }: { ask?: AskUpdate | null; threads?: number } = {}) {
  const asked: UpdateRequest[] = []
  const faults: unknown[] = []
  const node = new BuiltInNode({ host: '127.0.0.1', port: 0, threads, onFault: (fault) => faults.push(fault) })
  closers.push(async () => {
    await node.stop()
    expect(faults).toEqual([])
  })
  await node.applyZones([
    wholeOf(zoneFromLines('own.test', 'www A 192.0.2.1', { domainId: 1 })),
    wholeOf(zoneFromLines('other.test', 'www A 192.0.2.1', { domainId: 2 })),
  ])
  await node.useRules({ ...defaultRules, updates: [ruleOf(1, 'acme.own.test', own), ruleOf(2, 'acme.other.test', other)] })
  if (ask !== null) node.useUpdates(async (request) => (asked.push(request), (await ask?.(request)) ?? RCODE.NOERROR))
  await node.start()
  return { node, asked, say: async (message: Message, by?: TsigKey) => sayTo(node.port, message, by) }
}

async function sayTo(port: number, message: Message, by?: TsigKey) {
  const packet = updatePacket(message)
  return read(await byUdp(port, packet), packet, by)
}

const add: Sent = { name: 'new.own.test', type: 'A', ttl: 300, value: '192.0.2.9' }

describe('an update that a key has signed', () => {
  it('goes to the control plane as it was sent, and its answer is signed', async () => {
    const { asked, say } = await startedNode({ ask: async ({ updates }) => (updates.length === 1 ? RCODE.YXDOMAIN : RCODE.NOERROR) })
    const prerequisites: Sent[] = [
      { name: 'new.own.test', type: 'ANY', class: CLASS.NONE },
      { name: 'www.own.test', type: 'A', value: '192.0.2.1' },
    ]
    const updates: Sent[] = [add, { name: 'www.own.test', type: 'A', class: CLASS.ANY }, { name: 'WWW.own.test', type: 'TXT', class: CLASS.NONE, value: '"x"' }]
    expect(await say({ prerequisites, updates })).toEqual({ rcode: 'NOERROR', isSigned: true })
    expect(asked).toEqual([
      {
        ...{ keyId: 1, domainId: 1, zone: 'own.test.', client: '127.0.0.1' },
        prerequisites: [
          { name: 'new.own.test.', type: 'ANY', class: 'NONE', ttl: 0, value: null },
          { name: 'www.own.test.', type: 'A', class: 'IN', ttl: 0, value: '192.0.2.1' },
        ],
        updates: [
          { name: 'new.own.test.', type: 'A', class: 'IN', ttl: 300, value: '192.0.2.9' },
          { name: 'www.own.test.', type: 'A', class: 'ANY', ttl: 0, value: null },
          { name: 'WWW.own.test.', type: 'TXT', class: 'NONE', ttl: 0, value: '"x"' },
        ],
      },
    ])
    expect(await say({ updates: [add] })).toEqual({ rcode: 'YXDOMAIN', isSigned: true })
    expect(await say({ zone: 'other.test', updates: [{ ...add, name: 'new.other.test' }, add], signedBy: other }, other)).toEqual({
      rcode: 'NOERROR',
      isSigned: true,
    })
    expect(asked.at(-1)).toMatchObject({ keyId: 2, domainId: 2 })
  })

  it('is for the domain of the key alone', async () => {
    const { asked, say } = await startedNode()
    for (const zone of ['other.test', 'none.test', 'www.own.test', 'test'])
      expect([zone, await say({ zone, updates: [add] })]).toEqual([zone, { rcode: 'NOTAUTH', isSigned: true }])
    expect(asked).toEqual([])
  })

  it('that breaks the rules of its sections is malformed', async () => {
    const { asked, say } = await startedNode()
    const broken: Message[] = [
      { type: TYPE.A, updates: [add] },
      { updates: [{ ...add, class: CLASS.CH }] },
      { updates: [{ ...add, class: CLASS.ANY }] },
      { updates: [{ name: 'www.own.test', type: 'A', class: CLASS.ANY, ttl: 1 }] },
      { updates: [{ name: 'www.own.test', type: 'A', class: CLASS.NONE, ttl: 1, value: '192.0.2.1' }] },
      { updates: [{ name: 'www.own.test', type: 'ANY', class: CLASS.NONE }] },
      { updates: [{ name: 'www.own.test', type: 'ANY' }] },
      { updates: [{ name: 'www.own.test', type: 'A' }] },
      { prerequisites: [{ name: 'www.own.test', type: 'A', ttl: 1, value: '192.0.2.1' }] },
      { prerequisites: [{ name: 'www.own.test', type: 'A', class: CLASS.ANY, value: '192.0.2.1' }] },
      { prerequisites: [{ name: 'www.own.test', type: 'ANY' }] },
    ]
    for (const message of broken) expect([message, await say(message)]).toEqual([message, { rcode: 'FORMERR', isSigned: true }])
    expect(asked).toEqual([])
  })

  it('of EDNS is answered with EDNS, and of a later version not executed (RFC 6891 §6.1)', async () => {
    const { node, asked } = await startedNode()
    const ofVersion = async (ednsVersion: number) => {
      const packet = updatePacket({ updates: [add], ednsVersion })
      const reply = await byUdp(node.port, packet)
      const optEnd = 12 + 11
      const check = checkTsig(reply, optEnd, new Map([[keyOfWire(own.name), own]]), Math.floor(Date.now() / 1000), macOf(packet, own))
      const { rcode, edns } = readReply(reply)
      return { rcode, edns, signature: check.kind }
    }
    const edns = { udpBytes: 1232, version: 0, dnssecOk: false, subnet: null }
    expect(await ofVersion(0)).toEqual({ rcode: RCODE.NOERROR, edns, signature: 'good' })
    expect(await ofVersion(1)).toEqual({ rcode: RCODE.BADVERS, edns, signature: 'good' })
    expect(asked).toHaveLength(1)
  })

  it('that is more than one save may change is refused: nothing is wrong with its form', async () => {
    const { node, asked } = await startedNode()
    const many = updatePacket({ updates: Array.from({ length: mostRecords + 1 }, (_, index) => ({ ...add, name: `n${index}.own.test` })) })
    const [reply] = await byTcp(node.port, many)
    expect(read(reply!, many)).toEqual({ rcode: 'REFUSED', isSigned: true })
    expect(asked).toEqual([])
  })

  it('is SERVFAIL while the control plane is away, breaks or says nothing', async () => {
    const away = await startedNode({ ask: null })
    expect(await away.say({ updates: [add] })).toEqual({ rcode: 'SERVFAIL', isSigned: true })
    const broken = await startedNode({ ask: () => Promise.reject(new Error('lost')) })
    expect(await broken.say({ updates: [add] })).toEqual({ rcode: 'SERVFAIL', isSigned: true })
    const silent = await startedNode({ ask: () => new Promise(() => undefined) })
    expect(await silent.say({ updates: [add] })).toEqual({ rcode: 'SERVFAIL', isSigned: true })
  })

  it('waits for few others of its key, and is not held up by those of another', async () => {
    const settles: (() => void)[] = []
    const { node, asked } = await startedNode({
      ask: ({ keyId }) => (keyId === 2 ? Promise.resolve(0) : new Promise((settle) => settles.push(() => settle(0)))),
    })
    const first = Array.from({ length: 8 }, () => sayTo(node.port, { updates: [add] }))
    while (asked.length < 8) await new Promise((settle) => setTimeout(settle, 2))
    expect(await sayTo(node.port, { updates: [add] })).toEqual({ rcode: 'SERVFAIL', isSigned: true })
    expect(await sayTo(node.port, { zone: 'other.test', signedBy: other }, other)).toEqual({ rcode: 'NOERROR', isSigned: true })
    for (const settle of settles) settle()
    expect(await Promise.all(first)).toEqual(Array.from({ length: 8 }, () => ({ rcode: 'NOERROR', isSigned: true })))
    expect(asked).toHaveLength(9)
  })

  it('is answered in its turn by TCP, whatever stands behind it', async () => {
    const { node } = await startedNode({ ask: () => new Promise((settle) => setTimeout(() => settle(RCODE.NOERROR), 30)) })
    const packets = [updatePacket({ updates: [add] }), queryPacket({ name: 'www.own.test', type: TYPE.A }), updatePacket({ updates: [add] })]
    const [one, two, three] = await byTcp(node.port, ...packets)
    expect(read(one!, packets[0]!)).toEqual({ rcode: 'NOERROR', isSigned: true })
    expect(readReply(two!).answer).toEqual(['www.own.test 300 A 192.0.2.1'])
    expect(read(three!, packets[2]!)).toEqual({ rcode: 'NOERROR', isSigned: true })
  })

  it.runIf(process.platform === 'linux')('is taken by every thread', async () => {
    const { asked, say } = await startedNode({ threads: 2 })
    for (let index = 0; index < 24; index += 1) expect(await say({ updates: [add] })).toEqual({ rcode: 'NOERROR', isSigned: true })
    expect(asked).toHaveLength(24)
  })
})

describe('an update of a stranger', () => {
  it.each([
    ['without a signature', { signedBy: null }, 'REFUSED'],
    ['with an unknown key', { signedBy: key('none.own.test') }, 'NOTAUTH'],
    ['with a wrong secret', { signedBy: key('acme.own.test', 'a wrong secret') }, 'NOTAUTH'],
    ['with another algorithm', { signedBy: { ...own, algorithm: 'hmac-sha512' } }, 'NOTAUTH'],
    ['signed long ago', { ageSeconds: 600 }, 'NOTAUTH'],
  ] satisfies [string, Message, string][])('%s is refused, and nobody is asked', async (_, message, rcode) => {
    const { node, asked } = await startedNode()
    const packet = updatePacket({ updates: [add], ...message })
    expect(read(await byUdp(node.port, packet), packet).rcode).toBe(rcode)
    const [reply] = await byTcp(node.port, packet)
    expect(read(reply!, packet).rcode).toBe(rcode)
    expect(asked).toEqual([])
  })

  it('that was changed on its way is refused', async () => {
    const { node, asked } = await startedNode()
    const packet = updatePacket({ updates: [add] })
    packet[packet.indexOf(Buffer.from([192, 0, 2, 9])) + 3] = 66
    expect(read(await byUdp(node.port, packet), packet).rcode).toBe('NOTAUTH')
    expect(asked).toEqual([])
  })
})
