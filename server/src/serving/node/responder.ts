import { answerQuery, slipReply, type AnswerContext } from '../answer/answer.ts'
import { withoutIdentity, type Identity } from '../answer/reply-options.ts'
import { onlyDefaultLine, type LineTable } from '../lines/line-table.ts'
import type { Transfer, ZoneTransfers } from '../transfer/zone-transfers.ts'
import type { Updates } from '../update/updates.ts'
import type { Transport } from '../wire/transport.ts'
import type { CompiledZone } from '../zone/rrset.ts'
import type { ZoneTable } from '../zone/zone-table.ts'
import type { AnswerCounters } from './answer-counters.ts'
import { clientAddressBytes } from './client-address.ts'
import type { QueryLog } from './query-log.ts'
import { answerClass, type RateLimiter } from './rate-limit.ts'

/** What the sockets share: packet in, reply out, everything counted. */
export type ResponderParts = {
  readonly zones: ZoneTable
  readonly catalogs: ReadonlyMap<string, CompiledZone>
  /** Null in threads that answer by UDP alone. */
  readonly transfers: ZoneTransfers | null
  readonly updates: Updates
  readonly limiter: RateLimiter
  readonly counters: AnswerCounters
  readonly log: QueryLog
  readonly ownProbes: OwnProbes
  readonly random: () => number
  readonly clockMs: () => number
  /** Told of a fault of our own while answering; the query is then left unanswered, the node goes on. */
  readonly onFault: (fault: unknown) => void
  /** Told of each NOTIFY of a primary, by the key of its zone. */
  readonly onNotified: (zoneKey: string) => void
}

/** Ports of our own verifying queries; they are answered without a limit and counted as nobody's, by whichever thread they come to. */
export class OwnProbes {
  readonly #ports: Uint8Array<SharedArrayBuffer>

  constructor(memory = new SharedArrayBuffer(65_536)) {
    this.#ports = new Uint8Array(memory)
  }

  begin(port: number): void {
    Atomics.store(this.#ports, port, 1)
  }

  end(port: number): void {
    Atomics.store(this.#ports, port, 0)
  }

  has(port: number): boolean {
    return Atomics.load(this.#ports, port) === 1
  }
}

export class Responder {
  readonly #parts: ResponderParts
  // One context for all packets: answering is synchronous.
  readonly #context: { -readonly [Part in keyof AnswerContext]: AnswerContext[Part] }

  constructor(parts: ResponderParts) {
    this.#parts = parts
    const { zones, catalogs, random } = parts
    const clientAddress = new Uint8Array(4)
    this.#context = { zones, catalogs, lines: onlyDefaultLine, clientAddress, transport: 'udp', random, identity: withoutIdentity, nowSeconds: 0 }
  }

  useLines(lines: LineTable): void {
    this.#context.lines = lines
  }

  useIdentity(identity: Identity): void {
    this.#context.identity = identity
  }

  /** What to send to a client that asks by TCP for a whole zone and may have it; null when `respond` answers. */
  transfer(packet: Uint8Array, client: string, transport: Transport = 'tcp'): Transfer | null {
    const { transfers, counters, log, clockMs, onFault } = this.#parts
    if (transfers === null) return null
    try {
      const nowMs = clockMs()
      this.#context.clientAddress = clientAddressBytes(client)
      this.#context.nowSeconds = Math.floor(nowMs / 1000)
      const begun = transfers.begin(packet, this.#context)
      if (begun === null) return null
      counters.add(begun.event)
      log.push(begun.event, nowMs, client, transport, null)
      return begun.transfer
    } catch (fault) {
      onFault(fault)
      return null
    }
  }

  /** The reply, later, to an update that is signed with a key of ours; null when `respond` answers. */
  update(packet: Uint8Array, client: string): Promise<Buffer | null> | null {
    const { updates, clockMs, onFault } = this.#parts
    const failed = (fault: unknown): null => {
      onFault(fault)
      return null
    }
    try {
      this.#context.nowSeconds = Math.floor(clockMs() / 1000)
      return updates.begin(packet, this.#context, client, clockMs)?.catch(failed) ?? null
    } catch (fault) {
      return failed(fault)
    }
  }

  /** The reply to send, or null for silence. `client` is the socket's address text. */
  respond(packet: Uint8Array, client: string, transport: Transport, clientPort = 0): Buffer | null {
    const { limiter, counters, log, ownProbes, clockMs, onFault, onNotified } = this.#parts
    try {
      const nowMs = clockMs()
      const address = clientAddressBytes(client)
      this.#context.clientAddress = address
      this.#context.transport = transport
      this.#context.nowSeconds = Math.floor(nowMs / 1000)
      const { response, event, isKnownClient, notified } = answerQuery(packet, this.#context)
      const isOwnProbe = ownProbes.has(clientPort)
      // A TCP client, or one with a cookie of ours, has shown that its address is its own.
      if (transport === 'udp' && event !== null && !isKnownClient && !isOwnProbe) {
        const verdict = limiter.take(address, answerClass(event), nowMs)
        if (verdict === 'drop') return null
        if (verdict === 'slip') return slipReply(packet, this.#context)
      }
      if (notified !== undefined) onNotified(notified)
      if (event !== null && !isOwnProbe) {
        counters.add(event)
        log.push(event, nowMs, client, transport, response)
      }
      return response
    } catch (fault) {
      onFault(fault)
      return null
    }
  }
}
