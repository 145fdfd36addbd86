import { takenNames } from '../db/migrate.ts'
import { Problem } from '../problem.ts'

// SQLSTATE unique_violation.
const uniqueViolation = '23505'

/**
 * The problem behind an error of the database; the error itself when it is another one. An index holds for two writes at the same moment too, which
 * no look beforehand does. Indexes that no migration names in `takenNames` are no rule that a caller can break.
 */
export function namedProblem(error: unknown): unknown {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (code !== uniqueViolation || typeof constraint !== 'string' || !Object.hasOwn(takenNames, constraint)) return error
  const { problem, field } = takenNames[constraint]!
  return new Problem(problem, field === null ? {} : { fields: { [field]: problem } })
}
