import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './bind.ts'
import { probeSoa } from '../../server/src/serving/node/soa-probe.ts'
import type { ZoneSource } from '../../server/src/serving/zone/zone.ts'

/** The Knot server of this machine, or null when there is none: what we compare ourselves with. */
export function findKnot(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  for (const folder of folders) {
    const program = join(folder, 'knotd')
    try {
      accessSync(program, constants.X_OK)
      return program
    } catch {
      // Not in this folder.
    }
  }
  return null
}

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
  { udpWorkers = 1, loaders = 1 }: KnotThreads,
  served: (port: number, hasEnded: () => boolean) => Promise<void>,
): Promise<KnotServer> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-knot-'))
  mkdirSync(join(folder, 'zones'))
  mkdirSync(join(folder, 'db'))
  const names: string[] = []
  for (const source of sources) {
    names.push(source.name)
    writeFileSync(join(folder, 'zones', `${source.name}.zone`), zoneFileText(source))
  }
  const port = await freePort()
  return runKnot(program, folder, port, knotConfig(folder, port, names, udpWorkers, loaders), served)
}

/** A key as Knot is told of it. */
type KnotKey = { readonly name: string; readonly algorithm: string; /** Base64. */ readonly secret: string }

/**
 * Starts Knot as a secondary of the name server on `primaryPort` of 127.0.0.1, from which it takes a zone with this key, and to which
 * it gives it back to anyone on the loopback. Waits until it serves the zone.
 * @throws with Knot's own words when it does not
 */
export async function startKnotSecondary(
  program: string,
  zoneName: string,
  primaryPort: number,
  key: KnotKey,
  {
    port: wantedPort,
    isCatalog = false,
    besides = [],
  }: {
    readonly port?: number
    /** It serves what this zone lists too. */
    readonly isCatalog?: boolean
    /** Further zones that it takes in the same way. */
    readonly besides?: readonly string[]
  } = {},
): Promise<KnotServer> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-knot-'))
  const port = wantedPort ?? (await freePort())
  const config = `server:
    rundir: "${folder}"
    listen: 127.0.0.1@${port}
    udp-workers: 1
    tcp-workers: 1
    background-workers: 1
control:
    listen: ${join(folder, 'knot.sock')}
database:
    storage: "${folder}"
log:
  - target: stderr
    any: info
key:
  - id: ${key.name}
    algorithm: ${key.algorithm}
    secret: ${key.secret}
remote:
  - id: primary
    address: 127.0.0.1@${primaryPort}
    key: ${key.name}
acl:
  - id: own
    address: 127.0.0.1
    action: [notify, transfer]
  - id: told
    address: 127.0.0.1
    key: ${key.name}
    action: notify
template:
  - id: default
    storage: "${folder}"
  - id: listed
    storage: "${folder}"
    master: primary
    acl: [own, told]
zone:
  - domain: ${zoneName}.
    template: listed
    refresh-min-interval: 2
${isCatalog ? '    catalog-role: interpret\n    catalog-template: listed\n' : ''}${besides.map((name) => `  - domain: ${name}.\n    template: listed\n    refresh-min-interval: 2\n`).join('')}`
  // Of a catalog zone nobody is told.
  return runKnot(program, folder, port, config, async (_port, hasEnded) => {
    if (!isCatalog) for (const name of [zoneName, ...besides]) await untilServed(name, port, hasEnded)
  })
}

async function runKnot(
  program: string,
  folder: string,
  port: number,
  config: string,
  served: (port: number, hasEnded: () => boolean) => Promise<void>,
): Promise<KnotServer> {
  writeFileSync(join(folder, 'knot.conf'), config)
  let said = ''
  const startedAt = performance.now()
  const child = spawn(program, ['-c', join(folder, 'knot.conf')], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const stop = async (): Promise<void> => {
    await endChild(child)
    rmSync(folder, { recursive: true, force: true })
  }
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.removeListener('exit', kill))
  try {
    await served(port, () => child.exitCode !== null)
  } catch (error) {
    await stop()
    throw new Error(`Knot does not serve: ${error instanceof Error ? error.message : String(error)}\n${said}`, { cause: error })
  }
  return { pid: child.pid ?? 0, port, startedAt, stop }
}

function knotConfig(folder: string, port: number, names: readonly string[], udpWorkers: number, loaders: number | null): string {
  return `server:
    rundir: "${folder}"
    listen: 127.0.0.1@${port}
    edns-client-subnet: on
    udp-workers: ${udpWorkers}
    tcp-workers: 1
${loaders === null ? '' : `    background-workers: ${loaders}\n`}control:
    listen: ${join(folder, 'knot.sock')}
database:
    storage: "${join(folder, 'db')}"
log:
  - target: stderr
    any: warning
acl:
  - id: own
    address: 127.0.0.1
    action: transfer
template:
  - id: default
    storage: "${join(folder, 'zones')}"
    file: "%s.zone"
    acl: own
    journal-content: none
    zonefile-sync: -1
    zonefile-load: whole
zone:
${names.map((name) => `  - domain: ${name}.\n`).join('')}`
}

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

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(patience)
}
