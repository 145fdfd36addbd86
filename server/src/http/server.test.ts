import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { rights } from '@nameplane/contract/rights'
import type { Db } from '../db/connection.ts'
import { route } from './call.ts'
import { createHttpServer } from './server.ts'

const someone = {
  ...({ accountId: 1, sessionId: 1, name: 'someone', kind: 'administrator', isSuper: true, token: null, restriction: null } as const),
  ...{ rights: new Set(rights), accessScopes: new Map() },
}

test('what arrives while the server closes is told so in an envelope, and what was begun is answered', async () => {
  const app = await createHttpServer({ db: null as unknown as Db, routes: [], authenticate: async () => null, mayHear: async () => false })
  const entered = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<{ code: number }>()
  const closing = Promise.withResolvers<void>()
  app.get('/slow', () => (entered.resolve(), answer.promise))
  app.addHook('preClose', async () => closing.resolve())
  const sockets: Socket[] = []
  app.server.on('connection', (socket: Socket) => sockets.push(socket))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const slow = fetch(`http://127.0.0.1:${port}/slow`)
  await entered.promise

  // Half a request keeps its connection from being closed as idle.
  const late = connect(port, '127.0.0.1')
  late.write('GET /api/anything HTTP/1.1\r\nHost: test\r\nAccept-Language: en\r\n')
  await expect.poll(() => sockets[1]?.bytesRead).toBeGreaterThan(0)
  const closed = app.close()
  await closing.promise
  late.write('\r\n')
  const [said] = (await once(late, 'data')) as [Buffer]
  expect(said.toString()).toMatch(/^HTTP\/1\.1 503 /)
  expect(said.toString()).toContain('"problem":"unavailable"')
  answer.resolve({ code: 1 })
  expect(await (await slow).json()).toEqual({ code: 1 })
  await closed
})

test.each([
  ['for its path', '/api/anything', 'application/octet-stream', 2],
  ['for the length it names', `/api/${admin.delete.path}`, 'application/json', 2],
  ['for a kind that nobody reads', `/api/${admin.delete.path}`, 'application/x-unheard-of', 2],
  ['for its length, of a client that asks for no more,', `/api/${admin.delete.path}`, 'application/json\r\nConnection: close', 1],
])('a large body that is refused %s does not cost its sender the answer', async (_, path, type, answered) => {
  const app = await createHttpServer({
    db: null as unknown as Db,
    routes: [route(admin.delete, async () => ({}))],
    authenticate: async () => someone,
    mayHear: async () => false,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  let answers = ''
  const ended = new Promise<string>((settle) => {
    socket.once('error', (error) => settle(error.message))
    socket.once('close', () => settle('closed'))
  })
  socket.on('data', (bytes) => (answers += bytes.toString()))
  const piece = Buffer.alloc(1 << 20, 'x')
  const head = `POST ${path} HTTP/1.1\r\nHost: test\r\nContent-Type: ${type}\r\nContent-Length: ${4 * piece.length}\r\n\r\n`
  socket.write(head)
  socket.write(piece)
  await expect.poll(() => answers).toContain('"code":')
  // It was answered before it was all sent; the rest finds somebody who reads it, and the connection serves another call.
  for (let sent = 1; sent < 4; sent += 1) await new Promise((settle) => socket.write(piece, settle))
  if (answered > 1) socket.write('GET /api/anything HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n')
  expect(await ended).toBe('closed')
  expect(answers.match(/HTTP\/1\.1 /g)).toHaveLength(answered)
  await app.close()
})
