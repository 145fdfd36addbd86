import { on, once } from 'node:events'
import { connect } from 'node:net'
import { decodeMessage, encodeQuery } from '@nameplane/dns-text/message'

/** An open connection to the name server on a port of the loopback. */
export type TcpConnection = {
  /** Sends that many queries at once. Returns the values of each answer, fewer when the connection ends before. */
  ask(name: string, times?: number): Promise<string[]>
  close(): void
}

export async function openTcp(port: number): Promise<TcpConnection> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return {
    async ask(name, times = 1) {
      const heard: string[] = []
      let received = Buffer.alloc(0)
      for (let id = 0; id < times; id += 1) {
        const query = encodeQuery({ id, name, type: 'A' })
        socket.write(Buffer.concat([Buffer.of(query.length >> 8, query.length & 255), query]))
      }
      for await (const [chunk] of on(socket, 'data', { close: ['close'] })) {
        received = Buffer.concat([received, chunk as Buffer])
        while (received.length >= 2 && received.length >= 2 + received.readUInt16BE()) {
          const end = 2 + received.readUInt16BE()
          heard.push(
            decodeMessage(received.subarray(2, end))
              .answers.map(({ value }) => value)
              .join(' '),
          )
          received = received.subarray(end)
        }
        if (heard.length >= times) break
      }
      return heard
    },
    close: () => void socket.destroy(),
  }
}
