import type { Db } from '../../../db/connection.ts'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'

/** What deleting these domains takes away; a read shaped for the question the console asks first. */
export async function removalOf(db: Db, accessScope: AccessScope, ids: readonly number[]): Promise<{ domains: number; records: number; locked: string[] }> {
  const rows = await db
    .selectFrom('domain')
    .select(['name', 'record_count', 'is_locked'])
    .where('id', 'in', [...ids])
    .where(domainWithin(accessScope))
    .execute()
  return {
    domains: rows.length,
    records: rows.reduce((sum, row) => sum + row.record_count, 0),
    locked: rows.filter((row) => row.is_locked).map((row) => row.name),
  }
}
