import type { menuRow as calls, MenuSetting } from '@nameplane/contract/account/menu-row'
import { platformFeatures } from '@nameplane/contract/system/settings/platform-features'
import type { Received } from '@nameplane/contract/endpoint'
import { menuIcons } from '@nameplane/contract/menu-parts'
import { refuseUnknownRights } from '../../../access/role-grants.ts'
import { change, type Change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { changeSetting } from '../../../settings/setting-change.ts'
import { refuseStale, updateRows } from '../../../db/versioned-rows.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { absenceOf, type MenuPlatform } from './menu-sight.ts'
import { deleteMenuRows, insertMenuRow, lockMenu, placeMenuRows, readMenu, siblingsOf, type MenuFields, type MenuRecord } from './menu.store.ts'

export function settingOf(row: MenuRecord, platform: MenuPlatform): MenuSetting {
  return {
    id: row.id,
    parentId: row.parent_id,
    kind: row.kind,
    nameZh: row.name_zh,
    nameEn: row.name_en,
    path: row.path,
    icon: menuIcons.find((icon) => icon === row.icon) ?? null,
    right: row.right,
    hidden: row.hidden,
    externalUrl: row.external_url,
    cached: row.cached,
    feature: row.feature,
    customFlag: row.custom_flag,
    modes: row.modes,
    enabled: row.enabled,
    builtIn: row.seed_key !== null,
    absence: absenceOf(row, platform),
    rowVersion: row.row_version,
  }
}

function fieldsOf(sent: Omit<Received<typeof calls.save>, 'kind' | 'parentId'>): MenuFields {
  return {
    name_zh: sent.nameZh,
    name_en: sent.nameEn,
    path: sent.path,
    icon: sent.icon,
    right: sent.right,
    hidden: sent.hidden,
    external_url: sent.externalUrl,
    cached: sent.cached,
    feature: sent.feature,
    custom_flag: sent.customFlag,
    modes: sent.modes,
    enabled: sent.enabled,
  }
}

/** A row of an administrator's own has names, a page leads somewhere, a button stands for a right. */
function refuseIncomplete(kind: MenuRecord['kind'], fields: MenuFields): void {
  const missing = {
    ...(fields.name_zh ? {} : { nameZh: 'required' as const }),
    ...(fields.name_en ? {} : { nameEn: 'required' as const }),
    ...(kind === 'page' && fields.path === '' && !fields.external_url ? { path: 'required' as const } : {}),
    ...(kind === 'button' && !fields.right ? { right: 'required' as const } : {}),
  }
  if (Object.keys(missing).length > 0) throw new Problem('required', { fields: missing })
}

/** A directory at the top or in a top directory, a page in a directory, a button on a page; so nothing stands within itself. */
function refuseMisplaced(rows: readonly MenuRecord[], kind: MenuRecord['kind'], parentId: number | null, own: MenuRecord | null): void {
  const parent = parentId === null ? null : rows.find((row) => row.id === parentId)
  if (parent === undefined) throw new Problem('menu_missing', { fields: { parentId: 'menu_missing' } })
  const isPlaced =
    kind === 'directory'
      ? parent === null || (parent.kind === 'directory' && parent.parent_id === null && parent.id !== own?.id && !hasDirectories(rows, own))
      : parent?.kind === (kind === 'page' ? 'directory' : 'page')
  if (!isPlaced) throw new Problem('menu_misplaced', { fields: { parentId: 'menu_misplaced' } })
}

function hasDirectories(rows: readonly MenuRecord[], own: MenuRecord | null): boolean {
  return own !== null && rows.some((row) => row.parent_id === own.id && row.kind === 'directory')
}

async function openMenu({ tx }: Change): Promise<MenuRecord[]> {
  await lockMenu(tx)
  return readMenu(tx)
}

function requireRow(rows: readonly MenuRecord[], id: number): MenuRecord {
  const row = rows.find((one) => one.id === id)
  if (!row) throw new Problem('menu_missing')
  return row
}

const nameOf = (row: MenuFields): string => row.name_zh ?? (row.path === '' ? (row.right ?? '') : row.path)

export async function createMenuRow(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<number> {
  return change(db, actor, 'menu.create', async (open) => {
    const rows = await openMenu(open)
    refuseUnknownRights('right', sent.right)
    const fields = fieldsOf(sent)
    refuseIncomplete(sent.kind, fields)
    refuseMisplaced(rows, sent.kind, sent.parentId, null)
    const id = await insertMenuRow(open.tx, { ...fields, kind: sent.kind, parent_id: sent.parentId, seed_key: null })
    await placeMenuRows(open.tx, sent.parentId, [...siblingsOf(rows, sent.parentId), id])
    open.audit({ type: 'menu', id, name: nameOf(fields), after: { kind: sent.kind, parentId: sent.parentId, ...fields } })
    return id
  })
}

export async function changeMenuRow(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  await change(db, actor, 'menu.update', async (open) => {
    const before = requireRow(await openMenu(open), sent.id)
    refuseStale(sent.rowVersion, before.row_version)
    refuseUnknownRights('right', sent.right)
    const after = fieldsOf(sent)
    if (before.seed_key === null) refuseIncomplete(before.kind, after)
    // Where a screen stands and which right opens it is the platform's to say.
    else if (after.path !== before.path || after.right !== before.right || after.external_url !== null) throw new Problem('menu_built_in')
    await updateRows(open.tx, 'menu', [sent.id], after)
    const changed = (Object.keys(after) as (keyof MenuFields)[]).filter((field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]))
    if (changed.length === 0) return open.nothingChanged()
    const pick = (row: MenuFields) => Object.fromEntries(changed.map((field) => [field, row[field]]))
    open.audit({ type: 'menu', id: sent.id, name: nameOf(before), before: pick(before), after: pick(after) })
  })
}

/** Puts a row elsewhere. Roles hold rights and not rows, so no move takes anything from anybody. */
export async function moveMenuRow(db: Db, actor: Actor, sent: Received<typeof calls.move>): Promise<void> {
  await change(db, actor, 'menu.move', async (open) => {
    const rows = await openMenu(open)
    const row = requireRow(rows, sent.id)
    refuseMisplaced(rows, row.kind, sent.parentId, row)
    const before = siblingsOf(rows, sent.parentId)
    const others = before.filter((id) => id !== sent.id)
    const beforeId = sent.beforeId ?? null
    if (beforeId !== null && !others.includes(beforeId)) throw new Problem('menu_missing', { fields: { beforeId: 'menu_missing' } })
    const after = others.toSpliced(beforeId === null ? others.length : others.indexOf(beforeId), 0, sent.id)
    if (row.parent_id === sent.parentId && after.join() === before.join()) return open.nothingChanged()
    await placeMenuRows(open.tx, sent.parentId, after)
    open.audit({
      type: 'menu',
      id: row.id,
      name: nameOf(row),
      before: { parentId: row.parent_id, place: siblingsOf(rows, row.parent_id).indexOf(row.id) + 1 },
      after: { parentId: sent.parentId, place: after.indexOf(row.id) + 1 },
    })
  })
}

export async function removeMenuRows(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'menu.delete', async (open) => {
    const rows = await openMenu(open)
    const removed = [...new Set(ids)].map((id) => requireRow(rows, id))
    if (removed.some((row) => row.seed_key !== null)) throw new Problem('menu_built_in')
    if (rows.some((row) => row.parent_id !== null && ids.includes(row.parent_id) && !ids.includes(row.id))) throw new Problem('menu_not_empty')
    await deleteMenuRows(open.tx, ids)
    for (const row of removed) open.audit({ type: 'menu', id: row.id, name: nameOf(row), before: { kind: row.kind, parentId: row.parent_id, path: row.path } })
  })
}

/** Turns parts of the product on and off; counters of custom parts stay as they are. */
export async function setPlatformFeatures(db: Db, actor: Actor, sent: Received<typeof calls.setFeatures>): Promise<void> {
  const changed = { exclusiveMode: [...new Set(sent.exclusiveMode)], rewrite: sent.rewrite }
  await change(db, actor, 'menu.features', async ({ tx, audit }) =>
    audit({ type: 'system_config', ...(await changeSetting(tx, platformFeatures, changed, actor.name)) }),
  )
}
