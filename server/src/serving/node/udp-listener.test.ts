import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { queryPacket } from '../wire/wire-client.testing.ts'
import { BuiltInNode } from './built-in-node.ts'
import { recentQueries } from './query-log.testing.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function nodeAt(host: string, port: number): Promise<BuiltInNode> {
  const node = new BuiltInNode({ host, port, sharesPort: true })
  await node.start()
  closers.push(() => node.stop())
  return node
}

/** Clients whose queries are with the kernel as soon as they are sent: none of them waits for a turn. */
async function clientsOf(host: string, port: number, count: number): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
      closers.push(() => socket.close())
      socket.connect(port, host)
      await once(socket, 'connect')
      return socket
    }),
  )
}

const hasIpv6 = Object.values(networkInterfaces()).some((entries) => entries?.some(({ address }) => address === '::1'))

// Elsewhere a port has one socket.
describe.runIf(process.platform === 'linux')('a socket that another one on its port relieves', () => {
  it.each(['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])])(
    'answers what has come to it, and what comes while it closes is answered by the other (%s)',
    async (host) => {
      const first = await nodeAt(host, 0)
      const { port } = first
      const second = await nodeAt(host, port)
      const clients = await clientsOf(host, port, 60)
      let answers = 0
      for (const client of clients) client.on('message', () => (answers += 1))
      for (const client of clients.slice(0, 40)) client.send(queryPacket({ name: 'any.test', type: 1 }))
      // Nothing has been read yet.
      const stopped = first.stop()
      await new Promise(setImmediate)
      // Something else has the thread for longer than silence has to last.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60)
      for (const client of clients) client.send(queryPacket({ name: 'any.test', type: 1 }))
      await stopped
      await expect.poll(() => answers).toBe(100)
      const ofSecond = (await recentQueries(second, 0, 1_000)).length
      // Both had their part of the first forty, and the second all that came after.
      expect([ofSecond > 60, ofSecond < 100]).toEqual([true, true])
    },
  )
})
