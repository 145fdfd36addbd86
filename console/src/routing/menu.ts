import type { ComponentType } from 'react'
import type { MenuRow } from '@nameplane/contract/account/session'
import type { Bilingual } from '../i18n/messages.ts'
import { matchPath, type Screen } from './screen.ts'

type Icon = ComponentType<{ size?: number }>

/** What the console itself knows of a heading of the side menu: its words and its sign, unless the row says others. */
export type MenuGroupRow = { readonly path: string; readonly title: Bilingual; readonly icon: Icon }
/** The same of a section of the header; `opens` is where it leads when that part has screens. */
export type SectionRow = { readonly path: string; readonly title: Bilingual; readonly opens?: string; readonly groups: readonly MenuGroupRow[] }

/** `path` is a screen's, with a search perhaps, or an address of the web. */
export type MenuEntry = { readonly key: number; readonly path: string; readonly title: Bilingual; readonly isExternal: boolean }
export type MenuGroup = { readonly key: number; readonly path: string; readonly title: Bilingual; readonly icon: Icon; readonly entries: readonly MenuEntry[] }
export type MenuSection = {
  readonly key: number
  readonly path: string
  readonly title: Bilingual
  readonly home: string
  readonly groups: readonly MenuGroup[]
}

/** What the console knows without the server: its screens, and how headings are called and drawn. */
export type MenuWords = {
  readonly screens: readonly Screen[]
  /** Whether the console would know by now of a screen at that path; until then it is taken to be there. */
  readonly isKnown: (path: string) => boolean
  readonly sections: readonly SectionRow[]
  /** How a row's own sign is drawn; null for none. */
  readonly iconOf: (name: string | null) => Icon | null
  /** For headings that have no sign at all. */
  readonly plainIcon: Icon
}

export function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`)
}

/** Whether the caller may open the screen at all; the server's own checks are the protection. */
export function mayOpen(screen: Screen, permissions: ReadonlySet<string>): boolean {
  return screen.right === null || permissions.has(screen.right)
}

const withoutSearch = (path: string): string => path.split('?', 1)[0]!

/** The screen's own title of a path, or the heading's of a directory; null where the console has neither. */
export function ownTitleOf(row: Pick<MenuRow, 'path'> & { kind: string }, { screens, sections }: Pick<MenuWords, 'screens' | 'sections'>): Bilingual | null {
  if (row.kind !== 'directory') {
    const path = withoutSearch(row.path)
    return (screens.find((screen) => screen.path === path) ?? screens.find((screen) => matchPath(screen.path, path) !== null))?.title ?? null
  }
  return (sections.find((one) => one.path === row.path) ?? sections.flatMap((one) => one.groups).find((one) => one.path === row.path))?.title ?? null
}

/**
 * The sections, groups and entries that the caller sees, as the rows of `sys/menu/nav` arrange them: their order, names,
 * signs and what is hidden are the rows' to say. Screens that this console lacks, and headings without entries, are left out.
 */
export function menuOf(rows: readonly MenuRow[], words: MenuWords): MenuSection[] {
  const shown = rows.filter((row) => !row.hidden)
  const below = (parentId: number | null) => shown.filter((row) => row.parentId === parentId)
  const titleOf = (row: MenuRow): Bilingual => {
    // No more than a moment passes until the title comes; the path would flicker.
    const unnamed = words.isKnown(row.path) ? row.path : ''
    const own = ownTitleOf(row, words) ?? { zh: unnamed, en: unnamed }
    return { zh: row.nameZh ?? own.zh, en: row.nameEn ?? own.en }
  }
  const ownIcon = (path: string): Icon => words.sections.flatMap((section) => section.groups).find((group) => group.path === path)?.icon ?? words.plainIcon
  const entryOf = (row: MenuRow): MenuEntry[] => {
    const isExternal = row.externalUrl !== null
    const isThere =
      isExternal ||
      (!row.path.includes('{') && (!words.isKnown(row.path) || words.screens.some((screen) => matchPath(screen.path, withoutSearch(row.path)) !== null)))
    return isThere ? [{ key: row.id, path: row.externalUrl ?? row.path, title: titleOf(row), isExternal }] : []
  }
  const groupOf = (row: MenuRow): MenuGroup[] => {
    const entries = (row.kind === 'page' ? [row] : below(row.id)).flatMap(entryOf)
    if (entries.length === 0) return []
    return [{ key: row.id, path: row.path, title: titleOf(row), icon: words.iconOf(row.icon) ?? ownIcon(row.path), entries }]
  }
  return below(null).flatMap((row): MenuSection[] => {
    const groups = below(row.id).flatMap(groupOf)
    const opens = words.sections.find((section) => section.path === row.path)?.opens
    const first = groups.find((group) => opens !== undefined && isBelow(group.path, opens)) ?? groups[0]
    const entries = groups.flatMap((group) => group.entries)
    const home = first?.entries.find((entry) => !entry.isExternal) ?? entries.find((entry) => !entry.isExternal) ?? entries[0]
    return home ? [{ key: row.id, path: row.path, title: titleOf(row), home: home.path, groups }] : []
  })
}

/** The entry that stands for a path: its own, or the one that opens the same screen with another parameter. */
export function entryPath(menu: readonly MenuSection[], screen: Screen | null, path: string): string {
  const entries = menu.flatMap((section) => section.groups.flatMap((group) => group.entries.map((entry) => entry.path)))
  if (!screen?.path.includes('{') || entries.includes(path)) return path
  return entries.find((entry) => matchPath(screen.path, withoutSearch(entry)) !== null) ?? path
}

/** Where in the menu a screen stands: by its entry, else by the path that it lies below. */
export function placeIn(menu: readonly MenuSection[], path: string): { section: MenuSection; group: MenuGroup | null } | null {
  const isHere = (entry: MenuEntry): boolean => withoutSearch(entry.path) === path
  for (const section of menu) for (const group of section.groups) if (group.entries.some((entry) => entry.path === path)) return { section, group }
  for (const section of menu) for (const group of section.groups) if (group.entries.some(isHere)) return { section, group }
  const section = menu.find((row) => isBelow(path, row.path))
  return section ? { section, group: section.groups.find((group) => isBelow(path, group.path)) ?? null } : null
}

/** Where a path leads that is no screen but has screens below it, such as `/dns` or `/dns/domain`; null when it has none. */
export function firstBelow(path: string, menu: readonly MenuSection[]): string | null {
  const section = menu.find((row) => row.path === path)
  if (section && !/^https?:/.test(section.home)) return section.home
  return menu.flatMap((row) => row.groups.flatMap((group) => group.entries)).find((entry) => isBelow(entry.path, path))?.path ?? null
}
