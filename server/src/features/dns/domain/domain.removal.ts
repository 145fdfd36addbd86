import type { Db } from '../../../db/connection.ts'
import { domainWithin, type Reach } from '../../../db/reach.ts'

/** What deleting these domains takes away; a read shaped for the question the console asks first. */
export async function removalOf(db: Db, reach: Reach, ids: readonly number[]): Promise<{ domains: number; records: number; locked: string[] }> {
  const rows = await db
    .selectFrom('domain')
    .select(['name', 'record_count', 'is_locked'])
    .where('id', 'in', [...ids])
    .where(domainWithin(reach))
    .execute()
  return {
    domains: rows.length,
    records: rows.reduce((sum, row) => sum + row.record_count, 0),
    locked: rows.filter((row) => row.is_locked).map((row) => row.name),
  }
}
