import { useId, useRef, type FormEvent, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import type { CallProblem } from '../../api/call-problem.ts'
import { callProblemText } from '../../api/problem-text.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import { PrimaryButton, QuietButton } from '../../ui/button.tsx'
import { isSaidByFields } from '../form/said-by-fields.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import { useLeaving } from './use-leaving.tsx'

type FormDialogProps = {
  title: string
  /** The path of the call that it is sent by: the sweep of all forms reads its fields there. */
  call?: string
  /** Why the last attempt was refused; null when it was not. */
  problem: CallProblem | null
  pending: boolean
  /** Something was typed that closing would lose. */
  isDirty: boolean
  /** “Save” when absent. */
  submitLabel?: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Closes for good; asked for only when nothing is lost, or after the reader agreed. */
  onClose: () => void
  children: ReactNode
}

/**
 * Fields in a dialog. Enter submits; the owner closes it after success and not before; a refusal shows beside the fields or
 * above the buttons, and closing with something typed asks first.
 */
export function FormDialog({ title, call, problem, pending, isDirty, submitLabel, onSubmit, onClose, children }: FormDialogProps) {
  const text = useText(partsMessages)
  const language = useLanguage()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { leave, question } = useLeaving({ isDirty, isRunning: pending, onClose })
  return (
    <Dialog
      title={title}
      onClose={leave}
      footer={
        <>
          {problem?.isShown && !isSaidByFields(problem, form.current) && (
            <div role="alert" className="mr-auto min-w-0 basis-full text-sm text-kumo-danger pad:basis-0 pad:grow">
              <p>{callProblemText(problem, language)}</p>
              {problem.kind !== 'refused' && problem.requestId && <p className="font-mono text-xs">{text.requestId(problem.requestId)}</p>}
            </div>
          )}
          <QuietButton onClick={leave}>{text.cancel}</QuietButton>
          <PrimaryButton type="submit" form={formId} disabled={pending}>
            {pending ? text.saving : (submitLabel ?? text.save)}
          </PrimaryButton>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        data-call={call}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) onSubmit(event)
        }}
        className="flex flex-col gap-4"
      >
        {children}
      </form>
      {question}
    </Dialog>
  )
}
