import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

export type Variables = Record<string, string>

/** A server as an operator starts it, in a process of its own. */
export type ServerProcess = {
  readonly pid: number
  /** Everything it has printed so far. */
  readonly output: () => string
  readonly errors: () => string
  /** The exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>
  /** Waits until everything that was asked for is up. @throws when the process ends first */
  ready(): Promise<void>
  signal(signal: NodeJS.Signals): void
  /** Closes the channel to it, as when its starter dies. */
  disconnect(): void
}

/**
 * In megabytes. Node begins with 1 and collects garbage all the time until it has grown to 16: a test or a start is over by then, and
 * a quarter of what it took was that.
 */
export const roomForTheYoung = ['--min-semi-space-size=32'] as const

/** What every program of ours is started with, whatever cores the machine has; what was compiled once is not compiled again. */
export function ownVariables(): Variables {
  const { PATH = '', TMPDIR = '/tmp' } = process.env
  return { PATH, TMPDIR, NODE_COMPILE_CACHE: `${projectFolder}.cache/compiled`, NAMEPLANE_DNS_THREADS: '1' }
}

/** Puts the line table that other tests have made into a data folder: making it anew takes longer than all else of a first start. */
export function giveLineTable(dataFolder: string): void {
  const made = `${projectFolder}.cache/test-lines.segments`
  if (existsSync(made)) copyFileSync(made, join(dataFolder, 'lines.segments'))
}

/**
 * Starts `server/src/main.ts`, or another program that starts it, with these variables and none of the caller's own; it ends with the test run at the latest. TEST_PEERS
 * puts peers in the place of vendors (see peers-preload.ts). What it prints goes to the file number `lines` when there is one, and is
 * not read then.
 */
export function startServer(variables: Variables, lines: number | 'pipe' = 'pipe', program = 'server/src/main.ts'): ServerProcess {
  // Without a build of the console the API works all the same, and nothing here looks at the console.
  mkdirSync(`${projectFolder}console/dist`, { recursive: true })
  const preload = variables['TEST_PEERS'] === undefined ? [] : ['--import', './tests/support/fakes-preload.ts']
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...roomForTheYoung, ...preload, program], {
    cwd: projectFolder,
    env: { ...ownVariables(), ...variables },
    // The channel's end tells the server that we are gone.
    stdio: ['ignore', lines, lines, 'ipc'],
  })
  let output = ''
  let errors = ''
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()))
  let hasEnded = false
  // Not `close`: it never comes after we have closed the channel ourselves.
  const exited = new Promise<number | string>((settle) =>
    child.once('exit', (code, signal) => {
      hasEnded = true
      settle(code ?? signal ?? 'unknown')
    }),
  )
  const read = [child.stdout, child.stderr].map(async (stream) => stream && new Promise((settle) => stream.once('end', settle)))
  const ended = Promise.all(read).then(() => exited)
  return {
    pid: child.pid!,
    output: () => output,
    errors: () => errors,
    ended,
    async ready() {
      for (;;) {
        if (hasEnded) throw new Error(`the server ended with ${await ended}: ${errors || output}`)
        const status = await fetch(`http://127.0.0.1:${variables['NAMEPLANE_PORT']}/healthz`).then(
          (answer) => answer.status,
          () => 0,
        )
        if (status === 200) return
        await pause(25)
      }
    },
    signal: (signal) => void child.kill(signal),
    disconnect: () => child.disconnect(),
  }
}

/** The processes that this one has started. */
export async function childrenOf(pid: number): Promise<number[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)
}

/** This process, those that it has started, those that they have, and so on. */
export async function familyOf(pid: number): Promise<number[]> {
  return [pid, ...(await Promise.all((await childrenOf(pid)).map(familyOf))).flat()]
}

/** Ids of processes whose command line names this text: what a server may have left behind. */
export async function processesNaming(text: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(text)) found.push(Number(name))
  }
  return found
}
