import { Activity, useState } from 'react'
import { limits } from '@nameplane/contract/limits'
import { ScreenLocationProvider, type ScreenLocation } from '../routing/screen-location.tsx'
import { useStore } from '../browser/store.ts'
import type { Screen } from '../routing/screen.ts'
import { arrival } from './arrival.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { keepView, type View } from './kept-views.ts'
import { LoadErrorPage } from './load-error-page.tsx'
import { loadedPage } from './loaded-pages.ts'

type ViewCacheProps = {
  screen: Screen
  location: ScreenLocation
  /** False for screens that the menu says to begin anew each time. */ isKept: (screen: Screen) => boolean
}

/**
 * The screen that is open, and out of sight those opened before (spec point 9: ten), each as it was left: going back costs
 * no drawing, and nothing typed is gone. A view out of sight asks the server nothing and does nothing.
 */
export function ViewCache({ screen, location, isKept }: ViewCacheProps) {
  const [views, setViews] = useState<readonly View[]>([])
  const isLeft = (view: View): boolean => view.pathname !== location.pathname && !isKept(view.screen)
  const kept = keepView(views.some(isLeft) ? views.filter((view) => !isLeft(view)) : views, screen, location, limits.cachedViews)
  if (kept !== views) setViews(kept)
  return kept.map((view) => (
    <Activity key={view.pathname} mode={view.location === location ? 'visible' : 'hidden'}>
      <ScreenLocationProvider location={view.location}>
        <ErrorBoundary resetKey={view.pathname}>
          <Page screen={view.screen} />
        </ErrorBoundary>
      </ScreenLocationProvider>
    </Activity>
  ))
}

function Page({ screen }: { screen: Screen }) {
  const Loaded = loadedPage(screen.path)
  const { screenFailure } = useStore(arrival)
  if (Loaded) return <Loaded />
  return screenFailure === null ? null : <LoadErrorPage error={screenFailure} reset={() => undefined} />
}
