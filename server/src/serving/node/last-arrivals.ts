import { setImmediate as nextTurn } from 'node:timers/promises'

/** Where clients connect faster than they can be taken, a listener that leaves does not wait until none has come. */
const longestRounds = 500

/** The first turn may be the rest of the one that runs, after its look at the sockets: only the next one has looked at all of them. */
const quietTurns = 2

/**
 * Settles once connections have come no more: those that still wait to be taken when a listener closes would be reset.
 * @param taken how many connections have been taken until now
 */
export async function lastArrivals(taken: () => number): Promise<void> {
  let quiet = 0
  for (let round = 0; round < longestRounds && quiet < quietTurns; round += 1) {
    const before = taken()
    await nextTurn()
    quiet = before === taken() ? quiet + 1 : 0
  }
}
