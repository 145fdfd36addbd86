import type { ProblemCode } from '@nameplane/contract/problems'

/**
 * What is said when a unique index refuses a row, by the index' name: the problem, and the field that it stands at, where it is one. A migration
 * says it of the indexes that begin with it.
 */
export type TakenNames = Readonly<Record<string, { readonly problem: ProblemCode; readonly field: string | null }>>
