import { Problem } from '../../problem.ts'

/** How many large bodies are held, and wait to be, at a time. */
export type TurnRules = { ofCaller: { held: number; waiting: number }; ofAll: { held: number; waiting: number }; patienceMs: number }

type Waiting = { caller: string; begin: () => void }

/** Callers take turns: each may hold a few large bodies, all together a few more, and some wait unread. */
export class Turns {
  readonly #rules: TurnRules
  readonly #held = new Map<string, number>()
  readonly #waiting: Waiting[] = []
  #heldByAll = 0

  constructor(rules: TurnRules) {
    this.#rules = rules
  }

  /** Answers, once it is the caller's turn, what gives the turn up again. @throws Problem when too many wait, or it takes too long */
  async enter(caller: string): Promise<() => void> {
    const { ofCaller, ofAll, patienceMs } = this.#rules
    if (!this.#hasRoom(caller)) {
      if (this.#waiting.filter((one) => one.caller === caller).length >= ofCaller.waiting) throw tooManyOfCaller()
      if (this.#waiting.length >= ofAll.waiting) throw tooMany()
      await new Promise<void>((resolve, reject) => {
        const waiting: Waiting = {
          caller,
          begin: () => {
            clearTimeout(patience)
            resolve()
          },
        }
        const patience = setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
          reject((this.#held.get(caller) ?? 0) >= ofCaller.held ? tooManyOfCaller() : tooMany())
        }, patienceMs)
        this.#waiting.push(waiting)
      })
    } else this.#take(caller)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#leave(caller)
    }
  }

  #hasRoom(caller: string): boolean {
    return this.#heldByAll < this.#rules.ofAll.held && (this.#held.get(caller) ?? 0) < this.#rules.ofCaller.held
  }

  #take(caller: string): void {
    this.#heldByAll += 1
    this.#held.set(caller, (this.#held.get(caller) ?? 0) + 1)
  }

  #leave(caller: string): void {
    this.#heldByAll -= 1
    const left = this.#held.get(caller)! - 1
    if (left === 0) this.#held.delete(caller)
    else this.#held.set(caller, left)
    const next = this.#waiting.findIndex((one) => this.#hasRoom(one.caller))
    if (next < 0) return
    const [waiting] = this.#waiting.splice(next, 1)
    // Taken here, so that nobody who comes meanwhile takes the same place.
    this.#take(waiting!.caller)
    waiting!.begin()
  }
}

const tooManyOfCaller = (): Problem => new Problem('large_requests_of_caller', { status: 429 })
const tooMany = (): Problem => new Problem('large_requests', { status: 503 })
