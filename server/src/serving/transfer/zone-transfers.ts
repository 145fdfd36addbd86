import type { AnswerContext, AnswerEvent } from '../answer/answer.ts'
import { maxUdpBytes } from '../answer/response.ts'
import { emptyQuery, readQuery, skipName } from '../wire/query.ts'
import { checkTsig, TsigSigner } from '../wire/tsig.ts'
import { CLASS, TYPE } from '../wire/wire-types.ts'
import type { CompiledZone } from '../zone/rrset.ts'
import { soaMessage, wholeZoneMessages } from './zone-messages.ts'

/** At the same time from one node; who comes when there are so many is refused, and asks again by the retry time of the SOA. */
export const maxTransfers = 50

const headerBytes = 12
const ednsBytes = 11

/** A zone on its way to one client, message by message. */
export type Transfer = {
  /** The next message; null after the last one. */
  next(): Buffer | null
  /** It is not wanted any more, or over; harmless when said again. */
  end(): void
}

export type BegunTransfer = { readonly transfer: Transfer; readonly event: AnswerEvent }

const query = emptyQuery()

/** The zones that a node is giving away at the moment. */
export class ZoneTransfers {
  #running = 0
  readonly #clockMs: () => number

  constructor(clockMs: () => number) {
    this.#clockMs = clockMs
  }

  get running(): number {
    return this.#running
  }

  /**
   * What answers an AXFR or IXFR query by TCP (RFC 5936, RFC 1995) of a client that may have the zone. Null for anything else, which is
   * answered like a query of a client that may not. IXFR is answered with the whole zone, or with the SOA alone if the client has it.
   */
  begin(packet: Uint8Array, { zones, identity, clientAddress, nowSeconds, lines }: AnswerContext): BegunTransfer | null {
    if (!asksForTransfer(packet) || this.#running >= maxTransfers) return null
    if (readQuery(packet, query) !== 'query' || query.class !== CLASS.IN || query.ednsVersion > 0) return null
    const zone = zones.get(query.name.key)
    if (zone === undefined) return null
    const check = query.tsigAt > 0 ? checkTsig(packet, query.tsigAt, identity.transfers.keys, nowSeconds) : null
    if (check !== null && check.kind !== 'good') return null
    if (!identity.transfers.mayTransfer(zone.domainId, clientAddress, check?.keyName ?? null)) return null
    const signer = check === null ? null : new TsigSigner(check.key, check.mac)
    const { chain } = lines.match(clientAddress, clientAddress.length * 8)
    const event = { domainId: zone.domainId, zone: zone.name, line: chain[0] as string, chain, answeredLine: null, type: query.type, rcode: 0 }
    const question = Buffer.from(packet.subarray(0, query.questionEnd))
    const messages =
      query.type === TYPE.IXFR && hasZone(packet, query.questionEnd, zone)
        ? soaMessage(zone, question)
        : wholeZoneMessages(zone, identity.redirects, question, ednsBytes + (signer?.bytes ?? 0))
    return {
      transfer: this.#transferOf(messages, signer, query.hasEdns),
      event: { ...event, nameKey: query.name.key, isOwnName: true, owner: '', subnet: query.subnet, truncated: false },
    }
  }

  #transferOf(messages: Iterator<Buffer>, signer: TsigSigner | null, hasEdns: boolean): Transfer {
    this.#running += 1
    let isRunning = true
    let isFirst = true
    const end = (): void => {
      if (isRunning) this.#running -= 1
      isRunning = false
    }
    return {
      end,
      next: () => {
        const step = messages.next()
        if (step.done === true) {
          end()
          return null
        }
        const message = isFirst && hasEdns ? withEdns(step.value) : step.value
        isFirst = false
        return signer === null ? message : signer.sign(message, Math.floor(this.#clockMs() / 1000))
      },
    }
  }
}

/** Whether it looks like one, by the type of its question: queries of other types are not read twice. */
function asksForTransfer(packet: Uint8Array): boolean {
  const at = packet.length > headerBytes ? skipName(packet, headerBytes) : -1
  return at > 0 && packet[at] === 0 && (packet[at + 1] === TYPE.AXFR || packet[at + 1] === TYPE.IXFR)
}

/** Whether the client, by the serial that it sends with IXFR, has the zone as it is or a later one (RFC 1982). */
function hasZone(packet: Uint8Array, questionEnd: number, zone: CompiledZone): boolean {
  const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength)
  const fixed = skipName(packet, questionEnd)
  if (bytes.readUInt16BE(8) === 0 || fixed < 0 || fixed + 10 > bytes.length || bytes.readUInt16BE(fixed) !== TYPE.SOA) return false
  const afterPrimary = skipName(packet, fixed + 10)
  const numbers = afterPrimary < 0 ? -1 : skipName(packet, afterPrimary)
  if (numbers < 0 || numbers + 4 > bytes.length) return false
  return ((bytes.readUInt32BE(numbers) - zone.serial) | 0) >= 0
}

/** EDNS is answered in the first message (RFC 5936 §2.2.5). */
function withEdns(message: Buffer): Buffer {
  const opt = Buffer.alloc(ednsBytes)
  opt.writeUInt16BE(TYPE.OPT, 1)
  opt.writeUInt16BE(maxUdpBytes, 3)
  message.writeUInt16BE(1, 10)
  return Buffer.concat([message, opt])
}
