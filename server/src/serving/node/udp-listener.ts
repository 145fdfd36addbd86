import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Responder } from './responder.ts'
import type { ListenAddress } from './tcp-listener.ts'

const socketBufferBytes = 4 << 20

/** So long without a query, and there are none left. */
const quietMs = 20
/** Where the kernel goes on to give it queries, a socket that closes is not waited for. */
const longestRounds = 25

/** A UDP socket that answers. */
export class UdpListener {
  readonly #socket: Socket
  readonly #address: ListenAddress
  #heard = 0
  #isLeaving = false
  #isClosed = false

  private constructor(socket: Socket, address: ListenAddress, responder: Responder, onFault: (fault: unknown) => void) {
    this.#socket = socket
    this.#address = address
    socket.on('error', onFault)
    socket.on('message', (packet, from) => {
      this.#heard += 1
      if (from.port === 0) return // nobody can be answered there
      const updating = responder.update(packet, from.address)
      if (updating !== null) return void updating.then((late) => late !== null && !this.#isClosed && this.#send(late, from.port, from.address))
      const reply = responder.respond(packet, from.address, 'udp', from.port)
      if (reply !== null) this.#send(reply, from.port, from.address)
    })
  }

  /** @throws the system's error when the address cannot be had */
  static async open(address: ListenAddress, responder: Responder, onFault: (fault: unknown) => void): Promise<UdpListener> {
    const { host, port, reusePort } = address
    const family = host.includes(':') ? 6 : 4
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      ipv6Only: family === 6,
      ...(reusePort && { reusePort }),
      // Every destination is an address already; the default would go through the resolver for each reply.
      lookup: (name, _options, done) => done(null, name, family),
      recvBufferSize: socketBufferBytes,
      sendBufferSize: socketBufferBytes,
    })
    // Asked for before binding: with the look-up above it may happen within bind itself.
    const listening = once(socket, 'listening') // rejects with the socket's error
    socket.bind({ address: host, port, exclusive: true })
    await listening
    return new UdpListener(socket, address, responder, onFault)
  }

  /** Ends. What has come is answered before, where another socket on the same port takes what comes from now on. */
  async close(): Promise<void> {
    if (this.#address.reusePort) await this.#leave()
    this.#isClosed = true
    const closed = once(this.#socket, 'close')
    this.#socket.close()
    await closed
  }

  async #leave(): Promise<void> {
    this.#isLeaving = true
    this.#turnAway()
    let heard = -1
    for (let round = 0; round < longestRounds && heard !== this.#heard; round += 1) {
      heard = this.#heard
      await pause(quietMs)
      // Where others kept this thread busy meanwhile, nobody has looked yet what has come.
      await nextTurn()
    }
  }

  /**
   * A connected socket is given nothing but what its peer sends, and the kernel chooses among the others on the port; what waits in it
   * already can still be read. Its peer is itself, so that nobody else is.
   */
  #turnAway(): void {
    this.#socket.connect(this.#address.port, this.#address.host, (error?: unknown) => {
      // The machine may have lost the address.
      if (error !== undefined) this.#isLeaving = false
    })
  }

  #send(reply: Buffer, port: number, address: string): void {
    if (!this.#isLeaving) return this.#socket.send(reply, port, address)
    // Within this turn: what the kernel gives us meanwhile is answered like the rest.
    this.#socket.disconnect()
    this.#socket.send(reply, port, address)
    this.#turnAway()
  }
}
