import * as z from 'zod/mini'
import { numeric } from '../paging.ts'
import { Time } from '../time.ts'

/* A change set that is watched once it is done: where more of its domains' answers say no than before, it undoes itself. */

/**
 * `pending` until the set is done, then `watching`. It ends `passed` (nothing found), `unjudged` (too few queries), `reverted` (undone by
 * itself), `stuck` (should have been undone and could not be), `stopped` or `undone` by somebody, or `nothing`: no domain was changed.
 */
export const watchStates = ['pending', 'watching', 'passed', 'unjudged', 'reverted', 'stuck', 'stopped', 'undone', 'nothing'] as const
export type WatchState = (typeof watchStates)[number]

export const watchLimits = { minutes: { least: 1, most: 60, usual: 10 }, threshold: { least: 1, most: 100, usual: 5 } } as const

/** With fewer queries before or after, chance says more than the change does, and nothing is judged. */
export const leastWatchedQueries = 50

const between = ({ least, most }: { least: number; most: number }) => numeric().check(z.int(), z.minimum(least), z.maximum(most))

/** What a submission says of it; without minutes it is not watched. */
export const watchAsked = {
  watchMinutes: z.optional(between(watchLimits.minutes)),
  /** Percentage points by which the share of errors may rise. */
  watchThreshold: z._default(between(watchLimits.threshold), watchLimits.threshold.usual),
}

/** Answers of a time, and those of them with an error. */
export const WatchFigures = z.object({ queries: z.number(), servfail: z.number(), nxdomain: z.number(), refused: z.number() })
export type WatchFigures = z.infer<typeof WatchFigures>

/** As they are kept of a domain. */
export type StoredFigures = { before: WatchFigures; after: WatchFigures }

export const errorsOf = ({ servfail, nxdomain, refused }: WatchFigures): number => servfail + nxdomain + refused
/** The part of the answers that are errors; null without any. */
export const shareOf = (figures: WatchFigures): number | null => (figures.queries === 0 ? null : errorsOf(figures) / figures.queries)

const MinuteSeen = z.object({ at: Time, ...WatchFigures.shape })

/** A watch with its figures, of the domains that the caller may see. */
export const Watch = z.object({
  state: z.enum(watchStates),
  minutes: z.number(),
  threshold: z.number(),
  leastQueries: z.number(),
  beforeFrom: z.nullable(Time),
  beforeUntil: z.nullable(Time),
  watchFrom: z.nullable(Time),
  watchUntil: z.nullable(Time),
  endTime: z.nullable(Time),
  /** Who stopped it, or undid the set meanwhile. */
  endedBy: z.nullable(z.string()),
  undoId: z.nullable(z.number()),
  problem: z.nullable(z.string()),
  /** From when on errors are counted, where they were not yet in the time before: there is nothing to compare with, and it is not judged. */
  errorsKnownFrom: z.nullable(Time),
  /** Domains that the figures are of. */
  domains: z.number(),
  /** Null until there are figures. */
  before: z.nullable(WatchFigures),
  after: z.nullable(WatchFigures),
  /** The domains with the most errors after it. */
  worst: z.array(z.object({ domain: z.string(), before: WatchFigures, after: WatchFigures })),
  /** Each minute that had queries; none where the caller may not see all domains of the set. */
  minutesSeen: z.array(MinuteSeen),
  isWhole: z.boolean(),
})
export type Watch = z.infer<typeof Watch>
