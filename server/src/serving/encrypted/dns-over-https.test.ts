import { once } from 'node:events'
import { connect as connectSession, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2'
import { request as requestHttp1 } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { afterEach, describe, expect, it, test } from 'vitest'
import { BuiltInNode } from '../node/built-in-node.ts'
import { recentQueries } from '../node/query-log.testing.ts'
import { closed } from '../wire/tcp-client.testing.ts'
import { queryPacket, readReply } from '../wire/wire-client.testing.ts'
import { hardZone, wholeOf } from '../zone/zones.testing.ts'
import { testCertificate, type TestCertificate } from './certificates.testing.ts'
import { defaultDohLimits, type DohLimits } from './doh-listener.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

type Started = { node: BuiltInNode; certificate: TestCertificate; faults: unknown[]; port: number }

async function startedNode(https: Partial<DohLimits> = {}, port = 0, certificate = testCertificate()): Promise<Started> {
  const faults: unknown[] = []
  const node = new BuiltInNode({
    ...{ host: '127.0.0.1', port: 0, sharesPort: true, onFault: (fault) => faults.push(fault) },
    encrypted: { files: certificate.files, tlsPort: null, httpsPort: port, lookMs: 5, https: { ...defaultDohLimits, ...https } },
  })
  closers.push(() => certificate.remove())
  closers.push(() => node.stop())
  await node.applyZones([wholeOf(hardZone)])
  await node.start()
  return { node, certificate, faults, port: node.encryptedPorts.https! }
}

type HttpReply = { status: number; headers: Record<string, unknown>; body: Buffer }

function session({ port, certificate }: Started): ClientHttp2Session {
  const opened = connectSession(`https://127.0.0.1:${port}`, { ca: certificate.authority(), servername: 'dns.test' })
  opened.on('error', () => undefined)
  closers.push(() => opened.destroy())
  return opened
}

async function byHttp2(opened: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: Buffer): Promise<HttpReply> {
  const stream = opened.request(headers, { endStream: body === undefined })
  if (body !== undefined) stream.end(body)
  const [replied] = (await once(stream, 'response')) as [Record<string, unknown>]
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return { status: Number(replied[':status']), headers: replied, body: Buffer.concat(chunks) }
}

function byHttp1(
  { port, certificate }: Started,
  method: string,
  path: string,
  headers: Record<string, string | number> = {},
  body?: Buffer,
): Promise<HttpReply> {
  return new Promise((settle, fail) => {
    const sent = requestHttp1(
      { host: '127.0.0.1', port, method, path, headers, ca: certificate.authority(), servername: 'dns.test', agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('end', () => settle({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }))
      },
    )
    sent.once('error', fail)
    sent.end(body)
  })
}

const packet = (name = 'two.hard.test', id = 0): Buffer => queryPacket({ name, type: 1, id })
const pathOf = (message: Buffer): string => `/dns-query?dns=${message.toString('base64url')}`
const dnsType = { 'content-type': 'application/dns-message' }
const post = (message: Buffer): [OutgoingHttpHeaders, Buffer] => [{ ':method': 'POST', ':path': '/dns-query', ...dnsType }, message]

describe('DNS over HTTPS (RFC 8484)', () => {
  it('answers GET and POST by HTTP/2 and HTTP/1.1 alike, and the live log says how they came', async () => {
    const started = await startedNode()
    const opened = session(started)
    const all = [
      await byHttp2(opened, { ':path': pathOf(packet()) }),
      await byHttp2(opened, ...post(packet())),
      await byHttp1(started, 'GET', pathOf(packet())),
      await byHttp1(started, 'POST', '/dns-query', dnsType, packet()),
    ]
    for (const { status, headers, body } of all) {
      expect([status, headers['content-type'], Number(headers['content-length'])]).toEqual([200, 'application/dns-message', body.length])
      expect(readReply(body).answer.toSorted()).toEqual(['two.hard.test 300 A 192.0.2.2', 'two.hard.test 300 A 192.0.2.3'])
    }
    expect((await recentQueries(started.node, 0, 1000)).map(({ transport }) => transport)).toEqual(Array(4).fill('https'))
    expect(started.faults).toEqual([])
  })

  it('a reply may be kept by the client alone, as long as its shortest TTL', async () => {
    const opened = session(await startedNode())
    const keptFor = async (name: string) => (await byHttp2(opened, { ':path': pathOf(packet(name)) })).headers['cache-control']
    expect(await keptFor('two.hard.test')).toBe('private, max-age=300')
    expect(await keptFor('absent.hard.test')).toBe(`private, max-age=${Math.min(hardZone.soa.minimum, 3600)}`)
    expect(await keptFor('not-ours.example')).toBe('private, max-age=0')
  })

  it('HEAD says as much without the message', async () => {
    const reply = await byHttp1(await startedNode(), 'HEAD', pathOf(packet()))
    expect([reply.status, Number(reply.headers['content-length']) > 40, reply.body.length]).toEqual([200, true, 0])
  })

  test.each<[string, number, string, string, Record<string, string>, Buffer?]>([
    ['another path', 404, 'GET', '/', {}],
    ['no message', 400, 'GET', '/dns-query', {}],
    ['two messages', 400, 'GET', `${pathOf(packet())}&dns=AAAA`, {}],
    ['base64 of another alphabet', 400, 'GET', '/dns-query?dns=A%2BA%3D', {}],
    ['what is no query', 400, 'GET', '/dns-query?dns=AAAA', {}],
    ['another method', 405, 'PUT', '/dns-query', dnsType, packet()],
    ['another type', 415, 'POST', '/dns-query', { 'content-type': 'text/plain' }, packet()],
    ['more than a question', 413, 'POST', '/dns-query', dnsType, Buffer.alloc(5_000)],
    ['more than a question, bit by bit', 413, 'POST', '/dns-query', { ...dnsType, 'transfer-encoding': 'chunked' }, Buffer.alloc(5_000)],
  ])('%s is refused with status %i', async (_, status, method, path, headers, body) => {
    const started = await startedNode()
    const replied = await byHttp1(started, method, path, headers, body)
    expect([replied.status, replied.body.length]).toEqual([status, 0])
    expect(started.faults).toEqual([])
  })

  it('a whole message in the reply to the longest question that fits', async () => {
    const opened = session(await startedNode())
    const { status, body } = await byHttp2(opened, ...post(queryPacket({ name: 'many.hard.test', type: 1, edns: { options: Buffer.alloc(0) } })))
    expect([status, readReply(body).flags.includes('tc'), body.length > 1232]).toEqual([200, false, true])
  })
})

describe('those who misuse it', () => {
  it('have so many connections a network, and no more', async () => {
    const started = await startedNode({ maxClientsPerNetwork: 2 })
    const silent = [connectPlain(started.port, '127.0.0.1'), connectPlain(started.port, '127.0.0.1')]
    for (const socket of silent) {
      closers.push(() => socket.destroy())
      await once(socket, 'connect')
    }
    await expect(byHttp1(started, 'GET', pathOf(packet()))).rejects.toThrow(/socket|ECONNRESET/)
    silent[0]!.destroy()
    await expect
      .poll(() =>
        byHttp1(started, 'GET', pathOf(packet())).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  })

  it('are let go when they end no handshake, no request and ask nothing', async () => {
    const started = await startedNode({ requestMs: 50, idleMs: 80 })
    const silent = connectPlain(started.port, '127.0.0.1').on('error', () => undefined)
    closers.push(() => silent.destroy())
    await closed(silent.resume())
    const opened = session(started)
    const begun = opened.request({ ':method': 'POST', ':path': '/dns-query', ...dnsType })
    begun.on('error', () => undefined)
    begun.write(packet().subarray(0, 5))
    await closed(begun)
    await closed(opened)
  })
})

it('the renewed certificate is that of new connections', async () => {
  const started = await startedNode()
  started.certificate.renew(2)
  await expect
    .poll(async () => {
      const opened = connectSession(`https://127.0.0.1:${started.port}`, { rejectUnauthorized: false })
      closers.push(() => opened.destroy())
      await once(opened, 'connect')
      return (opened.socket as unknown as { getPeerCertificate(): { serialNumber: string } }).getPeerCertificate().serialNumber
    })
    .toBe('02')
})

it.runIf(process.platform === 'linux')('a node that leaves ends what was asked, and another has the new connections', async () => {
  const started = await startedNode()
  const opened = session(started)
  const begun = opened.request({ ':method': 'POST', ':path': '/dns-query', ...dnsType })
  begun.write(packet().subarray(0, 10))
  expect((await byHttp2(opened, { ':path': pathOf(packet()) })).status).toBe(200)
  const next = await startedNode({}, started.port, started.certificate)
  const leaving = started.node.leave()
  await expect.poll(() => started.node.encryptedPorts.https).toBeNull()
  begun.end(packet().subarray(10))
  const [headers] = (await once(begun, 'response')) as [Record<string, unknown>]
  expect(headers[':status']).toBe(200)
  begun.resume()
  expect((await byHttp1(next, 'GET', pathOf(packet()))).status).toBe(200)
  await leaving
})
