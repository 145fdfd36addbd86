import { sql } from 'kysely'
import type { Db } from '../connection.ts'
import { monthOf, partitionsOf } from './partitions.ts'
import { namesOf, unpackNames } from './names.ts'
import { addTo, emptySplit, unpackMinutes, unpackSplit, type Split } from './split.ts'

const minuteMs = 60_000

/** When the oldest figures begin; null while there are none. */
export async function statisticsSince(db: Db): Promise<Date | null> {
  const day = await db.selectFrom('query_sum_day').select('at').orderBy('at').limit(1).executeTakeFirst()
  if (day) return day.at
  const hour = await oldestHour(db)
  if (!hour) return null
  const rows = await db.selectFrom('query_sum_minute').select('minutes').where('at', '=', hour.at).where('by', '=', 'rcode').execute()
  const first = Math.min(...rows.map(({ minutes }) => unpackMinutes(minutes).findIndex((answers) => answers > 0)))
  return new Date(hour.at.getTime() + first * minuteMs)
}

/** Of the oldest partition that has rows: a look at the whole table would lock every partition there is. */
async function oldestHour(db: Db): Promise<{ at: Date } | null> {
  for (const { start, end } of await partitionsOf(db, 'query_sum_minute')) {
    const hour = await db.selectFrom('query_sum_minute').select('at').where('at', '>=', start).where('at', '<', end).orderBy('at').limit(1).executeTakeFirst()
    if (hour) return hour
  }
  return null
}

/** Calls with each minute of an hour that has answers. */
export function eachMinute(at: Date, minutes: Uint8Array, take: (minute: number, answers: number) => void): void {
  for (const [minute, answers] of unpackMinutes(minutes).entries()) if (answers > 0) take(at.getTime() + minute * minuteMs, answers)
}

/** Few enough that a node in this process answers in between. */
const domainsAtOnce = 1_000

/** These domains in one hour, to the minute, some at a time. */
export async function* domainsInHour(db: Db, at: Date, ids: readonly number[]): AsyncGenerator<{ minutes: Buffer; split: Buffer }[]> {
  for (let from = 0; from < ids.length; from += domainsAtOnce) {
    yield db
      .selectFrom('query_domain_minute')
      .select(['minutes', 'split'])
      .where('at', '=', at)
      .where('domain_id', '=', sql<number>`any(${ids.slice(from, from + domainsAtOnce)}::bigint[])`)
      .execute()
  }
}

/** What these domains have answered in one hour. */
export async function answersInHour(db: Db, at: Date, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ answers: number }>`
    select coalesce(sum(answers), 0)::bigint as answers from query_domain_minute where at = ${at} and domain_id = any(${ids}::bigint[])`.execute(db)
  return rows[0]!.answers
}

const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What a domain has answered in one hour, or in one day (of UTC) where hours are no longer kept. */
export type FiguresOfRow = {
  at: Date
  spanMs: number
  answers: number
  /** Of an hour that is kept to the minute. */
  minutes: Buffer | null
  split: Omit<Split, 'name'>
  names: Map<string, number>
}

/** The figures of a domain as they are kept, of hours and days that begin in this time. */
export async function rowsOfDomain(db: Db, domainId: number, from: Date, until: Date): Promise<FiguresOfRow[]> {
  const steps = (step: number) => {
    const first = Math.ceil(from.getTime() / step) * step
    return Array.from({ length: Math.max(0, Math.ceil((until.getTime() - first) / step)) }, (_, index) => new Date(first + index * step))
  }
  const hours = sql`any(${steps(hourMs)}::timestamptz[])`
  const days = sql`any(${steps(dayMs)}::timestamptz[])`
  // By the hours themselves: a range of them would read every domain.
  const { rows } = await sql<{ at: Date; spanMs: number; answers: number; minutes: Buffer | null; split: Buffer; names: string | null }>`
    select at, ${hourMs}::integer as "spanMs", answers, minutes, split, names from query_domain_minute where at = ${hours} and domain_id = ${domainId}
    union all select at, ${hourMs}::integer, answers, null, split, null from query_domain_hour where at = ${hours} and domain_id = ${domainId}
    union all select at, ${dayMs}::integer, answers, null, split, null from query_domain_day where at = ${days} and domain_id = ${domainId}`.execute(db)
  const lists = await namesOf(
    db,
    domainId,
    rows.map(({ at }) => at),
  )
  return rows.map(({ split: packed, names: text, ...row }) => {
    const { name: numbers, ...split } = unpackSplit(packed)
    const names = unpackNames(text)
    const list = lists.get(monthOf(row.at).getTime())
    for (const [number, count] of numbers) addTo(names, list?.[number] ?? '', count)
    // What a list that is gone would have named.
    names.delete('')
    return { ...row, split, names }
  })
}

/** What a domain has answered in whole hours, or whole days where hours are no longer kept. */
export async function figuresOfDomain(
  db: Db,
  domainId: number,
  from: Date,
  until: Date,
): Promise<{ answers: number; split: Omit<Split, 'name'>; names: Map<string, number> }> {
  const { name: _, ...split } = emptySplit()
  const names = new Map<string, number>()
  let answers = 0
  for (const row of await rowsOfDomain(db, domainId, from, until)) {
    answers += row.answers
    for (const by of toldApart) for (const [key, count] of row.split[by]) addTo(split[by], key, count)
    for (const [name, count] of row.names) addTo(names, name, count)
  }
  return { answers, split, names }
}

const toldApart = ['node', 'line', 'type', 'rcode', 'country'] as const
