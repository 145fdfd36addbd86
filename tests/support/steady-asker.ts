import { createSocket } from 'node:dgram'
import { setTimeout as pause } from 'node:timers/promises'
import { decodeMessage, encodeQuery } from '@nameplane/dns-text/message'

/** What came of the queries: those without an answer, and each answer that was not the one expected, in words. */
export type Heard = { readonly asked: number; readonly lost: number; readonly wrong: readonly string[] }

export type SteadyAsker = {
  /** Asks no more, waits for what is still on its way, and tells. */
  stop(): Promise<Heard>
}

const turnMs = 10
const patienceMs = 2_000
/** No more are on their way at once: where the machine is busy, a socket would drop what does not fit. */
const mostOpen = 200
/** Where several threads answer, each has its part of the ports that are asked from. */
const ports = 8
/** A resolver waits about as long before it asks again. */
const askAgainMs = 500

/**
 * Asks the node on this port for the addresses of a name, that often a second where the machine keeps up, and compares each answer.
 * @param tries how often a query is sent before it counts as lost: more than once where the machine may be so busy that it drops packets
 */
export function askSteadily(port: number, name: string, address: string, perSecond = 500, tries = 1): SteadyAsker {
  const sockets = Array.from({ length: ports }, () => createSocket('udp4'))
  const open = new Map<number, { sentAt: number; tries: number }>()
  const wrong: string[] = []
  let asked = 0
  for (const socket of sockets) {
    socket.on('message', (bytes) => {
      const message = decodeMessage(bytes)
      if (!open.delete(message.id)) return
      const values = message.answers.map(({ value }) => value).join(' ')
      if (message.rcode !== 0 || values !== address) wrong.push(`code ${message.rcode} ${values}`)
    })
    // Where nobody listens: the query is lost, which is told at the end.
    socket.on('error', () => {})
  }
  const send = (id: number): void => sockets[id % ports]!.send(encodeQuery({ id, name, type: 'A' }), port, '127.0.0.1')
  const askAgain = (): void => {
    const now = performance.now()
    for (const [id, query] of open) {
      if (query.tries >= tries || now - query.sentAt < askAgainMs) continue
      query.tries += 1
      query.sentAt = now
      send(id)
    }
  }
  const timer = setInterval(() => {
    askAgain()
    for (let query = 0; query < (perSecond * turnMs) / 1000 && open.size < mostOpen; query += 1) {
      asked += 1
      const id = asked % 65_536
      open.set(id, { sentAt: performance.now(), tries: 1 })
      send(id)
    }
  }, turnMs)
  return {
    async stop() {
      clearInterval(timer)
      for (let waited = 0; open.size > 0 && waited < patienceMs; waited += turnMs) {
        askAgain()
        await pause(turnMs)
      }
      for (const socket of sockets) socket.close()
      return { asked, lost: open.size, wrong }
    },
  }
}
