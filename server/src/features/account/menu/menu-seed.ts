import { buttonsOf, directoriesOf, menu } from '@nameplane/contract/menu'
import type { MenuSeed } from '@nameplane/contract/menu-parts'
import type { Right } from '@nameplane/contract/rights'
import type { Db } from '../../../db/connection.ts'
import { giveMenuRights, insertMenuRows, lockMenu, orderMenuRows, readMenu, siblingsOf, type InsertedMenuRow, type MenuRecord } from './menu.store.ts'

type Planned = { key: string; parentKey: string | null; kind: MenuRecord['kind']; path: string; right: Right | null; seed: Partial<MenuSeed> }

/** The rows that the contract's list asks for: sections, groups, pages and their buttons, parents first. */
export function plannedRows(seeds: readonly MenuSeed[] = menu): Planned[] {
  const planned = new Map<string, Planned>()
  for (const seed of seeds) {
    const [section, group] = directoriesOf(seed.path)
    const directory = (path: string, parentKey: string | null): void => {
      const key = `directory ${path}`
      if (!planned.has(key)) planned.set(key, { key, parentKey, kind: 'directory', path, right: null, seed: {} })
    }
    directory(section, null)
    directory(group, `directory ${section}`)
    const page = `page ${seed.path}`
    planned.set(page, { key: page, parentKey: `directory ${group}`, kind: 'page', path: seed.path, right: seed.right, seed })
    for (const right of buttonsOf(seed)) {
      const key = `button ${seed.path} ${right}`
      planned.set(key, { key, parentKey: page, kind: 'button', path: '', right, seed: {} })
    }
  }
  return [...planned.values()]
}

/** Adds the rows that are not there yet; whatever administrators made of the others stays as it is. */
export async function seedMenu(db: Db, seeds: readonly MenuSeed[] = menu): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockMenu(tx)
    const rows = await readMenu(tx)
    const planned = plannedRows(seeds)
    const idOf = new Map(rows.flatMap((row) => (row.seed_key === null ? [] : [[row.seed_key, row.id] as const])))
    const added = planned.filter(({ key }) => !idOf.has(key))
    // Those whose parents are there, until there are none left: sections, groups, pages, buttons.
    for (let left = added; left.length > 0; left = left.filter(({ key }) => !idOf.has(key))) {
      const inserted = left.flatMap((row) => insertable(row, idOf))
      for (const { seed_key, id } of await insertMenuRows(tx, inserted)) idOf.set(seed_key!, id)
    }
    await orderMenuRows(tx, ordersWith(added, planned, rows, idOf))
    const rightsOf = planned.map(({ key, right }) => ({ id: idOf.get(key)!, right }))
    await giveMenuRights(tx, rightsOf)
  })
}

/** What a row is inserted as; nothing while its parent is not there. */
function insertable(row: Planned, idOf: ReadonlyMap<string, number>): InsertedMenuRow[] {
  const parentId = row.parentKey === null ? null : idOf.get(row.parentKey)
  if (parentId === undefined) return []
  return [
    {
      kind: row.kind,
      parent_id: parentId,
      seed_key: row.key,
      name_zh: null,
      name_en: null,
      path: row.path,
      icon: null,
      right: row.right,
      hidden: row.seed.hidden ?? false,
      external_url: null,
      cached: true,
      feature: row.seed.feature ?? null,
      custom_flag: row.seed.customFlag ?? null,
      modes: [...(row.seed.modes ?? [])],
      enabled: true,
    },
  ]
}

/**
 * The orders of siblings that something was added to: each behind the last of those that the list names before it. What administrators
 * put elsewhere keeps its order.
 */
function ordersWith(added: readonly Planned[], planned: readonly Planned[], rows: readonly MenuRecord[], idOf: ReadonlyMap<string, number>): number[][] {
  const named = Map.groupBy(planned, ({ parentKey }) => parentKey)
  return [...Map.groupBy(added, ({ parentKey }) => parentKey)].map(([parentKey, ours]) => {
    const order = siblingsOf(rows, parentKey === null ? null : idOf.get(parentKey)!)
    const siblings = named.get(parentKey)!
    for (const row of ours) {
      const earlier = new Set(siblings.slice(0, siblings.indexOf(row)).map(({ key }) => idOf.get(key)!))
      order.splice(order.findLastIndex((id) => earlier.has(id)) + 1, 0, idOf.get(row.key)!)
    }
    return order
  })
}
