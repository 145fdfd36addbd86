import { useRef, useState, type FormEvent } from 'react'
import type { ResetWay } from '@nameplane/contract/account/password-reset'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { useText } from '../../../../i18n/messages.ts'
import { PrimaryButton } from '../../../../ui/button.tsx'
import { CaptchaField } from '../captcha-field.tsx'
import { CallRefusal, LoginInput } from '../login-field.tsx'
import { sessionMessages } from '../session.messages.ts'
import { newCaptchaId } from '../sign-in.ts'
import { forgotMessages } from './forgot.messages.ts'
import { askCode } from './reset-calls.ts'

/** Whose password it is, how the code is to come where there is a choice, and a captcha. What comes next is the same whether there is such an account or not. */
export function AskCodeForm({ ways, onAsked }: { ways: readonly ResetWay[]; onAsked: (username: string, way: ResetWay) => void }) {
  const text = useText(forgotMessages)
  const fields = useText(sessionMessages)
  const [username, setUsername] = useState('')
  const [way, setWay] = useState<ResetWay>(ways[0] ?? 'mail')
  const [captcha, setCaptcha] = useState('')
  const [captchaId, setCaptchaId] = useState(newCaptchaId)
  const [errors, setErrors] = useState<{ username?: string; captcha?: string }>({})
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const [isRunning, setRunning] = useState(false)
  const captchaInput = useRef<HTMLInputElement>(null)

  function renew() {
    setCaptchaId(newCaptchaId())
    setCaptcha('')
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    const missing = {
      ...(username.trim() === '' ? { username: fields.usernameRequired } : {}),
      ...(captcha.trim() === '' ? { captcha: fields.captchaRequired } : {}),
    }
    setErrors(missing)
    setProblem(null)
    if (Object.keys(missing).length > 0) return
    setRunning(true)
    const refusal = await askCode({ username: username.trim(), captcha: captcha.trim(), uuid: captchaId, way })
    setRunning(false)
    if (refusal === null) return onAsked(username.trim(), way)
    renew()
    if (refusal.fields['captcha']) {
      setErrors({ captcha: refusal.message })
      captchaInput.current?.focus()
    } else setProblem(refusal)
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <p className="text-sm text-kumo-subtle">{text.askHelp[way]}</p>
      <LoginInput
        name="username"
        label={fields.username}
        error={errors.username}
        autoFocus
        autoComplete="username"
        maxLength={64}
        value={username}
        onEnter={setUsername}
      />
      {ways.length > 1 && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">{text.way}</legend>
          <div className="flex gap-5">
            {ways.map((one) => (
              <label key={one} className="flex cursor-pointer items-center gap-2 text-sm">
                <input type="radio" name="way" value={one} checked={way === one} onChange={() => setWay(one)} className="size-4 accent-kumo-brand" />
                {text.ways[one]}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <CaptchaField ref={captchaInput} id={captchaId} value={captcha} error={errors.captcha} onEnter={setCaptcha} onRenew={renew} />
      <CallRefusal problem={problem} />
      <PrimaryButton type="submit" aria-disabled={isRunning} className="mt-1 h-9!">
        {isRunning ? text.sending : text.sendCode}
      </PrimaryButton>
    </form>
  )
}
