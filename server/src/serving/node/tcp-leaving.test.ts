import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { closed, framed, replies } from '../wire/tcp-client.testing.ts'
import { queryPacket } from '../wire/wire-client.testing.ts'
import { hardZone, wholeOf } from '../zone/zones.testing.ts'
import { BuiltInNode } from './built-in-node.ts'
import { recentQueries } from './query-log.testing.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const idleMs = 20
const leaveMs = 40

/** `at` is the time that it has. */
async function startedNode(port = 0, tcp = { idleMs, leaveMs }): Promise<{ node: BuiltInNode; at: (ms: number) => void }> {
  let nowMs = 0
  const node = new BuiltInNode({
    ...{ host: '127.0.0.1', port, sharesPort: true, clockMs: () => nowMs },
    tcp: { maxClients: 500, maxClientsPerNetwork: 500, transferMs: 60_000, ...tcp },
  })
  closers.push(() => node.stop())
  await node.applyZones([wholeOf(hardZone)])
  await node.start()
  return { node, at: (ms) => (nowMs = ms) }
}

async function tcpClient(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  closers.push(() => socket.destroy())
  await new Promise<void>((settle) => void socket.once('connect', () => settle()))
  return socket
}

const many = (id: number): Buffer => framed(queryPacket({ name: 'many.hard.test', type: 1, id }))

async function answered(socket: Socket, id: number): Promise<number | undefined> {
  const reply = replies(socket, 1)
  socket.write(many(id))
  return (await reply)[0]?.id
}

test('a node that leaves answers the connections it has, and settles when the last one has ended', async () => {
  const { node } = await startedNode()
  const client = await tcpClient(node.port)
  expect(await answered(client, 1)).toBe(1)
  let hasLeft = false
  const leaving = node.leave().then(() => (hasLeft = true))
  while ((await node.health()).state === 'up') await nextTurn()
  expect(await answered(client, 2)).toBe(2)
  expect([hasLeft, node.tcpClients]).toEqual([false, 1])
  client.end()
  await leaving
  expect(node.tcpClients).toBe(0)
})

test('a burst of queries that are on their way has every answer', async () => {
  const { node } = await startedNode()
  const client = await tcpClient(node.port)
  client.pause()
  const ids = Array.from({ length: 400 }, (_, id) => id) // 1.3 MB of answers
  client.write(Buffer.concat(ids.map(many)))
  while ((await recentQueries(node, 0, 10_000)).length === 0) await nextTurn()
  const leaving = node.leave()
  const all = replies(client, ids.length)
  client.resume()
  expect((await all).map(({ id }) => id)).toEqual(ids)
  client.end()
  await leaving
})

test('what is silent for the usual time ends', async () => {
  const { node, at } = await startedNode()
  const client = await tcpClient(node.port)
  expect(await answered(client, 1)).toBe(1)
  const leaving = node.leave()
  at(idleMs + 1)
  await closed(client)
  await leaving
})

test('what goes on asking ends after its time, in order and with its last answer', async () => {
  const { node, at } = await startedNode(0, { idleMs: 2 * leaveMs, leaveMs })
  const client = await tcpClient(node.port)
  const leaving = node.leave()
  while ((await node.health()).state === 'up') await nextTurn()
  at(leaveMs - 1)
  expect(await answered(client, 1)).toBe(1)
  let isReset = false
  client.on('error', () => (isReset = true))
  const ended = new Promise((settle) => client.once('end', settle))
  at(leaveMs)
  await ended
  await leaving
  expect(isReset).toBe(false)
})

test('a client that does not take its answers does not hold it longer', async () => {
  const { node, at } = await startedNode(0, { idleMs: 2 * leaveMs, leaveMs })
  const client = await tcpClient(node.port)
  client.pause()
  client.write(Buffer.concat(Array.from({ length: 3000 }, (_, id) => many(id))))
  while ((await recentQueries(node, 0, 10_000)).length === 0) await nextTurn()
  const leaving = node.leave()
  while ((await node.health()).state === 'up') await nextTurn()
  at(leaveMs)
  await leaving
})

test('it listens no more, whoever asks it to, and stops at once when it has to', async () => {
  const { node } = await startedNode()
  const { port } = node
  const client = await tcpClient(port)
  expect(await answered(client, 1)).toBe(1)
  const leaving = node.leave()
  while ((await node.health()).state === 'up') await nextTurn()
  await node.complete()
  expect((await node.health()).listening).toEqual([])
  await node.stop()
  await leaving
  await closed(client)
})

/** Whether a connection that is opened now has its answer; false when it is reset before. */
function isAnswered(port: number, id: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  closers.push(() => socket.destroy())
  socket.on('error', () => undefined)
  socket.write(many(id))
  return replies(socket, 1).then(([reply]) => {
    socket.destroy()
    return reply?.id === id
  })
}

test.skipIf(process.platform !== 'linux')('the one in its place has the new connections, and those that wait to be taken meanwhile are not lost', async () => {
  const { node } = await startedNode(0, { idleMs, leaveMs })
  const { port } = node
  const old = await tcpClient(port)
  expect(await answered(old, 1)).toBe(1)
  const { node: next } = await startedNode(port)
  const first = Array.from({ length: 200 }, (_, at) => isAnswered(port, at))
  const leaving = node.leave()
  while ((await node.health()).state === 'up') await nextTurn()
  const later = Array.from({ length: 50 }, (_, at) => isAnswered(port, 1000 + at))
  // No system call closes a socket and takes what has come to it in one step: whoever comes in between asks again (RFC 7766 §6.2.4).
  const lost = (await Promise.all(first)).filter((has) => !has).length
  expect(lost).toBeLessThan(20)
  expect(await Promise.all(later)).not.toContain(false)
  expect(await answered(old, 7)).toBe(7)
  old.end()
  await leaving
  expect((await next.health()).state).toBe('up')
})
