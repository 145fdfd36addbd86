import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../../../api/queries.ts'
import type { SessionRestriction } from '../../../../api/session-restriction.ts'
import { EnrolmentScreen } from './enrolment-screen.tsx'
import { LockScreen } from './lock-screen.tsx'

/** What releases a session that is held; `onReleased` asks for everything anew. */
export function RestrictionScreen({ restriction, onReleased }: { restriction: SessionRestriction; onReleased: () => void }) {
  return (
    <QueryClientProvider client={queryClient}>
      {restriction.kind === 'locked' ? (
        <LockScreen username={restriction.username} onReleased={onReleased} />
      ) : (
        <EnrolmentScreen username={restriction.username} onReleased={onReleased} />
      )}
    </QueryClientProvider>
  )
}
