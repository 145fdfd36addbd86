import { setImmediate as nextTurn } from 'node:timers/promises'

/** Where clients connect faster than they can be taken, a listener that leaves does not wait until none has come. */
const longestRounds = 500

/**
 * Settles once a turn has passed in which no connection came: those that still wait to be taken when a listener closes would be reset.
 * @param taken how many connections have been taken until now
 */
export async function lastArrivals(taken: () => number): Promise<void> {
  let before = -1
  for (let round = 0; round < longestRounds && before !== taken(); round += 1) {
    before = taken()
    await nextTurn()
  }
}
