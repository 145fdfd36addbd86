// The parts of npm test: each prints one line when it ends, and everything it said when it failed.
import { say, secondsSince } from './bootstrap.mjs'

export const count = { passed: 0, failed: 0, skipped: 0 }

/** Runs one part; what is not counted by itself counts as one test. Gives what the part gave. */
export async function stage(name, work) {
  const startedAt = Date.now()
  const reminder = setInterval(() => say(`… ${name}, ${secondsSince(startedAt)} s`), 30_000)
  const { isRight, output, isCounted = false, note = '' } = await work()
  clearInterval(reminder)
  if (!isCounted) count[isRight ? 'passed' : 'failed'] += 1
  say(`${isRight ? 'ok    ' : 'FAILED'} ${name}${note && ` (${note})`}, ${secondsSince(startedAt)} s`)
  if (!isRight && output) say(output.trimEnd())
}

/** Runs all works, so many at a time, in their order. */
export async function sideBySide(works, atATime) {
  const waiting = [...works]
  const takeTurns = async () => {
    for (let work = waiting.shift(); work; work = waiting.shift()) await work()
  }
  await Promise.all(Array.from({ length: atATime }, takeTurns))
}
