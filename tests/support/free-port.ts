import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/* Ports for servers that a test starts. They lie below those that the system gives to connections and to listeners that ask for any, so
 * that nothing takes a port between the moment it is chosen and the moment its server opens it. Each worker of a run chooses from a part
 * of its own, in turn. */

const first = 10_000
const perWorker = 1_000
const parts = 22

const part = Number(process.env['VITEST_POOL_ID'] ?? process.pid) % parts
let next = Math.floor(Math.random() * perWorker)

/** A port of 127.0.0.1 that nobody listens on, by TCP or UDP, at the moment. @throws when this worker's part is used up */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < perWorker; tried += 1) {
    const port = first + part * perWorker + next
    next = (next + 1) % perWorker
    if ((await isFreeByTcp(port)) && (await isFreeByUdp(port))) return port
  }
  throw new Error('no port is free')
}

/** Two ports that nobody listens on at the moment. */
export async function freePorts(): Promise<{ port: number; dnsPort: number }> {
  return { port: await freePort(), dnsPort: await freePort() }
}

function isFreeByTcp(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((settle) => {
    server.once('error', () => settle(false))
    server.listen(port, '127.0.0.1', () => server.close(() => settle(true)))
  })
}

function isFreeByUdp(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  return new Promise((settle) => {
    socket.once('error', () => socket.close(() => settle(false)))
    socket.bind(port, '127.0.0.1', () => socket.close(() => settle(true)))
  })
}
