import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work cut into steps: each `yield` is a place where something else may run. */
export type Steps<Result> = Generator<void, Result, void>

/** How long the event loop may be held at a time. A query that comes meanwhile waits no longer than this and one step. */
const sliceMs = 4

/** Does the work to its end at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Does the work in slices and lets queries and calls be answered between them. */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMs
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (performance.now() < end)
    await nextTurn()
  }
}
