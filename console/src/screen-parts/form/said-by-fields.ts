import type { CallProblem } from '../../api/call-problem.ts'

/** Whether the fields of a form say all of a refusal, so that it is not said a second time. A field that the form does not have says nothing. */
export function isSaidByFields(problem: CallProblem, form: HTMLFormElement | null): boolean {
  const blamed = Object.keys(problem.fields)
  return blamed.length > 0 && blamed.every((name) => form?.elements.namedItem(name))
}
