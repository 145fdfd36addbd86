import { useEffect, useRef, useState, type FormEvent } from 'react'
import LockSimpleIcon from 'icon:lock-simple'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { unlockSession } from '../../../../api/lock-calls.ts'
import { signOut } from '../../../../api/session-calls.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useGo } from '../../../../routing/screen-location.tsx'
import { LinkButton, PrimaryButton } from '../../../../ui/button.tsx'
import { CallRefusal, PasswordInput } from '../login-field.tsx'
import { restrictionMessages } from './restriction.messages.ts'

/** The session answers nothing until its password is given; the page behind stays as it was left. */
export function LockScreen({ username, onReleased }: { username: string; onReleased: () => void }) {
  const text = useText(restrictionMessages)
  const go = useGo()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const [isRunning, setRunning] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const before = document.title
    document.title = text.lockedTitle
    return () => {
      document.title = before
    }
  }, [text])

  async function unlock(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    setProblem(null)
    if (password === '') {
      input.current?.focus()
      return setError(text.passwordRequired)
    }
    setRunning(true)
    const refusal = await unlockSession(password)
    setRunning(false)
    if (refusal === null) return onReleased()
    setPassword('')
    input.current?.focus()
    if (refusal.fields['password']) setError(refusal.message)
    else setProblem(refusal)
  }

  async function leave() {
    await signOut()
    go('/login')
  }

  return (
    <main data-screen="locked" className="flex min-h-dvh flex-col items-center justify-center bg-kumo-canvas px-4 pb-24">
      <span aria-hidden="true" className="inline-flex size-14 items-center justify-center rounded-full border border-kumo-line bg-kumo-base text-kumo-subtle">
        <LockSimpleIcon size={26} />
      </span>
      <h1 className="mt-4 text-[20px] leading-7 font-medium">{username || text.locked}</h1>
      <p className="mt-1 text-sm text-kumo-subtle">{text.lockedHelp}</p>
      <form noValidate onSubmit={(event) => void unlock(event)} className="mt-6 flex w-full max-w-72 flex-col gap-4">
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
        <PasswordInput
          ref={input}
          name="password"
          label={text.password}
          error={error ?? undefined}
          autoFocus
          autoComplete="current-password"
          maxLength={256}
          value={password}
          onEnter={(typed) => {
            setPassword(typed)
            setError(null)
          }}
        />
        <CallRefusal problem={problem} />
        <PrimaryButton type="submit" aria-disabled={isRunning} className="h-9!">
          {isRunning ? text.unlocking : text.unlock}
        </PrimaryButton>
        <LinkButton className="self-center text-sm" onClick={() => void leave()}>
          {text.signOut}
        </LinkButton>
      </form>
    </main>
  )
}
