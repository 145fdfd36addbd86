import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'

export async function countUrlRecords(db: Db, domainId: number): Promise<number> {
  const row = await db
    .selectFrom('record')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('domain_id', '=', domainId)
    .where('type', '=', 'URL')
    .executeTakeFirstOrThrow()
  return row.count
}
