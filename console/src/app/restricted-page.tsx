import { Suspense, useEffect, type ReactNode } from 'react'
import { forgetNavigation } from '../api/session-calls.ts'
import { sessionRestriction } from '../api/session-restriction.ts'
import { useSessionEnd } from '../api/session-store.ts'
import { lazyPart } from '../browser/chunk-loading.ts'
import { useStore } from '../browser/store.ts'
import { countRefresh } from './refresh.ts'

const ToastRegion = lazyPart(() => import('../shell/toast-region.tsx').then((region) => region.ToastRegion))
const RestrictionScreen = lazyPart(() => import('../features/account/session/restriction/restriction-screen.tsx').then((screen) => screen.RestrictionScreen))

/** What was held is asked for anew. */
export function askAnew(): void {
  forgetNavigation()
  countRefresh()
}

/**
 * While the session is held, the page is out of sight and out of reach, and what releases the session stands in its place.
 * The page itself stays as it was left, edits that are not saved included.
 */
export function RestrictedPage({ children }: { children: ReactNode }) {
  const restriction = useStore(sessionRestriction)
  const end = useSessionEnd()
  useEffect(() => {
    // The dialog about it lies in the hidden page, which must not come back into view for it.
    if (restriction && end) location.reload()
  }, [restriction, end])
  return (
    <>
      <div className={restriction ? 'hidden' : 'contents'} inert={restriction !== null}>
        {children}
      </div>
      {restriction && (
        <Suspense fallback={null}>
          <RestrictionScreen restriction={restriction} onReleased={askAnew} />
          <ToastRegion />
        </Suspense>
      )}
    </>
  )
}
