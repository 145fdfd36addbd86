import { useEffect, useRef, useState, type RefObject } from 'react'
import { apiRoot } from '../../../api/client.ts'
import { limits } from '@nameplane/contract/limits'
import { useText } from '../../../i18n/messages.ts'
import { LoginInput } from './login-field.tsx'
import { sessionMessages } from './session.messages.ts'

type Picture = { id: string; tries: number; hasFailed: boolean }

type CaptchaFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  /** Names the picture. */
  id: string
  value: string
  error: string | undefined
  onEnter: (typed: string) => void
  onRenew: () => void
}

/** What a captcha's picture says, and the picture. */
export function CaptchaField({ ref, id, onRenew, ...input }: CaptchaFieldProps) {
  const text = useText(sessionMessages)
  function renew() {
    onRenew()
    ref.current?.focus()
  }
  return (
    <LoginInput
      ref={ref}
      name="captcha"
      label={text.captcha}
      autoComplete="off"
      maxLength={16}
      beside={<CaptchaPicture id={id} onRenew={renew} />}
      {...input}
    />
  )
}

/** The picture of one captcha; a press asks for another. A picture that does not load is tried again five times, 200 ms apart. */
function CaptchaPicture({ id, onRenew }: { id: string; onRenew: () => void }) {
  const text = useText(sessionMessages)
  const [picture, setPicture] = useState<Picture>({ id, tries: 0, hasFailed: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const current = picture.id === id ? picture : { id, tries: 0, hasFailed: false }

  useEffect(() => () => clearTimeout(timer.current), [id])

  function retry() {
    clearTimeout(timer.current)
    if (current.tries >= limits.captchaImageRetries) return setPicture({ ...current, hasFailed: true })
    timer.current = setTimeout(() => setPicture({ ...current, tries: current.tries + 1 }), limits.captchaRetryThrottleMs)
  }

  // The count makes the address new, so that the browser does not answer with the failure it remembers.
  const source = `${apiRoot()}sys_login_captcha.jpg?uuid=${id}${current.tries > 0 ? `&try=${current.tries}` : ''}`
  return (
    <button
      type="button"
      aria-label={text.captchaImage}
      title={text.captchaImage}
      onClick={onRenew}
      className="h-9 w-28 shrink-0 cursor-pointer overflow-hidden rounded-md border border-np-field bg-white focus-visible:outline-2 focus-visible:outline-kumo-focus"
    >
      {current.hasFailed ? (
        <span className="block px-1 text-xs leading-tight text-neutral-600">{text.captchaFailed}</span>
      ) : (
        <img src={source} alt="" width={112} height={36} onError={retry} className="size-full object-cover" />
      )}
    </button>
  )
}
