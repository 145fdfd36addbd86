/**
 * Queries a second of the built-in node beside Knot's: the same zones, the same mix, the same client, in turns. Codes are checked
 * first, because a server that refuses everything looks fast.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { typeCodeOf } from '@nameplane/dns-text/record-types'
import { findKnot, startKnot } from '../tests/support/knot.ts'
import type { ZoneSource } from '../server/src/serving/zone/zone.ts'
import { queryPacket } from '../server/src/serving/wire/wire-client.testing.ts'
import { zoneFromLines } from '../server/src/serving/zone/zones.testing.ts'

export interface Comparison {
  readonly name: string
  readonly ours: number
  readonly peer: number
  /** Ours divided by the peer's. */
  readonly ratio: number
  readonly unit: string
}

const zoneCount = 1000
const rounds = 5
const roundSeconds = 2
const queriesInMix = 20_000

/** A query of the mix and the code both servers must answer it with. */
interface MixedQuery {
  readonly name: string
  readonly type: string
  readonly rcode: number
}

/** Takes about 40 seconds. Empty, with a word why, where there is no Knot. */
export async function nodeAgainstKnot(): Promise<Comparison[]> {
  const program = findKnot()
  if (program === null) {
    process.stdout.write('built-in node against Knot: skipped, knotd is not installed\n')
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-'))
  const sources = Array.from({ length: zoneCount }, (_, i) => benchZone(i))
  const zonesFile = join(folder, 'zones.json')
  writeFileSync(zonesFile, JSON.stringify(sources))
  const knot = await startKnot(program, sources)
  const own = await startOwnNode(zonesFile)
  try {
    const mix = Array.from({ length: queriesInMix }, (_, i) => mixedQuery(i))
    for (const port of [own.port, knot.port]) await checkCodes(port, mix.slice(0, 1000))
    const measure = loadClient(folder, mix)
    await measure(own.port, 1) // warm
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measure(own.port, roundSeconds))
      theirs.push(await measure(knot.port, roundSeconds))
    }
    const ratio = median(ours.map((figure, i) => figure / (theirs[i] as number)))
    return [{ name: 'built-in node, mixed queries by UDP, beside Knot', ours: median(ours), peer: median(theirs), ratio, unit: 'queries/s' }]
  } finally {
    own.child.stdin?.end()
    await Promise.all([once(own.child, 'exit'), knot.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

function benchZone(i: number): ZoneSource {
  const zone = `zone${i}.test`
  return zoneFromLines(
    zone,
    `
    @ A 192.0.2.1
    @ MX 10 mail.${zone}.
    mail A 192.0.2.2
    www CNAME ${zone}.
    *.wild A 192.0.2.3
    ns1 A 192.0.2.4`,
    { domainId: i },
  )
}

/** Half addresses of the apex, then CNAMEs, wildcards, mail, nothing of that type, and names of others. */
function mixedQuery(i: number): MixedQuery {
  const zone = `zone${(i * 7919) % zoneCount}.test`
  const part = (i * 37) % 100
  if (part < 50) return { name: zone, type: 'A', rcode: 0 }
  if (part < 70) return { name: `www.${zone}`, type: 'A', rcode: 0 }
  if (part < 85) return { name: `n${i % 500}.wild.${zone}`, type: 'A', rcode: 0 }
  if (part < 90) return { name: zone, type: 'MX', rcode: 0 }
  if (part < 97) return { name: `mail.${zone}`, type: 'AAAA', rcode: 0 }
  return { name: `www.elsewhere${i % 50}.example`, type: 'A', rcode: 5 }
}

async function startOwnNode(zonesFile: string): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, [new URL('./serve-built-in-node.ts', import.meta.url).pathname, zonesFile], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { port: Number(line.toString()), child }
}

function median(figures: readonly number[]): number {
  return figures.toSorted((left, right) => left - right)[figures.length >> 1] ?? Number.NaN
}

async function checkCodes(port: number, mix: readonly MixedQuery[]): Promise<void> {
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

/** dnsperf where it is installed, else a client of our own, which is slower than the servers it measures. */
function loadClient(folder: string, mix: readonly MixedQuery[]): (port: number, seconds: number) => Promise<number> {
  if (spawnSync('dnsperf', ['-h']).error !== undefined) return (port, seconds) => ownClient(port, seconds, mix)
  const file = join(folder, 'queries.txt')
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
    if (rate === undefined || Math.abs(Number(refusedPercent ?? 0) - 3) > 1) throw new Error(`dnsperf says:\n${said}`)
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
