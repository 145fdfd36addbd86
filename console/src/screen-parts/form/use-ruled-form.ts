import type * as z from 'zod/mini'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import {
  get,
  set,
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormRegister,
  type UseFormReturn,
} from 'react-hook-form'
import { readInput } from '@nameplane/contract/issues'
import { problemText } from '@nameplane/contract/problem-text'
import type { CallProblem } from '../../api/call-problem.ts'
import { fieldText } from '../../api/problem-text.ts'
import { afterPress } from '../../browser/pointer-press.ts'
import { useLanguage, type Language } from '../../i18n/language.ts'

/** A schema of the contract whose input a form holds. */
type Rules<Values extends FieldValues> = z.core.$ZodType<unknown, Values>

/** Its state only as members of its own: one that is first asked for after something was typed has not been kept. */
export type RuledForm<Values extends FieldValues> = Omit<UseFormReturn<Values>, 'formState'> & {
  /** Whether something differs from what it opened with. */
  isDirty: boolean
  isSubmitted: boolean
  /** The error of a field, if it has one. */
  errorOf: (field: Path<Values>) => string | undefined
  /** Puts a refusal's field problems beside their fields. */
  showProblem: (problem: CallProblem) => void
}

/** A form under the contract's own rules: what the schema refuses shows beside the field, in the words the server would use. */
export function useRuledForm<Values extends FieldValues>(rules: Rules<Values>, defaultValues: DefaultValues<Values>): RuledForm<Values> {
  const language = useLanguage()
  const form = useForm<Values>({ defaultValues, resolver: resolverOf(rules, language), mode: 'onTouched' })
  const { setError } = form
  const refused = useRef<CallProblem | null>(null)
  const showProblem = useCallback(
    (problem: CallProblem) => {
      refused.current = problem
      const [first] = Object.keys(problem.fields)
      for (const field of Object.keys(problem.fields))
        setError(field as Path<Values>, { type: 'server', message: fieldText(problem, field, language) ?? '' }, { shouldFocus: field === first })
    },
    [setError, language],
  )
  const { errors, isDirty, isSubmitted } = form.formState
  const translate = useEffectEvent(() => {
    const problem = refused.current
    const told = problem === null ? [] : Object.keys(problem.fields).filter((field) => get<unknown, FieldError | undefined>(errors, field)?.type === 'server')
    for (const field of told) setError(field as Path<Values>, { type: 'server', message: (problem && fieldText(problem, field, language)) ?? '' })
    const others = Object.keys(errors).filter((field) => !told.some((one) => one === field || one.startsWith(`${field}.`)))
    if (others.length > 0) void form.trigger(others as Path<Values>[])
  })
  // What is wrong is said in the language of the page, also once that changes.
  useEffect(() => translate(), [language])
  const register: UseFormRegister<Values> = (name, options) => {
    const field = form.register(name, options)
    // Leaving a field shows what is wrong with it, which moves what is pressed.
    return { ...field, onBlur: (event) => afterPress(() => field.onBlur(event)) }
  }
  const { formState: _, ...rest } = form
  return { ...rest, isDirty, isSubmitted, register, errorOf: (field) => messageAt(get(errors, field)), showProblem }
}

function resolverOf<Values extends FieldValues>(rules: Rules<Values>, language: Language): Resolver<Values> {
  return (values) => {
    const read = readInput(rules, values)
    // The values go out as typed: the server reads them by the same schema.
    if (read.isRight) return { values, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const { path, code, params } of read.issues) {
      const field = path.length === 0 ? 'root' : path.join('.')
      if (get(errors, field) === undefined) set(errors, field, { type: code, message: problemText(code, language, params) })
    }
    return { values: {}, errors }
  }
}

/** The message of a field, or the first one below it: a list that one field edits has its entries' problems. */
function messageAt(error: unknown): string | undefined {
  if (error === null || typeof error !== 'object') return undefined
  const { message } = error as { message?: unknown }
  if (typeof message === 'string') return message
  for (const below of Object.values(error)) {
    const found = messageAt(below)
    if (found !== undefined) return found
  }
  return undefined
}
