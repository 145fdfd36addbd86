import { textOfProblem } from '../../../api/problem-text.ts'
import type { Language } from '../../../i18n/language.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { textsIn, useText } from '../../../i18n/messages.ts'
import { changeSetMessages } from './change-set.messages.ts'

type Params = Readonly<Record<string, unknown>>

/** Why something was refused, with the line it is on where it is on one. */
export function placedProblem(code: string, language: Language, params: Params, lineNumber: unknown = params['lineNumber']): string {
  const problem = textOfProblem(code, language, params)
  return typeof lineNumber === 'number' ? textsIn(changeSetMessages, language).placed(String(lineNumber), problem) : problem
}

/** Why a domain stays as it is, and the record that is in the way. */
export function RowProblem({ problem, params }: { problem: string; params: Params }) {
  const language = useLanguage()
  return (
    <>
      {placedProblem(problem, language, params)}
      {typeof params['subject'] === 'string' && <code className="block text-xs text-kumo-subtle">{params['subject']}</code>}
    </>
  )
}

type Skipped = { readonly lineNumber: number | null; readonly code: string; readonly params: Params }

/** Lines that an import went on without. */
export function SkippedLines({ params: { skipped, lines } }: { params: Params }) {
  const text = useText(changeSetMessages)
  const language = useLanguage()
  if (typeof skipped !== 'number' || !Array.isArray(lines)) return null
  return (
    <span className="block min-w-0 wrap-anywhere text-np-warning">
      {text.skippedLines(skipped)}
      {(lines as Skipped[]).map(({ lineNumber, code, params }, index) => (
        <span key={index} className="block">
          {placedProblem(code, language, params, lineNumber)}
        </span>
      ))}
    </span>
  )
}
