import { connect, Server, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { closed } from '../wire/tcp-client.testing.ts'
import { BuiltInNode } from './built-in-node.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A node that lets two connections of a client in, and connections to it: each comes from the address that is said. */
async function clientsOfNode(): Promise<{ node: BuiltInNode; from: (address: string) => Promise<boolean> }> {
  const node = new BuiltInNode({
    host: '127.0.0.1',
    port: 0,
    tcp: { maxClients: 100, maxClientsPerNetwork: 2, idleMs: 60_000, leaveMs: 10, transferMs: 60_000 },
  })
  closers.push(() => node.stop())
  await node.start()
  // A machine has one loopback address of IPv6, and no test may give it more: the listener is real, and only where a connection comes from is said.
  let address = ''
  const emit = Server.prototype.emit
  const spied = vi.spyOn(Server.prototype, 'emit').mockImplementation(function (this: Server, event: string | symbol, ...given: unknown[]) {
    if (event === 'connection') Object.defineProperty(given[0] as Socket, 'remoteAddress', { value: address })
    return Reflect.apply(emit, this, [event, ...given]) as boolean
  })
  closers.push(() => spied.mockRestore())
  return {
    node,
    async from(said) {
      address = said
      const before = node.tcpClients
      const socket = connect(node.port, '127.0.0.1')
      socket.on('error', () => undefined)
      closers.push(() => socket.destroy())
      const isLetGo = closed(socket).then(() => false)
      const isIn = async (): Promise<boolean> => {
        while (node.tcpClients === before && !socket.closed) await new Promise((settle) => setImmediate(settle))
        return !socket.closed
      }
      return Promise.race([isLetGo, isIn()])
    },
  }
}

test('connections of one network of 64 bits are those of one client of IPv6', async () => {
  const { node, from } = await clientsOfNode()
  expect([await from('2001:db8::1'), await from('2001:db8:0:0:ffff::2')]).toEqual([true, true])
  expect([await from('2001:db8::3'), await from('2001:db8:0:0:8000::')]).toEqual([false, false])
  expect(await from('2001:db8:0:1::1')).toBe(true)
  expect(node.tcpClients).toBe(3)
})

test('each address of IPv4 is a client of its own', async () => {
  const { from } = await clientsOfNode()
  expect([await from('192.0.2.1'), await from('::ffff:192.0.2.1'), await from('192.0.2.1')]).toEqual([true, true, false])
  expect(await from('192.0.2.2')).toBe(true)
})
