import { useState, type ComponentProps, type ReactNode } from 'react'
import type { CallProblem } from '../../../api/call-problem.ts'
import { useText } from '../../../i18n/messages.ts'
import { textField } from '../../../ui/classes.ts'
import { sessionMessages } from './session.messages.ts'

/* What the forms around signing in are made of; they weigh less than the console's own fields. */

export const loginInput = `${textField} h-9!`

/** A label above its control, whose id is the field's name; an error below. */
export function LoginField({ name, label, error, children }: { name: string; label: string; error: string | undefined; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={name} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children}
      {error !== undefined && (
        <p id={`${name}-error`} role="alert" className="mt-1 text-sm text-kumo-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** A password that can be looked at. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const text = useText(sessionMessages)
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative">
      <input {...props} type={isShown ? 'text' : 'password'} spellCheck={false} className={`${loginInput} pr-10`} />
      <button
        type="button"
        aria-label={isShown ? text.hidePassword : text.showPassword}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 inline-flex w-9 cursor-pointer items-center justify-center rounded-md text-kumo-subtle hover:text-kumo-default focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
      >
        <EyeMark isOpen={isShown} />
      </button>
    </div>
  )
}

/** Why the server refused, where no field is to blame. */
export function CallRefusal({ problem }: { problem: CallProblem | null }) {
  const text = useText(sessionMessages)
  if (!problem?.isShown) return null
  return (
    <div role="alert" className="rounded-md border border-np-danger/30 bg-kumo-danger-tint px-3 py-2 text-sm text-kumo-danger">
      <p>{problem.message}</p>
      {problem.requestId && problem.kind === 'http' && <p className="mt-0.5 font-mono text-xs">{text.requestId(problem.requestId)}</p>}
    </div>
  )
}

function EyeMark({ isOpen }: { isOpen: boolean }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinecap="round" aria-hidden="true">
      <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z" />
      <circle cx="8" cy="8" r="2" />
      {!isOpen && <path d="M2.5 13.5l11-11" />}
    </svg>
  )
}
