import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { BuiltInNode } from '../node/built-in-node.ts'
import type { DrainedCounts } from '../node/driver.ts'
import { ProbeFailure } from '../node/soa-probe.ts'
import { joined, type RecordPiece } from '../zone/zone-update.ts'
import { linkProtocol, type NodeCalls, type NodeHello, type NodeNotice } from './node-calls.ts'
import { LinkPeer } from './peer.ts'

export type NodeEndOptions = {
  /** The control plane's socket. */
  readonly path: string
  readonly node: BuiltInNode
  readonly version: string
  /** Called each time before the node says hello: the control plane has everything that a node needs to find. */
  readonly onConnected: () => void
  /** The control plane wants the process to end. */
  readonly onEnd: () => void
}

export type NodeEnd = { isConnected(): boolean; stop(): Promise<void> }

const pauseMs = 100
const heldOfReply = 5_000

type Handlers = { readonly [Call in keyof NodeCalls]: (sent: NodeCalls[Call]['sent'], parts: readonly unknown[]) => Promise<NodeCalls[Call]['reply']> }

/** Keeps a node connected to its control plane, and does what that asks for. The node answers queries meanwhile, connected or not. */
export function startNodeEnd({ path, node, version, onConnected, onEnd }: NodeEndOptions): NodeEnd {
  let left: Promise<void> | null = null
  const handlers = handlersOf(node, () => (left ??= node.leave()), onEnd)
  let peer: LinkPeer | null = null
  let isStopped = false
  // What is said while nobody is there is found by the next refresh.
  node.onNotified((zones) => void peer?.ask('notified', zones satisfies NodeNotice).catch(() => undefined))

  const loop = (async () => {
    while (!isStopped && left === null) {
      const socket = existsSync(path) ? await connected(path) : null
      if (socket !== null && !isStopped) {
        peer = new LinkPeer(socket, async (call, payload, parts) => {
          if (!Object.hasOwn(handlers, call)) throw new Error(`unknown call: ${call}`)
          return handlers[call as keyof NodeCalls](payload as never, parts)
        })
        onConnected()
        const hello: NodeHello = { protocol: linkProtocol, version, pid: process.pid }
        const asked = peer
        await asked.ask('hello', hello).catch(() => asked.close())
        node.useUpdates(async (request) => Number(await asked.ask('update', request)))
        await asked.closed
        node.useUpdates(null)
        peer = null
      }
      socket?.destroy()
      if (!isStopped) await pause(pauseMs)
    }
  })()
  // Without the control plane that has told it to leave: another one would take it on.
  void loop.then(async () => {
    await left?.catch(() => undefined)
    if (!isStopped) onEnd()
  })

  return {
    isConnected: () => peer !== null,
    async stop() {
      isStopped = true
      peer?.close()
      await loop
    },
  }
}

/** Null when nobody listens there. */
function connected(path: string): Promise<Socket | null> {
  return new Promise((settle) => {
    const socket = connect(path)
    socket.once('connect', () => settle(socket.removeAllListeners('error')))
    socket.once('error', () => settle(null))
  })
}

function handlersOf(node: BuiltInNode, leave: () => Promise<void>, onEnd: () => void): Handlers {
  // Zones are changed one after the other, in the order in which that was asked for.
  let changing: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = changing.then(work)
    changing = done.catch(() => undefined)
    return done
  }
  let batch = 0
  let unconfirmed: Pick<DrainedCounts, 'counts' | 'limited'> | null = null
  return {
    health: () => node.health(),
    async held({ after }) {
      const held = (await node.heldZones()).filter(({ domainId }) => domainId > after)
      return held.toSorted((a, b) => a.domainId - b.domainId).slice(0, heldOfReply)
    },
    zone: (head, parts) => inTurn(async () => (await node.applyZones([joined(head, parts as readonly RecordPiece[])], head.isKept))[0]!),
    remove: ({ names, isKept }) => inTurn(() => node.removeZones(names, isKept)),
    complete: () => inTurn(async () => (await node.complete(), null)),
    rules: async (rules) => (await node.useRules(rules), null),
    async verify({ name }) {
      try {
        return { verification: await node.verify(name) }
      } catch (error) {
        if (!(error instanceof ProbeFailure)) throw error
        return { failure: { reason: error.reason, detail: error.detail } }
      }
    },
    async counters() {
      if (unconfirmed === null) {
        const { counts, limited } = await node.drainCounters()
        unconfirmed = { counts, limited }
        batch += 1
      }
      return { batch, ...unconfirmed }
    },
    async counted({ batch: confirmed }) {
      if (confirmed === batch) unconfirmed = null
      return null
    },
    log: (question) => node.queryLog(question),
    explain: ({ clientAddress, ...question }) => node.explain({ ...question, clientAddress: Uint8Array.from(clientAddress) }),
    states: (question) => node.transferStates(question),
    leave: async () => (await leave(), null),
    async end() {
      setImmediate(onEnd)
      return null
    },
  }
}
