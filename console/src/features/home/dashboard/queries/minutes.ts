/*
 * The 1,440 minutes of the overview, as the chart, the table and the file show them. The last minute is still running:
 * it is never drawn, since it would always look like a fall.
 */

export type Minute = { readonly time: Date; readonly answers: number | null }

const minuteMs = 60_000

/** The minutes that are over, each with its beginning. */
export function wholeMinutes(start: string, minutes: readonly (number | null)[]): Minute[] {
  const startMs = new Date(start).getTime()
  return minutes.slice(0, -1).map((answers, index) => ({ time: new Date(startMs + index * minuteMs), answers }))
}

export type Summary = { last: number | null; average: number | null; maximum: Minute | null }

/** Over the minutes that are known; null where none is. */
export function summaryOf(minutes: readonly Minute[]): Summary {
  const known = minutes.filter((minute) => minute.answers !== null)
  const maximum = known.reduce<Minute | null>((most, minute) => (most === null || minute.answers! > most.answers! ? minute : most), null)
  const sum = known.reduce((total, minute) => total + minute.answers!, 0)
  return { last: minutes.at(-1)?.answers ?? null, average: known.length === 0 ? null : sum / known.length, maximum }
}

export type Hour = Summary & { time: Date; sum: number | null }

/** The same by hours of the reader's clock, newest first; the first and the last are rarely whole. */
export function hoursOf(minutes: readonly Minute[]): Hour[] {
  const hours: Minute[][] = []
  for (const minute of minutes) {
    const hour = hours.at(-1)
    if (hour === undefined || minute.time.getMinutes() === 0) hours.push([minute])
    else hour.push(minute)
  }
  return hours.reverse().map((hour) => {
    const summary = summaryOf(hour)
    return { ...summary, time: hour[0]!.time, sum: summary.average === null ? null : hour.reduce((total, minute) => total + (minute.answers ?? 0), 0) }
  })
}

/** A line for each minute, times in UTC; unknown minutes have an empty field. RFC 4180, with a mark so that spreadsheets read UTF-8. */
export function minutesCsv(minutes: readonly Minute[], head: readonly [time: string, answers: string]): string {
  return `\uFEFF${[head.join(','), ...minutes.map(({ time, answers }) => `${time.toISOString()},${answers ?? ''}`)].join('\r\n')}\r\n`
}
