import { Suspense, useEffect, type ReactNode } from 'react'
import { forgetNavigation } from '../api/session-calls.ts'
import { sessionHold } from '../api/session-hold.ts'
import { useSessionEnd } from '../api/session-store.ts'
import { lazyPart } from '../browser/chunk-loading.ts'
import { useStore } from '../browser/store.ts'
import { countRefresh } from './refresh.ts'

const ToastRegion = lazyPart(() => import('../shell/toast-region.tsx').then((region) => region.ToastRegion))
const HoldScreen = lazyPart(() => import('../features/account/session/hold/hold-screen.tsx').then((screen) => screen.HoldScreen))

/** What was held is asked for anew. */
export function askAnew(): void {
  forgetNavigation()
  countRefresh()
}

/**
 * While the session is held, the page is out of sight and out of reach, and what releases the session stands in its place.
 * The page itself stays as it was left, edits that are not saved included.
 */
export function HeldPage({ children }: { children: ReactNode }) {
  const hold = useStore(sessionHold)
  const end = useSessionEnd()
  useEffect(() => {
    // The dialog about it lies in the hidden page, which must not come back into view for it.
    if (hold && end) location.reload()
  }, [hold, end])
  return (
    <>
      <div className={hold ? 'hidden' : 'contents'} inert={hold !== null}>
        {children}
      </div>
      {hold && (
        <Suspense fallback={null}>
          <HoldScreen hold={hold} onReleased={askAnew} />
          <ToastRegion />
        </Suspense>
      )}
    </>
  )
}
