import { spawn } from 'node:child_process'
import { accessSync, constants, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Absolute path of a program of this machine, or null: an ordinary user's PATH often lacks the folders in which Debian puts servers. */
export function findProgram(name: string): string | null {
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/sbin']) {
    const program = join(folder, name)
    try {
      accessSync(program, constants.X_OK)
      return program
    } catch {
      // Not in this folder.
    }
  }
  return null
}

/**
 * The programs that a test drives, by name; null where one is missing.
 * @param packages the Debian package of each
 * @throws in CI, where none may be missing
 */
export function programsFor<Name extends string>(packages: Readonly<Record<Name, string>>): Readonly<Record<Name, string | null>> {
  const names = Object.keys(packages) as Name[]
  const found = Object.fromEntries(names.map((name) => [name, findProgram(name)])) as Record<Name, string | null>
  const absent = names.filter((name) => found[name] === null)
  if (process.env['CI'] !== undefined && absent.length > 0)
    throw new Error(`Needed in CI: ${absent.map((name) => `${name} (install the package ${packages[name]})`).join(', ')}`)
  return found
}

/** A server of others that a test has started. */
export type Daemon = {
  readonly pid: number
  /** What it has printed so far. */
  readonly said: () => string
  readonly hasEnded: () => boolean
  signal(signal: NodeJS.Signals): void
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

/** Starts a server that stays in the foreground; it ends with the test run at the latest. */
export function startDaemon(program: string, words: readonly string[], folder: string, env: NodeJS.ProcessEnv = process.env): Daemon {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.removeListener('exit', kill))
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid ?? 0,
    said: () => said,
    hasEnded,
    signal: (signal) => void child.kill(signal),
    async stop() {
      if (!hasEnded()) {
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
