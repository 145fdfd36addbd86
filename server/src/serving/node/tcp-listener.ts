import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { TLSSocket, type SecureContext } from 'node:tls'
import { lastArrivals } from './last-arrivals.ts'
import { networkOf, type ClientLimits } from './open-clients.ts'
import type { Transfer } from '../transfer/zone-transfers.ts'
import type { Responder } from './responder.ts'
import type { SideListener } from './side-port.ts'

/** One connection too many closes the one that has been silent for longest (RFC 7766 §6.2.3). */
export type TcpLimits = ClientLimits & {
  /** From connecting, or from the last whole query, to the end of the connection (RFC 7766 §6.2.3). */
  readonly idleMs: number
  /** For so long at most a listener that leaves answers the connections it has. */
  readonly leaveMs: number
  /** The longest that a whole zone may take, to a client that reads it slowly. */
  readonly transferMs: number
}

export const defaultTcpLimits: TcpLimits = { maxClients: 1000, maxClientsPerNetwork: 200, idleMs: 10_000, leaveMs: 30_000, transferMs: 600_000 }

/** An IP address and port; `reusePort` when another socket may have the same. */
export type ListenAddress = { readonly host: string; readonly port: number; readonly reusePort: boolean }

const queriesPerTurn = 64
const smallestQueryBytes = 12
/** A message of a zone takes as long as so many queries. */
const queriesOfMessage = 32

/** What is said in the handshake of DNS over TLS (RFC 7858 §3.1, RFC 9103 §7.1). Clients may leave it out. */
const tlsProtocols = ['dot']

type Client = {
  readonly socket: Socket
  readonly address: string
  readonly network: string
  /** What has come and is not yet answered. */
  pending: Buffer
  lastQueryMs: number
  turnIsDue: boolean
  /** Has its last answer: what it still sends is not read, and soon it is closed. */
  isEnding: boolean
  /** The zone that is on its way; what it has asked behind that waits. */
  transfer: { readonly messages: Transfer; readonly untilMs: number } | null
  /** An update is being executed; what it has asked behind that waits. */
  isUpdating: boolean
}

/**
 * A TCP socket that answers; two bytes of length before each message (RFC 1035 §4.2.2), any number of queries in one connection. With a
 * certificate the same by TLS (RFC 7858), zones included (RFC 9103).
 */
export class TcpListener implements SideListener {
  readonly #server: Server
  readonly #responder: Responder
  readonly #limits: TcpLimits
  readonly #onFault: (fault: unknown) => void
  readonly #clockMs: () => number
  /** Null without TLS. */
  readonly #certificate: { readonly context: SecureContext } | null
  /** Longest silent first. */
  readonly #clients = new Set<Client>()
  readonly #perNetwork = new Map<string, number>()
  readonly #sweep: NodeJS.Timeout
  readonly #closed: Promise<unknown>
  #taken = 0
  #leftAt: number | null = null

  private constructor(
    server: Server,
    responder: Responder,
    limits: TcpLimits,
    clockMs: () => number,
    onFault: (fault: unknown) => void,
    certificate: { readonly context: SecureContext } | null,
  ) {
    this.#server = server
    this.#certificate = certificate
    this.#responder = responder
    this.#limits = limits
    this.#clockMs = clockMs
    this.#onFault = onFault
    this.#sweep = setInterval(() => this.#endDue(), Math.min(1000, limits.idleMs)).unref()
    this.#closed = new Promise((settle) => server.once('close', settle))
    server.on('connection', (socket) => this.#accept(socket))
    server.on('error', onFault)
  }

  /** @throws the system's error when the address cannot be had */
  static async open(
    { host, port, reusePort }: ListenAddress,
    responder: Responder,
    limits: TcpLimits,
    clockMs: () => number,
    onFault: (fault: unknown) => void,
    certificate: { readonly context: SecureContext } | null = null,
  ): Promise<TcpListener> {
    const server = createServer({ noDelay: true })
    server.listen({ host, port, ipv6Only: host.includes(':'), exclusive: true, backlog: 511, ...(reusePort && { reusePort }) })
    await once(server, 'listening')
    return new TcpListener(server, responder, limits, clockMs, onFault, certificate)
  }

  get port(): number | null {
    return this.#server.listening ? (this.#server.address() as AddressInfo).port : null
  }

  get openClients(): number {
    return this.#clients.size
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    this.#server.close()
    for (const client of this.#clients) client.socket.destroy()
    await this.#closed
  }

  /**
   * Takes no more connections, so that another socket on the same port has them, and answers those it has until they are silent, for
   * `leaveMs` at most. Settles once it is closed.
   */
  async leave(): Promise<void> {
    this.#leftAt = this.#clockMs()
    await lastArrivals(() => this.#taken)
    this.#server.close()
    await this.#closed
    clearInterval(this.#sweep)
  }

  #accept(accepted: Socket): void {
    this.#taken += 1
    const address = accepted.remoteAddress
    const network = networkOf(address)
    const fromNetwork = this.#perNetwork.get(network ?? '') ?? 0
    if (address === undefined || network === null || fromNetwork >= this.#limits.maxClientsPerNetwork) {
      accepted.on('error', () => undefined)
      accepted.destroy()
      return
    }
    if (this.#clients.size >= this.#limits.maxClients) this.#endLongestSilent()
    const socket = this.#certificate === null ? accepted : secured(accepted, this.#certificate.context)
    const client: Client = {
      socket,
      address,
      network,
      pending: Buffer.alloc(0),
      lastQueryMs: this.#clockMs(),
      turnIsDue: false,
      isEnding: false,
      transfer: null,
      isUpdating: false,
    }
    this.#clients.add(client)
    this.#perNetwork.set(network, fromNetwork + 1)
    socket.on('error', () => socket.destroy()) // the other side went away
    socket.on('close', () => this.#forget(client))
    socket.on('end', () => undefined)
    socket.on('drain', () => this.#answer(client))
    socket.on('data', (chunk: Buffer) => {
      if (client.isEnding) return
      client.pending = client.pending.length === 0 ? chunk : Buffer.concat([client.pending, chunk])
      this.#answer(client)
    })
  }

  #forget(client: Client): void {
    client.transfer?.messages.end()
    client.transfer = null
    if (!this.#clients.delete(client)) return
    const left = (this.#perNetwork.get(client.network) ?? 1) - 1
    if (left > 0) this.#perNetwork.set(client.network, left)
    else this.#perNetwork.delete(client.network)
  }

  #end(client: Client): void {
    this.#forget(client)
    client.socket.destroy()
  }

  #endLongestSilent(): void {
    for (const client of this.#clients) {
      this.#end(client)
      return
    }
  }

  #endDue(): void {
    const nowMs = this.#clockMs()
    if (this.#leftAt !== null && nowMs - this.#leftAt >= this.#limits.leaveMs) this.#endAll()
    const latest = nowMs - this.#limits.idleMs
    for (const client of this.#clients) if (client.transfer !== null && client.transfer.untilMs <= nowMs) this.#end(client)
    for (const client of this.#clients) {
      if (client.lastQueryMs > latest) return
      this.#end(client)
    }
  }

  /** What was answered reaches each client: a socket that is destroyed with something unread would take it back. */
  #endAll(): void {
    for (const client of this.#clients) {
      if (client.isEnding) this.#end(client)
      client.isEnding = true
      client.pending = Buffer.alloc(0)
      client.socket.end()
      client.socket.resume()
    }
  }

  /** Answers what is there, a few queries at a turn so that others come in between, and stops while the client does not read. */
  #answer(client: Client): void {
    const { socket } = client
    if (client.turnIsDue || client.isEnding || socket.destroyed) return
    let answered = 0
    let at = 0
    socket.cork()
    try {
      const { pending } = client
      while (answered < queriesPerTurn && !socket.writableNeedDrain) {
        if (client.transfer !== null) {
          this.#sendNext(client, client.transfer.messages)
          answered += queriesOfMessage
          continue
        }
        if (client.isUpdating || pending.length - at < 2) break
        const bytes = pending.readUInt16BE(at)
        if (bytes < smallestQueryBytes) {
          this.#end(client) // no DNS client says this, and nothing behind it can be understood
          return
        }
        if (pending.length - at - 2 < bytes) break
        this.#answerOne(client, pending.subarray(at + 2, at + 2 + bytes))
        at += 2 + bytes
        answered += 1
      }
      client.pending = at === pending.length ? Buffer.alloc(0) : pending.subarray(at)
    } catch (fault) {
      this.#onFault(fault)
      this.#end(client)
    } finally {
      socket.uncork()
    }
    if (answered > 0) this.#moveToEnd(client)
    this.#schedule(client, answered >= queriesPerTurn)
  }

  #answerOne(client: Client, packet: Buffer): void {
    const updating = this.#responder.update(packet, client.address)
    if (updating !== null) {
      client.isUpdating = true
      void updating.then((late) => {
        client.isUpdating = false
        if (client.isEnding || client.socket.destroyed) return
        if (late !== null) send(client.socket, late)
        this.#answer(client)
      })
      return
    }
    const messages = this.#responder.transfer(packet, client.address, this.#certificate === null ? 'tcp' : 'tls')
    if (messages !== null) {
      client.transfer = { messages, untilMs: this.#clockMs() + this.#limits.transferMs }
      return
    }
    const reply = this.#responder.respond(packet, client.address, this.#certificate === null ? 'tcp' : 'tls')
    if (reply !== null) send(client.socket, reply)
  }

  #sendNext(client: Client, messages: Transfer): void {
    const message = messages.next()
    if (message === null) client.transfer = null
    else send(client.socket, message)
  }

  #moveToEnd(client: Client): void {
    client.lastQueryMs = this.#clockMs()
    if (this.#clients.delete(client)) this.#clients.add(client)
  }

  #schedule(client: Client, moreIsDue: boolean): void {
    const { socket } = client
    if (socket.writableNeedDrain || moreIsDue || client.isUpdating) socket.pause()
    else socket.resume()
    if (socket.writableNeedDrain || !moreIsDue) return
    client.turnIsDue = true
    setImmediate(() => {
      client.turnIsDue = false
      this.#answer(client)
    })
  }
}

/** The handshake takes part of the time of the first query. A client that fails in it is gone. */
function secured(socket: Socket, secureContext: SecureContext): TLSSocket {
  socket.on('error', () => socket.destroy())
  return new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: tlsProtocols })
}

function send(socket: Socket, message: Buffer): void {
  const length = Buffer.allocUnsafe(2)
  length.writeUInt16BE(message.length)
  socket.write(length)
  socket.write(message)
}
