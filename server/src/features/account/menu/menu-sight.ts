import type { MenuSetting } from '@nameplane/contract/account/menu-row'
import type { MenuRow } from '@nameplane/contract/account/session'
import type { PlatformFeatures } from '../../../settings/platform-features.ts'
import type { MenuRecord } from './menu.store.ts'

/** What of the platform decides which rows show: its deployment mode and the parts that are on. */
export type MenuPlatform = { mode: string; features: PlatformFeatures }

/** Whom a menu is for: rights, and the paths hidden from this account (spec point 6). */
export type MenuViewer = { rights: ReadonlySet<string>; unvalidModel: readonly string[] }

/** Why a row shows to nobody, whatever they may; null when it can show. */
export function absenceOf(row: MenuRecord, { mode, features }: MenuPlatform): MenuSetting['absence'] {
  if (!row.enabled) return 'disabled'
  if (row.modes.length > 0 && !row.modes.includes(mode)) return 'mode'
  if (row.feature !== null && featureValue(row.feature, features) <= 0) return 'feature'
  if (row.custom_flag !== null && (features.custom[row.custom_flag] ?? 0) <= 0) return 'custom'
  return row.hidden ? 'hidden' : null
}

/** The combined a-monitor menu is on with either of its parts (spec point 4). */
function featureValue(feature: NonNullable<MenuRecord['feature']>, { exclusiveMode }: PlatformFeatures): number {
  const count = (...modes: ('dm' | 'am' | 'rs')[]): number => modes.filter((mode) => exclusiveMode.includes(mode)).length
  return feature === 'a-monitor' ? count('dm', 'am') : count(feature)
}

/**
 * The route list of a viewer, in the order of the menu: pages whose right is held, and the directories on the way to
 * them. What is only hidden is listed as hidden: the screen may still be opened by its address.
 */
export function routeList(rows: readonly MenuRecord[], viewer: MenuViewer, platform: MenuPlatform): MenuRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isHidden = (row: MenuRecord): boolean =>
    row.hidden || viewer.unvalidModel.some((path) => row.path !== '' && (row.path === path || row.path.startsWith(`${path}/`)))
  const isAbsent = (row: MenuRecord): boolean => {
    const absence = absenceOf(row, platform)
    const parent = row.parent_id === null ? null : byId.get(row.parent_id)
    return (absence !== null && absence !== 'hidden') || (parent != null && isAbsent(parent))
  }
  const isUnderHidden = (row: MenuRecord): boolean => {
    const parent = row.parent_id === null ? null : byId.get(row.parent_id)
    return isHidden(row) || (parent != null && isUnderHidden(parent))
  }
  const pages = rows.filter((row) => row.kind === 'page' && (row.right === null || viewer.rights.has(row.right)) && !isAbsent(row))
  const listed = new Set<number>()
  for (const page of pages) for (let row: MenuRecord | undefined = page; row && !listed.has(row.id); row = byId.get(row.parent_id ?? 0)) listed.add(row.id)
  return rows.flatMap((row) =>
    listed.has(row.id) && row.kind !== 'button'
      ? {
          id: row.id,
          parentId: row.parent_id,
          kind: row.kind,
          nameZh: row.name_zh,
          nameEn: row.name_en,
          path: row.path,
          icon: row.icon,
          right: row.right,
          hidden: isUnderHidden(row),
          externalUrl: row.external_url,
          cached: row.cached,
        }
      : [],
  )
}
