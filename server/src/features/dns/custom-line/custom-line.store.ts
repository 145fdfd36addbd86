import { customLineCode } from '@nameplane/contract/dns/custom-line-code'
import { CustomLine, type customLine as calls } from '@nameplane/contract/dns/custom-line'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { sql, type Selectable } from 'kysely'
import { domainWithin, selectReached, type AccessScope } from '../../../access/access-scope.ts'
import { containing } from '../../../db/containing.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { CustomLineTable } from '../../../db/dns-tables.ts'
import { pageOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'

type Listed = Answered<typeof calls.list>['data']

/** Records on lines like these alone are in an index of their own, which this condition names. */
const onCustomLines = sql`record.line like 'custom\\_%'`
const codeOfRow = sql<string>`'custom_' || custom_line.id`

/** A page of the custom lines of a domain; null when there is no such domain within reach. */
export async function listCustomLines(db: Db, accessScope: AccessScope, query: Received<typeof calls.list>): Promise<Listed | null> {
  const domain = await selectReached(db, accessScope, query.domainId).executeTakeFirst()
  if (!domain) return null
  const recordCount = sql<number>`(select count(*) from record where record.domain_id = custom_line.domain_id and ${onCustomLines} and record.line = ${codeOfRow})`
  const { list, ...total } = await pageOf(
    db,
    db
      .selectFrom('custom_line')
      .select(columnsFor('custom_line', CustomLine, ['code', 'recordCount']))
      .select(recordCount.as('recordCount'))
      .where('domain_id', '=', domain.id)
      .$if(Boolean(query.search), (all) =>
        all.where((of) => of.or([of('name', 'ilike', containing(query.search!)), of('segments', 'ilike', containing(query.search!))])),
      ),
    { otherwise: [['name', 'asc']], tieBreak: ['id', 'asc'] },
    query,
  )
  return { list: list.map((row) => ({ ...row, code: customLineCode(row.id) })), ...total }
}

/** A domain whose lines are to be changed. */
export type DomainOfLines = { id: number; name: string; isLocked: boolean; isDeleted: boolean }

/** The domains within reach, locked until the transaction ends, so that neither their records nor their lines change meanwhile. */
export async function lockDomainsOfLines(tx: Tx, accessScope: AccessScope, ids: readonly number[]): Promise<DomainOfLines[]> {
  const rows = await tx
    .selectFrom('domain')
    .select(['id', 'name', 'is_locked', 'deleted_at'])
    .where('id', 'in', [...ids])
    .where(domainWithin(accessScope))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.name, isLocked: row.is_locked, isDeleted: row.deleted_at !== null }))
}

/** Which domains these lines belong to; a line never moves to another one. */
export async function domainsOfLines(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('custom_line')
    .select('domain_id')
    .distinct()
    .where('id', 'in', [...ids])
    .execute()
  return rows.map((row) => row.domain_id)
}

/** All lines of a domain. */
export async function readLinesOf(tx: Tx, domainId: number): Promise<Selectable<CustomLineTable>[]> {
  return tx.selectFrom('custom_line').selectAll().where('domain_id', '=', domainId).orderBy('id').execute()
}

/** Records of these domains on these lines, of each line that has some. */
export async function countRecordsOn(tx: Tx, domainIds: readonly number[], codes: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ line: string; count: number }>`
    select line, count(*) as count from record
    where domain_id = any(${domainIds}::bigint[]) and ${onCustomLines} and line = any(${codes}::text[])
    group by line`.execute(tx)
  return new Map(rows.map(({ line, count }) => [line, Number(count)]))
}

/** The standard lines as files name them. */
export async function readStandardLines(tx: Tx): Promise<{ code: string; nameZh: string; nameEn: string }[]> {
  return tx.selectFrom('line').select(['code', 'name_zh as nameZh', 'name_en as nameEn']).execute()
}
