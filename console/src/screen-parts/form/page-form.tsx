import type { FormEvent, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { callProblemText } from '../../api/problem-text.ts'
import { useLanguage } from '../../i18n/language.ts'
import type { SavedForm } from './bound-form.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'

type PageFormProps = {
  form: Pick<SavedForm<FieldValues>, 'call' | 'isRunning' | 'problem' | 'theirs'>
  /** Why nothing can be saved; null when it can. */
  refusal: string | null
  /** Of the element that says so; without, it is the tooltip of the fields. */
  refusalId?: string
  onSubmit: (event: FormEvent) => void
  /** Below the fields, under a line. */
  buttons: ReactNode
  children: ReactNode
}

/** Fields in a page; what somebody else saved meanwhile stands above them, and a refusal that no field says below. */
export function PageForm({ form: { call, isRunning, problem, theirs }, refusal, refusalId, onSubmit, buttons, children }: PageFormProps) {
  const language = useLanguage()
  return (
    <form
      noValidate
      autoComplete="off"
      data-call={call}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRunning && refusal === null) onSubmit(event)
      }}
    >
      <fieldset
        disabled={refusal !== null}
        {...(refusal === null ? {} : refusalId === undefined ? { title: refusal } : { 'aria-describedby': refusalId })}
        className="flex min-w-0 flex-col gap-4 p-4 pad:p-5"
      >
        {theirs && <ChangedMeanwhile fields={theirs} />}
        {children}
        {problem && Object.keys(problem.fields).length === 0 && (
          <p role="alert" className="text-sm text-kumo-danger">
            {callProblemText(problem, language)}
          </p>
        )}
      </fieldset>
      <div className="flex flex-wrap justify-end gap-2 border-t border-kumo-hairline px-4 py-3 pad:px-5">{buttons}</div>
    </form>
  )
}
