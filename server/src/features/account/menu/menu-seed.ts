import { buttonsOf, directoriesOf, menu } from '@nameplane/contract/menu'
import type { MenuSeed } from '@nameplane/contract/menu-parts'
import type { Right } from '@nameplane/contract/rights'
import type { Db, Tx } from '../../../db/connection.ts'
import { insertMenuRow, lockMenu, placeMenuRows, readMenu, siblingsOf, type MenuRecord } from './menu.store.ts'

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
    for (const [index, row] of planned.entries()) {
      if (idOf.has(row.key)) continue
      const parentId = row.parentKey === null ? null : idOf.get(row.parentKey)!
      const id = await insertSeed(tx, row, parentId)
      idOf.set(row.key, id)
      await place(tx, id, parentId, earlierSiblings(planned.slice(0, index), row.parentKey, idOf))
    }
    await refreshRights(tx, planned, idOf)
  })
}

async function insertSeed(tx: Tx, row: Planned, parentId: number | null): Promise<number> {
  return insertMenuRow(tx, {
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
  })
}

function earlierSiblings(before: readonly Planned[], parentKey: string | null, idOf: ReadonlyMap<string, number>): Set<number> {
  return new Set(before.filter((row) => row.parentKey === parentKey).map((row) => idOf.get(row.key)!))
}

/** Behind the last of its siblings that the list names before it; what administrators put elsewhere keeps its order. */
async function place(tx: Tx, id: number, parentId: number | null, earlier: ReadonlySet<number>): Promise<void> {
  const siblings = siblingsOf(await readMenu(tx), parentId).filter((sibling) => sibling !== id)
  const at = siblings.findLastIndex((sibling) => earlier.has(sibling)) + 1
  await placeMenuRows(tx, parentId, siblings.toSpliced(at, 0, id))
}

/** A screen's right is the contract's to say; a newer version may say another one. */
async function refreshRights(tx: Tx, planned: readonly Planned[], idOf: ReadonlyMap<string, number>): Promise<void> {
  for (const row of planned)
    await tx.updateTable('menu').set({ right: row.right }).where('id', '=', idOf.get(row.key)!).where('right', 'is distinct from', row.right).execute()
}
