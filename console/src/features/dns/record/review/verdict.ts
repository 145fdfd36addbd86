import type { Conflict, Finding } from '@nameplane/contract/dns/record'
import type { CallProblem } from '../../../../api/call-problem.ts'

export type FindingRow = Finding
export type ConflictRow = Conflict

/** What the server thinks of the tray, from a dry run or from a refused save. */
export type Verdict = { findings: readonly FindingRow[]; conflicts: readonly ConflictRow[] }

/** A refused save tells its findings and conflicts in the problem; null when it was refused for another reason. */
export function verdictOf(problem: CallProblem): Verdict | null {
  const { findings, conflicts } = problem.params
  if (!Array.isArray(findings)) return null
  return { findings: findings as FindingRow[], conflicts: Array.isArray(conflicts) ? (conflicts as ConflictRow[]) : [] }
}

export type Judged = {
  errors: number
  warningCodes: readonly string[]
  warnings: number
  findingsOf: (change: number) => readonly FindingRow[]
  conflictOf: (change: number) => ConflictRow | undefined
}

/** The verdict in the shape of the review: per change, and in all. */
export function judgedBy({ findings, conflicts }: Verdict): Judged {
  const warnings = findings.filter((finding) => finding.severity === 'warning')
  return {
    errors: findings.length - warnings.length,
    warnings: warnings.length,
    warningCodes: [...new Set(warnings.map((finding) => finding.code))],
    findingsOf: (change) => findings.filter((finding) => finding.change === change),
    conflictOf: (change) => conflicts.find((conflict) => conflict.change === change),
  }
}
