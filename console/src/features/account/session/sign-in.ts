import { useState } from 'react'
import type { SecondStep } from '@nameplane/contract/account/session'
import type { CallProblem } from '../../../api/call-problem.ts'
import { signIn, signInForm, type SignInForm } from '../../../api/session-calls.ts'
import { useLanguage, type Language } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import type { Saying } from '../../../i18n/saying.ts'
import { refusalIn } from './refusals.ts'
import { sessionMessages } from './session.messages.ts'

export type Field = 'username' | 'password' | 'captcha'
export type Entered = Record<Field, string>

const missingTexts = { username: 'usernameRequired', password: 'passwordRequired', captcha: 'captchaRequired' } as const
const nothingEntered: Entered = { username: '', password: '', captcha: '' }

/** Where the answer of the server belongs: problems that it ties to no field, but that one field can repair. */
const fieldOfProblem: Readonly<Record<string, Field>> = { captcha_required: 'captcha', captcha_wrong: 'captcha', login_refused: 'password' }

/** The state of the sign-in form. What was typed stays, whatever the answer; only a used captcha is taken away. */
export function useSignIn(form: SignInForm | null, onSignedIn: () => void, onSecondStep: (second: SecondStep) => void) {
  const [entered, setEntered] = useState(nothingEntered)
  const [sayings, setSayings] = useState<Partial<Record<Field, Saying | undefined>>>({})
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const language = useLanguage()
  const [isRunning, setRunning] = useState(false)
  const [needsCaptcha, setNeedsCaptcha] = useState(form?.captcha ?? true)
  const [captchaId, setCaptchaId] = useState(newCaptchaId)

  function renewCaptcha(): void {
    setCaptchaId(newCaptchaId())
    setEntered((before) => ({ ...before, captcha: '' }))
  }

  function enter(field: Field, text: string): void {
    setEntered((before) => ({ ...before, [field]: text }))
    setSayings((before) => ({ ...before, [field]: undefined }))
    setProblem(null)
  }

  /** Some names must answer a captcha where others need not. */
  async function askForName(username: string): Promise<void> {
    const answer = await signInForm(username)
    if (answer !== null) setNeedsCaptcha(answer.captcha)
  }

  /** Sends the form; answers the field that needs attention, if one does. */
  async function submit(): Promise<Field | null> {
    const empty = (['username', 'password', 'captcha'] as const).filter((field) => (field !== 'captcha' || needsCaptcha) && entered[field].trim() === '')
    setSayings(Object.fromEntries(empty.map((field): [Field, Saying] => [field, (now) => textsIn(sessionMessages, now)[missingTexts[field]]])))
    setProblem(null)
    if (empty[0]) return empty[0]
    setRunning(true)
    const outcome = await signIn({
      username: entered.username.trim(),
      password: entered.password,
      ...(needsCaptcha ? { captcha: entered.captcha.trim(), uuid: captchaId } : {}),
    })
    setRunning(false)
    if (outcome.isDone) {
      onSignedIn()
      return null
    }
    if ('second' in outcome) {
      onSecondStep(outcome.second)
      return null
    }
    const refusal = outcome.problem
    const field = fieldOfProblem[refusal.code]
    if (refusal.code === 'captcha_required') setNeedsCaptcha(true)
    // A captcha serves once; one that was never looked at is still good.
    if (refusal.kind === 'refused') renewCaptcha()
    if (field) setSayings({ [field]: (now: Language) => refusalIn(refusal, now) })
    else if (refusal.isShown) setProblem(refusal)
    if (refusal.code === 'login_refused') await askForName(entered.username.trim())
    return field ?? null
  }

  const errors = { username: sayings.username?.(language), password: sayings.password?.(language), captcha: sayings.captcha?.(language) }
  return { entered, enter, errors, problem, isRunning, needsCaptcha, captchaId, renewCaptcha, askForName, submit }
}

export function newCaptchaId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).reduce((text, part) => text + part.toString(36), '')
}
