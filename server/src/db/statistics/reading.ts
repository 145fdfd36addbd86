import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../connection.ts'
import { partitionsOf } from './partitions.ts'
import { unpackMinutes, unpackSplit, type Split } from './split.ts'

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

/** Domains in one hour, to the minute. */
export async function domainsInHour(db: Db, at: Date, which: Expression<SqlBool>): Promise<{ minutes: Buffer; split: Split }[]> {
  const rows = await db.selectFrom('query_domain_minute').select(['minutes', 'split']).where('at', '=', at).where(which).execute()
  return rows.map(({ minutes, split }) => ({ minutes, split: unpackSplit(split) }))
}

/** Answers of domains from one moment until before another, both starts of a minute. */
export async function answersBetween(db: Db, from: Date, to: Date, which: Expression<SqlBool>): Promise<number> {
  const { rows } = await sql<{ answers: number }>`
    select coalesce(sum(answers), 0)::bigint as answers from query_domain_minute
    where at >= ${from} and at + interval '1 hour' <= ${to} and at < ${to} and ${which}`.execute(db)
  // The hours that lie in it in part.
  const edges = await db
    .selectFrom('query_domain_minute')
    .select(['at', 'minutes'])
    .where(sql<SqlBool>`at > ${from}::timestamptz - interval '1 hour' and at < ${to} and not (at >= ${from} and at + interval '1 hour' <= ${to})`)
    .where(which)
    .execute()
  let answers = rows[0]!.answers
  for (const edge of edges)
    eachMinute(edge.at, edge.minutes, (minute, count) => {
      if (minute >= from.getTime() && minute < to.getTime()) answers += count
    })
  return answers
}
