import type * as z from 'zod/mini'
import { useMemo, type FormEvent } from 'react'
import { useWatch, type FieldValues, type Path, type PathValue } from 'react-hook-form'
import type { Endpoint, Reply, Sent } from '@nameplane/contract/endpoint'
import { blankOf, fieldsOf, memberAt, valuesFrom, type FieldRule } from '@nameplane/contract/fields'
import type { CallProblem } from '../../api/call-problem.ts'
import { useChange, type Outcome, type SuccessWord } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/language.ts'
import type { ChangedField } from './changed-meanwhile.tsx'
import type { FieldWords } from './field-words.ts'
import { useRuledForm, type RuledForm } from './use-ruled-form.ts'
import { useVersionedChange } from './use-versioned-change.ts'
import { valueText } from './value-text.ts'

/**
 * A form bound to a schema of the contract: `<Field of={form} name="mname" />` takes everything from here. A form with more
 * fields is one with fewer: parts that several forms share ask for the fields that they draw.
 */
export type BoundForm<Values extends FieldValues> = {
  /** Never called: tells the compiler which fields there are. */
  readonly values?: () => Values
  readonly raw: RuledForm<FieldValues>
  readonly rules: ReadonlyMap<string, FieldRule>
  readonly words: FieldWords
}

/** A bound form that saves by a call. */
export type SavedForm<Values extends FieldValues> = BoundForm<Values> & {
  /** The path of that call. */
  readonly call: string
  readonly submit: (event: FormEvent) => void
  /** Why the last attempt was refused; null when it was not. */
  readonly problem: CallProblem | null
  readonly isRunning: boolean
  readonly isDirty: boolean
  /** What somebody else saved meanwhile, once saving was refused for it. */
  readonly theirs: readonly ChangedField[] | null
}

/** A form over a schema. What `values` does not say begins as the schema's default, else empty; `secrets` are not shown while they are typed. */
export function useBoundForm<Values extends FieldValues>(
  schema: z.core.$ZodType<unknown, Values>,
  words: FieldWords,
  values: Partial<Values> = {},
  secrets: readonly string[] = noSecrets,
): BoundForm<Values> {
  return useFields(schema, words, values, secrets)
}

const noSecrets: readonly string[] = []

/** What every bound form is made of; which fields there are, its callers say. */
function useFields(schema: z.core.$ZodType, words: FieldWords, values: FieldValues, secrets: readonly string[] = noSecrets) {
  const rules = useMemo(
    () => new Map([...fieldsOf(schema)].map(([path, rule]) => [path, secrets.includes(path) ? { ...rule, kind: 'secret' as const } : rule])),
    [schema, secrets],
  )
  const raw = useRuledForm<FieldValues>(schema as z.core.$ZodType<unknown, FieldValues>, { ...blankOf(rules), ...values })
  return { raw, rules, words }
}

type Saving<E extends Endpoint> = {
  words: FieldWords
  /** Calls whose replies are old once this is saved. */
  invalidates: readonly Endpoint[]
  /** After success only, with what was answered. */
  onDone: (reply: Reply<E>) => void
  /** What goes out, where that is not what the form holds. */
  sent?: (values: Sent<E>) => Sent<E>
}

/**
 * A form that adds, or does something else once: begins with the schema's defaults, or with `values` over them. `success: null`
 * says nothing of it, where `onDone` says more.
 */
export function useAddForm<E extends Endpoint>(
  endpoint: E,
  {
    words,
    invalidates,
    onDone,
    values = {},
    sent = asTyped,
    success = 'added',
  }: Saving<E> & { values?: Partial<Sent<E>>; /** Null: says nothing. */ success?: SuccessWord | null },
): SavedForm<Sent<E> & FieldValues> {
  const save = useChange(endpoint, { invalidates, success, shownIn: 'form' })
  const form = useFields(endpoint.input, words, values)
  const submitting = submittingOf(form.raw, onDone, (given) => save.run(sent(given as Sent<E>)))
  return { ...form, ...submitting, call: endpoint.path, problem: save.problem, isRunning: save.isRunning, theirs: null }
}

const asTyped = <Values>(values: Values): Values => values

/** What a form edits: the row that it began with, the row as it is saved now, and how to ask for that again. */
export type Edited<Row> = { readonly row: Row; readonly saved: Row; readonly onStale: () => void; readonly onClose: () => void }

type EditChoices<E extends Endpoint, Row> = {
  values?: (row: Row) => Partial<Sent<E>>
  /** How a difference writes a field whose value says nothing to a reader, such as the number of another row. */
  called?: { readonly [Name in keyof Sent<E>]?: (row: Row) => string }
}

/** A form that changes a row under the version that its reader has seen. `values` says what members of the row do not say by themselves. */
export function useEditForm<E extends Endpoint, Row extends { readonly id?: number; readonly rowVersion: number }>(
  endpoint: E,
  { row, saved: now, onStale }: Omit<Edited<Row>, 'onClose'>,
  { words, invalidates, onDone, values, sent = asTyped, called = {} }: Saving<E> & EditChoices<E, Row>,
): SavedForm<Sent<E> & FieldValues> {
  const language = useLanguage()
  const rules = useMemo(() => fieldsOf(endpoint.input), [endpoint])
  const heldBy = (one: Row): FieldValues => ({ ...valuesFrom(rules, one), ...values?.(one) })
  const form = useFields(endpoint.input, words, heldBy(row))
  const fields = [...rules]
    .filter(([path]) => path !== 'id' && path !== 'rowVersion')
    .map(([path, rule]) => ({
      label: words.label(path, language),
      valueOf: called[path as keyof Sent<E>] ?? ((one: Row) => valueText(memberAt(heldBy(one), path), path, rule, words, language)),
    }))
  const update = useVersionedChange(endpoint, invalidates, { row, saved: now, onStale }, fields)
  const submitting = submittingOf(form.raw, onDone, (given) => update.save(sent(given as Sent<E>)))
  return { ...form, ...submitting, call: endpoint.path, problem: update.problem, isRunning: update.isRunning, theirs: update.theirs }
}

function submittingOf<E extends Endpoint>(raw: RuledForm<FieldValues>, onDone: (reply: Reply<E>) => void, save: (values: FieldValues) => Promise<Outcome<E>>) {
  const submit = raw.handleSubmit(async (values) => {
    const outcome = await save(values)
    if (outcome.isDone) onDone(outcome.reply)
    else raw.showProblem(outcome.problem)
  })
  return { isDirty: raw.isDirty, submit: (event: FormEvent) => void submit(event) }
}

/** The value of one field and how to set it, for controls that are more than an input. */
export function useFieldValue<Values extends FieldValues, Name extends Path<Values>>(
  { raw }: BoundForm<Values>,
  name: Name,
): [value: PathValue<Values, Name>, set: (value: PathValue<Values, Name>) => void] {
  const path: string = name
  const value: unknown = useWatch({ control: raw.control, name: path })
  return [value as PathValue<Values, Name>, (next) => raw.setValue(path, next, { shouldDirty: true, shouldValidate: true })]
}
