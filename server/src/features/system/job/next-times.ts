import { Cron } from 'croner'

/*
 * When cron fields come round. Daylight saving: a time of day that a spring change leaves out runs at the moment of the
 * change, one that autumn brings twice runs the first time only; fields with a wildcard or a step in hour or minute keep
 * their rhythm, whatever clocks do.
 */

const clock = (cron: string, timeZone: string): Cron => new Cron(cron, { timezone: timeZone, mode: '5-part', fixedTimeRule: 'no-wildcard' })

/** The next `count` times after a moment, which is not one of them. */
export function nextTimes(cron: string, timeZone: string, after: Date, count: number): Date[] {
  return clock(cron, timeZone).nextRuns(count, after)
}

/** The next time after a moment; null for fields that never come round. */
export function nextTime(cron: string, timeZone: string, after: Date): Date | null {
  return nextTimes(cron, timeZone, after, 1)[0] ?? null
}

/** The last of the times from `first`, which is one, up to `now`; and whether there were others before it. */
export function lastTime(cron: string, timeZone: string, first: Date, now: Date): { time: Date; isOnly: boolean } {
  const clockwork = clock(cron, timeZone)
  const second = clockwork.nextRun(first)
  if (!second || second > now) return { time: first, isOnly: true }
  // A reference is not among the times before it.
  const [last] = clockwork.previousRuns(1, new Date(now.getTime() + 1))
  return { time: last && last > first ? last : second, isOnly: false }
}
