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

export type InsertedMenuRow = MenuFields & Pick<MenuRecord, 'kind' | 'parent_id' | 'seed_key'>

export async function insertMenuRow(tx: Tx, row: InsertedMenuRow): Promise<number> {
  const [inserted] = await insertMenuRows(tx, [row])
  return inserted!.id
}

export function insertMenuRows(tx: Tx, rows: readonly InsertedMenuRow[]): Promise<Pick<MenuRecord, 'id' | 'seed_key'>[]> {
  return tx.insertInto('menu').values(rows).returning(['id', 'seed_key']).execute()
}

/** Gives siblings their places: all of them, in the order of the ids, below that parent. */
export async function placeMenuRows(tx: Tx, parentId: number | null, ids: readonly number[]): Promise<void> {
  await sql`
    update menu set parent_id = ${parentId}::bigint, position = given.position
    from unnest(${ids}::bigint[]) with ordinality as given (id, position)
    where menu.id = given.id and (menu.parent_id is distinct from ${parentId}::bigint or menu.position <> given.position)`.execute(tx)
}

/** Gives all siblings of each order their places in it. */
export async function orderMenuRows(tx: Tx, orders: readonly (readonly number[])[]): Promise<void> {
  const placed = orders.flatMap((ids) => ids.map((id, index) => ({ id, position: index + 1 })))
  await sql`
    update menu set position = given.position
    from unnest(${placed.map(({ id }) => id)}::bigint[], ${placed.map(({ position }) => position)}::integer[]) as given (id, position)
    where menu.id = given.id and menu.position <> given.position`.execute(tx)
}

/** A screen's right is the contract's to say; a newer version may say another one. */
export async function giveMenuRights(tx: Tx, given: readonly Pick<MenuRecord, 'id' | 'right'>[]): Promise<void> {
  await sql`
    update menu set "right" = given."right"
    from unnest(${given.map(({ id }) => id)}::bigint[], ${given.map(({ right }) => right)}::text[]) as given (id, "right")
    where menu.id = given.id and menu."right" is distinct from given."right"`.execute(tx)
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
