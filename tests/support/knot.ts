import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { findProgram, startDaemon } from './programs.ts'
import { probeSoa } from '../../server/src/serving/node/soa-probe.ts'
import type { ZoneSource } from '../../server/src/serving/zone/zone.ts'

/** The Knot server of this machine, or null when there is none: what we compare ourselves with. */
export const findKnot = (): string | null => findProgram('knotd')

/** A running Knot with zones of ours, in a folder of its own below the system's temporary one. */
export interface KnotServer {
  readonly pid: number
  readonly port: number
  /** When it was started, by `performance.now()`: its zone files were there before. */
  readonly startedAt: number
  stop(): Promise<void>
}

type KnotThreads = {
  readonly udpWorkers?: number
  /** How many zones it loads at once; null: as many as it takes by itself. */ readonly loaders?: number | null
}

/** The zone as a file that Knot reads: default lines only, for it serves no others. */
export function zoneFileText(source: ZoneSource): string {
  const { soa } = source
  const dotted = (name: string): string => (name.endsWith('.') ? name : `${name}.`)
  const lines = [
    `$ORIGIN ${dotted(source.name)}`,
    `@ ${soa.ttlSeconds} IN SOA ${dotted(soa.mname)} ${dotted(soa.rname)} ${source.serial} ${soa.refresh} ${soa.retry} ${soa.expire} ${soa.minimum}`,
    ...source.nameservers.map((server) => `@ ${server.ttlSeconds} IN NS ${dotted(server.name)}`),
    ...source.records.map(({ host, ttlSeconds, type, value }) => `${host} ${ttlSeconds} IN ${type} ${value}`),
  ]
  return `${lines.join('\n')}\n`
}

/**
 * Starts Knot on a free port of 127.0.0.1 and waits until it serves every zone.
 * @throws with Knot's own words when it does not
 */
export async function startKnot(program: string, sources: readonly ZoneSource[]): Promise<KnotServer> {
  return launchKnot(program, sources, {}, async (port, hasEnded) => {
    for (const source of sources) await untilServed(source.name, port, hasEnded)
  })
}

/** @param served waits until it serves what the caller needs. @throws with Knot's own words when that fails */
export async function launchKnot(
  program: string,
  sources: Iterable<ZoneSource>,
  threads: KnotThreads,
  served: (port: number, hasEnded: () => boolean) => Promise<void>,
): Promise<KnotServer> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-knot-'))
  mkdirSync(join(folder, 'zones'))
  const names: string[] = []
  for (const source of sources) {
    names.push(source.name)
    writeFileSync(join(folder, 'zones', `${source.name}.zone`), zoneFileText(source))
  }
  const port = await freePort()
  const zones = `acl:
  - id: own
    address: 127.0.0.1
    action: transfer
template:
  - id: default
    storage: "${join(folder, 'zones')}"
    file: "%s.zone"
    acl: own
${fromFiles}zone:
${names.map((name) => `  - domain: ${name}.\n`).join('')}`
  const config = join(folder, 'knot.conf')
  writeFileSync(config, knotConfig(folder, port, zones, { ...threads, log: 'warning' }))
  const startedAt = performance.now()
  const daemon = startDaemon(program, ['-c', config], folder)
  try {
    await served(port, daemon.hasEnded)
  } catch (error) {
    await daemon.stop()
    throw new Error(`Knot does not serve: ${error instanceof Error ? error.message : String(error)}\n${daemon.said()}`, { cause: error })
  }
  return { pid: daemon.pid, port, startedAt, stop: () => daemon.stop() }
}

/** What is set for zones that are files alone. */
export const fromFiles = `    journal-content: none
    zonefile-sync: -1
    zonefile-load: whole
`

/** The configuration of a Knot on this port of 127.0.0.1; `zones` is all of it that depends on what it serves. */
export function knotConfig(
  folder: string,
  port: number,
  zones: string,
  { udpWorkers = 1, loaders = 1, log = 'info' }: KnotThreads & { readonly log?: 'info' | 'warning' } = {},
): string {
  return `server:
    rundir: "${folder}"
    listen: 127.0.0.1@${port}
    edns-client-subnet: on
    udp-workers: ${udpWorkers}
    tcp-workers: 1
${loaders === null ? '' : `    background-workers: ${loaders}\n`}control:
    listen: ${join(folder, 'knot.sock')}
database:
    storage: "${folder}"
log:
  - target: stderr
    any: ${log}
${zones}`
}

/** A key as Knot is told of it. */
export const knotKey = ({ name, algorithm, secret }: { readonly name: string; readonly algorithm: string; readonly secret: string }): string => `key:
  - id: ${name}
    algorithm: ${algorithm}
    secret: ${secret}
`

async function untilServed(zoneName: string, port: number, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await probeSoa(zoneName, '127.0.0.1', port, 500)
      return
    } catch (error) {
      if (attempt === 100 || hasEnded()) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
