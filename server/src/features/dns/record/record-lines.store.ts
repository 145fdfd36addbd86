import type { LineName } from '@nameplane/dns-text/record-text/line-names'
import { sql, type RawBuilder } from 'kysely'
import { customLineCode, customLineId } from '@nameplane/contract/dns/custom-line-code'
import type { Db } from '../../../db/connection.ts'
import { DEFAULT_LINE } from '../../../serving/lines/line-table.ts'

/** Those of these line codes that a domain may use: of all domains, and of its own. */
export function linesAmong(domainId: RawBuilder<unknown>, codes: readonly string[]): RawBuilder<{ code: string }> {
  const ids = codes.flatMap(customLineId)
  const standard = sql<{ code: string }>`select code from line where code = any(${codes}::text[])`
  return ids.length === 0
    ? standard
    : sql`${standard} union all select 'custom_' || id from custom_line where domain_id = ${domainId} and id = any(${ids}::bigint[])`
}

/** Which of these line codes records of a domain may have. */
export async function findLines(db: Db, domainId: number, codes: readonly string[]): Promise<Set<string>> {
  // The line of everybody is there always.
  if (codes.every((code) => code === DEFAULT_LINE)) return new Set(codes)
  const { rows } = await linesAmong(sql`${domainId}`, codes).execute(db)
  return new Set(rows.map((row) => row.code))
}

/** All lines of a domain by their codes and names, as tables of other providers name them; those of its own come last. */
export async function readLineNames(db: Db, domainId: number): Promise<LineName[]> {
  const { rows } = await sql<LineName & { id: number | null }>`
    select code, name_zh as "nameZh", name_en as "nameEn", null::bigint as id, position from line
    union all select '', name, name, id, null from custom_line where domain_id = ${domainId}
    order by position nulls last, id`.execute(db)
  return rows.map(({ code, nameZh, nameEn, id }) => ({ code: id === null ? code : customLineCode(id), nameZh, nameEn }))
}
