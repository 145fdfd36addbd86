import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import { countFound, placeOf, type Total } from '../../../db/paged-read.ts'

/*
 * A page of a log of a million rows and more. Its order is that of an index; counting and going to a page read that index
 * alone, and a page behind the middle is read from the other end.
 */

/** Rows of a log, of which each table is a part: selects of `source`, `id`, `at` and `duration_ms` without order and limit. */
export type LogParts = readonly RawBuilder<unknown>[]

/** As many rows of all parts as have to be read to have the first ones together: each part in the order of its index. */
export function firstOf(parts: LogParts, order: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  // The database does not look for an order below a union: it would sort all rows of all parts.
  return sql.join(
    parts.map((part) => sql`(${part} order by ${order} limit ${limit})`),
    sql` union all `,
  )
}

/** Keys of the rows of a page, in its order, and how many rows there are. */
export async function readKeys(
  db: Db,
  parts: LogParts,
  { page, limit, sidx, order: asked }: { page: number; limit: number; sidx?: 'time' | 'durationMs' | undefined; order: 'asc' | 'desc' },
): Promise<{ keys: { source: string; id: number }[]; total: Total }> {
  const total = await countFound(db, sql.join(parts, sql` union all `))
  const place = placeOf((page - 1) * limit, limit, total, true)
  if (place === null) return { keys: [], total }
  const direction = sql.raw((asked === 'desc') !== place.isBackwards ? 'desc' : 'asc')
  const byTime = sql`at ${direction}, id ${direction}`
  const order = sidx === 'durationMs' ? sql`duration_ms ${direction}, ${byTime}` : byTime
  const { rows } = await sql<{ source: string; id: number }>`
    select source, id from (${firstOf(parts, order, place.offset + place.limit)}) as log order by ${order} limit ${place.limit} offset ${place.offset}`.execute(
    db,
  )
  return { keys: place.isBackwards ? rows.reverse() : rows, total }
}
