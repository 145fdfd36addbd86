import { sql } from 'kysely'
import type { Db, Tx } from '../connection.ts'
import { packNumbers, unpackNumbers } from './packed-numbers.ts'
import { unpackMinutes } from './split.ts'

/*
 * Answers that say no, of each domain and minute, for some hours: what a change is judged by is how they were just before and just
 * after it. A row has only the minutes that have some, so that a domain without errors costs nothing.
 */

/** SERVFAIL, NXDOMAIN and REFUSED, by their numbers (RFC 6895 §2.3); the order is that of the stored bytes. */
export const errorCodes = [2, 3, 5] as const
export type ErrorCode = (typeof errorCodes)[number]
/** Answers with each of these codes, in their order. */
export type ErrorCounts = readonly [servfail: number, nxdomain: number, refused: number]

/** So long errors are kept to the minute. */
export const errorMinutesKeptHours = 6

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const minutesOfHour = 60

/** The errors of each minute of an hour, by code. */
type ErrorsOfHour = Readonly<Record<ErrorCode, number[]>>

const noErrors = (): ErrorsOfHour => ({ 2: zeros(), 3: zeros(), 5: zeros() })
const zeros = (): number[] => Array.from({ length: minutesOfHour }, () => 0)

/** Of each code: how many minutes have some, and of each the step from the one before and the count. */
export function packErrors(errors: ErrorsOfHour): Buffer {
  const written: number[] = []
  for (const code of errorCodes) {
    const minutes = [...errors[code].entries()].filter(([, count]) => count > 0)
    written.push(minutes.length)
    let next = 0
    for (const [minute, count] of minutes) {
      written.push(minute - next, count - 1)
      next = minute + 1
    }
  }
  return packNumbers(written)
}

export function unpackErrors(bytes: Uint8Array | null): ErrorsOfHour {
  const errors = noErrors()
  if (bytes === null) return errors
  const numbers = unpackNumbers(bytes)
  let at = 0
  for (const code of errorCodes) {
    const count = numbers[at++] ?? 0
    for (let each = 0, minute = 0; each < count; each += 1, minute += 1) {
      minute += numbers[at++] ?? 0
      if (minute < minutesOfHour) errors[code][minute] = (numbers[at] ?? 0) + 1
      at += 1
    }
  }
  return errors
}

/** Adds to one minute of an hour, under the lock of the statistics; each domain is named once. */
export async function addErrors(tx: Tx, hour: Date, minute: number, added: readonly { domainId: number; errors: ErrorCounts }[]): Promise<void> {
  if (added.length === 0) return
  const ids = added.map(({ domainId }) => domainId)
  const { rows } = await sql<{ domain_id: number; errors: Buffer }>`
    select domain_id, errors from query_error_minute where at = ${hour} and domain_id = any(${ids}::bigint[])`.execute(tx)
  const known = new Map(rows.map((row) => [row.domain_id, row.errors]))
  const packed = added.map(({ domainId, errors }) => {
    const summed = unpackErrors(known.get(domainId) ?? null)
    errorCodes.forEach((code, index) => (summed[code][minute]! += errors[index]!))
    return packErrors(summed)
  })
  await sql`
    insert into query_error_minute (at, domain_id, errors)
    select ${hour}::timestamptz, * from unnest(${ids}::bigint[], ${packed}::bytea[])
    on conflict (at, domain_id) do update set errors = excluded.errors`.execute(tx)
}

/**
 * From when on answers without a counted error had none, where answers of this time were counted before errors were: an update brought
 * the errors meanwhile. Null where all of the time is known.
 */
export async function errorsKnownFrom(db: Db, from: Date): Promise<Date | null> {
  const { rows } = await sql<{ known: Date }>`
    select date_trunc('minute', errors.timestamp::timestamptz) + interval '1 minute' as known
    from kysely_migration as errors, (select min(timestamp::timestamptz) as timestamp from kysely_migration) as first
    where errors.name = '0071-change-set-watch' and first.timestamp < ${from} and ${from} < errors.timestamp::timestamptz`.execute(db)
  return rows[0]?.known ?? null
}

/** What a domain answered in one minute, and how much of it said no. */
export type MinuteOfDomain = { domainId: number; at: number; queries: number; errors: ErrorCounts }

/** The minutes of these domains that begin in this time and have answers. */
export async function minutesOfDomains(db: Db, ids: readonly number[], from: Date, until: Date): Promise<MinuteOfDomain[]> {
  const first = Math.floor(from.getTime() / hourMs)
  const hours = Array.from({ length: Math.max(0, Math.ceil(until.getTime() / hourMs) - first) }, (_, index) => new Date((first + index) * hourMs))
  if (hours.length === 0 || ids.length === 0) return []
  // Both as of one moment: answers without their errors would look better than they are.
  const { rows } = await sql<{ at: Date; domain_id: number; minutes: Buffer; errors: Buffer | null }>`
    select of_all.at, of_all.domain_id, of_all.minutes, of_errors.errors
    from (select at, domain_id, minutes from query_domain_minute where at = any(${hours}::timestamptz[]) and domain_id = any(${ids}::bigint[])) as of_all
      left join (select at, domain_id, errors from query_error_minute where at = any(${hours}::timestamptz[]) and domain_id = any(${ids}::bigint[])) as of_errors
        using (at, domain_id)
    order by at, domain_id`.execute(db)
  return rows.flatMap((row): MinuteOfDomain[] => {
    const errors = unpackErrors(row.errors)
    return unpackMinutes(row.minutes).flatMap((queries, minute) => {
      const at = row.at.getTime() + minute * minuteMs
      if (queries === 0 || at < from.getTime() || at >= until.getTime()) return []
      return { domainId: row.domain_id, at, queries, errors: [errors[2][minute]!, errors[3][minute]!, errors[5][minute]!] }
    })
  })
}
