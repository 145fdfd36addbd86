import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'

const dayMs = 86_400_000

/** What happens once it is its turn, in the order of time. */
export type PastEvent = { at: Date; work: () => Promise<void> }

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)

/** Has what was saved of a domain since the seeding began, or since it was moved last, stand at this moment: the database says the present. */
export async function backdate(db: Db, domainId: number, startedAt: Date, at: Date): Promise<void> {
  await sql`
    with revisions as (update domain_revision set at = ${at} where domain_id = ${domainId} and at >= ${startedAt}),
      records as (update record set updated_at = ${at} where domain_id = ${domainId} and updated_at >= ${startedAt})
    update domain set updated_at = ${at}, created_at = least(created_at, ${at}), deleted_at = case when deleted_at is null then null else ${at}::timestamptz end
    where id = ${domainId}`.execute(db)
}

/** What the check of name servers found of some domains: most are delegated here, a few in part or to others, and a few were never checked. */
export async function noteDelegations(db: Db, ids: readonly number[], now: Date): Promise<void> {
  const checkedAt = new Date(now.getTime() - 3 * 3_600_000)
  const today = now.toISOString().slice(0, 10)
  const places = ids.map((id, index) => ({ id, place: index % 13 }))
  const having = (place: number): number[] => places.filter((one) => one.place === place).map(({ id }) => id)
  await db
    .updateTable('domain')
    .set({ ns_state: 'correct', ns_checked_at: checkedAt })
    .where('id', 'in', [...ids])
    .execute()
  await db
    .updateTable('domain')
    .set({ ns_state: 'partial', ns_found: ['ns1.nameplane.example', 'dns9.old-host.example'] })
    .where('id', 'in', having(4))
    .execute()
  await db
    .updateTable('domain')
    .set({
      ns_state: 'wrong',
      ns_found: ['dns9.old-host.example', 'dns10.old-host.example'],
      ns_wrong_since: daysBefore(now, 2),
      ns_wrong_days: 3,
      ns_wrong_day: today,
    }) // oxfmt-ignore
    .where('id', 'in', having(8))
    .execute()
  await db.updateTable('domain').set({ ns_state: 'unchecked', ns_checked_at: null }).where('id', 'in', having(12)).execute()
}
