import type { CallProblem } from '../api/call-problem.ts'
import { Failure } from './failure.tsx'
import { surface } from './surface.ts'

/** Keeps the place of what a page is about until it has come. */
export function Awaiting() {
  return <div aria-hidden="true" className={`h-[60vh] ${surface}`} />
}

type AwaitedProps = { /** What was answered before is still shown below. */ isThere: boolean; problem: CallProblem | null; onRetry: () => void }

/** Above what a page is about: that it is on its way, or what keeps it from coming. */
export function Awaited({ isThere, problem, onRetry }: AwaitedProps) {
  if (!problem?.isShown) return isThere ? null : <Awaiting />
  return (
    <div className={`mb-3 ${surface}`}>
      <Failure problem={problem} onRetry={onRetry} isSlim={isThere} />
    </div>
  )
}
