import { once } from 'node:events'
import { connect as connectPlain } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultRules } from '../node/answering-rules.ts'
import { BuiltInNode } from '../node/built-in-node.ts'
import { recentQueries } from '../node/query-log.testing.ts'
import { plainKey, testKey, transferQuery } from '../transfer/transfer-client.testing.ts'
import { closed, framed, replies } from '../wire/tcp-client.testing.ts'
import { queryPacket } from '../wire/wire-client.testing.ts'
import { hardZone, wholeOf } from '../zone/zones.testing.ts'
import { testCertificate, type TestCertificate } from './certificates.testing.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const ask = (name = 'two.hard.test', id = 1, options?: Buffer): Buffer => framed(queryPacket({ name, type: 1, id, ...(options && { edns: { options } }) }))
const lookMs = 5

type Started = { node: BuiltInNode; certificate: TestCertificate; faults: unknown[] }

async function startedNode({ tcp = {}, port = 0, certificate = testCertificate() } = {}): Promise<Started & { at: (ms: number) => void }> {
  const faults: unknown[] = []
  let nowMs = Date.now()
  const startMs = nowMs
  const node = new BuiltInNode({
    ...{ host: '127.0.0.1', port: 0, sharesPort: true, clockMs: () => nowMs, onFault: (fault) => faults.push(fault) },
    encrypted: { files: certificate.files, tlsPort: port, httpsPort: null, lookMs },
    tcp: { maxClients: 5, maxClientsPerNetwork: 4, idleMs: 1_000, leaveMs: 2_000, transferMs: 60_000, ...tcp },
  })
  closers.push(() => certificate.remove())
  closers.push(() => node.stop())
  await node.applyZones([wholeOf(hardZone)])
  await node.start()
  return { node, certificate, faults, at: (ms) => (nowMs = startMs + ms) }
}

async function client({ node, certificate }: Started, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ port: node.encryptedPorts.tls!, host: '127.0.0.1', servername: 'dns.test', ca: certificate.authority(), ...options })
  closers.push(() => socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'secureConnect')
  return socket
}

/** How a handshake that must fail does. */
async function refusalOf({ node, certificate }: Started, options: ConnectionOptions): Promise<string> {
  const socket = connect({ port: node.encryptedPorts.tls!, host: '127.0.0.1', servername: 'dns.test', ca: certificate.authority(), ...options })
  closers.push(() => socket.destroy())
  return new Promise((settle, fail) => {
    socket.once('secureConnect', () => fail(new Error('connected')))
    socket.once('error', (error: Error & { code?: string }) => settle(error.code ?? error.message))
  })
}

async function answered(socket: TLSSocket, packet: Buffer): Promise<string[] | undefined> {
  const reply = replies(socket, 1)
  socket.write(packet)
  return (await reply)[0]?.answer
}

describe('DNS over TLS (RFC 7858)', () => {
  it('answers many queries of one connection, and the live log says how they came', async () => {
    const started = await startedNode()
    const socket = await client(started, { ALPNProtocols: ['dot'] })
    expect(socket.alpnProtocol).toBe('dot')
    const all = replies(socket, 200)
    socket.write(Buffer.concat(Array.from({ length: 200 }, (_, id) => ask('two.hard.test', id))))
    expect((await all).map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, id) => id))
    expect((await recentQueries(started.node, 0, 1000)).map(({ transport }) => transport)).toEqual(Array(200).fill('tls'))
    expect(started.faults).toEqual([])
  })

  it('speaks no other protocol, and no TLS before 1.2', async () => {
    const started = await startedNode()
    expect(await refusalOf(started, { ALPNProtocols: ['h2'] })).toBe('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL')
    expect(await refusalOf(started, { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' })).toMatch(/PROTOCOL_VERSION/)
    expect(await answered(await client(started, { maxVersion: 'TLSv1.2' }), ask())).toHaveLength(2)
  })

  it('what is no handshake ends the connection and nothing else', async () => {
    const started = await startedNode()
    const socket = connectPlain(started.node.encryptedPorts.tls!, '127.0.0.1')
    closers.push(() => socket.destroy())
    socket.on('error', () => undefined)
    socket.write(ask())
    await closed(socket)
    expect(await answered(await client(started), ask())).toHaveLength(2)
    expect(started.faults).toEqual([])
  })

  it('who never ends the handshake is let go, and counts as one of its address until then', async () => {
    const started = await startedNode()
    const silent = Array.from({ length: 4 }, () => connectPlain(started.node.encryptedPorts.tls!, '127.0.0.1'))
    for (const socket of silent) {
      closers.push(() => socket.destroy())
      await once(socket, 'connect')
    }
    expect(await refusalOf(started, {})).toBe('ECONNRESET')
    started.at(1_001)
    await Promise.all(silent.map((socket) => closed(socket.resume())))
    expect(await answered(await client(started), ask())).toHaveLength(2)
  })

  it('pads replies to whole blocks for who pads, and nobody else’s (RFC 7830, RFC 8467)', async () => {
    const started = await startedNode()
    const padding = Buffer.from([0, 12, 0, 3, 0, 0, 0])
    const sizes: number[] = []
    for (const [name, options] of [
      ['two.hard.test', padding],
      ['many.hard.test', padding],
      ['two.hard.test', Buffer.alloc(0)],
    ] as const) {
      const socket = await client(started)
      const received = once(socket, 'data') as Promise<[Buffer]>
      socket.write(ask(name, 1, options))
      const [first] = await received
      sizes.push(first.length === 2 ? ((await once(socket, 'data')) as [Buffer])[0].length : first.readUInt16BE(0))
      socket.destroy()
    }
    expect([sizes[0], sizes[1]! % 468, sizes[1]! > 468]).toEqual([468, 0, true])
    expect(sizes[2]).toBeLessThan(120)
  })

  it('gives whole zones to those who may have them (RFC 9103)', async () => {
    const started = await startedNode()
    const key = testKey()
    await started.node.useRules({ ...defaultRules, transfers: [{ networks: ['127.0.0.1'], key: plainKey(key), domainIds: null }] })
    const socket = await client(started, { ALPNProtocols: ['dot'] })
    const signed = replies(socket, 1)
    socket.write(framed(transferQuery('hard.test', { key })))
    expect((await signed)[0]!.answer.length).toBeGreaterThan(50)
    const other = await client(started)
    const refused = replies(other, 1)
    other.write(framed(transferQuery('hard.test')))
    expect((await refused)[0]).toMatchObject({ rcode: 5, answer: [] })
  })
})

describe('the certificate', () => {
  const serialSeen = async (started: Started, options: ConnectionOptions = {}): Promise<string> =>
    (await client(started, options)).getPeerCertificate().serialNumber

  it('is the new one for new connections once it was renewed; open ones go on', async () => {
    const started = await startedNode()
    const old = await client(started)
    started.certificate.renew(2)
    await expect.poll(() => serialSeen(started, { rejectUnauthorized: false })).toBe('02')
    expect(await answered(old, ask())).toHaveLength(2)
  })

  it('that cannot be used changes nothing, and is said once', async () => {
    const started = await startedNode()
    started.certificate.damage()
    await expect.poll(() => started.faults.length).toBe(1)
    expect(await serialSeen(started, { rejectUnauthorized: false })).toBe('01')
    expect(started.faults).toHaveLength(1)
  })

  it('that is missing keeps only this port closed until it is there', async () => {
    const certificate = testCertificate()
    certificate.damage()
    const started = await startedNode({ certificate })
    expect([started.node.encryptedPorts.tls, started.node.port > 0]).toEqual([null, true])
    certificate.renew(3)
    await expect.poll(() => started.node.encryptedPorts.tls, { timeout: 20_000 }).not.toBeNull()
    expect(await serialSeen(started)).toBe('03')
  })
})

it.runIf(process.platform === 'linux')('a node that leaves answers the connections it has, and another has the new ones', async () => {
  const started = await startedNode()
  const socket = await client(started)
  expect(await answered(socket, ask())).toHaveLength(2)
  const next = await startedNode({ port: started.node.encryptedPorts.tls!, certificate: started.certificate })
  const leaving = started.node.leave()
  while (started.node.encryptedPorts.tls !== null) await nextTurn()
  expect(await answered(socket, ask())).toHaveLength(2)
  expect(await answered(await client(next), ask())).toHaveLength(2)
  socket.end()
  await leaving
})
