import { sql, type RawBuilder } from 'kysely'
import { limits } from '@nameplane/contract/limits'
import type { Db } from '../../../db/connection.ts'

/*
 * A page of a log of a million rows and more. Its order is that of an index; counting and going to a page read that index
 * alone, and a page behind the middle is read from the other end.
 */

/** Rows of a log as a query of `at` and keys, without order and limit. */
export type LogQuery = {
  /** Selects `at`, `duration_ms` and the key columns of the rows that fit the filters. */
  rows: RawBuilder<unknown>
  sidx: 'at' | 'duration_ms'
  order: 'asc' | 'desc'
}

/** How many rows fit, up to as many as a list goes through: counting a million takes longer than reading a page. */
export async function countRows(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counted } = await sql<{
    count: number
  }>`select count(*) as count from (select from (${rows}) as log limit ${limits.logCountedRows}) as counted`.execute(db)
  return counted[0]!.count
}

/** Keys of the rows of a page, in its order. */
export async function readKeys(db: Db, query: LogQuery, page: { page: number; limit: number }, total: number): Promise<{ source: string; id: number }[]> {
  const offset = (page.page - 1) * page.limit
  if (offset >= total) return []
  const fromEnd = offset > total / 2 && total < limits.logCountedRows
  const limit = Math.min(page.limit, total - offset)
  const isDescending = (query.order === 'desc') !== fromEnd
  const by = sql.ref(query.sidx)
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const order = query.sidx === 'at' ? sql`at ${direction}, id ${direction}` : sql`${by} ${direction}, at ${direction}, id ${direction}`
  const { rows } = await sql<{ source: string; id: number }>`
    select source, id from (${query.rows}) as log order by ${order} limit ${limit} offset ${fromEnd ? total - offset - limit : offset}`.execute(db)
  return fromEnd ? rows.reverse() : rows
}
