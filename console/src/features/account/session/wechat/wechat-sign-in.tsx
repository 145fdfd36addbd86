import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import type { SecondStep } from '@nameplane/contract/account/session'
import type { wechat } from '@nameplane/contract/account/wechat'
import type { Reply } from '@nameplane/contract/endpoint'
import { CallProblem } from '../../../../api/call-problem.ts'
import { callProblemText } from '../../../../api/problem-text.ts'
import { call } from '../../../../api/client.ts'
import { outcomeOf, type SignInOutcome } from '../../../../api/session-calls.ts'
import { textsIn, useText } from '../../../../i18n/messages.ts'
import { useSaying } from '../../../../i18n/saying.ts'
import { useGo } from '../../../../routing/screen-location.tsx'
import { LinkButton, PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { QrCode } from '../../../../ui/qr-code.tsx'
import { CallRefusal, CodeInput } from '../login-field.tsx'
import { keepSignInPath, takeSignInPath } from './kept-way.ts'
import { useScanStanding } from './use-scan-standing.ts'
import { wechatCalls } from './wechat-calls.ts'
import { wechatMessages } from './wechat.messages.ts'

type Scan = NonNullable<Reply<typeof wechat.begin>['data']['scan']>

/** What WeChat's page has sent the browser back with; an empty code when somebody did not agree. */
export type ReturnedScan = { readonly state: string; readonly code: string }

type WechatSignInProps = {
  returned: ReturnedScan | null
  signInPath: string
  onSignedIn: () => void
  onSecondStep: (second: SecondStep) => void
  /** Back to the password. */
  onBack: () => void
}

/** Signing in by WeChat: to its own page and back, or by a code of the official account and the digits that it sends. */
export function WechatSignIn({ returned, signInPath, onSignedIn, onSecondStep, onBack }: WechatSignInProps) {
  const text = useText(wechatMessages)
  const go = useGo()
  const [scan, setScan] = useState<Scan | null>(null)
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const [note, setNote] = useState<'cancelled' | 'off' | null>(null)
  const [rounds, setRounds] = useState(0)
  const [isReturning, setReturning] = useState(returned !== null)
  const settle = useCallback(
    (outcome: SignInOutcome) => {
      if (outcome.isDone) return onSignedIn()
      if ('second' in outcome) return onSecondStep(outcome.second)
      setProblem(outcome.problem)
    },
    [onSecondStep, onSignedIn],
  )

  const begun = useRef(-1)
  // Kept from before the way to WeChat: the path that is given says so only once the address was drawn.
  const taken = useRef<string | null>(null)
  useEffect(() => {
    if (begun.current === rounds) return
    begun.current = rounds
    if (rounds === 0 && returned) {
      // The code must not stay in the address.
      taken.current = takeSignInPath(signInPath)
      go(taken.current, { replace: true })
      if (returned.code === '') {
        setReturning(false)
        return setNote('cancelled')
      }
      void outcomeOf(call(wechatCalls.finish, returned, { survivesNavigation: true })).then((outcome) => {
        setReturning(false)
        settle(outcome)
      })
      return
    }
    call(wechatCalls.begin, {}).then(
      ({ data }) => {
        if (data.scan === null) return setNote('off')
        if (data.scan.way === 'account') return setScan(data.scan)
        keepSignInPath(taken.current ?? signInPath)
        location.assign(data.scan.url)
      },
      (cause: unknown) => cause instanceof CallProblem && setProblem(cause),
    )
  }, [rounds, returned, signInPath, go, settle])

  function again() {
    setScan(null)
    setProblem(null)
    setNote(null)
    setRounds(rounds + 1)
  }

  return (
    <div className="flex flex-col gap-4">
      <CallRefusal problem={problem} />
      {note && (
        <p role="alert" className="text-sm">
          {text[note]}
        </p>
      )}
      {scan ? (
        <ScanCode key={scan.state} scan={scan} settle={settle} onAgain={again} isOver={problem !== null && problem.code !== 'wechat_code_wrong'} />
      ) : problem || note ? (
        <PrimaryButton className="h-9!" onClick={again}>
          {text.again}
        </PrimaryButton>
      ) : (
        <p role="status" className="flex min-h-24 items-center justify-center text-sm text-kumo-subtle">
          {isReturning ? text.finishing : text.going}
        </p>
      )}
      <LinkButton className="self-center text-sm" onClick={onBack}>
        {text.back}
      </LinkButton>
    </div>
  )
}

type ScanCodeProps = { scan: Scan; settle: (outcome: SignInOutcome) => void; onAgain: () => void; isOver: boolean }

/** The code of the account, then the digits that it has sent. */
function ScanCode({ scan, settle, onAgain, isOver }: ScanCodeProps) {
  const text = useText(wechatMessages)
  const { state } = scan
  const standing = useScanStanding(
    useCallback(async (signal) => (await call(wechatCalls.state, { state }, { signal, survivesNavigation: true })).data.state, [state]),
  )
  const [code, setCode] = useState('')
  const [error, setError] = useSaying()
  const [isRunning, setRunning] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    if (code.trim() === '') return setError((now) => textsIn(wechatMessages, now).codeRequired)
    setRunning(true)
    setError(null)
    const outcome = await outcomeOf(call(wechatCalls.finish, { state, code: code.trim() }))
    setRunning(false)
    if (!outcome.isDone && 'problem' in outcome && outcome.problem.fields['code']) {
      const refusal = outcome.problem
      setError((now) => callProblemText(refusal, now))
      setCode('')
    } else settle(outcome)
  }

  if (isOver || standing === 'unbound' || standing === 'expired')
    return (
      <>
        {!isOver && (
          <p role="alert" className="text-sm text-pretty">
            {standing === 'unbound' ? text.unbound : text.expired}
          </p>
        )}
        <QuietButton className="h-9!" onClick={onAgain}>
          {text.again}
        </QuietButton>
      </>
    )
  if (standing === 'waiting')
    return (
      <>
        <p className="text-sm text-pretty text-kumo-subtle">{text.scan}</p>
        <QrCode content={scan.url} label={text.qrCode} />
      </>
    )
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <CodeInput
        name="code"
        label={text.code}
        error={error ?? undefined}
        value={code}
        onEnter={(typed) => {
          setCode(typed)
          setError(null)
        }}
      />
      <PrimaryButton type="submit" aria-disabled={isRunning} className="h-9!">
        {isRunning ? text.finishing : text.signIn}
      </PrimaryButton>
    </form>
  )
}
