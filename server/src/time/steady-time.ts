import { uptime } from 'node:os'

/*
 * The time by which what was given for a while ends: sessions, keys, codes, locks, and whatever is removed for its age. It is the
 * clock of the machine as long as that goes like the time that passes; a clock that jumps is not followed, since nothing says that
 * the new time is the right one. What takes a time from outside (signatures, codes of authenticator apps, times that are shown)
 * goes by the clock itself.
 */

/** What steady time is worked out from. */
export type Sources = {
  /** The machine's clock. */
  readonly clockMs: () => number
  /** Time that passed, not set by anybody; may stand still while the machine sleeps. */
  readonly passedMs: () => number
  /** The same, with the time that the machine slept. */
  readonly passedWithSleepMs: () => number
}

/** A clock is set right by less than this without anybody noticing. */
const toleranceMs = 120_000
/** It counts whole ones: every request asks for the time, and what tells how long the machine slept is a file. */
const followedMs = 2
/** What was seen last before a start may lie so far ahead of a clock that was put back; beyond it the clock was wrong then. */
const setBackAtMostMs = 86_400_000

export class SteadyTime {
  readonly #sources: Sources
  #anchor: { clock: number; passed: number; withSleep: number }
  #latest: number
  #jumpMs = 0

  constructor(sources: Sources) {
    this.#sources = sources
    this.#latest = sources.clockMs()
    this.#anchor = { clock: this.#latest, passed: sources.passedMs(), withSleep: sources.passedWithSleepMs() }
  }

  /** Never earlier than it was before. */
  now(): Date {
    const clock = this.#sources.clockMs()
    const passed = this.#sources.passedMs()
    let steady = this.#anchor.clock + passed - this.#anchor.passed
    if (Math.abs(clock - steady) <= toleranceMs) {
      if (Math.abs(clock - steady) >= followedMs) this.#follow(clock, passed)
      steady = clock
      this.#jumpMs = 0
    } else {
      const withSleep = this.#anchor.clock + this.#sources.passedWithSleepMs() - this.#anchor.withSleep
      if (Math.abs(clock - withSleep) <= toleranceMs) {
        this.#follow(clock, passed)
        steady = clock
        this.#jumpMs = 0
      } else this.#jumpMs = clock - steady
    }
    this.#latest = Math.max(this.#latest, steady)
    return new Date(this.#latest)
  }

  /** How far the machine's clock has jumped, in milliseconds; 0 while it is followed. */
  jumpMs(): number {
    this.now()
    return this.#jumpMs
  }

  /** Goes on from what was seen last before this process started, when the clock was put back a little since. */
  continueFrom(seen: Date): void {
    const ahead = seen.getTime() - this.now().getTime()
    if (ahead <= 0 || ahead > setBackAtMostMs) return
    this.#anchor = { ...this.#anchor, clock: this.#anchor.clock + ahead }
    this.now()
  }

  #follow(clock: number, passed: number): void {
    this.#anchor = { clock, passed, withSleep: this.#sources.passedWithSleepMs() }
  }
}

/** Of this process. */
export const steadyTime = new SteadyTime({ clockMs: () => Date.now(), passedMs: () => performance.now(), passedWithSleepMs: () => uptime() * 1000 })

/** @example .where('expires_at', '>', steadyNow()) */
export function steadyNow(): Date {
  return steadyTime.now()
}

/** A moment so many seconds after this one, or before it. */
export function steadyIn(seconds: number): Date {
  return new Date(steadyNow().getTime() + seconds * 1000)
}
