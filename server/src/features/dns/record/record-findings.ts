import type { Finding, FoundCounts } from '@nameplane/contract/dns/record'
import type { Found } from '@nameplane/contract/dns/record-checks'
import { isProblemCode, type ProblemCode } from '@nameplane/contract/problems'
import { Problem } from '../../../problem.ts'

/** Findings that one answer carries; the count in the refusal is of all. */
const toldFindings = 100

/** What was found about a change of a batch, or about a line of a text. */
export function findingOf(found: Found, change: number | null, lineNumber: number | null = null): Finding {
  return { change, lineNumber, severity: found.severity, code: found.code, field: found.field, params: found.params }
}

/** How a finding names its field in the refusal: `changes.3.record.value`, or `line 7` of a file. */
function pathOf(finding: Finding): string {
  if (finding.change === null) return finding.lineNumber === null ? '_' : `lines.${finding.lineNumber}`
  return finding.field === 'id' ? `changes.${finding.change}.id` : `changes.${finding.change}.record.${finding.field ?? '_'}`
}

function refusal(code: ProblemCode, findings: readonly Finding[], params: Record<string, unknown>): Problem {
  const fields: Record<string, ProblemCode> = {}
  const fieldParams: Record<string, unknown> = {}
  for (const finding of findings.slice(0, toldFindings)) {
    const path = pathOf(finding)
    if (path in fields || !isProblemCode(finding.code)) continue
    fields[path] = finding.code
    fieldParams[path] = finding.params
  }
  return new Problem(code, { fields, params: { ...fieldParams, ...params, count: findings.length } })
}

/** What an answer says of the findings: how many there are, and a part of them, errors first, in which no kind is missing. */
export function summaryOf(findings: readonly Finding[]): { findings: Finding[]; found: FoundCounts } {
  const of = (severity: Finding['severity']): Finding[] => findings.filter((finding) => finding.severity === severity)
  const [errors, warnings, notes] = [of('error'), of('warning'), of('note')]
  const ranked = [...errors, ...warnings, ...notes]
  const kinds = new Map<string, Finding>()
  for (const finding of ranked) if (!kinds.has(`${finding.severity} ${finding.code}`)) kinds.set(`${finding.severity} ${finding.code}`, finding)
  // A warning that nobody is told of could never be ticked.
  const told = new Set(kinds.values())
  for (const finding of ranked) {
    if (told.size >= toldFindings) break
    told.add(finding)
  }
  return { findings: ranked.filter((finding) => told.has(finding)), found: { error: errors.length, warning: warnings.length, note: notes.length } }
}

/** Refuses when there are errors, or warnings that the caller has not ticked. Answers the codes of the warnings that were. */
export function settleFindings(findings: readonly Finding[], acknowledged: readonly string[]): string[] {
  const errors = findings.filter((finding) => finding.severity === 'error')
  // One error of a batch names itself, as one wrong field of any other call does (docs/decisions/0003-one-wrong-field.md).
  const [only] = errors
  if (only && errors.length === 1 && only.change !== null && isProblemCode(only.code))
    throw refusal(only.code, errors, { ...only.params, ...summaryOf(findings) })
  if (errors.length > 0) throw refusal('records_refused', errors, summaryOf(findings))
  const warnings = findings.filter((finding) => finding.severity === 'warning')
  const open = warnings.filter((finding) => !acknowledged.includes(finding.code))
  if (open.length > 0) throw refusal('warnings_not_acknowledged', open, summaryOf(findings))
  return [...new Set(warnings.map((finding) => finding.code))]
}
