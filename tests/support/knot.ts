import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
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
  readonly port: number
  stop(): Promise<void>
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
export async function startKnot(program: string, sources: readonly ZoneSource[], udpWorkers = 1): Promise<KnotServer> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-knot-'))
  mkdirSync(join(folder, 'zones'))
  mkdirSync(join(folder, 'db'))
  for (const source of sources) writeFileSync(join(folder, 'zones', `${source.name}.zone`), zoneFileText(source))
  const port = await freePort()
  writeFileSync(join(folder, 'knot.conf'), knotConfig(folder, port, sources, udpWorkers))
  let said = ''
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
    for (const source of sources) await untilServed(source.name, port, child)
  } catch (error) {
    await stop()
    throw new Error(`Knot does not serve: ${error instanceof Error ? error.message : String(error)}\n${said}`, { cause: error })
  }
  return { port, stop }
}

function knotConfig(folder: string, port: number, sources: readonly ZoneSource[], udpWorkers: number): string {
  return `server:
    rundir: "${folder}"
    listen: 127.0.0.1@${port}
    edns-client-subnet: on
    udp-workers: ${udpWorkers}
    tcp-workers: 1
    background-workers: 1
control:
    listen: ${join(folder, 'knot.sock')}
database:
    storage: "${join(folder, 'db')}"
log:
  - target: stderr
    any: warning
template:
  - id: default
    storage: "${join(folder, 'zones')}"
    file: "%s.zone"
    journal-content: none
    zonefile-sync: -1
    zonefile-load: whole
zone:
${sources.map((source) => `  - domain: ${source.name}.\n`).join('')}`
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  return port
}

async function untilServed(zoneName: string, port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await probeSoa(zoneName, '127.0.0.1', port, 500)
      return
    } catch (error) {
      if (attempt === 100 || child.exitCode !== null) throw error
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
