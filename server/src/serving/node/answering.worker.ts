/** Answers by UDP what the main thread answers, from the same bytes, and counts what it has answered until that is asked for. */
import { parentPort, workerData } from 'node:worker_threads'
import { SegmentTable } from '../lines/segment-table.ts'
import { catalogOfHead } from '../transfer/catalogs.ts'
import { NotifyInbox } from '../transfer/notify-inbox.ts'
import type { CompiledZone } from '../zone/rrset.ts'
import { Updates } from '../update/updates.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import { AnswerCounters } from './answer-counters.ts'
import { identityOf } from './answering-rules.ts'
import type { ThreadCall, ThreadMessage, ThreadTask } from './answering-threads.ts'
import { QueryLog } from './query-log.ts'
import { RateLimiter } from './rate-limit.ts'
import { OwnProbes, Responder } from './responder.ts'
import type { ListenAddress } from './tcp-listener.ts'
import { UdpListener } from './udp-listener.ts'
import { follow, LeftBytes } from './zone-news.ts'

const { memory, rateLimit, recentQueries } = workerData as ThreadTask
const say = (message: ThreadMessage): void => parentPort!.postMessage(message)
const onFault = (fault: unknown): void => say({ told: String(fault) })
const inbox = new NotifyInbox((notified) => say({ notified }))
const onNotified = (zoneKey: string): void => inbox.add(zoneKey)

const zones = new ZoneTable()
const left = new LeftBytes()
const counters = new AnswerCounters()
const limiter = new RateLimiter(rateLimit, memory.limiter)
const log = new QueryLog(recentQueries, memory.numbers)
const ownProbes = new OwnProbes(memory.ownProbes)
const catalogs = new Map<string, CompiledZone>()
let lastUpdate = 0
/** Updates that the main thread was asked to have executed. */
const updating = new Map<number, (rcode: number) => void>()
const updates = new Updates((request) => {
  lastUpdate += 1
  const update = lastUpdate
  say({ update, request })
  return new Promise((settle) => updating.set(update, settle))
})
const responder = new Responder({
  zones,
  catalogs,
  transfers: null,
  updates,
  limiter,
  counters,
  log,
  ownProbes,
  random: Math.random,
  clockMs: Date.now,
  onFault,
  onNotified,
})
const sockets = new Map<string, UdpListener>()

parentPort!.on('message', (message: ThreadCall) => {
  const { id: to } = message
  const replied = (reply: unknown): void => say({ to, reply })
  if (message.call === 'open') return void open(message.sent).then(() => replied(null), refused(to))
  if (message.call === 'close') return void close(message.sent.host).then(() => replied(null), refused(to))
  replied(done(message))
})

async function open(address: ListenAddress): Promise<void> {
  sockets.set(address.host, await UdpListener.open(address, responder, onFault))
}

async function close(host: string): Promise<void> {
  const socket = sockets.get(host)
  sockets.delete(host)
  await socket?.close()
}

/** What is thrown here ends the thread, and the node with it: it does not have what the others have. */
function done(message: Exclude<ThreadCall, { call: 'open' | 'close' }>): unknown {
  switch (message.call) {
    case 'zones':
      for (const news of message.sent) follow(zones, left, news)
      return null
    case 'lines':
      responder.useLines(new SegmentTable(message.sent))
      return null
    case 'rules':
      limiter.use(message.sent.limit)
      responder.useIdentity(identityOf(message.sent))
      return null
    case 'catalogs':
      catalogs.clear()
      for (const head of message.sent) {
        const zone = catalogOfHead(head)
        catalogs.set(zone.key, zone)
      }
      return null
    case 'drain':
      return { counts: counters.drain(), limited: limiter.drain() }
    case 'updated':
      updating.get(message.sent.update)?.(message.sent.rcode)
      updating.delete(message.sent.update)
      return null
    case 'log':
      return log.read(message.sent)
  }
}

function refused(to: number): (error: NodeJS.ErrnoException) => void {
  return ({ message, code }) => say({ to, fault: { message, code } })
}
