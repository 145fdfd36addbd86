import { createSocket } from 'node:dgram'
import { decodeMessage, encodeQuery } from '@nameplane/dns-text/message'

/** Asks a node over UDP; each question waits for its answer. */
export type Asker = { addressesOf(host: string): Promise<string[]>; close(): void }

export function openAsker(dnsPort: number): Asker {
  const socket = createSocket('udp4')
  const waiting = new Map<number, (addresses: string[]) => void>()
  socket.on('message', (bytes) => {
    const message = decodeMessage(bytes)
    waiting.get(message.id)?.(message.answers.map((answer) => answer.value))
    waiting.delete(message.id)
  })
  let lastId = 0
  return {
    addressesOf(host) {
      lastId = (lastId + 1) % 65_536
      const id = lastId
      return new Promise((settle) => {
        waiting.set(id, settle)
        socket.send(encodeQuery({ id, name: host, type: 'A' }), dnsPort, '127.0.0.1')
      })
    },
    close: () => void socket.close(),
  }
}
