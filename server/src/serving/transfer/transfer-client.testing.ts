import { connect, type Socket } from 'node:net'
import { decodeMessage, type DnsMessage } from '@nameplane/dns-text/message'
import { framed } from '../wire/tcp-client.testing.ts'
import { lowerWire, TsigSigner, type TsigKey } from '../wire/tsig.ts'
import { queryPacket } from '../wire/wire-client.testing.ts'

export const axfr = 252
export const ixfr = 251

export function testKey(name = 'xfr.key', algorithm: TsigKey['algorithm'] = 'hmac-sha256', secret = 'a secret of thirty-two characters'): TsigKey {
  return { name: lowerWire(name), algorithm, secret: Buffer.from(secret) }
}

/** A key as rules of nodes, dig and Knot have it. */
export const plainKey = (key: TsigKey, name = 'xfr.key') => ({ name, algorithm: key.algorithm, secret: Buffer.from(key.secret).toString('base64') })

export function transferQuery(
  name: string,
  { type = axfr, key, nowSeconds = Math.floor(Date.now() / 1000) }: { type?: number; key?: TsigKey; nowSeconds?: number } = {},
): Buffer {
  const query = queryPacket({ name, type, flags: 0 })
  return key === undefined ? query : new TsigSigner(key).sign(query, nowSeconds)
}

/** Messages of one connection, in their order. */
export class TransferClient {
  readonly socket: Socket
  #received = Buffer.alloc(0)
  readonly #messages: Buffer[] = []
  #isClosed = false
  #tell: () => void = () => undefined

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.on('error', () => undefined)
    this.socket.on('close', () => {
      this.#isClosed = true
      this.#tell()
    })
    this.socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk])
      while (this.#received.length >= 2 && this.#received.length >= 2 + this.#received.readUInt16BE(0)) {
        const end = 2 + this.#received.readUInt16BE(0)
        this.#messages.push(this.#received.subarray(2, end))
        this.#received = this.#received.subarray(end)
      }
      this.#tell()
    })
  }

  send(query: Buffer): void {
    this.socket.write(framed(query))
  }

  /** The next message as it came; null when the connection has ended. */
  async next(): Promise<Buffer | null> {
    while (this.#messages.length === 0 && !this.#isClosed) await new Promise<void>((settle) => (this.#tell = settle))
    return this.#messages.shift() ?? null
  }

  /** The records of a whole zone as lines, its SOA first and last; or the code of the refusal. */
  async zone(query: Buffer): Promise<{ rcode: number; records: string[]; messages: number }> {
    this.send(query)
    const records: string[] = []
    for (let messages = 1; ; messages += 1) {
      const bytes = await this.next()
      if (bytes === null) throw new Error('the connection ended within the zone')
      const message: DnsMessage = decodeMessage(bytes)
      records.push(...message.answers.map(({ name, ttlSeconds, type, value }) => `${name} ${ttlSeconds} ${type} ${value}`))
      const isOver = message.rcode !== 0 || (records.length > 1 && / SOA /.test(records.at(-1)!))
      if (isOver) return { rcode: message.rcode, records, messages }
    }
  }
}
