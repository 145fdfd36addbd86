import { sql } from 'kysely'
import type { Db, Tx } from '../db/connection.ts'
import { addMinutesToSums, addToDomains, hourOf, lineNumbers, type DomainFigures } from '../db/statistics/adding.ts'
import { numberNames } from '../db/statistics/names.ts'
import { ensurePartitions, lockStatistics, monthOf } from '../db/statistics/partitions.ts'
import { addSplit, addTo, emptySplit, mostKept, mostWhileRunning, type Split } from '../db/statistics/split.ts'
import { askedIn, overMinutes, type AnsweringNode, type AskedDomain, type AskedHour } from './demo-traffic.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** As the job keeps them by itself: so many days to the minute, so many to the hour, and the rest by day. */
const days = { toTheMinute: 3, toTheHour: 35, all: 40 } as const

/** Fills the statistics with the queries of the last days until now, each figure in the table that it would be in by now. */
export async function plantTraffic(db: Db, domains: readonly AskedDomain[], nodes: readonly AnsweringNode[], now: Date): Promise<void> {
  const daysAgo = (count: number): number => now.getTime() - count * dayMs
  const firstDay = Math.floor(daysAgo(days.all) / dayMs) * dayMs
  const dayStarts = Array.from({ length: Math.ceil((now.getTime() - firstDay) / dayMs) }, (_, day) => new Date(firstDay + day * dayMs))
  const byHour = dayStarts.filter((day) => day.getTime() + dayMs > daysAgo(days.toTheHour))
  const hours = byHour.flatMap((day) => Array.from({ length: 24 }, (_, hour) => new Date(day.getTime() + hour * hourMs))).filter((hour) => hour < now)
  const toTheMinute = new Set(hours.filter((hour) => hour.getTime() + hourMs > daysAgo(days.toTheMinute)).map((hour) => hour.getTime()))
  const byDay = dayStarts.filter((day) => !byHour.includes(day))
  await ensurePartitions(db, 'query_domain_minute', [...toTheMinute].map((hour) => new Date(hour))) // oxfmt-ignore
  await ensurePartitions(db, 'query_domain_hour', hours.filter((hour) => !toTheMinute.has(hour.getTime()))) // oxfmt-ignore
  await ensurePartitions(db, 'query_sum_minute', hours)
  await ensurePartitions(db, 'query_domain_day', byDay)
  await ensurePartitions(db, 'query_sum_day', byDay)
  const writer = await writerOf(db, domains, nodes, dayStarts)
  for (const day of dayStarts) {
    // A node that runs adds its counts in between.
    await db.transaction().execute(async (tx) => {
      await lockStatistics(tx)
      if (byDay.includes(day)) return writer.writeDay(tx, day)
      for (const hour of hours)
        if (hour >= day && hour.getTime() < day.getTime() + dayMs) await writer.writeHour(tx, hour, toTheMinute.has(hour.getTime()), now)
    })
  }
}

async function writerOf(db: Db, domains: readonly AskedDomain[], nodes: readonly AnsweringNode[], dayStarts: readonly Date[]) {
  const lines = await db.transaction().execute(lineNumbers)
  const names = await numberedNames(db, domains, dayStarts)

  function splitOf(domainId: number, at: Date, asked: AskedHour, hasNames: boolean): Split {
    const split = emptySplit()
    for (const by of ['node', 'type', 'rcode'] as const) for (const [key, answers] of asked[by]) split[by].set(key, answers)
    for (const by of ['line', 'country'] as const) for (const [code, answers] of asked[by]) addTo(split[by], lines.get(code)!, answers)
    const numbers = names.get(monthOf(at).getTime())?.get(domainId)
    if (hasNames && numbers) for (const [name, answers] of asked.name) if (numbers.has(name)) split.name.set(numbers.get(name)!, answers)
    return split
  }

  return {
    /** One hour, whole or as far as it has come. */
    async writeHour(tx: Tx, hour: Date, isToTheMinute: boolean, now: Date): Promise<void> {
      const isRunning = hourOf(now).getTime() === hour.getTime()
      const minutesGone = isRunning ? Math.floor((now.getTime() - hour.getTime()) / 60_000) : 60
      const all = sumsBegun()
      const figures: DomainFigures[] = []
      for (const domain of domains) {
        const asked = askedIn(domain, nodes, hour, minutesGone)
        if (!asked) continue
        for (const by of summed) for (const [key, answers] of asked[by]) addTo(all.by[by], String(key), answers)
        asked.minutes.forEach((answers, minute) => (all.minutes[minute]! += answers))
        figures.push({
          ...{ domainId: domain.id, answers: asked.answers, minutes: [...asked.minutes.entries()], split: splitOf(domain.id, hour, asked, !isRunning) },
          // While an hour runs, names have no numbers yet.
          ...(isRunning && { names: asked.name }),
        })
      }
      if (figures.length === 0) return
      await addToDomains(tx, isToTheMinute ? 'query_domain_minute' : 'query_domain_hour', hour, figures, isRunning ? mostWhileRunning : mostKept)
      await addMinutesToSums(
        tx,
        hour,
        summed.flatMap((by) => [...overMinutes(all.by[by], all.minutes)].map(([key, minutes]) => ({ by, key, minutes }))),
      )
    },

    async writeDay(tx: Tx, day: Date): Promise<void> {
      const all = sumsBegun()
      const figures = domains.flatMap((domain): DomainFigures[] => {
        const split = emptySplit()
        let answers = 0
        for (let hour = 0; hour < 24; hour += 1) {
          const asked = askedIn(domain, nodes, new Date(day.getTime() + hour * hourMs))
          if (!asked) continue
          answers += asked.answers
          addSplit(split, splitOf(domain.id, day, asked, true))
          for (const by of summed) for (const [key, count] of asked[by]) addTo(all.by[by], String(key), count)
        }
        return answers === 0 ? [] : [{ domainId: domain.id, answers, minutes: [], split }]
      })
      await addToDomains(tx, 'query_domain_day', day, figures, mostKept)
      const rows = summed.flatMap((by) => [...all.by[by]].map(([key, answers]) => ({ by, key, answers })))
      await sql`
        insert into query_sum_day (at, by, key, answers)
        select ${day}::timestamptz, * from unnest(${rows.map(({ by }) => by)}::text[], ${rows.map(({ key }) => key)}::text[], ${rows.map(({ answers }) => answers)}::bigint[])`.execute(
        tx,
      )
    },
  }
}

/** What the platform keeps sums by. */
const summed = ['node', 'line', 'type', 'rcode'] as const

function sumsBegun() {
  const counts = (): Map<string, number> => new Map()
  return { minutes: Array.from({ length: 60 }, () => 0), by: { node: counts(), line: counts(), type: counts(), rcode: counts() } }
}

/** The numbers of the domains' names, by month. */
async function numberedNames(db: Db, domains: readonly AskedDomain[], dayStarts: readonly Date[]): Promise<Map<number, Map<number, Map<string, number>>>> {
  const months = new Map<number, Map<number, Map<string, number>>>()
  for (const month of new Set(dayStarts.map((day) => monthOf(day).getTime()))) {
    // Each with its place as its count, by which its number is found again.
    const rows = domains
      .filter(({ names }) => names.length > 0)
      .map(({ id, names }) => ({ domain_id: id, names: names.map(([name], place) => `${name} ${place + 1}`).join(' ') }))
    const numbered = await db.transaction().execute((tx) => numberNames(tx, new Date(month), rows))
    months.set(
      month,
      new Map(
        domains.map(({ id, names }) => [id, new Map([...(numbered.get(id) ?? [])].map(([number, place]): [string, number] => [names[place - 1]![0], number]))]),
      ),
    )
  }
  return months
}
