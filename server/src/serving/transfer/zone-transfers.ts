import type { AnswerContext, AnswerEvent } from '../answer/answer.ts'
import { maxUdpBytes } from '../answer/response.ts'
import type { RedirectAddresses } from '../redirect/redirect-addresses.ts'
import { emptyQuery, readQuery, skipName } from '../wire/query.ts'
import { checkTsig, TsigSigner } from '../wire/tsig.ts'
import { CLASS, TYPE } from '../wire/wire-types.ts'
import type { CompiledZone } from '../zone/rrset.ts'
import type { TransferRight } from './transfer-rules.ts'
import { recordsOfDifference, type ZoneDifference } from './zone-difference.ts'
import type { ZoneJournal } from './zone-journal.ts'
import { messagesOf } from './zone-messages.ts'
import { soaOf, wholeZone, type TransferRecord } from './zone-records.ts'

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

/** What a client was given to its end. */
export type GivenZone = {
  readonly right: TransferRight
  readonly zone: CompiledZone
  /** `nothing`: it has the zone as it is. */
  readonly kind: 'whole' | 'differences' | 'nothing'
  /** The serial it had; null when it did not say. */
  readonly asked: number | null
}

export type ZoneTransfersOptions = { readonly clockMs: () => number; readonly journal: ZoneJournal; readonly onGiven: (given: GivenZone) => void }

const query = emptyQuery()

/** The zones that a node is giving away at the moment. */
export class ZoneTransfers {
  #running = 0
  readonly #options: ZoneTransfersOptions

  constructor(options: ZoneTransfersOptions) {
    this.#options = options
  }

  get running(): number {
    return this.#running
  }

  /**
   * What answers an AXFR or IXFR query by TCP (RFC 5936, RFC 1995) of a client that may have the zone. Null for anything else, which is
   * answered like a query of a client that may not. IXFR is answered with the differences since the serial that the client has, with the
   * SOA alone if it has the zone as it is, and with the whole zone where neither is known.
   */
  begin(packet: Uint8Array, context: AnswerContext): BegunTransfer | null {
    if (!asksForTransfer(packet) || this.#running >= maxTransfers) return null
    if (readQuery(packet, query) !== 'query' || query.class !== CLASS.IN || query.ednsVersion > 0) return null
    const { zones, catalogs, identity, clientAddress, nowSeconds, lines } = context
    const { key } = query.name
    const domain = zones.get(key)
    const zone = domain ?? catalogs.get(key)
    if (zone === undefined || zone.isExpired === true) return null
    const check = query.tsigAt > 0 ? checkTsig(packet, query.tsigAt, identity.transfers.keys, nowSeconds) : null
    if (check !== null && check.kind !== 'good') return null
    const signedBy = check?.keyName ?? null
    const right =
      domain === undefined
        ? identity.transfers.rightToCatalog(key, clientAddress, signedBy)
        : identity.transfers.rightTo(zone.domainId, clientAddress, signedBy)
    if (right === null) return null
    const signer = check === null ? null : new TsigSigner(check.key, check.mac)
    const { chain } = lines.match(clientAddress, clientAddress.length * 8)
    const { kind, asked, records } = this.#contents(packet, zone, identity.redirects)
    const messages = messagesOf(records, Buffer.from(packet.subarray(0, query.questionEnd)), ednsBytes + (signer?.bytes ?? 0))
    const event = { domainId: domain?.domainId ?? null, zone: domain?.name ?? null, line: chain[0] as string, chain, answeredLine: null, rcode: 0 }
    return {
      transfer: this.#transferOf(messages, signer, query.hasEdns, { right, zone, kind, asked }),
      event: { ...event, type: query.type, nameKey: key, isOwnName: true, owner: '', subnet: query.subnet, truncated: false },
    }
  }

  #contents(packet: Uint8Array, zone: CompiledZone, redirects: RedirectAddresses): Pick<GivenZone, 'kind' | 'asked'> & { records: Iterable<TransferRecord> } {
    const asked = query.type === TYPE.IXFR ? serialOfClient(packet, query.questionEnd) : null
    if (asked !== null && ((asked - zone.serial) | 0) >= 0) return { kind: 'nothing', asked, records: [soaOf(zone)] }
    const differences = asked === null ? null : this.#options.journal.since(zone, asked)
    if (differences === null) return { kind: 'whole', asked, records: wholeZone(zone, redirects) }
    return { kind: 'differences', asked, records: recordsSince(zone, differences) }
  }

  #transferOf(messages: Iterator<Buffer>, signer: TsigSigner | null, hasEdns: boolean, given: GivenZone): Transfer {
    const { clockMs, onGiven } = this.#options
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
          if (isRunning) onGiven(given)
          end()
          return null
        }
        const message = isFirst && hasEdns ? withEdns(step.value) : step.value
        isFirst = false
        return signer === null ? message : signer.sign(message, Math.floor(clockMs() / 1000))
      },
    }
  }
}

/** Whether it looks like one, by the type of its question: queries of other types are not read twice. */
function asksForTransfer(packet: Uint8Array): boolean {
  const at = packet.length > headerBytes ? skipName(packet, headerBytes) : -1
  return at > 0 && packet[at] === 0 && (packet[at + 1] === TYPE.AXFR || packet[at + 1] === TYPE.IXFR)
}

/** The differences between two copies of the SOA as it is now (RFC 1995 §4). */
function* recordsSince(zone: CompiledZone, differences: readonly ZoneDifference[]): Generator<TransferRecord> {
  yield soaOf(zone)
  for (const difference of differences) yield* recordsOfDifference(difference)
  yield soaOf(zone)
}

/** The serial of the zone that the client has, which it sends with IXFR; null when it sends none. */
function serialOfClient(packet: Uint8Array, questionEnd: number): number | null {
  const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength)
  const fixed = skipName(packet, questionEnd)
  if (bytes.readUInt16BE(8) === 0 || fixed < 0 || fixed + 10 > bytes.length || bytes.readUInt16BE(fixed) !== TYPE.SOA) return null
  const afterPrimary = skipName(packet, fixed + 10)
  const numbers = afterPrimary < 0 ? -1 : skipName(packet, afterPrimary)
  return numbers < 0 || numbers + 4 > bytes.length ? null : bytes.readUInt32BE(numbers)
}

/** EDNS is answered in the first message (RFC 5936 §2.2.5). */
function withEdns(message: Buffer): Buffer {
  const opt = Buffer.alloc(ednsBytes)
  opt.writeUInt16BE(TYPE.OPT, 1)
  opt.writeUInt16BE(maxUdpBytes, 3)
  message.writeUInt16BE(1, 10)
  return Buffer.concat([message, opt])
}
