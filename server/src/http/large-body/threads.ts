import type { Transferable } from 'node:worker_threads'
import { Worker } from 'node:worker_threads'

export type ThreadRules = {
  /** Tasks that are worked at at a time; further ones wait for their turn. */
  most: number
  memoryMegabytes: number
  /** For one task; a thread that takes longer is ended. */
  patienceMs: number
  /** How long a thread that has nothing to do is kept: the next task need not wait for another to start. */
  idleMs: number
}

/** A task was not done: its thread took too long or too much memory, or failed. */
export class ThreadFailure extends Error {}

type Idle = { worker: Worker; end: NodeJS.Timeout }

/** Threads that do one task after another beside the event loop: a message each, which they answer with one. */
export class Threads<Task, Result> {
  readonly #file: URL
  readonly #rules: ThreadRules
  readonly #idle: Idle[] = []
  readonly #waiting: (() => void)[] = []
  #working = 0

  constructor(file: URL, rules: ThreadRules) {
    this.#file = file
    this.#rules = rules
  }

  /** @throws ThreadFailure */
  async run(task: Task, transferred: readonly Transferable[] = []): Promise<Result> {
    if (this.#working >= this.#rules.most) await new Promise<void>((settle) => this.#waiting.push(settle))
    else this.#working += 1
    const worker = this.#take()
    try {
      const result = await this.#answer(worker, task, transferred)
      this.#keep(worker)
      return result
    } catch (cause) {
      void worker.terminate()
      throw cause
    } finally {
      // Whoever waits takes the place as it is.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#working -= 1
    }
  }

  /** Ends the threads that have nothing to do. */
  async stop(): Promise<void> {
    await Promise.all(
      this.#idle.splice(0).map(({ worker, end }) => {
        clearTimeout(end)
        return worker.terminate()
      }),
    )
  }

  #take(): Worker {
    const idle = this.#idle.pop()
    if (idle) {
      clearTimeout(idle.end)
      idle.worker.ref()
      return idle.worker
    }
    const worker = new Worker(this.#file, { resourceLimits: { maxOldGenerationSizeMb: this.#rules.memoryMegabytes } })
    // One that fails although it has nothing to do must not end the process.
    worker.on('error', () => {})
    worker.on('exit', () => this.#forget(worker))
    return worker
  }

  #keep(worker: Worker): void {
    const end = setTimeout(() => {
      this.#forget(worker)
      void worker.terminate()
    }, this.#rules.idleMs)
    end.unref()
    worker.unref()
    this.#idle.push({ worker, end })
  }

  #forget(worker: Worker): void {
    const place = this.#idle.findIndex((idle) => idle.worker === worker)
    if (place >= 0) clearTimeout(this.#idle.splice(place, 1)[0]!.end)
  }

  #answer(worker: Worker, task: Task, transferred: readonly Transferable[]): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const settled = (): void => {
        clearTimeout(patience)
        worker.off('message', succeed).off('error', fail).off('exit', fail)
      }
      const succeed = (result: Result): void => {
        settled()
        resolve(result)
      }
      const fail = (cause: unknown): void => {
        settled()
        reject(new ThreadFailure('a thread has not done its task', { cause }))
      }
      const patience = setTimeout(() => fail('it took too long'), this.#rules.patienceMs)
      worker.on('message', succeed).on('error', fail).on('exit', fail)
      worker.postMessage(task, transferred)
    })
  }
}
