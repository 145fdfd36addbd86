import { Suspense, useRef, type FormEvent, type RefObject } from 'react'
import type { SecondStep } from '@nameplane/contract/account/session'
import type { SignInForm } from '../../../api/session-calls.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useSite } from '../../../entities/site/site.ts'
import { useText } from '../../../i18n/messages.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { textLink } from '../../../ui/classes.ts'
import { CaptchaField } from './captcha-field.tsx'
import { CallRefusal, LoginInput, PasswordInput } from './login-field.tsx'
import { sessionMessages } from './session.messages.ts'
import { useSignIn, type Field } from './sign-in.ts'

// Few sites have agreements, and the first sight waits for none.
const AgreementLinks = lazyPart(() => import('./agreement/agreement-links.tsx').then((part) => part.AgreementLinks))

/** Name, password and, when asked for, the captcha; shared by both sign-in screens. */
export function LoginForm({
  form,
  paths,
  onNameEntered,
  onSignedIn,
  onSecondStep,
  onWechat,
}: {
  form: SignInForm | null
  paths: { forgot: string; register: string }
  onNameEntered: () => void
  onSignedIn: () => void
  onSecondStep: (second: SecondStep) => void
  onWechat: () => void
}) {
  const text = useText(sessionMessages)
  const { entered, enter, errors, problem, isRunning, needsCaptcha, captchaId, renewCaptcha, askForName, submit } = useSignIn(form, onSignedIn, onSecondStep)
  const { agreements } = useSite()
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const captcha = useRef<HTMLInputElement>(null)
  const inputs: Record<Field, RefObject<HTMLInputElement | null>> = { username, password, captcha }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    const wanting = await submit()
    if (wanting) inputs[wanting].current?.focus()
  }

  function leaveName() {
    const name = entered.username.trim()
    if (name === '') return
    void askForName(name)
    onNameEntered()
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <LoginInput
        ref={username}
        name="username"
        label={text.username}
        error={errors.username}
        autoFocus
        autoComplete="username"
        maxLength={64}
        value={entered.username}
        onEnter={(typed) => enter('username', typed)}
        onBlur={leaveName}
      />
      <PasswordInput
        ref={password}
        name="password"
        label={text.password}
        error={errors.password}
        autoComplete="current-password"
        maxLength={256}
        value={entered.password}
        onEnter={(typed) => enter('password', typed)}
      />
      {needsCaptcha && (
        <CaptchaField
          ref={captcha}
          id={captchaId}
          value={entered.captcha}
          error={errors.captcha}
          onEnter={(typed) => enter('captcha', typed)}
          onRenew={renewCaptcha}
        />
      )}
      <CallRefusal problem={problem} />
      <PrimaryButton type="submit" aria-disabled={isRunning} className="mt-1 h-9!">
        {isRunning ? text.signingIn : text.signIn}
      </PrimaryButton>
      {form?.wechat && (
        <QuietButton className="h-9!" onClick={onWechat}>
          {text.wechat}
        </QuietButton>
      )}
      <div className="flex justify-center gap-5 text-sm">
        <ScreenLink to={paths.forgot} className={textLink}>
          {text.forgot}
        </ScreenLink>
        {form?.registration && (
          <ScreenLink to={paths.register} className={textLink}>
            {text.register}
          </ScreenLink>
        )}
      </div>
      {agreements.length > 0 && (
        <Suspense fallback={null}>
          <AgreementLinks />
        </Suspense>
      )}
    </form>
  )
}
