import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../../../api/queries.ts'
import type { SessionHold } from '../../../../api/session-hold.ts'
import { EnrolmentScreen } from './enrolment-screen.tsx'
import { LockScreen } from './lock-screen.tsx'

/** What releases a session that is held; `onReleased` asks for everything anew. */
export function HoldScreen({ hold, onReleased }: { hold: SessionHold; onReleased: () => void }) {
  return (
    <QueryClientProvider client={queryClient}>
      {hold.kind === 'locked' ? (
        <LockScreen username={hold.username} onReleased={onReleased} />
      ) : (
        <EnrolmentScreen username={hold.username} onReleased={onReleased} />
      )}
    </QueryClientProvider>
  )
}
