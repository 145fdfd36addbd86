import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { SealProblem, sealedWith, type Sealer } from '../secrets/seal.ts'
import { withResealed, type SealedColumn } from '../secrets/sealed-places.ts'

const batchSize = 200

type Row = { id: number; owner: string | null; value: unknown }

/**
 * Opens every sealed text of a column with one sealer and seals it with another, row by row: whoever reads meanwhile
 * finds the one or the other, and whoever writes wins. Texts that do not open are counted and left.
 * @param isDue says of a text's key whether it is to be sealed anew
 * @param named what a table is called: another name while it is being restored
 */
export async function resealColumn(
  db: Db,
  place: SealedColumn,
  { from, to, isDue, named = (table) => table }: { from: Sealer; to: Sealer; isDue: (keyId: number) => boolean; named?: (table: string) => string },
): Promise<{ resealed: number; unopened: number }> {
  const column = sql.ref(place.column)
  const table = sql.table(named(place.table))
  let resealed = 0
  let unopened = 0
  for (let after = 0; ;) {
    const { rows } = await sql<Row>`
      select ${sql.ref(place.id)} as id, ${sql.raw(place.ownerSql(named))} as owner, ${column} as value
      from ${table} where ${sql.ref(place.id)} > ${after} order by ${sql.ref(place.id)} limit ${batchSize}`.execute(db)
    for (const row of rows) {
      let isChanged = false
      const value = withResealed(row.value, (sealed, path) => {
        if (row.owner === null || !isDue(sealedWith(sealed)!)) return sealed
        const where = place.place(row.owner, path)
        try {
          const fresh = to.seal(from.unseal(sealed, where), where)
          isChanged = true
          resealed += 1
          return fresh
        } catch (cause) {
          if (!(cause instanceof SealProblem)) throw cause
          unopened += 1
          return sealed
        }
      })
      if (!isChanged) continue
      const [fresh, old] =
        place.holds === 'text' ? [sql`${value}`, sql`${row.value}`] : [sql`${JSON.stringify(value)}::jsonb`, sql`${JSON.stringify(row.value)}::jsonb`]
      await sql`update ${table} set ${column} = ${fresh} where ${sql.ref(place.id)} = ${row.id} and ${column} = ${old}`.execute(db)
    }
    if (rows.length < batchSize) return { resealed, unopened }
    after = rows.at(-1)!.id
  }
}
