import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as TcpServer, type AddressInfo, type Socket } from 'node:net'
import { clientAddressBytes } from '../node/client-address.ts'
import { lastArrivals } from '../node/last-arrivals.ts'
import type { ListenAddress } from '../node/tcp-listener.ts'
import { nameOfHost, type Redirect } from './redirect-finder.ts'
import { badRequest, replyOf, unknownHost, wrongMethod, type Reply } from './redirect-reply.ts'

export type RedirectLimits = {
  /** Open connections; one more ends the one that has asked nothing for longest. */
  readonly maxClients: number
  /** Open connections from one IPv4 address or one IPv6 network of 64 bits; one more is refused. */
  readonly maxClientsPerNetwork: number
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
export class RedirectListener {
  readonly #server: Server
  readonly #find: FindRedirect
  readonly #limits: RedirectLimits
  readonly #onFault: (fault: unknown) => void
  /** Longest silent first. */
  readonly #clients = new Set<Socket>()
  readonly #perNetwork = new Map<string, number>()
  readonly #closed: Promise<unknown>
  #taken = 0
  #isLeaving = false

  private constructor(server: Server, find: FindRedirect, limits: RedirectLimits, onFault: (fault: unknown) => void) {
    this.#server = server
    this.#find = find
    this.#limits = limits
    this.#onFault = onFault
    this.#closed = new Promise((settle) => server.once('close', settle))
    server.on('connection', (socket: Socket) => this.#accept(socket))
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
    return this.#clients.size
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

  #accept(socket: Socket): void {
    this.#taken += 1
    const network = networkOf(socket.remoteAddress)
    const fromNetwork = this.#perNetwork.get(network ?? '') ?? 0
    socket.on('error', () => socket.destroy()) // the other side went away
    if (network === null || fromNetwork >= this.#limits.maxClientsPerNetwork) {
      socket.destroy()
      return
    }
    if (this.#clients.size >= this.#limits.maxClients) this.#endLongestSilent()
    this.#clients.add(socket)
    this.#perNetwork.set(network, fromNetwork + 1)
    socket.once('close', () => this.#forget(socket, network))
  }

  #forget(socket: Socket, network: string): void {
    this.#clients.delete(socket)
    const left = (this.#perNetwork.get(network) ?? 1) - 1
    if (left > 0) this.#perNetwork.set(network, left)
    else this.#perNetwork.delete(network)
  }

  #endLongestSilent(): void {
    for (const socket of this.#clients) {
      this.#clients.delete(socket)
      socket.destroy()
      return
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    if (this.#clients.delete(socket)) this.#clients.add(socket)
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

/** An IPv4 address, or the network of 64 bits that one client of IPv6 has for itself; null for a socket that is gone. */
function networkOf(address: string | undefined): string | null {
  if (address === undefined) return null
  const bytes = clientAddressBytes(address)
  return Buffer.from(bytes.subarray(0, 8)).toString('latin1')
}
