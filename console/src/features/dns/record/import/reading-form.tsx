import { useState, type ChangeEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { Endpoint, Reply, Sent } from '@nameplane/contract/endpoint'
import { callProblemText, fieldText, textOfProblem } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { dangerNote } from '../../../../screen-parts/surface.ts'
import { QuietButton } from '../../../../ui/button.tsx'

type Reading<E extends Endpoint, Name extends string> = {
  /** What the fields begin with. */
  readonly nothing: Readonly<Record<Name, string>>
  readonly shown: readonly Name[]
  readonly isNeeded: (name: Name, fields: Readonly<Record<Name, string>>) => boolean
  readonly input: (fields: Readonly<Record<Name, string>>) => Sent<E>
  readonly onRead: (reply: Reply<E>, fields: Readonly<Record<Name, string>>) => void
}

type FieldState = {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

type ReadingForm<Name extends string> = {
  readonly fields: Readonly<Record<Name, string>>
  readonly field: (name: Name) => FieldState
  readonly read: () => Promise<void>
  readonly clear: () => void
  readonly isRunning: boolean
  /** Why the last reading failed, unless a field says it. */
  readonly alert: string | null
}

/** Fields that say where the records of a domain are now: they stand inside another form, and what they hold is gone with them. */
export function useReadingForm<E extends Endpoint, Name extends string>(
  endpoint: E,
  { nothing, shown, isNeeded, input, onRead }: Reading<E, Name>,
): ReadingForm<Name> {
  const language = useLanguage()
  const [fields, setFields] = useState(nothing)
  const [isPressed, setPressed] = useState(false)
  const { run, problem, isRunning, forget } = useChange(endpoint, { shownIn: 'form' })
  const isMissing = (name: Name): boolean => isNeeded(name, fields) && fields[name].trim() === ''

  async function read(): Promise<void> {
    setPressed(true)
    if (shown.some(isMissing) || isRunning) return
    const outcome = await run(input(fields))
    if (outcome.isDone) onRead(outcome.reply, fields)
  }

  const isAtField = problem !== null && shown.some((name) => fieldText(problem, name, language) !== undefined)
  return {
    fields,
    field: (name) => ({
      value: fields[name],
      error: isPressed && isMissing(name) ? textOfProblem('required', language) : fieldText(problem, name, language),
      onChange: (event) => {
        setFields((before) => ({ ...before, [name]: event.target.value }))
        forget()
      },
      onKeyDown: (event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        void read()
      },
    }),
    read,
    clear: () => {
      setFields(nothing)
      setPressed(false)
      forget()
    },
    isRunning,
    alert: problem === null || isAtField ? null : (fieldText(problem, 'provider', language) ?? callProblemText(problem, language)),
  }
}

type FrameProps = {
  form: Pick<ReadingForm<string>, 'read' | 'isRunning' | 'alert'>
  text: { readonly read: string; readonly reading: string; readonly once: string }
  children: ReactNode
}

export function ReadingFrame({ form: { read, isRunning, alert }, text, children }: FrameProps) {
  return (
    <div className="space-y-4 rounded-md border border-kumo-line p-4">
      {alert !== null && (
        <p role="alert" className={dangerNote}>
          {alert}
        </p>
      )}
      <div className="grid gap-4 pad:grid-cols-2">{children}</div>
      <div className="flex flex-wrap items-center gap-3">
        <QuietButton disabled={isRunning} onClick={() => void read()}>
          {isRunning ? text.reading : text.read}
        </QuietButton>
        <p className="min-w-0 flex-1 basis-64 text-sm text-kumo-subtle">{text.once}</p>
      </div>
    </div>
  )
}
