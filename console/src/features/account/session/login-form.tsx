import { Suspense, useRef, type FormEvent, type RefObject } from 'react'
import type { SecondStep } from '@nameplane/contract/account/session'
import type { SignInForm } from '../../../api/session-calls.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useSite } from '../../../entities/site/site.ts'
import { useText } from '../../../i18n/messages.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { textLink } from '../../../ui/classes.ts'
import { CaptchaPicture } from './captcha-field.tsx'
import { CallRefusal, LoginField, loginInput, PasswordInput } from './login-field.tsx'
import { sessionMessages } from './session.messages.ts'
import { useSignIn, type Field } from './sign-in.ts'

// Few sites have agreements, and the first sight waits for none.
const AgreementLinks = lazyPart(() => import('./agreement/agreement-links.tsx').then((part) => part.AgreementLinks))

/** Name, password and, when asked for, the captcha; shared by both sign-in screens. */
export function LoginForm({
  form,
  forgotPath,
  onSignedIn,
  onSecondStep,
  onWechat,
}: {
  form: SignInForm | null
  forgotPath: string
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
          className={loginInput}
          value={entered.username}
          onChange={(event) => enter('username', event.target.value)}
          onBlur={() => entered.username.trim() !== '' && void askForName(entered.username.trim())}
          {...marks('username')}
        />
      </LoginField>
      <LoginField name="password" label={text.password} error={errors.password}>
        <PasswordInput
          ref={password}
          id="password"
          name="password"
          autoComplete="current-password"
          maxLength={256}
          value={entered.password}
          onChange={(event) => enter('password', event.target.value)}
          {...marks('password')}
        />
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
              className={loginInput}
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
      <CallRefusal problem={problem} />
      <PrimaryButton type="submit" aria-disabled={isRunning} className="mt-1 h-9!">
        {isRunning ? text.signingIn : text.signIn}
      </PrimaryButton>
      {form?.wechat && (
        <QuietButton className="h-9!" onClick={onWechat}>
          {text.wechat}
        </QuietButton>
      )}
      <ScreenLink to={forgotPath} className={`${textLink} self-center text-sm`}>
        {text.forgot}
      </ScreenLink>
      {agreements.length > 0 && (
        <Suspense fallback={null}>
          <AgreementLinks />
        </Suspense>
      )}
    </form>
  )
}
