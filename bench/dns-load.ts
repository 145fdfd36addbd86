import { spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { typeCodeOf } from '@nameplane/dns-text/record-types'
import { queryPacket } from '../server/src/serving/wire/wire-client.testing.ts'

/** A query of a mix and the code that every server must answer it with. */
export interface MixedQuery {
  readonly name: string
  readonly type: string
  readonly rcode: number
}

/** A server that refuses everything looks fast. @throws at the first code that is not the one expected */
export async function checkCodes(port: number, mix: readonly MixedQuery[]): Promise<void> {
  const socket = createSocket('udp4')
  for (const query of mix) {
    const answered = once(socket, 'message') as Promise<[Buffer]>
    socket.send(packetOf(query), port, '127.0.0.1')
    const [reply] = await answered
    const rcode = reply.readUInt8(3) & 15
    if (rcode !== query.rcode) throw new Error(`${query.name} ${query.type}: code ${rcode} instead of ${query.rcode}`)
  }
  socket.close()
}

function packetOf(query: MixedQuery, id = 1): Buffer {
  return queryPacket({ name: query.name, type: typeCodeOf(query.type) ?? 0, id })
}

let files = 0

/** Asks for some seconds and gives the answers a second: dnsperf where it is installed, else a client of our own, which is slower than the servers it measures. */
export function loadClient(folder: string, mix: readonly MixedQuery[]): (port: number, seconds: number) => Promise<number> {
  if (spawnSync('dnsperf', ['-h']).error !== undefined) return (port, seconds) => ownClient(port, seconds, mix)
  const file = join(folder, `queries-${(files += 1)}.txt`)
  const refusedShare = mix.filter(({ rcode }) => rcode === 5).length / mix.length
  writeFileSync(file, mix.map(({ name, type }) => `${name} ${type}\n`).join(''))
  return async (port, seconds) => {
    const child = spawn('dnsperf', ['-s', '127.0.0.1', '-p', String(port), '-d', file, '-l', String(seconds), '-T', '1', '-c', '20', '-q', '200'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await once(child, 'close')
    const rate = /Queries per second:\s+([\d.]+)/.exec(said)?.[1]
    const refusedPercent = /REFUSED \d+ \(([\d.]+)%\)/.exec(said)?.[1]
    if (rate === undefined || Math.abs(Number(refusedPercent ?? 0) - 100 * refusedShare) > 1) throw new Error(`dnsperf says:\n${said}`)
    return Number(rate)
  }
}

/** Keeps 200 queries on the way; a lost one is asked again after a while. */
function ownClient(port: number, seconds: number, mix: readonly MixedQuery[]): Promise<number> {
  const packets = mix.map((query, i) => packetOf(query, i))
  return new Promise((resolve) => {
    const socket = createSocket({ type: 'udp4', lookup: (name, _options, done) => done(null, name, 4) })
    let sent = 0
    let answered = 0
    const send = (): void => socket.send(packets[sent++ % packets.length] as Buffer, port, '127.0.0.1')
    socket.on('message', () => {
      answered += 1
      send()
    })
    const refill = setInterval(() => {
      for (let lost = 200 - (sent - answered); lost > 0; lost -= 1) send()
    }, 20)
    for (let i = 0; i < 200; i += 1) send()
    setTimeout(() => {
      clearInterval(refill)
      socket.removeAllListeners('message')
      socket.close()
      resolve(answered / seconds)
    }, seconds * 1000)
  })
}
