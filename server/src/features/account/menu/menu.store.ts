import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '../../../db/connection.ts'
import type { MenuTable } from '../../../db/account-tables.ts'

export type MenuRecord = Selectable<MenuTable>

/** The fields of a row that administrators set. */
export type MenuFields = Pick<
  MenuRecord,
  'name_zh' | 'name_en' | 'path' | 'icon' | 'right' | 'hidden' | 'external_url' | 'cached' | 'feature' | 'custom_flag' | 'modes' | 'enabled'
>

/** All rows in the order of the menu: each parent before its children, siblings by position. */
export async function readMenu(db: Db): Promise<MenuRecord[]> {
  const rows = await db.selectFrom('menu').selectAll().orderBy('position').orderBy('id').execute()
  const below = Map.groupBy(rows, (row) => row.parent_id)
  const ordered: MenuRecord[] = []
  const add = (parentId: number | null): void => {
    for (const row of below.get(parentId) ?? []) {
      ordered.push(row)
      add(row.id)
    }
  }
  add(null)
  return ordered
}

/** Changes of the menu come one after the other: order and places concern several rows. */
export async function lockMenu(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('menu', 0))`.execute(tx)
}

export async function insertMenuRow(tx: Tx, row: MenuFields & Pick<MenuRecord, 'kind' | 'parent_id' | 'seed_key'>): Promise<number> {
  return (await tx.insertInto('menu').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Gives siblings their places: all of them, in the order of the ids, below that parent. */
export async function placeMenuRows(tx: Tx, parentId: number | null, ids: readonly number[]): Promise<void> {
  await sql`
    update menu set parent_id = ${parentId}::bigint, position = given.position
    from unnest(${ids}::bigint[]) with ordinality as given (id, position)
    where menu.id = given.id and (menu.parent_id is distinct from ${parentId}::bigint or menu.position <> given.position)`.execute(tx)
}

export async function deleteMenuRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('menu')
    .where('id', 'in', [...ids])
    .execute()
}

/** Ids of the rows below a parent in their order. */
export function siblingsOf(rows: readonly MenuRecord[], parentId: number | null): number[] {
  return rows.filter((row) => row.parent_id === parentId).map((row) => row.id)
}
