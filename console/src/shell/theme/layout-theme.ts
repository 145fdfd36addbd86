import { keepText, keptText } from '../../browser/local-storage.ts'
import { createStore, useStore } from '../../browser/store.ts'

export const layoutModes = ['top-bottom', 'left-right'] as const
export const headerThemes = ['dark', 'light', 'primary'] as const
export const asideThemes = ['light', 'dark'] as const
/** The icons of the header that may be put away; the theme and the avatar stay. */
export const headerActions = ['search', 'lock', 'fullScreen', 'message', 'refresh', 'language'] as const

/** How the frame is laid out and dressed (spec points 3 and 9); the colours of the page itself are the theme mode. */
export type LayoutTheme = {
  /** Header above everything, or side menu beside everything. */
  readonly layoutMode: (typeof layoutModes)[number]
  readonly headerTheme: (typeof headerThemes)[number]
  readonly asideTheme: (typeof asideThemes)[number]
  readonly hiddenActions: readonly (typeof headerActions)[number][]
}

const layoutDefaults: LayoutTheme = { layoutMode: 'top-bottom', headerTheme: 'dark', asideTheme: 'light', hiddenActions: [] }

export const layoutKey = 'theme-layout'

const layoutTheme = createStore<LayoutTheme>(readLayoutTheme(keptText(layoutKey)))

/** The layout kept as text; every member that does not fit falls back to its default. */
export function readLayoutTheme(text: string | null): LayoutTheme {
  let kept: Partial<Record<keyof LayoutTheme, unknown>>
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    kept = typeof value === 'object' && value !== null ? value : {}
  } catch {
    kept = {}
  }
  const hidden: readonly unknown[] = Array.isArray(kept.hiddenActions) ? kept.hiddenActions : []
  return {
    layoutMode: layoutModes.find((mode) => mode === kept.layoutMode) ?? layoutDefaults.layoutMode,
    headerTheme: headerThemes.find((theme) => theme === kept.headerTheme) ?? layoutDefaults.headerTheme,
    asideTheme: asideThemes.find((theme) => theme === kept.asideTheme) ?? layoutDefaults.asideTheme,
    hiddenActions: headerActions.filter((action) => hidden.includes(action)),
  }
}

export function useLayoutTheme(): LayoutTheme {
  return useStore(layoutTheme)
}

export function setLayoutTheme(change: Partial<LayoutTheme>): void {
  const next = { ...layoutTheme.get(), ...change }
  keepText(layoutKey, JSON.stringify(next))
  layoutTheme.set(next)
  applyLayoutTheme()
}

/** Dresses the document; the colours are the style sheet's. */
export function applyLayoutTheme(): void {
  const { headerTheme, asideTheme } = layoutTheme.get()
  Object.assign(document.documentElement.dataset, { header: headerTheme, aside: asideTheme })
}
