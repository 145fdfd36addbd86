import type { ScreenLocation } from '../routing/screen-location.tsx'
import type { Screen } from '../routing/screen.ts'

/** A screen that was opened, and where it was left. */
export type View = { readonly pathname: string; readonly screen: Screen; readonly location: ScreenLocation; readonly lastUse: number }

/**
 * The views kept once `location` is shown: at most `limit`, the one unused for longest goes first. A view keeps its place
 * among the others, so that nothing on the page is moved. The same views are answered as the same array.
 */
export function keepView(views: readonly View[], screen: Screen, location: ScreenLocation, limit: number): readonly View[] {
  const lastUse = views.reduce((latest, view) => Math.max(latest, view.lastUse), 0)
  const known = views.find((view) => view.pathname === location.pathname)
  if (known?.location === location && known.lastUse === lastUse) return views
  const current: View = { pathname: location.pathname, screen, location, lastUse: lastUse + 1 }
  if (known) return views.map((view) => (view === known ? current : view))
  const oldest = views.length < limit ? null : views.reduce((first, view) => (view.lastUse < first.lastUse ? view : first))
  return [...views.filter((view) => view !== oldest), current]
}
