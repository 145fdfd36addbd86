import { useEffect } from 'react'
import LockSimpleIcon from 'icon:lock-simple'
import { unlockSession } from '../../../../api/lock-calls.ts'
import { signOut } from '../../../../api/session-calls.ts'
import { textsIn, useText } from '../../../../i18n/messages.ts'
import { useGo } from '../../../../routing/screen-location.tsx'
import { LinkButton, PrimaryButton } from '../../../../ui/button.tsx'
import { PasswordStepFields, usePasswordStep } from '../password-step/password-step.tsx'
import { restrictionMessages } from './restriction.messages.ts'

/** The session answers nothing until its password is given; the page behind stays as it was left. */
export function LockScreen({ username, onReleased }: { username: string; onReleased: () => void }) {
  const text = useText(restrictionMessages)
  const go = useGo()
  const step = usePasswordStep(
    (now) => textsIn(restrictionMessages, now).passwordRequired,
    async (password) => {
      const refusal = await unlockSession(password)
      if (refusal === null) onReleased()
      return refusal
    },
  )

  useEffect(() => {
    const before = document.title
    document.title = text.lockedTitle
    return () => {
      document.title = before
    }
  }, [text])

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
      <form noValidate onSubmit={step.submit} className="mt-6 flex w-full max-w-72 flex-col gap-4">
        <PasswordStepFields step={step} username={username} label={text.password} autoFocus />
        <PrimaryButton type="submit" aria-disabled={step.isRunning} className="h-9!">
          {step.isRunning ? text.unlocking : text.unlock}
        </PrimaryButton>
        <LinkButton className="self-center text-sm" onClick={() => void leave()}>
          {text.signOut}
        </LinkButton>
      </form>
    </main>
  )
}
