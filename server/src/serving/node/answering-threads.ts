import { Worker } from 'node:worker_threads'
import type { SegmentParts } from '../lines/segment-parts.ts'
import type { AnsweringRules } from './answering-rules.ts'
import type { ThreadCounts } from './counts-sum.ts'
import type { LogNumbers, LogPartQuestion } from './query-log.ts'
import type { RingPart } from './query-ring.ts'
import type { CatalogHead } from '../transfer/catalogs.ts'
import type { RateLimitOptions } from './rate-limit.ts'
import type { ListenAddress } from './tcp-listener.ts'
import type { UpdateRequest } from '../update/update-message.ts'
import type { AskUpdate } from '../update/updates.ts'
import type { ZoneNews } from './zone-news.ts'

/** Memory that the threads of a node have together. */
export type SharedMemory = { readonly limiter: SharedArrayBuffer; readonly numbers: LogNumbers; readonly ownProbes: SharedArrayBuffer }

/** What a thread is started with. */
export type ThreadTask = { readonly memory: SharedMemory; readonly rateLimit: RateLimitOptions; readonly recentQueries: number }

/** What the main thread asks of one that answers. All is done in the order in which it was asked for. */
export type ThreadCalls = {
  zones: { sent: readonly ZoneNews[]; reply: null }
  lines: { sent: SegmentParts; reply: null }
  rules: { sent: AnsweringRules; reply: null }
  /** All that there are. */
  catalogs: { sent: readonly CatalogHead[]; reply: null }
  open: { sent: ListenAddress; reply: null }
  close: { sent: { readonly host: string }; reply: null }
  drain: { sent: null; reply: ThreadCounts }
  log: { sent: LogPartQuestion; reply: RingPart }
  /** The response code of an update that it has asked to be executed. */
  updated: { sent: { readonly update: number; readonly rcode: number }; reply: null }
}

export type ThreadCall = {
  readonly [Call in keyof ThreadCalls]: { readonly id: number; readonly call: Call; readonly sent: ThreadCalls[Call]['sent'] }
}[keyof ThreadCalls]
/** `code` is that of the system's errors. */
export type ThreadFault = { readonly message: string; readonly code: string | undefined }
export type ThreadMessage =
  | { readonly to: number; readonly reply: unknown }
  | { readonly to: number; readonly fault: ThreadFault }
  | { readonly told: string }
  | { readonly notified: readonly string[] }
  | { readonly update: number; readonly request: UpdateRequest }

type Waiting = { readonly settle: (reply: unknown) => void; readonly fail: (cause: Error) => void }

/** Whom a thread tells what. */
export type ThreadEars = {
  /** Faults that no query must see. */
  readonly onFault: (fault: unknown) => void
  /** It has ended by itself: the node is not whole any more. */
  readonly onLost: (cause: Error) => void
  /** A zone whose primary says that it has changed, by its key. */
  readonly onNotified: (zoneKey: string) => void
  /** Has the updates executed that came to it. */
  readonly askUpdate: AskUpdate
}

/** What it makes for a query is of no use a moment later; half of what V8 would take for that is enough. */
const youngMegabytes = 24

/** A thread that answers by UDP beside the main one, from the same bytes. */
export class AnsweringThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #isEnding = false
  #lost: Error | null = null

  constructor(task: ThreadTask, { onFault, onLost, onNotified, askUpdate }: ThreadEars) {
    this.#worker = new Worker(new URL('./answering.worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    })
    this.#worker.on('message', (message: ThreadMessage) => {
      if ('told' in message) return onFault(new Error(message.told))
      if ('notified' in message) return message.notified.forEach(onNotified)
      if ('request' in message) {
        const { update, request } = message
        return void askUpdate(request).then((rcode) => this.ask('updated', { update, rcode }).catch(() => undefined))
      }
      const waiting = this.#waiting.get(message.to)
      this.#waiting.delete(message.to)
      if ('fault' in message) waiting?.fail(Object.assign(new Error(message.fault.message), { code: message.fault.code }))
      else waiting?.settle(message.reply)
    })
    let cause = new Error('a thread of the node has ended')
    this.#worker.on('error', (error: Error) => (cause = error))
    this.#worker.on('exit', () => {
      this.#lost = cause
      for (const { fail } of this.#waiting.values()) fail(cause)
      this.#waiting.clear()
      if (!this.#isEnding) onLost(cause)
    })
  }

  /** @throws the cause once the thread has ended, and what the system says of a socket */
  async ask<Call extends keyof ThreadCalls>(call: Call, sent: ThreadCalls[Call]['sent']): Promise<ThreadCalls[Call]['reply']> {
    if (this.#lost !== null) throw this.#lost
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((settle, fail) => {
      this.#waiting.set(id, { settle: (reply) => settle(reply as ThreadCalls[Call]['reply']), fail })
      this.#worker.postMessage({ id, call, sent })
    })
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await this.#worker.terminate()
  }
}
