import type { Conflict, Finding } from '@nameplane/contract/dns/record'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { toldBy, warningCodesOf, type Told } from '../findings/findings.ts'

export type FindingRow = Finding
export type ConflictRow = Conflict

/** What the server thinks of the tray, from a dry run or from a refused save. */
export type Verdict = Told & { readonly conflicts: readonly ConflictRow[] }

/** A refused save tells its findings and conflicts in the problem; null when it was refused for another reason. */
export function verdictOf(problem: CallProblem): Verdict | null {
  const told = toldBy(problem)
  const { conflicts } = problem.params
  return told && { ...told, conflicts: Array.isArray(conflicts) ? (conflicts as ConflictRow[]) : [] }
}

export type Judged = {
  errors: number
  warningCodes: readonly string[]
  warnings: number
  findingsOf: (change: number) => readonly FindingRow[]
  conflictOf: (change: number) => ConflictRow | undefined
}

/** The verdict in the shape of the review: per change, and in all. */
export function judgedBy({ findings, found, conflicts }: Verdict): Judged {
  return {
    errors: found.error,
    warnings: found.warning,
    warningCodes: warningCodesOf(findings),
    findingsOf: (change) => findings.filter((finding) => finding.change === change),
    conflictOf: (change) => conflicts.find((conflict) => conflict.change === change),
  }
}
