import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Asked, Told } from './try-out.ts'

type Tried = Exclude<Told, { readonly isReady: true }> | 'too slow'

const firstMs = 90_000

/** The process that tries faults out, begun anew when one of them made it hang. */
export class Runner {
  readonly #root: string
  readonly #projects: string
  #child: ChildProcess | null = null

  constructor(root: string, projects: string) {
    this.#root = root
    this.#projects = projects
  }

  /** Runs tests on the code as it stands; `changed` is the file that is not what it was. */
  async run(asked: Asked, mostMs: number): Promise<Tried> {
    // The first run of a process makes the database and the platforms that the others copy.
    const extraMs = this.#child ? 0 : firstMs
    const child = (this.#child ??= await this.#start())
    const told = this.#next(child, mostMs + extraMs)
    child.send(asked)
    const result = await told
    if (result === 'too slow') this.#kill()
    // A fault ends a test, never what runs it: that is a fault of this tool or of the machine, and says nothing of the product.
    else if (result === null || 'isReady' in result) throw new Error('the test runner ended')
    return result
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child) return
    const ended = new Promise((settle) => child.once('exit', settle))
    child.disconnect()
    await Promise.race([ended, new Promise((settle) => setTimeout(settle, 10_000).unref())])
    if (child.exitCode === null) killTree(child)
  }

  async #start(): Promise<ChildProcess> {
    // A group of its own: what hangs is ended with the servers and browsers that it began.
    const child = fork(join(this.#root, 'tools/mutation/try-out.ts'), [], {
      cwd: this.#root,
      env: { ...process.env, NAMEPLANE_MUTATION_PROJECTS: this.#projects, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    })
    const ready = await this.#next(child, 120_000)
    if (ready === null || ready === 'too slow') throw new Error('the test runner does not start')
    return child
  }

  #next(child: ChildProcess, mostMs: number): Promise<Told | 'too slow' | null> {
    return new Promise((settle) => {
      const done = (told: Told | 'too slow' | null): void => {
        clearTimeout(timer)
        child.off('message', heard)
        child.off('exit', ended)
        settle(told)
      }
      const heard = (told: unknown): void => done(told as Told)
      const ended = (): void => {
        this.#child = null
        done(null)
      }
      const timer = setTimeout(() => done('too slow'), mostMs)
      child.on('message', heard)
      child.on('exit', ended)
    })
  }

  #kill(): void {
    if (this.#child) killTree(this.#child)
    this.#child = null
  }
}

function killTree(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}
