import { loadChunk } from '../browser/chunk-loading.ts'
import { createStore } from '../browser/store.ts'
import type { Screen } from '../routing/screen.ts'

/*
 * The screens of the console, in one table for each first part of the path. A table comes when somebody goes there, or with
 * what shows all of them: what a new screen says of itself weighs on nobody who does not go near it.
 */
const areas: Readonly<Record<string, () => Promise<{ readonly screens: readonly Screen[] }>>> = {
  home: () => import('./areas/home.ts'),
  dns: () => import('./areas/dns.ts'),
  account: () => import('./areas/account.ts'),
  system: () => import('./areas/system.ts'),
}

type KnownScreens = { readonly screens: readonly Screen[]; readonly areas: ReadonlySet<string> }

/** The screens whose tables have come. Their order in the side menu is the contract's, or what administrators made of it. */
export const knownScreens = createStore<KnownScreens>({ screens: [], areas: new Set() })

const areaOf = (path: string): string => path.split(/[/?]/, 2)[1] ?? ''

/** Whether the table that a path would stand in has come, so that a path that is not in it is no screen. */
export function isAreaKnown(path: string, known: KnownScreens = knownScreens.get()): boolean {
  const area = areaOf(path)
  return known.areas.has(area) || !Object.hasOwn(areas, area)
}

/** Brings the table that a path stands in. */
export async function loadArea(path: string): Promise<void> {
  if (isAreaKnown(path)) return
  const area = areaOf(path)
  const { screens } = await loadChunk(areas[area]!)
  const known = knownScreens.get()
  if (!known.areas.has(area)) knownScreens.set({ screens: [...known.screens, ...screens], areas: new Set([...known.areas, area]) })
}

/** Brings all of them, for whoever shows more than one part. */
export async function allScreens(): Promise<readonly Screen[]> {
  await Promise.all(Object.keys(areas).map((area) => loadArea(`/${area}`)))
  return knownScreens.get().screens
}
