import type { CallProblem } from '../api/call-problem.ts'
import { callProblemText } from '../api/problem-text.ts'
import { useLanguage } from '../i18n/language.ts'
import { useText } from '../i18n/messages.ts'
import { QuietButton } from '../ui/button.tsx'
import { CopyButton } from './copy/copy-button.tsx'
import { partsMessages } from './screen-parts.messages.ts'

/** A call that brought nothing, in place: what, why, another try, and the request's id to hand on. `isSlim` stands above what is still shown. */
export function Failure({ problem, onRetry, isSlim = false }: { problem: CallProblem; onRetry: () => void; isSlim?: boolean }) {
  const text = useText(partsMessages)
  const language = useLanguage()
  const requestId = problem.requestId && (
    <span className="inline-flex items-center gap-1 font-mono text-xs text-kumo-subtle">
      {text.requestId(problem.requestId)}
      <CopyButton text={problem.requestId} label={text.requestId('')} />
    </span>
  )
  if (isSlim) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 border-b border-kumo-line bg-kumo-danger-tint px-4 py-2 text-sm">
        <span>{text.nameAndValue(text.failed, callProblemText(problem, language))}</span>
        {requestId}
        <QuietButton className="h-7" onClick={onRetry}>
          {text.retry}
        </QuietButton>
      </div>
    )
  }
  return (
    <div role="alert" className="flex flex-col items-center gap-1.5 px-4 py-16 text-center">
      {/* A refusal says itself why there is nothing; only what broke needs an id to ask about. */}
      {problem.kind === 'refused' ? (
        <p className="max-w-md font-medium text-balance">{callProblemText(problem, language)}</p>
      ) : (
        <>
          <p className="text-lg font-medium">{text.failed}</p>
          <p className="max-w-md text-balance text-kumo-subtle">{callProblemText(problem, language)}</p>
          {requestId}
        </>
      )}
      <QuietButton className="mt-3" onClick={onRetry}>
        {text.retry}
      </QuietButton>
    </div>
  )
}
