import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'

/** Of these records, those that once were and are deleted, with the version that deleted them. */
export async function recordsDeletedSince(db: Db, domainId: number, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ record_id: number; version: number }>`
    select distinct on (record_id) record_id, version from record_change
    where domain_id = ${domainId} and record_id = any(${ids as number[]}::bigint[])
    order by record_id, version desc`.execute(db)
  return new Map(rows.map((row) => [row.record_id, row.version]))
}
