import { errorsOf, leastWatchedQueries, type WatchFigures } from '@nameplane/contract/dns/change-set-watch'

/** `too_few` queries to say anything, `fine`, or more errors than may be. */
export type Verdict = 'too_few' | 'fine' | 'exceeded'

export const noFigures: WatchFigures = { queries: 0, servfail: 0, nxdomain: 0, refused: 0 }

export const summed = (all: readonly WatchFigures[]): WatchFigures =>
  all.reduce(
    (sum, one) => ({
      queries: sum.queries + one.queries,
      servfail: sum.servfail + one.servfail,
      nxdomain: sum.nxdomain + one.nxdomain,
      refused: sum.refused + one.refused,
    }),
    noFigures,
  )

/**
 * Whether the share of errors rose by more than this many percentage points. Reckoned in whole numbers: a share that stands exactly at
 * the limit may stay there.
 */
export function verdictOf({ before, after, threshold }: { before: WatchFigures; after: WatchFigures; threshold: number }): Verdict {
  if (before.queries < leastWatchedQueries || after.queries < leastWatchedQueries) return 'too_few'
  const [queriesBefore, queriesAfter] = [BigInt(before.queries), BigInt(after.queries)]
  const risen = BigInt(errorsOf(after)) * queriesBefore - BigInt(errorsOf(before)) * queriesAfter
  return 100n * risen > BigInt(threshold) * queriesBefore * queriesAfter ? 'exceeded' : 'fine'
}
