import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as TcpServer, type AddressInfo, type Socket } from 'node:net'
import { clientAddressBytes } from '../node/client-address.ts'
import { lastArrivals } from '../node/last-arrivals.ts'
import { OpenClients, type ClientLimits } from '../node/open-clients.ts'
import type { SideListener } from '../node/side-port.ts'
import type { ListenAddress } from '../node/tcp-listener.ts'
import { nameOfHost, type Redirect } from './redirect-finder.ts'
import { badRequest, replyOf, unknownHost, wrongMethod, type Reply } from './redirect-reply.ts'

export type RedirectLimits = ClientLimits & {
  /** For a whole request, from connecting or from its first byte. */
  readonly requestMs: number
  /** Between two requests. */
  readonly idleMs: number
}

export const defaultRedirectLimits: RedirectLimits = { maxClients: 1000, maxClientsPerNetwork: 100, requestMs: 5_000, idleMs: 5_000 }

const maxHeaderBytes = 8 * 1024
const maxHeaders = 100
/** A client that does not read what it is sent is not waited for. */
const silentMs = 15_000

/** Gives the redirect of a name (lower case, without port and final dot) for a client. */
export type FindRedirect = (host: string, clientAddress: Uint8Array) => Redirect | null

/** Answers HTTP with redirects. What is asked for beside the host, and what is sent after the headers, is of no matter. */
export class RedirectListener implements SideListener {
  readonly #server: Server
  readonly #find: FindRedirect
  readonly #onFault: (fault: unknown) => void
  readonly #clients: OpenClients
  readonly #closed: Promise<unknown>
  #taken = 0
  #isLeaving = false

  private constructor(server: Server, find: FindRedirect, limits: RedirectLimits, onFault: (fault: unknown) => void) {
    this.#server = server
    this.#find = find
    this.#clients = new OpenClients(limits)
    this.#onFault = onFault
    this.#closed = new Promise((settle) => server.once('close', settle))
    server.on('connection', (socket: Socket) => {
      this.#taken += 1
      this.#clients.admit(socket)
    })
    server.on('request', (request, response) => this.#answer(request, response))
    // A body is not read, so that it is not asked for either.
    server.on('checkContinue', (request, response) => this.#answer(request, response))
    server.on('checkExpectation', (request, response) => this.#answer(request, response))
  }

  /** @throws the system's error when the address cannot be had */
  static async open(
    { host, port, reusePort }: ListenAddress,
    find: FindRedirect,
    limits: RedirectLimits,
    onFault: (fault: unknown) => void,
  ): Promise<RedirectListener> {
    const server = createServer({
      noDelay: true,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: limits.requestMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: Math.min(1_000, limits.requestMs),
      // Without a host it is ours to answer.
      requireHostHeader: false,
    })
    server.maxHeadersCount = maxHeaders
    server.setTimeout(silentMs)
    const listener = new RedirectListener(server, find, limits, onFault)
    server.listen({ host, port, exclusive: true, backlog: 511, ...(reusePort && { reusePort }) })
    await once(server, 'listening')
    server.on('error', onFault)
    return listener
  }

  /** Null once it takes no more connections. */
  get port(): number | null {
    return this.#server.listening ? (this.#server.address() as AddressInfo).port : null
  }

  get openClients(): number {
    return this.#clients.count
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await this.#closed
  }

  /** Takes no more connections, so that another socket on the same port has them, and ends those it has after their request. */
  async leave(): Promise<void> {
    this.#isLeaving = true
    await lastArrivals(() => this.#taken)
    // Without what HTTP adds, which destroys connections whose first request has not been read yet. The usual times end them.
    TcpServer.prototype.close.call(this.#server)
    await this.#closed
    this.#server.close()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    this.#clients.heardFrom(socket)
    const reply = this.#replyTo(request)
    if (reply === null) {
      socket.destroy()
      return
    }
    const { status, headers, body } = reply
    // What follows unread on the same connection would be taken for the next request.
    if (this.#isLeaving || hasBody(request)) response.shouldKeepAlive = false
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  /** Null: the connection is of no use any more. */
  #replyTo(request: IncomingMessage): Reply | null {
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod
      const host = hostOf(request)
      if (host === null) return badRequest
      const name = nameOfHost(host)
      const redirect = name === null ? null : this.#find(name, clientAddressBytes(request.socket.remoteAddress ?? ''))
      return redirect === null || name === null ? unknownHost : replyOf(redirect, name)
    } catch (fault) {
      this.#onFault(fault)
      return null
    }
  }
}

/** The one host that is asked: of a whole URL its own (RFC 9112 §3.2.2), else that of the header, which must be there once (§3.2). */
function hostOf({ url = '', headersDistinct: { host = [] } }: IncomingMessage): string | null {
  if (host.length > 1) return null
  const authority = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]
  return authority ?? host[0] ?? null
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
