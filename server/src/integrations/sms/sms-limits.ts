import { sql } from 'kysely'
import { limits } from '@nameplane/contract/limits'
import type { Db } from '../../db/connection.ts'
import { keyedDigest } from '../../secrets/seal.ts'

type Limit = { readonly subject: string; readonly seconds: number; readonly allowed: number }

/** Numbers are not kept, only what tells the same one again. */
const phoneSubject = (phone: string): string => `phone:${keyedDigest(phone, 'sms phone').toString('hex')}`

function limitsOf(phone: string, address: string): readonly Limit[] {
  const { minute, hour, day } = limits.smsPerPhone
  const subject = phoneSubject(phone)
  return [
    { subject, seconds: 60, allowed: minute },
    { subject, seconds: 3600, allowed: hour },
    { subject, seconds: 86_400, allowed: day },
    { subject: `address:${address}`, seconds: 3600, allowed: limits.smsPerAddressAndHour },
  ]
}

/**
 * Counts a message that somebody asked for; false when it would be one too many, and then it is not counted. Tries at the same time,
 * in whatever process, come one after the other.
 */
export async function countSms(db: Db, phone: string, address: string): Promise<boolean> {
  const all = limitsOf(phone, address)
  const subjects = [...new Set(all.map(({ subject }) => subject))].toSorted()
  return db.transaction().execute(async (tx) => {
    // In one order everywhere, so that two never wait for each other.
    for (const subject of subjects) await sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${subject}`}, 0))`.execute(tx)
    for (const { subject, seconds, allowed } of all) {
      const { count } = await tx
        .selectFrom('sms_count')
        .where('subject', '=', subject)
        .where('counted_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
        .select((of) => of.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) >= allowed) return false
    }
    await tx
      .insertInto('sms_count')
      .values(subjects.map((subject) => ({ subject, counted_at: sql<Date>`clock_timestamp()` })))
      .execute()
    return true
  })
}
