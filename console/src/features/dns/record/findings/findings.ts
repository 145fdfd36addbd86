import '@nameplane/contract/dns/record-problems'
import type { Finding, FoundCounts } from '@nameplane/contract/dns/record'
import { isProblemCode, paramsIn, problemText, type Language } from '@nameplane/contract/problem-text'
import type { CallProblem } from '../../../../api/call-problem.ts'

export type Severity = Finding['severity']

/** The findings by severity, in the order in which lines stand in the text. */
export function bySeverity(findings: readonly Finding[]): Record<Severity, Finding[]> {
  const sorted = [...findings].sort((left, right) => (left.lineNumber ?? 0) - (right.lineNumber ?? 0))
  const of = (severity: Severity): Finding[] => sorted.filter((finding) => finding.severity === severity)
  return { error: of('error'), warning: of('warning'), note: of('note') }
}

/** Each kind of warning once: what a tick acknowledges. */
export function warningCodesOf(findings: readonly Finding[]): string[] {
  return [...new Set(findings.filter((finding) => finding.severity === 'warning').map((finding) => finding.code))]
}

/** What was found: at most a thousand findings, one of each kind among them, and how many there are in all. */
export type Told = { readonly findings: readonly Finding[]; readonly found: FoundCounts }

/** What a refusal tells; null when it was refused for another reason than what was found. */
export function toldBy(problem: CallProblem): Told | null {
  const { findings, found } = problem.params
  if (!Array.isArray(findings)) return null
  const told = findings as Finding[]
  return { findings: told, found: isCounts(found) ? found : countsOf(told) }
}

function isCounts(found: unknown): found is FoundCounts {
  return typeof found === 'object' && found !== null && 'error' in found
}

function countsOf(findings: readonly Finding[]): FoundCounts {
  const sorted = bySeverity(findings)
  return { error: sorted.error.length, warning: sorted.warning.length, note: sorted.note.length }
}

/** The words of a kind of finding, where the names and numbers of the single one are not known. */
export function generalText(code: string, language: Language): string {
  if (!isProblemCode(code)) return code
  return problemText(code, language, Object.fromEntries(paramsIn(code, language).map((name) => [name, '…'])))
}
