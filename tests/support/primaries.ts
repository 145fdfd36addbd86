import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromFiles, knotConfig, knotKey } from './knot.ts'
import { freePort } from './free-port.ts'
import { startDaemon } from './programs.ts'
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
  writeFileSync(config, server === 'BIND' ? bindZone(folder, port, options) : knotConfig(folder, port, knotZone(folder, options)))
  const daemon = startDaemon(program, server === 'BIND' ? bindWords(config) : ['-c', config], folder)

  async function untilServed(serial: number): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const seen = await probeSoa(zone, '127.0.0.1', port, 500).catch(() => null)
      if (seen?.serial === serial) return
      if (attempt === 200 || daemon.hasEnded()) throw new Error(`${server} does not serve ${zone} with serial ${serial}:\n${daemon.said()}`)
      await new Promise((settle) => setTimeout(settle, 50))
    }
  }

  await untilServed(serialIn(text))
  return {
    port,
    async change(next) {
      writeFileSync(file, next)
      daemon.signal('SIGHUP')
      await untilServed(serialIn(next))
    },
    stop: () => daemon.stop(),
  }
}

/** The serial of a zone file whose SOA is on one line. */
const serialIn = (text: string): number => Number(/\sSOA\s+\S+\s+\S+\s+(\d+)/.exec(text)![1])

/** BIND in the foreground, with one thread. */
export const bindWords = (config: string): string[] => ['-g', '-n', '1', '-c', config]

/** The configuration of a BIND on this port of 127.0.0.1 with a key; `options` are further ones. */
export function bindConfig(folder: string, port: number, { name, algorithm, secret }: PrimaryKey, options: string): string {
  return `options {
  directory "${folder}"; pid-file none; session-keyfile "${join(folder, 'session.key')}"; managed-keys-directory "${folder}";
  listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
  recursion no; dnssec-validation no; ${options}
};
controls { };
key "${name}" { algorithm ${algorithm}; secret "${secret}"; };
`
}

function bindZone(folder: string, port: number, { zone, key, notifyPort }: PrimaryOptions): string {
  const told = notifyPort === undefined ? 'notify no;' : `notify explicit; also-notify { 127.0.0.1 port ${notifyPort} key "${key.name}"; };`
  return `${bindConfig(folder, port, key, 'notify-delay 0; notify-rate 1000; startup-notify-rate 1000;')}
zone "${zone}" { type primary; file "zone.db"; allow-transfer { key "${key.name}"; }; ${told} };
`
}

function knotZone(folder: string, { zone, key, notifyPort }: PrimaryOptions): string {
  const told = notifyPort === undefined ? '' : `remote:\n  - id: told\n    address: 127.0.0.1@${notifyPort}\n    key: ${key.name}\n`
  return `${knotKey(key)}${told}acl:
  - id: own
    address: 127.0.0.1
    key: ${key.name}
    action: transfer
zone:
  - domain: ${zone}.
    storage: "${folder}"
    file: zone.db
${fromFiles}    acl: own
${notifyPort === undefined ? '' : '    notify: told\n'}`
}
