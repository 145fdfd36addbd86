import { useRef, type FormEvent, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { callProblemText } from '../../api/problem-text.ts'
import { useLanguage } from '../../i18n/language.ts'
import { defineMessages, useText } from '../../i18n/messages.ts'
import { PrimaryButton, QuietButton } from '../../ui/button.tsx'
import { partsMessages } from '../screen-parts.messages.ts'
import type { SavedForm } from './bound-form.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { isSaidByFields } from './said-by-fields.ts'

const messages = defineMessages({ zh: { discard: '放弃修改' }, en: { discard: 'Discard changes' } })

type PageFormProps = {
  form: Pick<SavedForm<FieldValues>, 'call' | 'isDirty' | 'isRunning' | 'problem' | 'theirs'>
  /** Why nothing can be saved; null when it can. */
  refusal: string | null
  /** Of the element that says so; without, it is the tooltip of the fields. */
  refusalId?: string
  onSubmit: (event: FormEvent) => void
  submitLabel: string
  /** Takes back what is typed. */
  onDiscard: () => void
  children: ReactNode
}

/** Fields in a page; what somebody else saved meanwhile stands above them, and a refusal that no field says below. */
export function PageForm({
  form: { call, isDirty, isRunning, problem, theirs },
  refusal,
  refusalId,
  onSubmit,
  submitLabel,
  onDiscard,
  children,
}: PageFormProps) {
  const language = useLanguage()
  const text = useText(messages)
  const { saving } = useText(partsMessages)
  const own = useRef<HTMLFormElement>(null)
  return (
    <form
      ref={own}
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
        {problem?.isShown && !isSaidByFields(problem, own.current) && (
          <p role="alert" className="text-sm text-kumo-danger">
            {callProblemText(problem, language)}
          </p>
        )}
      </fieldset>
      <div className="flex flex-wrap justify-end gap-2 border-t border-kumo-hairline px-4 py-3 pad:px-5">
        {isDirty && refusal === null && <QuietButton onClick={onDiscard}>{text.discard}</QuietButton>}
        <PrimaryButton type="submit" refusal={refusal} disabled={refusal !== null || isRunning}>
          {isRunning ? saving : submitLabel}
        </PrimaryButton>
      </div>
    </form>
  )
}
