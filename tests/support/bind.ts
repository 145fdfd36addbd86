import { spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The server BIND of this machine, or null when there is none. */
export function findBind(): string | null {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']) {
    const program = join(folder, 'named')
    try {
      accessSync(program, constants.X_OK)
      return program
    } catch {
      // Not in this folder.
    }
  }
  return null
}

export type BindServer = {
  readonly port: number
  /** What it has logged. */
  readonly said: () => string
  stop(): Promise<void>
}

type BindKey = { readonly name: string; readonly algorithm: string; /** Base64. */ readonly secret: string }

/**
 * Starts BIND as a secondary of the name server on `primaryPort` of 127.0.0.1, with the zone named here, or with those that the catalog
 * zone lists, on a port of 127.0.0.1.
 */
export async function startBindSecondary(
  program: string,
  wanted: { readonly zone: string } | { readonly catalog: string },
  primaryPort: number,
  key: BindKey,
  port: number,
): Promise<BindServer> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bind-'))
  const primaries = `{ 127.0.0.1 port ${primaryPort} key "${key.name}"; }`
  const zone = 'zone' in wanted ? wanted.zone : wanted.catalog
  const catalogs = 'zone' in wanted ? '' : `catalog-zones { zone "${zone}" default-primaries ${primaries} in-memory yes min-update-interval 1; };`
  writeFileSync(
    join(folder, 'named.conf'),
    `options {
  directory "${folder}"; pid-file none; session-keyfile "${join(folder, 'session.key')}"; managed-keys-directory "${folder}";
  listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
  recursion no; dnssec-validation no; allow-transfer { 127.0.0.1; }; allow-new-zones yes;
  ${catalogs}
};
controls { };
key "${key.name}" { algorithm ${key.algorithm}; secret "${key.secret}"; };
zone "${zone}" { type secondary; primaries ${primaries}; file "zone.db"; };
`,
  )
  const child = spawn(program, ['-g', '-n', '1', '-c', join(folder, 'named.conf')], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.removeListener('exit', kill))
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((settle) => child.once('exit', settle))
      child.kill('SIGTERM')
      const patience = setTimeout(kill, 5_000)
      await ended
      clearTimeout(patience)
    }
    rmSync(folder, { recursive: true, force: true })
  }
  while (!said.includes('running')) {
    if (child.exitCode !== null) {
      await stop()
      throw new Error(`BIND does not run:\n${said}`)
    }
    await new Promise((settle) => setTimeout(settle, 20))
  }
  return { port, said: () => said, stop }
}

/** A port of 127.0.0.1 that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  return port
}
