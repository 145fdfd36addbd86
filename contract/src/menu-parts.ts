import type { Right } from './right.ts'

/** What may hide a row of the menu beside its right: a part of the product that is not bought, or a counter of its own. */
export const menuFeatures = ['dm', 'am', 'rs', 'a-monitor'] as const
export type MenuFeature = (typeof menuFeatures)[number]

/** What a counter may be called: a row of the menu that names one shows while it is above 0. */
export const counterName = /^[a-z][a-z0-9_-]{0,39}$/

/** Deployment modes (spec point 6); empty is none of them. */
export const deploymentModes = ['176', '179', 'tw'] as const

/** Parts of the product that the exclusive mode list turns on: dispatch, monitor, recursion (spec point 4). */
export const exclusiveModes = ['dm', 'am', 'rs'] as const
export type ExclusiveMode = (typeof exclusiveModes)[number]

/** Signs that a row of the menu may carry instead of its own; the console knows how each is drawn. */
export const menuIcons = [
  'house',
  'globe',
  'drives',
  'users',
  'key',
  'envelope',
  'scroll',
  'chart',
  'gear',
  'link',
  'certificate',
  'money',
  'list',
  'bell',
  'shield',
  'map',
] as const
export type MenuIcon = (typeof menuIcons)[number]

/** A screen as the menu begins with it. */
export type MenuSeed = {
  readonly path: string
  /** Null: every signed-in caller. */
  readonly right: Right | null
  /** Among the pages of its directory, in ascending order. */
  readonly place: number
  /** Rights of the page's buttons beside those of its own noun. */
  readonly buttons?: readonly Right[]
  readonly hidden?: true
  readonly feature?: MenuFeature
  readonly customFlag?: string
  readonly modes?: readonly string[]
}
