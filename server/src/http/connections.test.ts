import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnections, loopback } from './connections.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
})

async function listening(
  limits: { total: number; perAddress: number },
  exempt: readonly string[],
): Promise<{ server: Server; open: (from?: string) => Promise<Socket> }> {
  const server = createServer((_request, response) => response.end('answered'))
  limitConnections(server, limits, exempt)
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const { port } = server.address() as { port: number }
  undo.push(() => server.close())
  const open = async (from = '127.0.0.1'): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => undefined)
    undo.push(() => socket.destroy())
    await new Promise((settle) => socket.once('connect', settle))
    return socket
  }
  return { server, open }
}

/** Whether somebody answers on a connection. */
async function isServed(socket: Socket): Promise<boolean> {
  const heard = new Promise<boolean>((settle) => {
    socket.once('data', () => settle(true))
    socket.once('close', () => settle(false))
  })
  socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n')
  return heard
}

test('an address has so many connections, others have theirs, and one that was closed makes room', async () => {
  const { open } = await listening({ total: 10, perAddress: 2 }, [])
  const [first, second] = [await open(), await open()]
  expect([await isServed(first), await isServed(second)]).toEqual([true, true])
  expect(await isServed(await open())).toBe(false)
  expect(await isServed(await open('127.0.0.2'))).toBe(true)
  first.destroy()
  await expect.poll(async () => isServed(await open())).toBe(true)
})

test.each([
  ['this machine', loopback],
  ['a proxy', ['127.0.0.1']],
  ['a network of proxies', ['2001:db8::/32', '127.0.0.0/30']],
])('%s speaks for many', async (_, exempt) => {
  const { open } = await listening({ total: 10, perAddress: 1 }, exempt)
  await open()
  expect(await isServed(await open())).toBe(true)
})

test('all together have so many', async () => {
  const { open } = await listening({ total: 2, perAddress: 10 }, loopback)
  const both = [await open(), await open('127.0.0.2')]
  expect(await Promise.all(both.map(isServed))).toEqual([true, true])
  expect(await isServed(await open('127.0.0.3'))).toBe(false)
})
