import { useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react'
import type { SignInForm } from '../../../api/session-calls.ts'
import { useText } from '../../../i18n/messages.ts'
import { primaryButton, textField } from '../../../ui/classes.ts'
import { CaptchaPicture } from './captcha-field.tsx'
import { sessionMessages } from './session.messages.ts'
import { useSignIn, type Field } from './sign-in.ts'

const field = `${textField} h-9!`

/** Name, password and, when asked for, the captcha; shared by both sign-in screens. */
export function LoginForm({ form, onSignedIn }: { form: SignInForm | null; onSignedIn: () => void }) {
  const text = useText(sessionMessages)
  const { entered, enter, errors, problem, isRunning, needsCaptcha, captchaId, renewCaptcha, askForName, submit } = useSignIn(form, onSignedIn)
  const [isPasswordShown, setPasswordShown] = useState(false)
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const captcha = useRef<HTMLInputElement>(null)
  const inputs: Record<Field, RefObject<HTMLInputElement | null>> = { username, password, captcha }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    const wanting = await submit({ username: text.usernameRequired, password: text.passwordRequired, captcha: text.captchaRequired })
    if (wanting) inputs[wanting].current?.focus()
  }

  const marks = (name: Field) => ({
    'aria-invalid': errors[name] !== undefined || undefined,
    'aria-describedby': errors[name] === undefined ? undefined : `${name}-error`,
  })

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <LoginField name="username" label={text.username} error={errors.username}>
        <input
          ref={username}
          id="username"
          name="username"
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          className={field}
          value={entered.username}
          onChange={(event) => enter('username', event.target.value)}
          onBlur={() => entered.username.trim() !== '' && void askForName(entered.username.trim())}
          {...marks('username')}
        />
      </LoginField>
      <LoginField name="password" label={text.password} error={errors.password}>
        <div className="relative">
          <input
            ref={password}
            id="password"
            name="password"
            type={isPasswordShown ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={256}
            className={`${field} pr-10`}
            value={entered.password}
            onChange={(event) => enter('password', event.target.value)}
            {...marks('password')}
          />
          <button
            type="button"
            aria-label={isPasswordShown ? text.hidePassword : text.showPassword}
            aria-pressed={isPasswordShown}
            onClick={() => setPasswordShown(!isPasswordShown)}
            className="absolute inset-y-0 right-0 inline-flex w-9 cursor-pointer items-center justify-center rounded-md text-kumo-subtle hover:text-kumo-default focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
          >
            <EyeMark isOpen={isPasswordShown} />
          </button>
        </div>
      </LoginField>
      {needsCaptcha && (
        <LoginField name="captcha" label={text.captcha} error={errors.captcha}>
          <div className="flex gap-2">
            <input
              ref={captcha}
              id="captcha"
              name="captcha"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={16}
              className={field}
              value={entered.captcha}
              onChange={(event) => enter('captcha', event.target.value)}
              {...marks('captcha')}
            />
            <CaptchaPicture
              id={captchaId}
              onRenew={() => {
                renewCaptcha()
                captcha.current?.focus()
              }}
            />
          </div>
        </LoginField>
      )}
      {problem && (
        <div role="alert" className="rounded-md border border-np-danger/30 bg-kumo-danger-tint px-3 py-2 text-sm text-kumo-danger">
          <p>{problem.message}</p>
          {problem.requestId && problem.kind === 'http' && <p className="mt-0.5 font-mono text-xs">{text.requestId(problem.requestId)}</p>}
        </div>
      )}
      <button type="submit" aria-disabled={isRunning} className={`${primaryButton} mt-1 h-9!`}>
        {isRunning ? text.signingIn : text.signIn}
      </button>
    </form>
  )
}

function LoginField({ name, label, error, children }: { name: Field; label: string; error: string | undefined; children: ReactNode }) {
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

function EyeMark({ isOpen }: { isOpen: boolean }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinecap="round" aria-hidden="true">
      <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z" />
      <circle cx="8" cy="8" r="2" />
      {!isOpen && <path d="M2.5 13.5l11-11" />}
    </svg>
  )
}
