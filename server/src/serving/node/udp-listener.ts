import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Responder } from './responder.ts'
import type { ListenAddress } from './tcp-listener.ts'

const socketBufferBytes = 4 << 20

/** A UDP socket that answers. */
export class UdpListener {
  readonly #socket: Socket
  readonly port: number

  private constructor(socket: Socket) {
    this.#socket = socket
    this.port = socket.address().port
  }

  /** @throws the system's error when the address cannot be had */
  static async open({ host, port, reusePort }: ListenAddress, responder: Responder, onFault: (fault: unknown) => void): Promise<UdpListener> {
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
    socket.on('error', onFault)
    socket.on('message', (packet, from) => {
      if (from.port === 0) return // nobody can be answered there
      const reply = responder.respond(packet, from.address, 'udp', from.port)
      if (reply !== null) socket.send(reply, from.port, from.address)
    })
    return new UdpListener(socket)
  }

  async close(): Promise<void> {
    const closed = once(this.#socket, 'close')
    this.#socket.close()
    await closed
  }
}
