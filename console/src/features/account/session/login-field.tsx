import { useState, type ComponentProps, type ReactNode } from 'react'
import type { CallProblem } from '../../../api/call-problem.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { textField } from '../../../ui/classes.ts'
import { refusalIn } from './refusals.ts'
import { sessionMessages } from './session.messages.ts'

/* What the forms around signing in are made of; they weigh less than the console's own fields. */

const loginInput = `${textField} h-9!`

type LoginFieldProps = { name: string; label: string; error: string | undefined }
type LoginInputProps = LoginFieldProps & Omit<ComponentProps<'input'>, 'onChange'> & { onEnter: (typed: string) => void }

/** A label above its control, whose id is the field's name; an error below. */
function LoginField({ name, label, error, children }: LoginFieldProps & { children: ReactNode }) {
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

const Control = ({ name, error, onEnter, ...input }: Omit<LoginInputProps, 'label'>) => (
  <input
    id={name}
    name={name}
    spellCheck={false}
    onChange={(event) => onEnter(event.target.value)}
    aria-invalid={error !== undefined || undefined}
    aria-describedby={error === undefined ? undefined : `${name}-error`}
    {...input}
  />
)

/** A line of text; `beside` stands to its right. */
export function LoginInput({ label, className = '', beside, ...input }: LoginInputProps & { beside?: ReactNode }) {
  const control = <Control autoCapitalize="none" className={`${loginInput} ${className}`} {...input} />
  return (
    <LoginField name={input.name} label={label} error={input.error}>
      {beside ? (
        <div className="flex gap-2">
          {control}
          {beside}
        </div>
      ) : (
        control
      )}
    </LoginField>
  )
}

/** The digits of a code that was sent, with room for the blanks that come along when they are copied. */
export const CodeInput = (input: LoginInputProps) => (
  <LoginInput autoFocus autoComplete="one-time-code" inputMode="numeric" maxLength={12} className="font-mono tracking-widest" {...input} />
)

/** A password that can be looked at. */
export function PasswordInput({ label, ...input }: LoginInputProps) {
  const text = useText(sessionMessages)
  const [isShown, setShown] = useState(false)
  return (
    <LoginField name={input.name} label={label} error={input.error}>
      <div className="relative">
        <Control {...input} type={isShown ? 'text' : 'password'} className={`${loginInput} pr-10`} />
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
    </LoginField>
  )
}

/** Why the server refused, where no field is to blame. */
export function CallRefusal({ problem }: { problem: CallProblem | null }) {
  const text = useText(sessionMessages)
  const language = useLanguage()
  if (!problem?.isShown) return null
  return (
    <div role="alert" className="rounded-md border border-np-danger/30 bg-kumo-danger-tint px-3 py-2 text-sm text-kumo-danger">
      <p>{refusalIn(problem, language)}</p>
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
