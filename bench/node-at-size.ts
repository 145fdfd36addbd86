/**
 * The built-in node as the platform runs it, a process that is fed over its link and keeps its zones, beside Knot with the same zones:
 * memory, start, processor time of a query, and the peak while records change. Beside its processor time stands that of a bare socket.
 * Memory and start are those of two threads too, whatever the machine has.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { NodePlace } from '../server/src/app/node-place.ts'
import { startControlEnd } from '../server/src/serving/link/control-end.ts'
import type { RemoteNode } from '../server/src/serving/link/remote-node.ts'
import { buildSegmentTable } from '../server/src/serving/lines/segment-table.ts'
import { probeSoa } from '../server/src/serving/node/soa-probe.ts'
import { freePort } from '../tests/support/free-port.ts'
import { findKnot, launchKnot, type KnotServer } from '../tests/support/knot.ts'
import { median, type Comparison } from './comparison.ts'
import { checkCodes, loadClient, type MixedQuery } from './dns-load.ts'
import { changeOf, domainsOf, mixedQuery, nameOf, updateOf, zoneOf } from './zones-at-size.ts'

export type Size = { readonly records: number }
export const fullSize: Size = { records: 2_000_000 }
export const quickSize: Size = { records: 100_000 }

const rounds = 5
const roundSeconds = 2
const queriesInMix = 20_000
const writesPerSecond = 25
const updatesOfCall = 500
/** Of so many domains, spread over all, each has to answer before all count as served. */
const askedDomains = 500
const ticksPerSecond = 100

type Served = { readonly pid: number; readonly port: number; readonly startMs: number; stop(): Promise<void> }

/** Takes about three minutes at its full size. */
export async function nodeAtSize({ records }: Size, progress: (line: string) => void): Promise<Comparison[]> {
  const domains = domainsOf(records)
  const at = `built-in node, ${records.toLocaleString('en')} records in ${domains.toLocaleString('en')} domains`
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-'))
  const fed = await feedOwnNode(folder, domains, progress)
  let own = await fed.start(1)
  const echo = await startEcho()
  const knot = await startPeer(domains, progress)
  try {
    const mix = Array.from({ length: queriesInMix }, (_, i) => mixedQuery(i, domains))
    for (const { port } of knot === null ? [own] : [own, knot]) await checkCodes(port, mix.slice(0, 1000))
    const measure = measureOf(loadClient(folder, mix))
    const measureEcho = measureOf(
      loadClient(
        folder,
        mix.map((query): MixedQuery => ({ ...query, rcode: 0 })),
      ),
    )
    await measure(own) // warm
    const [ours, theirs, bare, quiet, written]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []]
    for (let round = 0; round < rounds; round += 1) {
      progress(`round ${round + 1} of ${rounds}`)
      const { cpuMicros, elapsedMicros } = await measure(own)
      ours.push(cpuMicros)
      quiet.push(elapsedMicros)
      if (knot !== null) theirs.push((await measure(knot)).cpuMicros)
      bare.push((await measureEcho(echo)).cpuMicros)
      const writer = startWriter(own.node(), domains)
      written.push((await measure(own)).elapsedMicros)
      await writer.stop()
    }
    const ofOne = { megabytes: memoryMegabytes(own.pid), startMs: own.startMs }
    await own.stop()
    own = await fed.start(2)
    for (let round = 0; round < rounds; round += 1) {
      await measure(own)
      const writer = startWriter(own.node(), domains)
      await measure(own)
      await writer.stop()
    }
    const peerName = knot === null ? 'Knot: knotd is not installed' : 'Knot'
    return [
      ...[ofOne, { megabytes: memoryMegabytes(own.pid), startMs: own.startMs }].flatMap(({ megabytes, startMs }, more) => {
        const of = more === 0 ? at : `${at}, two threads`
        return [
          beside(`${of}: memory`, 'MB', [megabytes], [knot === null ? Number.NaN : memoryMegabytes(knot.pid)], peerName, 1.6),
          beside(`${of}: from its start until all are served`, 's', [startMs / 1000], [knot === null ? Number.NaN : knot.startMs / 1000], peerName, 1.5),
        ]
      }),
      beside(`${at}: processor time of a query`, 'µs', ours, knot === null ? ours.map(() => Number.NaN) : theirs, peerName, 4),
      beside(`${at}: processor time of a query`, 'µs', ours, bare, 'a bare UDP socket that echoes'),
      // A peak that falls by a fifth takes 1.25 of the time for each query.
      beside(`${at}: time of a query at the peak, ${writesPerSecond} writes a second`, 'µs', written, quiet, 'no writes', 1.25),
    ]
  } finally {
    await Promise.all([own.stop(), echo.stop(), knot?.stop()])
    await fed.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

function beside(name: string, unit: string, ours: readonly number[], peer: readonly number[], peerName: string, budget?: number): Comparison {
  const ratios = ours.map((figure, round) => figure / (peer[round] ?? Number.NaN))
  const range = ratios.length > 1 && ratios.every((ratio) => !Number.isNaN(ratio)) ? ([Math.min(...ratios), Math.max(...ratios)] as const) : undefined
  return {
    name,
    unit,
    ours: median(ours),
    peer: median(peer),
    ratio: median(ratios),
    peerName,
    ...(range && { range }),
    ...(budget !== undefined && { budget }),
  }
}

type Measured = { readonly cpuMicros: number; readonly elapsedMicros: number }

/** What one answer takes of a server that gets as many queries as it can answer. */
function measureOf(load: (port: number, seconds: number) => Promise<number>): (server: { pid: number; port: number }) => Promise<Measured> {
  return async ({ pid, port }) => {
    const before = cpuSeconds(pid)
    const perSecond = await load(port, roundSeconds)
    return { cpuMicros: ((cpuSeconds(pid) - before) * 1e6) / (perSecond * roundSeconds), elapsedMicros: 1e6 / perSecond }
  }
}

/** Of user and kernel (proc(5)); behind the name of the program, which may hold anything. */
function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** What it has for itself, and its share of what it has with others. */
function memoryMegabytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1000
}

type OwnNode = Served & { node(): RemoteNode }

/** Feeds a node all zones and ends it. `start` starts it again on what it kept. */
async function feedOwnNode(
  folder: string,
  domains: number,
  progress: (line: string) => void,
): Promise<{ start(threads: number): Promise<OwnNode>; end(): Promise<void> }> {
  const nodeFolder = join(folder, 'node')
  mkdirSync(nodeFolder, { recursive: true })
  const files = { folder: nodeFolder, linkPath: join(folder, 'link'), linesFile: join(folder, 'lines') }
  const place: NodePlace = { host: '127.0.0.1', port: await freePort(), redirectPort: 0, encrypted: null, threads: 1, ...files }
  buildSegmentTable(place.linesFile)
  let node: RemoteNode | null = null
  const end = await startControlEnd(place.linkPath, (connected) => (node = connected.node))
  const connected = async (): Promise<RemoteNode> => {
    while (node === null) await pause(10)
    return node
  }
  const feeding = spawnNode(place)
  const fed = await connected()
  progress('feeding the node')
  for (let from = 0; from < domains; from += updatesOfCall) {
    const updates = Array.from({ length: Math.min(updatesOfCall, domains - from) }, (_, i) => updateOf(from + i))
    await fed.applyZones(updates)
  }
  await fed.complete()
  await fed.end()
  await once(feeding, 'exit')
  return { start, end: () => end.stop() }

  async function start(threads: number): Promise<OwnNode> {
    node = null
    progress(`starting it again with ${threads === 1 ? 'one thread' : `${threads} threads`}`)
    const startedAt = performance.now()
    const child = spawnNode({ ...place, threads })
    await allServed(place.port, domains, () => child.exitCode !== null)
    const startMs = performance.now() - startedAt
    const again = await connected()
    return {
      pid: child.pid ?? 0,
      port: place.port,
      startMs,
      node: () => again,
      async stop() {
        if (child.exitCode !== null) return
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      },
    }
  }
}

function spawnNode(place: NodePlace): ReturnType<typeof spawn> {
  const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, JSON.stringify(place)], {
    env: { PATH: process.env['PATH'], NAMEPLANE_ROLE: 'node' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function startPeer(domains: number, progress: (line: string) => void): Promise<Served | null> {
  const program = findKnot()
  if (program === null) return null
  progress('starting Knot')
  const sources = (function* () {
    for (let domain = 0; domain < domains; domain += 1) yield zoneOf(domain)
  })()
  let servedAt = 0
  const knot: KnotServer = await launchKnot(program, sources, { loaders: null }, async (port, hasEnded) => {
    await allServed(port, domains, hasEnded)
    servedAt = performance.now()
  })
  return { pid: knot.pid, port: knot.port, startMs: servedAt - knot.startedAt, stop: () => knot.stop() }
}

async function startEcho(): Promise<Served> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./echo.ts', import.meta.url))], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    pid: child.pid ?? 0,
    port: Number(line.toString()),
    startMs: 0,
    async stop() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

async function allServed(port: number, domains: number, hasEnded: () => boolean): Promise<void> {
  const asked = Math.min(askedDomains, domains)
  for (let i = 0; i < asked;) {
    try {
      await probeSoa(nameOf(Math.floor(((i + 1) * domains) / asked) - 1), '127.0.0.1', port, 500)
      i += 1
    } catch (error) {
      if (hasEnded()) throw error
      await pause(20)
    }
  }
}

/** Changes a record of one domain after the other, over the link, as the platform does. */
function startWriter(node: RemoteNode, domains: number): { stop(): Promise<void> } {
  let writing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    written += 1
    const change = changeOf((written * 7919) % domains)
    writing = writing
      .then(() => node.applyZones([change]))
      .then(([applied]) => {
        if (applied?.outcome !== 'applied') throw new Error(`a write was not applied: ${JSON.stringify(applied)}`)
      })
  }, 1000 / writesPerSecond)
  return {
    async stop() {
      clearInterval(timer)
      await writing
    },
  }
}

let written = 0
