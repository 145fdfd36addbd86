import type { queryVolume as calls } from '@nameplane/contract/dns/query-volume'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { rowsOfDomain, statisticsSince, type FiguresOfRow } from '../../../db/statistics/reading.ts'
import { unpackMinutes } from '../../../db/statistics/split.ts'
import { figureNames } from '../../../serving/publication/figure-names.ts'

export type Volume = Answered<typeof calls.list>['data']
type Asked = Received<typeof calls.list>
type Course = Volume['current']

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const daysOf = { day: 1, week: 7, month: 30 } as const satisfies Record<Asked['period'], number>
const daysEarlier = { none: 0, yesterday: 1, week: 7 } as const satisfies Record<Asked['compare'], number>

/** How many answers a domain gave over time; null when there is none within reach. */
export async function readVolume(db: Db, accessScope: AccessScope, asked: Asked, now: Date): Promise<(Volume & { domain: string }) | null> {
  const within = await db.selectFrom('domain').select('name').where('id', '=', asked.id).where(domainWithin(accessScope)).executeTakeFirst()
  if (!within) return null
  const countOf = await counterOf(db, asked)
  const since = (await statisticsSince(db))?.getTime() ?? Number.POSITIVE_INFINITY
  const earlierMs = daysEarlier[asked.compare] * dayMs
  // A minute is known as a whole only: what it was asked for is kept of its hour.
  const steps = asked.period === 'day' && asked.by === undefined ? [minuteMs, hourMs, dayMs] : [hourMs, dayMs]
  for (const stepMs of steps) {
    const until = floorTo(now.getTime(), stepMs)
    const start = until - daysOf[asked.period] * dayMs
    const read = async (shiftMs: number) => ({ start: start - shiftMs, rows: await rowsIn(db, asked.id, start - shiftMs, until - shiftMs) })
    const spans = [await read(0), ...(earlierMs > 0 ? [await read(earlierMs)] : [])]
    if (stepMs < dayMs && spans.some(({ rows }) => rows.some((row) => resolutionOf(row) > stepMs))) continue
    const [current, compared] = spans.map((span) => courseOf(span.start, (until - start) / stepMs, stepMs, since, placed(span.rows, stepMs, countOf)))
    return { domain: within.name, stepSeconds: stepMs / 1000, current: current!, compared: compared ?? null }
  }
  throw new Error('figures are kept by days at least')
}

/** All that is kept of a time, with the days that it begins in, so that a day that lost its hours is seen. */
function rowsIn(db: Db, id: number, start: number, until: number): Promise<FiguresOfRow[]> {
  return rowsOfDomain(db, id, new Date(floorTo(start, dayMs)), new Date(until)).then((rows) => rows.filter((row) => row.at.getTime() + row.spanMs > start))
}

function resolutionOf({ minutes, spanMs }: FiguresOfRow): number {
  return minutes === null ? spanMs : minuteMs
}

/** How many answers of an hour or a day were of what was asked for. */
async function counterOf(db: Db, { by, value }: Asked): Promise<(row: FiguresOfRow) => number> {
  if (by === undefined || value === undefined) return (row) => row.answers
  if (by === 'name') return (row) => row.names.get(value) ?? 0
  const nameOf = (await figureNames(db))[by]
  return (row) => [...row.split[by]].reduce((sum, [key, answers]) => (nameOf(key) === value ? sum + answers : sum), 0)
}

/** The answers by the start of their step. */
function placed(rows: readonly FiguresOfRow[], stepMs: number, countOf: (row: FiguresOfRow) => number): Map<number, number> {
  const answers = new Map<number, number>()
  const add = (time: number, count: number): void => void answers.set(floorTo(time, stepMs), (answers.get(floorTo(time, stepMs)) ?? 0) + count)
  for (const row of rows)
    if (stepMs === minuteMs) for (const [minute, count] of unpackMinutes(row.minutes!).entries()) add(row.at.getTime() + minute * minuteMs, count)
    else add(row.at.getTime(), countOf(row))
  return answers
}

function courseOf(start: number, length: number, stepMs: number, since: number, placedAnswers: ReadonlyMap<number, number>): Course {
  const answers = Array.from({ length }, (_, step) => {
    const time = start + step * stepMs
    return time + stepMs <= since ? null : (placedAnswers.get(time) ?? 0)
  })
  const known = answers.filter((count) => count !== null)
  const total = known.reduce((sum, count) => sum + count, 0)
  const most = Math.max(...known)
  const isKnown = known.length > 0
  return {
    start: new Date(start),
    answers,
    total: isKnown ? total : null,
    average: isKnown ? total / known.length : null,
    peak: isKnown ? { time: new Date(start + answers.indexOf(most) * stepMs), answers: most } : null,
  }
}

function floorTo(time: number, stepMs: number): number {
  return Math.floor(time / stepMs) * stepMs
}
