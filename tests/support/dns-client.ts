import { createSocket } from 'node:dgram'
import { decodeMessage, encodeQuery, type DnsMessage } from '@nameplane/dns-text/message'

let lastId = 0

/** Asks the name server on this port of the loopback, as a resolver would for a client of `subnet`. */
export async function ask(port: number, name: string, type: string, subnet?: string, patienceMs = 5_000): Promise<DnsMessage> {
  lastId = (lastId + 1) % 65_536
  const id = lastId
  const socket = createSocket('udp4')
  try {
    return await new Promise<DnsMessage>((answered, failed) => {
      const timer = setTimeout(() => failed(new Error(`no answer about ${name} ${type} from port ${port}`)), patienceMs)
      socket.once('error', failed)
      socket.on('message', (bytes) => {
        const message = decodeMessage(bytes)
        if (message.id !== id) return
        clearTimeout(timer)
        answered(message)
      })
      socket.send(encodeQuery({ id, name, type, ...(subnet === undefined ? {} : { subnet }) }), port, '127.0.0.1')
    })
  } finally {
    socket.close()
  }
}

/** The values of the answer's records of that type, sorted. */
export async function valuesOf(port: number, name: string, type: string, subnet?: string): Promise<string[]> {
  const { answers } = await ask(port, name, type, subnet)
  return answers
    .filter((record) => record.type === type)
    .map((record) => record.value)
    .sort()
}
