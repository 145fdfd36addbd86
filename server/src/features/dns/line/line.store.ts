import { sql } from 'kysely'
import { customLineCode } from '@nameplane/contract/dns/custom-line-code'
import { Line } from '@nameplane/contract/dns/line'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import { STANDARD_LINES } from '../../../serving/lines/standard-lines.ts'

/** Every line in the order of its list, parents before children. */
export async function listLines(db: Db): Promise<Line[]> {
  return db.selectFrom('line').select(columnsFor('line', Line)).orderBy('position').execute()
}

/** The lines of one domain's own, by name; null when there is no such domain within reach. */
export async function listLinesOfDomain(db: Db, accessScope: AccessScope, domainId: number): Promise<Line[] | null> {
  const domain = await db.selectFrom('domain').select('id').where('id', '=', domainId).where(domainWithin(accessScope)).executeTakeFirst()
  if (!domain) return null
  const rows = await db.selectFrom('custom_line').select(['id', 'name']).where('domain_id', '=', domainId).orderBy('name').orderBy('id').execute()
  return rows.map(({ id, name }, index) => ({ code: customLineCode(id), nameZh: name, nameEn: name, kind: 'custom', parent: null, position: 100_000 + index }))
}

/** Brings the standard lines to this version's table at every start; lines of administrators' own are not touched. */
export async function seedStandardLines(db: Db): Promise<void> {
  const rows = STANDARD_LINES.map((line, position) => ({
    code: line.code,
    name_zh: line.nameZh,
    name_en: line.nameEn,
    kind: line.kind,
    parent: null as string | null,
    position,
  }))
  const parents = STANDARD_LINES.filter((line) => line.parent !== null)
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('line')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('code')
          .doUpdateSet((excluded) => ({
            name_zh: excluded.ref('excluded.name_zh'),
            name_en: excluded.ref('excluded.name_en'),
            kind: excluded.ref('excluded.kind'),
            position: excluded.ref('excluded.position'),
          })),
      )
      .execute()
    // Parents in a second step, since a line may stand before its parent.
    await sql`
      update line set parent = given.parent
      from unnest(${parents.map((line) => line.code)}::text[], ${parents.map((line) => line.parent)}::text[]) as given (code, parent)
      where line.code = given.code`.execute(tx)
  })
}
