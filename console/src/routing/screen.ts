import type { ComponentType } from 'react'
import type { Right } from '@nameplane/contract/right'
import type { Bilingual } from '../i18n/messages.ts'

/** What a screen is found by beside its title: a field or a part of it, which `search` opens. */
export type Find = { readonly title: Bilingual; readonly search?: string }

/*
 * One row is one screen. Routes, side menu, breadcrumb, document titles and the screen sweep follow from the rows:
 *
 *   // features/dns/domain/domain.screens.ts
 *   export const domainScreens = defineScreens([
 *     { path: '/dns/domain/list', title: { zh: '域名列表', en: 'Domains' }, right: 'domain.read',
 *       load: () => import('./domain-page.tsx').then((page) => page.DomainPage) },
 *     { path: '/dns/domain/list/admin/{domain}/{id}/{userId}/record', title: …, right: 'record.read', hidden: true, backLink: '/dns/domain/list', load: … },
 *   ])
 *
 * and one line in the table of its part, app/areas/dns.ts. The frame draws `<main data-screen>`, the breadcrumb and the document's title.
 */
export type Screen = {
  /** Spec point 2's path; `{id}` marks a parameter. */
  readonly path: string
  readonly title: Bilingual
  /** The right that shows the screen; null for every signed-in caller. */
  readonly right: Right | null
  /** Loads the page: `() => import('./x-page.tsx').then((page) => page.XPage)`. */
  readonly load: () => Promise<ComponentType>
  /** What can be begun on it: opens it with this search. The command palette offers them. */
  readonly actions?: readonly { readonly title: Bilingual; readonly search: string; readonly right: Right }[]
  /** What else the command palette finds it by; fetched when somebody searches. */
  readonly finds?: () => Promise<readonly Find[]>
  /** Not in the side menu. */
  readonly hidden?: boolean
  /** Another tab of that screen, whose menu entry is marked: not in the side menu itself. */
  readonly tabOf?: string
  /** Gives the breadcrumb a back button, and is the menu entry marked while this hidden screen shows. */
  readonly backLink?: string
}

export function defineScreens(rows: readonly Screen[]): readonly Screen[] {
  return rows
}

/** The path with its `{…}` parameters filled in: `fillPath('/dns/log/users/{method}', { method: 0 })`. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
}

/** The parameters of a pathname that fits a screen's path, or null. */
export function matchPath(path: string, pathname: string): Record<string, string> | null {
  const names: string[] = []
  const pattern = path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    names.push(name)
    return '([^/]+)'
  })
  const match = new RegExp(`^${pattern.join('/')}/?$`).exec(pathname)
  if (!match) return null
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1]!)]))
  } catch {
    return null
  }
}
