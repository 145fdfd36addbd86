import { randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import type { TsigKey } from '../wire/tsig.ts'
import type { CompiledZone } from '../zone/rrset.ts'
import { notifyMessage, readNotifyReply, type NotifyMessage } from './notify-message.ts'
import { NotifyQueue } from './notify-queue.ts'
import type { NotifyFailure } from './transfer-states.ts'

export type NotifyTimes = {
  /** How long an answer is waited for. */
  readonly answerMs: number
  /** Before each further try (RFC 1996 §3.6). */
  readonly pausesMs: readonly number[]
  /** Between two tries for changes of one zone that follow each other. */
  readonly spacingMs: number
}

export const defaultNotifyTimes: NotifyTimes = { answerMs: 3_000, pausesMs: [2, 4, 8, 16, 32, 64, 128, 256].map((seconds) => seconds * 1000), spacingMs: 1_000 }

/** Not answered yet, at one address. */
const mostAtOnce = 32
/** After so many times without an answer an address is asked for one zone at a time, until it answers. */
const silencesOfSilent = 3

export type NotifyTargetOptions = {
  readonly address: string
  readonly port: number
  readonly key: TsigKey | null
  /** The address that secondary servers know us by; null: the system chooses. */
  readonly localAddress: string | null
  readonly clockMs: () => number
  readonly times: NotifyTimes
  /** The zone as it is now; null when this address is not to be told of it any more. */
  readonly zoneOf: (key: string) => CompiledZone | null
  readonly onTold: (told: { zone: CompiledZone; tries: number }) => void
  readonly onAnswer: (answer: { zone: CompiledZone; failure: NotifyFailure | null }) => void
}

type InFlight = { readonly zone: CompiledZone; readonly message: NotifyMessage; readonly tries: number; readonly timer: NodeJS.Timeout }

/** One address of a secondary server that is told of changes, until it has answered for each or was asked often enough. */
export class NotifyTarget {
  readonly #options: NotifyTargetOptions
  readonly #queue: NotifyQueue
  readonly #inFlight = new Map<number, InFlight>()
  #socket: Socket | null = null
  #isReady = false
  #silences = 0
  #timer: NodeJS.Timeout | undefined
  #isEnded = false

  constructor(options: NotifyTargetOptions) {
    this.#options = options
    this.#queue = new NotifyQueue(options.times.pausesMs, options.times.spacingMs)
  }

  get waiting(): number {
    return this.#queue.size + this.#inFlight.size
  }

  add(zoneKey: string): void {
    if (this.#isEnded) return
    this.#queue.add(zoneKey, this.#options.clockMs())
    this.#pump()
  }

  forget(zoneKey: string): void {
    this.#queue.remove(zoneKey)
  }

  end(): void {
    this.#isEnded = true
    clearTimeout(this.#timer)
    for (const { timer } of this.#inFlight.values()) clearTimeout(timer)
    this.#inFlight.clear()
    this.#close()
  }

  /** Sends what is due, as much as may be unanswered at a time. */
  #pump(): void {
    clearTimeout(this.#timer)
    if (this.#isEnded) return
    const most = this.#silences >= silencesOfSilent ? 1 : mostAtOnce
    const nowMs = this.#options.clockMs()
    const next = this.#queue.nextDueMs
    if (next === null) {
      if (this.#inFlight.size === 0) this.#close()
      return
    }
    if (next > nowMs) {
      this.#timer = setTimeout(() => this.#pump(), next - nowMs).unref()
      return
    }
    // What ends one that is not answered calls again.
    if (this.#inFlight.size >= most) return
    const socket = this.#open()
    if (!this.#isReady) return
    while (this.#inFlight.size < most) {
      const due = this.#queue.take(nowMs)
      if (due === null) break
      const zone = this.#options.zoneOf(due.key)
      if (zone !== null) this.#send(socket, zone, due.tries)
    }
    if (this.#inFlight.size < most) this.#pump()
  }

  #send(socket: Socket, zone: CompiledZone, tries: number): void {
    const { key, clockMs, times, onTold } = this.#options
    let id = randomInt(65_536)
    while (this.#inFlight.has(id)) id = randomInt(65_536)
    const message = notifyMessage(zone, id, key, Math.floor(clockMs() / 1000))
    const timer = setTimeout(() => this.#failed(id, { reason: 'silent', rcode: null }), times.answerMs).unref()
    this.#inFlight.set(id, { zone, message, tries, timer })
    onTold({ zone, tries })
    socket.send(message.bytes, () => undefined)
  }

  #failed(id: number, failure: NotifyFailure): void {
    const sent = this.#taken(id)
    if (sent === null) return
    const { clockMs, onAnswer } = this.#options
    if (failure.reason === 'silent') this.#silences += 1
    onAnswer({ zone: sent.zone, failure })
    this.#queue.addAgain(sent.zone.key, sent.tries, clockMs())
    this.#pump()
  }

  /** A connected socket is given what comes from this address and port alone. */
  #receive(reply: Buffer): void {
    const { key, clockMs, onAnswer } = this.#options
    const id = reply.length < 2 ? -1 : reply.readUInt16BE(0)
    const sent = this.#inFlight.get(id)
    const read = sent === undefined ? null : readNotifyReply(reply, sent.message, key, Math.floor(clockMs() / 1000))
    if (sent === undefined || read === null) return
    this.#silences = 0
    // Anybody could have said so: it is asked again.
    if (!read.isSigned) return this.#failed(id, { reason: 'unsigned', rcode: read.rcode })
    this.#taken(id)
    onAnswer({ zone: sent.zone, failure: read.rcode === 0 ? null : { reason: 'refused', rcode: read.rcode } })
    this.#pump()
  }

  #taken(id: number): InFlight | null {
    const sent = this.#inFlight.get(id)
    if (sent === undefined) return null
    clearTimeout(sent.timer)
    this.#inFlight.delete(id)
    return sent
  }

  #open(): Socket {
    if (this.#socket !== null) return this.#socket
    const { address, port, localAddress } = this.#options
    const family = address.includes(':') ? 6 : 4
    const socket = createSocket({ type: family === 6 ? 'udp6' : 'udp4', lookup: (name, _options, done) => done(null, name, family) })
    this.#socket = socket
    socket.unref()
    // A port that nobody listens on is told here.
    socket.on('error', () => this.#unreachable())
    socket.on('message', (reply) => this.#receive(reply))
    const connect = (): void => {
      socket.connect(port, address, (error?: unknown) => {
        if (this.#socket !== socket) return
        if (error instanceof Error) return this.#unreachable()
        this.#isReady = true
        this.#pump()
      })
    }
    if (localAddress === null) connect()
    else socket.bind({ address: localAddress, port: 0, exclusive: true }, connect)
    return socket
  }

  #unreachable(): void {
    const wasReady = this.#isReady
    this.#close()
    this.#silences = silencesOfSilent
    for (const id of [...this.#inFlight.keys()]) this.#failed(id, { reason: 'unreachable', rcode: null })
    if (wasReady || this.#isEnded) return
    // Not even a socket could be had: what is due waits like what was tried.
    const nowMs = this.#options.clockMs()
    for (let due = this.#queue.take(nowMs); due !== null; due = this.#queue.take(nowMs)) {
      const zone = this.#options.zoneOf(due.key)
      if (zone !== null) this.#options.onAnswer({ zone, failure: { reason: 'unreachable', rcode: null } })
      this.#queue.addAgain(due.key, due.tries, nowMs)
    }
    this.#pump()
  }

  #close(): void {
    this.#socket?.removeAllListeners()
    this.#socket?.on('error', () => undefined)
    this.#socket?.close()
    this.#socket = null
    this.#isReady = false
  }
}
