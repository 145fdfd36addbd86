import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setFailing } from '../http/failing-peers.testing.ts'

/** What a vendor's server answers. */
export type FakeReply = { status: number; headers: Record<string, string>; body: string | Buffer }
export type FakeRequest = { method: string; path: string; query: string; headers: IncomingMessage['headers']; body: Buffer }

/**
 * How the next calls go wrong. `dropped`: the vendor does what it was asked and its answer never comes; `slow`: it comes
 * later than anybody waits, as the rest of it does with `slow-body`; the others speak for themselves.
 */
export const fakeFaults = [
  'reset',
  'slow',
  'dropped',
  'garbage',
  'garbage-bytes',
  'empty',
  'cut',
  'slow-body',
  'too-large',
  'redirect',
  'status-500',
  'status-502-html',
  'status-503',
  'status-429',
] as const
export type FakeFault = (typeof fakeFaults)[number]

export type FakeVendor = {
  readonly url: string
  readonly port: number
  /** Every request that came, whatever became of it. */
  readonly requests: FakeRequest[]
  /** The fault of every call until it is taken back. */
  fault: FakeFault | null
  close(): Promise<void>
}

/** A vendor's server on loopback: `answer` is the vendor, this is the line to it, which can be made to fail. */
export async function startFakeVendor(answer: (request: FakeRequest) => Promise<FakeReply> | FakeReply): Promise<FakeVendor> {
  const sockets = new Set<Socket>()
  const requests: FakeRequest[] = []
  let current: FakeFault | null = null
  const server: Server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const url = incoming.url ?? '/'
      const cut = url.indexOf('?')
      const request: FakeRequest = {
        method: incoming.method ?? '',
        path: cut < 0 ? url : url.slice(0, cut),
        query: cut < 0 ? '' : url.slice(cut + 1),
        headers: incoming.headers,
        body: Buffer.concat(parts),
      }
      requests.push(request)
      const fault = current
      const plain = (status: number, body: string, headers: Record<string, string> = {}): void => void outgoing.writeHead(status, headers).end(body)
      if (fault === 'reset') return void incoming.socket.destroy()
      if (fault === 'slow') return
      if (fault === 'garbage') return plain(200, '\u0000\u0001<not what you think>{{{')
      if (fault === 'garbage-bytes') return void incoming.socket.end(Buffer.from('150301000202460aff00', 'hex'))
      if (fault === 'empty') return plain(200, '')
      if (fault === 'too-large') return plain(200, 'x'.repeat(1_200_000))
      if (fault === 'redirect') return plain(302, '', { location: 'https://elsewhere.example/' })
      if (fault === 'status-500') return plain(500, '{"code":"SYSTEM_ERROR"}')
      if (fault === 'status-502-html') return plain(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' })
      if (fault === 'status-503') return plain(503, '')
      if (fault === 'status-429') return plain(429, '{"code":"FREQUENCY_LIMITED"}')
      void Promise.resolve(answer(request)).then((reply) => {
        if (fault === 'dropped') return incoming.socket.destroy()
        if (fault === 'slow-body') {
          outgoing.writeHead(reply.status, { ...reply.headers, 'content-length': String(Buffer.byteLength(reply.body)) })
          return outgoing.write(Buffer.from(reply.body).subarray(0, 1))
        }
        if (fault === 'cut') {
          outgoing.writeHead(reply.status, { ...reply.headers, 'content-length': String(Buffer.byteLength(reply.body) + 20) })
          outgoing.write(reply.body)
          return setTimeout(() => incoming.socket.destroy(), 20)
        }
        return outgoing.writeHead(reply.status, reply.headers).end(reply.body)
      })
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fake: FakeVendor = {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    get fault() {
      return current
    },
    set fault(next) {
      current = next
      setFailing(server, next !== null)
    },
    async close() {
      setFailing(server, false)
      sockets.forEach((socket) => socket.destroy())
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}
