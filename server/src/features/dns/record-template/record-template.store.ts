import { sql } from 'kysely'
import { RecordTemplate, type RecordTemplateDetail, type recordTemplate as calls, type TemplateRecord } from '@nameplane/contract/dns/record-template'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { pageOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import { updateRows } from '../../../db/versioned-rows.ts'

type Written = { name: string; remark: string; records: readonly TemplateRecord[] }

const shown = columnsFor('record_template', RecordTemplate, ['recordCount'])
const recordCount = sql<number>`jsonb_array_length(record_template.records)`.as('recordCount')

/** One page of the templates, by name. */
export async function listTemplates(db: Db, query: Received<typeof calls.list>): Promise<Answered<typeof calls.list>['data']> {
  const templates = db
    .selectFrom('record_template')
    .$if(Boolean(query.search), (all) => all.where('name', 'ilike', containing(query.search!)))
    .select(shown)
    .select(recordCount)
  return pageOf(db, templates, { otherwise: [['name', 'asc']], tieBreak: ['id', 'asc'] }, query)
}

export async function findTemplate(db: Db, id: number): Promise<Answered<typeof calls.detail>['data'] | undefined> {
  return db.selectFrom('record_template').select(shown).select(recordCount).select('records').where('id', '=', id).executeTakeFirst()
}

export async function countTemplates(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('record_template')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The lines of these that there are none of. */
export async function unknownLines(db: Db, lines: readonly string[]): Promise<Set<string>> {
  const known = await db.selectFrom('line').select('code').where('code', 'in', lines).execute()
  const unknown = new Set(lines)
  for (const { code } of known) unknown.delete(code)
  return unknown
}

const columnsOf = ({ name, remark, records }: Written) => ({ name, remark, records: JSON.stringify(records) })

export async function insertTemplate(tx: Tx, template: Written): Promise<RecordTemplateDetail['id']> {
  return (await tx.insertInto('record_template').values(columnsOf(template)).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateTemplate(tx: Tx, id: number, template: Written): Promise<void> {
  await updateRows(tx, 'record_template', [id], columnsOf(template))
}
