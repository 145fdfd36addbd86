import type { Socket } from 'node:net'
import { readReply, type TestReply } from './wire-client.testing.ts'

/** A message as it is sent by TCP. */
export function framed(packet: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(packet.length)
  return Buffer.concat([length, packet])
}

/** The next `count` replies of a connection; fewer when it ends before. */
export function replies(socket: Socket, count: number): Promise<TestReply[]> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    const found: TestReply[] = []
    const finish = (): void => {
      socket.removeListener('data', onData)
      resolve(found)
    }
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk])
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0)
        found.push(readReply(received.subarray(2, end)))
        received = received.subarray(end)
      }
      if (found.length >= count) finish()
    }
    socket.on('data', onData)
    socket.once('close', finish)
  })
}

type Closing = { readonly closed: boolean; once(event: 'close', listener: () => void): unknown }

/** Has ended, however: whoever is let go may hear so as an error first, if he was just about to write. */
export const closed = (one: Closing): Promise<void> => new Promise((resolve) => (one.closed ? resolve() : void one.once('close', () => resolve())))
