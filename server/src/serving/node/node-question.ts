import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { decodeMessage, encodeQuery, type DnsMessage } from '@nameplane/dns-text/message'

/** What to ask: an absolute name, a type's mnemonic, the client's network for EDNS client subnet, and whether a resolver should look further. */
export type NodeQuestion = { name: string; type: string; subnet?: string; recursionDesired?: boolean }

const timeoutMs = 1_500

/**
 * Asks a node as a resolver would: over UDP, and over TCP when the answer is cut (RFC 1035 §4.2).
 * @returns the answer, and the milliseconds from the first packet sent
 * @throws when nothing answers in 1.5 s each way
 */
export async function askNode(host: string, port: number, question: NodeQuestion): Promise<{ message: DnsMessage; milliseconds: number }> {
  const id = randomInt(65_536)
  const query = encodeQuery({ id, ...question })
  const startedAt = performance.now()
  const overUdp = decodeMessage(await udp(host, port, query, id))
  const message = overUdp.isTruncated ? decodeMessage(await tcp(host, port, query)) : overUdp
  return { message, milliseconds: performance.now() - startedAt }
}

function udp(host: string, port: number, query: Uint8Array, id: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    const finish = (settle: () => void): void => {
      clearTimeout(timer)
      socket.close()
      settle()
    }
    const timer = setTimeout(() => finish(() => reject(new Error('no answer'))), timeoutMs)
    socket.once('error', (error) => finish(() => reject(error)))
    socket.on('message', (reply) => {
      if (reply.length >= 12 && reply.readUInt16BE(0) === id) finish(() => resolve(reply))
    })
    socket.connect(port, host, () => socket.send(query))
  })
}

function tcp(host: string, port: number, query: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    let received = Buffer.alloc(0)
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('no answer')))
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return
      resolve(received.subarray(2, 2 + received.readUInt16BE(0)))
      socket.destroy()
    })
    const length = Buffer.alloc(2)
    length.writeUInt16BE(query.length)
    socket.end(Buffer.concat([length, query]))
  })
}
