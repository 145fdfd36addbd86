import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setFailing } from '../../server/src/integrations/http/failing-peers.testing.ts'

/*
 * Another system on loopback: strict peers of vendors (payment, SMS, identity) answer through it. It keeps every call it has read,
 * and can fail in the ways that systems outside fail.
 */

/** A call as it came in, whole. */
export type FakeCall = {
  readonly method: string
  /** As sent, without the query. */
  readonly path: string
  /** As sent, without the question mark. */
  readonly rawQuery: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type FakeAnswer = { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Buffer | object }

/**
 * Ways to fail. Those that name no "before" do so instead of answering; the peer has read the call in all of them but `refused`.
 * `answer-lost` is the one in which it has also acted: its answer was made, and never arrives.
 */
export const fakeFaults = [
  'refused',
  'no-answer',
  'reset',
  'slow-head',
  'slow-body',
  'reset-in-body',
  'garbage-bytes',
  'garbage-body',
  'empty-body',
  'huge-body',
  'huge-head',
  'redirect',
  'status-500',
  'answer-lost',
] as const
export type FakeFault = (typeof fakeFaults)[number]

export type FakeOutside = {
  /** Where it listens: http://127.0.0.1:port */
  readonly baseUrl: string
  readonly port: number
  /** All calls that have been read, those that failed too. */
  readonly calls: readonly FakeCall[]
  /** How many connections were opened. */
  connections(): number
  /** The next calls fail in these ways, one each; then it is well again. */
  failNext(...faults: FakeFault[]): void
  /** Every call fails in this way from now on; null: it is well again. */
  failAlways(fault: FakeFault | null): void
  close(): Promise<void>
}

/** Starts a peer that answers each call by `answer`. An object as body is sent as JSON. */
export async function startFakeOutside(answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>, host = '127.0.0.1'): Promise<FakeOutside> {
  const calls: FakeCall[] = []
  const sockets = new Set<Socket>()
  const next: FakeFault[] = []
  let always: FakeFault | null = null
  let connections = 0
  const tellFailing = (): void => setFailing(server, always !== null || next.length > 0)
  const takeFault = (): FakeFault | null => {
    const fault = next.shift() ?? always
    tellFailing()
    return fault
  }
  const server = createServer((request, response) => {
    void (async () => {
      const call = await readCall(request)
      calls.push(call)
      const fault = takeFault()
      if (fault === 'answer-lost') await answer(call)
      if (fault) return fail(fault, response)
      const { status = 200, headers = {}, body = '' } = await answer(call)
      const isText = typeof body === 'string' || Buffer.isBuffer(body)
      response.writeHead(status, { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8', ...headers })
      response.end(isText ? body : JSON.stringify(body))
    })().catch(() => response.destroy())
  })
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    if ((next[0] ?? always) === 'refused') {
      takeFault()
      socket.resetAndDestroy()
    }
  })
  await new Promise<void>((ready) => server.listen(0, host, ready))
  const { port } = server.address() as { port: number }
  return {
    baseUrl: `http://${host}:${port}`,
    port,
    calls,
    connections: () => connections,
    failNext(...faults) {
      next.push(...faults)
      tellFailing()
    },
    failAlways(fault) {
      always = fault
      tellFailing()
    },
    async close() {
      setFailing(server, false)
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function readCall(request: IncomingMessage): Promise<FakeCall> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const [path = '', rawQuery = ''] = request.url!.split('?', 2)
  return { method: request.method!, path, rawQuery, query: new URLSearchParams(rawQuery), headers: request.headers, body: Buffer.concat(chunks) }
}

function fail(fault: FakeFault, response: ServerResponse): void {
  const socket = response.socket!
  const head = (...lines: string[]): void => void socket.write(['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n'))
  switch (fault) {
    case 'refused':
    case 'reset':
      return void socket.resetAndDestroy()
    case 'no-answer':
    case 'answer-lost':
      return void socket.destroy()
    case 'slow-head':
      return
    case 'slow-body':
      head('content-length: 100')
      return void socket.write('{')
    case 'reset-in-body':
      head('content-length: 100')
      return void socket.write('{"Code":', () => setImmediate(() => socket.resetAndDestroy()))
    case 'garbage-bytes':
      return void socket.end(Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46, 0xff, 0x00, 0x0a]))
    case 'garbage-body':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>\u0000 maintenance </body></html>')
    case 'empty-body':
      return void response.writeHead(200).end()
    case 'huge-body':
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(Buffer.alloc(2_000_000, 0x20))
    case 'huge-head':
      return void response.writeHead(200, { 'x-filler': 'x'.repeat(40_000) }).end('{}')
    case 'redirect':
      return void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
    case 'status-500':
      return void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Internal Server Error</h1>')
  }
}
