import { textOfProblem } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import type { FieldProblem } from '../form/typed-record.ts'
import { recordFormMessages } from '../form/record-form.messages.ts'

/** What is wrong, in the words of the record form. */
export function useSaid(): (problem: FieldProblem) => string {
  const text = useText(recordFormMessages)
  const language = useLanguage()
  return (problem) => ('said' in problem ? text[problem.said] : textOfProblem(problem.code, language, problem.params))
}
