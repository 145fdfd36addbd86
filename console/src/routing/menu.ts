import type { ComponentType } from 'react'
import type { Bilingual } from '../i18n/messages.ts'
import type { Screen } from './screen.ts'

/** A heading of the side menu; the screens whose path begins with `path` stand below it. */
export type MenuGroupRow = { readonly path: string; readonly title: Bilingual; readonly icon: ComponentType<{ size?: number }> }
/** A section of the header; `opens` is where it leads when that part has screens. */
export type SectionRow = { readonly path: string; readonly title: Bilingual; readonly opens?: string; readonly groups: readonly MenuGroupRow[] }

export type MenuEntry = { readonly path: string; readonly title: Bilingual }
export type MenuGroup = MenuGroupRow & { readonly entries: readonly MenuEntry[] }
export type MenuSection = { readonly path: string; readonly title: Bilingual; readonly home: string; readonly groups: readonly MenuGroup[] }

/** What the caller may see: the rows of `sys/menu/nav` without those hidden from this user (spec point 6). */
export type Sight = { readonly menuPaths: ReadonlySet<string>; readonly permissions: ReadonlySet<string>; readonly hiddenPaths: readonly string[] }

export function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`)
}

/** Whether the caller may open the screen at all; the server's own checks are the protection. */
export function mayOpen(screen: Screen, sight: Sight): boolean {
  return screen.right === null || sight.permissions.has(screen.right)
}

function isShown(screen: Screen, sight: Sight): boolean {
  return !screen.hidden && !screen.path.includes('{') && sight.menuPaths.has(screen.path) && !sight.hiddenPaths.some((hidden) => isBelow(screen.path, hidden))
}

/** The sections, groups and entries that the caller sees; empty groups and sections are left out. */
export function menuOf(screens: readonly Screen[], sections: readonly SectionRow[], sight: Sight): MenuSection[] {
  const shown = screens.filter((screen) => isShown(screen, sight))
  return sections.flatMap((section): MenuSection[] => {
    const groups = section.groups
      .map((group) => ({ ...group, entries: shown.filter((screen) => isBelow(screen.path, group.path)).map(({ path, title }) => ({ path, title })) }))
      .filter((group) => group.entries.length > 0)
    const first = groups.find((group) => section.opens !== undefined && isBelow(group.path, section.opens)) ?? groups[0]
    return first ? [{ path: section.path, title: section.title, home: first.entries[0]!.path, groups }] : []
  })
}

/** Where a path leads that is no screen but has screens below it, such as `/dns` or `/dns/domain`; null when it has none. */
export function firstBelow(path: string, menu: readonly MenuSection[]): string | null {
  const section = menu.find((row) => row.path === path)
  if (section) return section.home
  return menu.flatMap((row) => row.groups.flatMap((group) => group.entries)).find((entry) => isBelow(entry.path, path))?.path ?? null
}
