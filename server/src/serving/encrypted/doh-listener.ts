import { once } from 'node:events'
import { createSecureServer, type Http2SecureServer, type Http2ServerRequest, type Http2ServerResponse, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { tlsVersions } from '../../certificate-files.ts'
import { lastArrivals } from '../node/last-arrivals.ts'
import { OpenClients, type ClientLimits } from '../node/open-clients.ts'
import type { Responder } from '../node/responder.ts'
import type { SideListener } from '../node/side-port.ts'
import type { ListenAddress } from '../node/tcp-listener.ts'
import { dohType, longestQueryBytes, readHead, type DohRequest } from './doh-request.ts'
import { freshnessSeconds } from './freshness.ts'
import type { NodeCertificate } from './node-certificate.ts'

export type DohLimits = ClientLimits & {
  /** For the handshake, and for one whole request. */
  readonly requestMs: number
  /** Of a connection on which nothing is asked. */
  readonly idleMs: number
  /** For so long at most a listener that leaves answers the connections it has. */
  readonly leaveMs: number
}

export const defaultDohLimits: DohLimits = { maxClients: 1000, maxClientsPerNetwork: 100, requestMs: 5_000, idleMs: 30_000, leaveMs: 30_000 }

/** Requests of one connection at a time. */
const maxStreams = 100
const maxHeaderBytes = 8 * 1024
/** What one connection may keep in memory, in megabytes. */
const maxSessionMemory = 1

/** DNS over HTTPS (RFC 8484), by HTTP/2 and HTTP/1.1. */
export class DohListener implements SideListener {
  readonly #server: Http2SecureServer
  readonly #responder: Responder
  readonly #limits: DohLimits
  readonly #onFault: (fault: unknown) => void
  readonly #clients: OpenClients
  /** By address and port of the client. */
  readonly #sockets = new Map<string, Socket>()
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #closed: Promise<unknown>
  readonly #followNoMore: () => void
  #taken = 0
  #isLeaving = false

  private constructor(server: Http2SecureServer, certificate: NodeCertificate, responder: Responder, limits: DohLimits, onFault: (fault: unknown) => void) {
    this.#server = server
    this.#responder = responder
    this.#limits = limits
    this.#onFault = onFault
    this.#clients = new OpenClients(limits)
    this.#closed = new Promise((settle) => server.once('close', settle))
    this.#followNoMore = certificate.follow((pem) => server.setSecureContext({ ...pem, ...tlsVersions }))
    server.on('connection', (socket: Socket) => {
      this.#taken += 1
      const peer = peerOf(socket)
      this.#sockets.set(peer, socket)
      socket.once('close', () => this.#sockets.delete(peer))
      this.#clients.admit(socket)
    })
    server.on('session', (session) => {
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
      session.on('error', () => session.destroy()) // the other side went away, or said what no client says
      session.setTimeout(limits.idleMs, () => session.close())
    })
    server.on('request', (request, response) => void this.#answer(request, response))
  }

  /** @throws the system's error when the address cannot be had */
  static async open(
    { host, port, reusePort }: ListenAddress,
    certificate: NodeCertificate,
    responder: Responder,
    limits: DohLimits,
    onFault: (fault: unknown) => void,
  ): Promise<DohListener> {
    const server = createSecureServer({
      ...certificate.pem,
      ...tlsVersions,
      allowHTTP1: true,
      handshakeTimeout: limits.requestMs,
      maxSessionMemory,
      settings: { maxConcurrentStreams: maxStreams, maxHeaderListSize: maxHeaderBytes },
      ...{ maxHeaderSize: maxHeaderBytes, headersTimeout: limits.requestMs, requestTimeout: limits.requestMs, keepAliveTimeout: limits.idleMs },
    })
    // Of HTTP/1.1; a connection of HTTP/2 has a time of its own.
    server.setTimeout(limits.idleMs)
    const listener = new DohListener(server, certificate, responder, limits, onFault)
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
    this.#followNoMore()
    this.#server.close()
    this.#endAll()
    await this.#closed
  }

  async leave(): Promise<void> {
    this.#isLeaving = true
    await lastArrivals(() => this.#taken)
    // Without what HTTP adds, which destroys connections whose first request has not been read yet.
    TlsServer.prototype.close.call(this.#server)
    for (const session of this.#sessions) session.close()
    const timer = setTimeout(() => this.#endAll(), this.#limits.leaveMs)
    await this.#closed
    clearTimeout(timer)
    this.#followNoMore()
    this.#server.close()
  }

  #endAll(): void {
    for (const socket of this.#sockets.values()) socket.destroy()
  }

  async #answer(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    response.on('error', () => undefined) // the other side went away
    const timer = setTimeout(() => response.destroy(), this.#limits.requestMs)
    response.once('close', () => clearTimeout(timer))
    try {
      const client = request.socket.remoteAddress
      const socket = this.#sockets.get(peerOf(request.socket))
      if (socket !== undefined) this.#clients.heardFrom(socket)
      const read = await readMessage(request)
      if (client === undefined || response.destroyed) return
      this.#reply(response, request.method === 'HEAD', 'packet' in read ? this.#responder.respond(read.packet, client, 'https') : read.status)
    } catch (fault) {
      this.#onFault(fault)
      response.destroy()
    }
  }

  /** @param reply the message, or the status that is sent without one; null when what came is no query */
  #reply(response: Http2ServerResponse, isHead: boolean, reply: Buffer | number | null): void {
    // HTTP/2 says so by itself.
    if (this.#isLeaving && response.req.httpVersionMajor === 1) response.setHeader('Connection', 'close')
    if (reply === null || typeof reply === 'number') {
      const status = reply ?? 400
      response.writeHead(status, { 'Content-Length': 0, ...(status === 405 && { Allow: 'GET, HEAD, POST' }), ...(status === 413 && closing(response)) })
      response.end()
      return
    }
    // Another client may be on another line.
    const kept = `private, max-age=${freshnessSeconds(reply)}`
    response.writeHead(200, { 'Content-Type': dohType, 'Content-Length': reply.length, 'Cache-Control': kept })
    response.end(isHead ? '' : reply)
  }
}

/** What is still on its way is not read. */
function closing(response: Http2ServerResponse): { Connection?: string } {
  return response.req.httpVersionMajor === 1 ? { Connection: 'close' } : {}
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress}#${remotePort}`
}

async function readMessage(request: Http2ServerRequest): Promise<DohRequest> {
  const { method, url, headers } = request
  const known = readHead(method, url, headers['content-type'], headers['content-length'])
  if (known !== null) return known
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((settle) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > longestQueryBytes) settle({ status: 413 })
      else chunks.push(chunk)
    })
    request.once('end', () => settle({ packet: Buffer.concat(chunks) }))
    request.once('close', () => settle({ status: 400 }))
  })
}
