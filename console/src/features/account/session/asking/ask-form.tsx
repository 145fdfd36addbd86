import { useRef, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { fieldText } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { PrimaryButton } from '../../../../ui/button.tsx'
import { CaptchaField } from '../captcha-field.tsx'
import { CallRefusal, LoginInput } from '../login-field.tsx'
import { sessionMessages } from '../session.messages.ts'
import { newCaptchaId } from '../sign-in.ts'

type AskFormProps = {
  /** Who it is about: the line that is typed. */
  field: Pick<ComponentProps<typeof LoginInput>, 'name' | 'label' | 'type' | 'autoComplete' | 'inputMode' | 'maxLength'>
  /** What is said where nothing is typed. */
  required: string
  /** What the line begins with. */
  typed?: string
  help: string
  /** Between the line and the captcha. */
  children?: ReactNode
  submit: string
  submitting: string
  send: (asked: { typed: string; captcha: string; uuid: string }) => Promise<CallProblem | null>
  onAsked: (typed: string) => void
}

/** Asks for something to be sent: who it is about, and a captcha. What comes next is the same whether there is such an account or not. */
export function AskForm({ field, required, typed: typedBefore = '', help, children, submit, submitting, send, onAsked }: AskFormProps) {
  const text = useText(sessionMessages)
  const language = useLanguage()
  const [typed, setTyped] = useState(typedBefore)
  const [captcha, setCaptcha] = useState('')
  const [captchaId, setCaptchaId] = useState(newCaptchaId)
  // What is wrong, not what is said of it: that follows the language.
  const [wrong, setWrong] = useState<{ typed?: 'missing' | CallProblem | undefined; captcha?: 'missing' | CallProblem | undefined }>({})
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const [isRunning, setRunning] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const captchaInput = useRef<HTMLInputElement>(null)

  function renew() {
    setCaptchaId(newCaptchaId())
    setCaptcha('')
  }

  function enter(name: 'typed' | 'captcha', entered: string) {
    if (name === 'typed') setTyped(entered)
    else setCaptcha(entered)
    setWrong((before) => ({ ...before, [name]: undefined }))
  }

  async function ask(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    const missing = { ...(typed.trim() === '' && { typed: 'missing' as const }), ...(captcha.trim() === '' && { captcha: 'missing' as const }) }
    setWrong(missing)
    setProblem(null)
    if (Object.keys(missing).length > 0) return
    setRunning(true)
    const refusal = await send({ typed: typed.trim(), captcha: captcha.trim(), uuid: captchaId })
    setRunning(false)
    if (refusal === null) return onAsked(typed.trim())
    renew()
    const isTold = { typed: field.name in refusal.fields, captcha: 'captcha' in refusal.fields }
    setWrong({ ...(isTold.typed && { typed: refusal }), ...(isTold.captcha && { captcha: refusal }) })
    if (isTold.typed) input.current?.focus()
    else if (isTold.captcha) captchaInput.current?.focus()
    else setProblem(refusal)
  }

  const errors = {
    typed: wrong.typed === 'missing' ? required : fieldText(wrong.typed ?? null, field.name, language),
    captcha: wrong.captcha === 'missing' ? text.captchaRequired : fieldText(wrong.captcha ?? null, 'captcha', language),
  }
  return (
    <form noValidate onSubmit={(event) => void ask(event)} className="flex flex-col gap-4">
      <p className="text-sm text-kumo-subtle">{help}</p>
      <LoginInput ref={input} {...field} error={errors.typed} autoFocus value={typed} onEnter={(entered) => enter('typed', entered)} />
      {children}
      <CaptchaField ref={captchaInput} id={captchaId} value={captcha} error={errors.captcha} onEnter={(entered) => enter('captcha', entered)} onRenew={renew} />
      <CallRefusal problem={problem} />
      <PrimaryButton type="submit" aria-disabled={isRunning} className="mt-1 h-9!">
        {isRunning ? submitting : submit}
      </PrimaryButton>
    </form>
  )
}
