import type { Finding } from '@nameplane/contract/dns/record'
import { isProblemCode, problemText, problems, type Language } from '@nameplane/contract/problems'
import type { CallProblem } from '../../../../api/call-problem.ts'

/** As many as one answer of the server carries; there may be more behind them. */
export const mostFindings = 1000

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

/** A call refused for what was found says what; null when it was refused for another reason. */
export function findingsOfRefusal(problem: CallProblem): readonly Finding[] | null {
  if (problem.code !== 'records_refused' && problem.code !== 'warnings_not_acknowledged') return null
  const { findings } = problem.params
  return Array.isArray(findings) ? (findings as Finding[]) : []
}

/** The words of a kind of finding, where the names and numbers of the single one are not known. */
export function generalText(code: string, language: Language): string {
  if (!isProblemCode(code)) return code
  const names = [...problems[code][language].matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  return problemText(code, language, Object.fromEntries(names.map((name) => [name, '…'])))
}
