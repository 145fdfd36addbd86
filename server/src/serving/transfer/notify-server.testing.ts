import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { TsigSigner, type TsigKey } from '../wire/tsig.ts'
import { serialOf } from './ixfr-client.testing.ts'
import { decodeMessage } from '@nameplane/dns-text/message'

/** A NOTIFY as it came. */
export type HeardNotify = { readonly bytes: Buffer; readonly from: RemoteInfo; readonly zone: string; readonly serial: number; readonly isSigned: boolean }

/** A secondary server that hears of zones, and answers as a test says. */
export class NotifyServer {
  readonly heard: HeardNotify[] = []
  readonly #socket: Socket
  /** Null: it says nothing. */
  answer: (heard: HeardNotify) => Buffer | null

  private constructor(socket: Socket, answer: (heard: HeardNotify) => Buffer | null) {
    this.#socket = socket
    this.answer = answer
    socket.on('message', (bytes, from) => {
      const decoded = decodeMessage(bytes)
      const [soa] = decoded.answers
      const heard = {
        ...{ bytes, from },
        zone: decoded.questions[0]!.name,
        serial: serialOf(`${soa!.name} ${soa!.ttlSeconds} SOA ${soa!.value}`),
        isSigned: bytes.readUInt16BE(10) === 1,
      }
      this.heard.push(heard)
      const reply = this.answer(heard)
      if (reply !== null) socket.send(reply, from.port, from.address)
    })
  }

  static async open(answer: (heard: HeardNotify) => Buffer | null): Promise<NotifyServer> {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return new NotifyServer(socket, answer)
  }

  get port(): number {
    return this.#socket.address().port
  }

  close(): void {
    this.#socket.close()
  }

  async until(count: number): Promise<readonly HeardNotify[]> {
    while (this.heard.length < count) await new Promise((settle) => setTimeout(settle, 2))
    return this.heard
  }
}

/** What a server says that was told: header and question, signed with the key if there is one. */
export function acknowledging(
  { bytes }: HeardNotify,
  { rcode = 0, key, change }: { rcode?: number; key?: TsigKey; change?: (reply: Buffer) => void } = {},
): Buffer {
  let questionEnd = 12
  while (bytes[questionEnd]! > 0) questionEnd += 1 + bytes[questionEnd]!
  const reply = Buffer.from(bytes.subarray(0, questionEnd + 5))
  reply[2]! |= 0x80
  reply[3] = rcode
  reply.fill(0, 6, 12)
  change?.(reply)
  return key === undefined ? reply : new TsigSigner(key, macOf(bytes)).sign(reply, Math.floor(Date.now() / 1000))
}

/** The signature of a message that is signed with SHA-256: it stands before the original id, the error and the length of nothing. */
function macOf(bytes: Buffer): Buffer {
  return bytes.subarray(bytes.length - 6 - 32, bytes.length - 6)
}
