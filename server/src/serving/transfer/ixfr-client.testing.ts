import { decodeMessage } from '@nameplane/dns-text/message'
import { queryPacket } from '../wire/wire-client.testing.ts'
import type { TsigKey } from '../wire/tsig.ts'
import { TsigSigner } from '../wire/tsig.ts'
import { ixfr } from './transfer-client.testing.ts'

/** An IXFR query of a client that has the zone with this serial (RFC 1995 §3). */
export function ixfrQuery(name: string, serial: number, key?: TsigKey): Buffer {
  const query = queryPacket({ name, type: ixfr, flags: 0 })
  const soa = Buffer.alloc(34)
  soa.writeUInt16BE(0xc00c, 0)
  soa.writeUInt16BE(6, 2)
  soa.writeUInt16BE(1, 4)
  soa.writeUInt16BE(22, 10)
  soa.writeUInt32BE(serial >>> 0, 14)
  query.writeUInt16BE(1, 8)
  const packet = Buffer.concat([query, soa])
  return key === undefined ? packet : new TsigSigner(key).sign(packet, Math.floor(Date.now() / 1000))
}

/** The records of the messages of one transfer as lines. */
export function recordsOfMessages(messages: readonly Buffer[]): string[] {
  return messages.flatMap((bytes) =>
    decodeMessage(bytes).answers.map(({ name, ttlSeconds, type, value }) => `${name.toLowerCase()} ${ttlSeconds} ${type} ${value}`),
  )
}

export const serialOf = (soa: string): number => Number(soa.split(' ')[5])
const isSoa = (record: string | undefined): record is string => record !== undefined && / SOA /.test(record)

/** A secondary server that follows RFC 1995 to the letter, written without a look at ours. */
export class IxfrClient {
  /** Records as lines, the SOA with them. */
  records = new Set<string>()
  serial = 0

  /** Takes what a transfer was answered with. Returns how it was given. @throws where that is not as the RFC says */
  take(answer: readonly string[]): 'whole' | 'differences' | 'nothing' {
    const [first, second] = answer
    if (!isSoa(first)) throw new Error('no SOA comes first')
    const end = serialOf(first)
    if (answer.length === 1) {
      if (end !== this.serial) throw new Error('the SOA alone, and another one')
      return 'nothing'
    }
    if (answer.at(-1) !== first) throw new Error('the last record is not the first one')
    if (!isSoa(second) || answer.length === 2) {
      this.records = new Set(answer)
      this.serial = end
      return 'whole'
    }
    const rest = answer.slice(1, -1)
    while (rest.length > 0) {
      if (serialOf(rest[0]!) !== this.serial) throw new Error(`a difference from ${serialOf(rest[0]!)}, not from ${this.serial}`)
      do this.#delete(rest.shift()!)
      while (!isSoa(rest[0]))
      this.serial = serialOf(rest[0])
      do this.#add(rest.shift()!)
      while (rest.length > 0 && !isSoa(rest[0]))
    }
    if (this.serial !== end) throw new Error(`differences up to ${this.serial}, not to ${end}`)
    return 'differences'
  }

  #delete(record: string): void {
    if (!this.records.delete(record)) throw new Error(`deleted, but not there: ${record}`)
  }

  #add(record: string): void {
    if (this.records.has(record)) throw new Error(`added, but there: ${record}`)
    this.records.add(record)
  }
}
