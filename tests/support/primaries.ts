import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './bind.ts'
import { probeSoa } from '../../server/src/serving/node/soa-probe.ts'

/** A name server of others that is the primary of one zone. */
export type PrimaryServer = {
  readonly port: number
  /** Serves this text of the zone from now on; resolves when it does. */
  change(text: string): Promise<void>
  stop(): Promise<void>
}

export type PrimaryKey = { readonly name: string; readonly algorithm: string; /** Base64. */ readonly secret: string }

type PrimaryOptions = {
  readonly zone: string
  readonly text: string
  readonly key: PrimaryKey
  /** Where it sends NOTIFY on 127.0.0.1, signed with the key. */
  readonly notifyPort?: number
  readonly port?: number
}

/** Starts BIND or Knot on 127.0.0.1 as the primary of the zone, which it gives to whoever signs with the key. */
export async function startPrimary(server: 'BIND' | 'Knot', program: string, options: PrimaryOptions): Promise<PrimaryServer> {
  const { zone, text } = options
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-primary-'))
  const port = options.port ?? (await freePort())
  const file = join(folder, 'zone.db')
  const config = join(folder, 'primary.conf')
  writeFileSync(file, text)
  writeFileSync(config, server === 'BIND' ? bindConfig(folder, port, options) : knotConfig(folder, port, options))
  const child = spawn(program, server === 'BIND' ? ['-g', '-n', '1', '-c', config] : ['-c', config], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.removeListener('exit', kill))

  async function untilServed(serial: number): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const seen = await probeSoa(zone, '127.0.0.1', port, 500).catch(() => null)
      if (seen?.serial === serial) return
      if (attempt === 200 || child.exitCode !== null) throw new Error(`${server} does not serve ${zone} with serial ${serial}:\n${said}`)
      await new Promise((settle) => setTimeout(settle, 50))
    }
  }

  await untilServed(serialIn(text))
  return {
    port,
    async change(next) {
      writeFileSync(file, next)
      child.kill('SIGHUP')
      await untilServed(serialIn(next))
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((settle) => child.once('exit', settle))
        child.kill('SIGTERM')
        const patience = setTimeout(kill, 5_000)
        await ended
        clearTimeout(patience)
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The serial of a zone file whose SOA is on one line. */
const serialIn = (text: string): number => Number(/\sSOA\s+\S+\s+\S+\s+(\d+)/.exec(text)![1])

function bindConfig(folder: string, port: number, { zone, key, notifyPort }: PrimaryOptions): string {
  const told = notifyPort === undefined ? 'notify no;' : `notify explicit; also-notify { 127.0.0.1 port ${notifyPort} key "${key.name}"; };`
  return `options {
  directory "${folder}"; pid-file none; session-keyfile "${join(folder, 'session.key')}"; managed-keys-directory "${folder}";
  listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
  recursion no; dnssec-validation no; notify-delay 0; notify-rate 1000; startup-notify-rate 1000;
};
controls { };
key "${key.name}" { algorithm ${key.algorithm}; secret "${key.secret}"; };
zone "${zone}" { type primary; file "zone.db"; allow-transfer { key "${key.name}"; }; ${told} };
`
}

function knotConfig(folder: string, port: number, { zone, key, notifyPort }: PrimaryOptions): string {
  const told = notifyPort === undefined ? '' : `remote:\n  - id: told\n    address: 127.0.0.1@${notifyPort}\n    key: ${key.name}\n`
  return `server:
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
${told}acl:
  - id: own
    address: 127.0.0.1
    key: ${key.name}
    action: transfer
zone:
  - domain: ${zone}.
    storage: "${folder}"
    file: zone.db
    zonefile-sync: -1
    zonefile-load: whole
    journal-content: none
    acl: own
${notifyPort === undefined ? '' : '    notify: told\n'}`
}
