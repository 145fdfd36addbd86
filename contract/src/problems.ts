import { manifests } from './manifests.ts'
import { coreProblems, type Language, type ProblemCode } from './problem-text.ts'

export { isProblemCode, problemText, refusalText, type Language, type ProblemCode } from './problem-text.ts'

/** The error catalogue: every problem code with its text in both languages, all of them loaded. */
export const problems: Readonly<Record<ProblemCode, Readonly<Record<Language, string>>>> = Object.assign(
  {},
  coreProblems,
  ...manifests.map(({ problems: ofNoun }) => ofNoun),
)
