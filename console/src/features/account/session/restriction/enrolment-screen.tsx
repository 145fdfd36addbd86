import { Suspense, useState } from 'react'
import { factor } from '@nameplane/contract/account/factor'
import { useCall } from '../../../../api/queries.ts'
import { releaseRestriction } from '../../../../api/session-restriction.ts'
import { signOut } from '../../../../api/session-calls.ts'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { LogoMark } from '../../../../entities/site/logo.tsx'
import { useText } from '../../../../i18n/messages.ts'
import { useGo } from '../../../../routing/screen-location.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { LinkButton, QuietButton } from '../../../../ui/button.tsx'
import { securityMessages } from '../security/security.messages.ts'

// Not with the screen that unlocks a session, which needs no form of the kit.
const AddPasskey = lazyPart(() => import('../security/add-passkey.tsx').then((part) => part.AddPasskey))
const SetUpTotp = lazyPart(() => import('../security/set-up-totp.tsx').then((part) => part.SetUpTotp))

/** A role asks for a second factor: nothing else can be done before one is set up. */
export function EnrolmentScreen({ username, onReleased }: { username: string; onReleased: () => void }) {
  const text = useText(securityMessages)
  const go = useGo()
  const { reply, problem, refresh } = useCall(factor.status, {})
  const [chosen, setChosen] = useState<'totp' | 'passkey' | null>(null)
  const canMakePasskey = reply?.data.hasPasskeyHost === true && window.isSecureContext

  function close(isSetUp: boolean) {
    setChosen(null)
    if (!isSetUp) return
    releaseRestriction()
    onReleased()
  }

  async function leave() {
    await signOut()
    go('/login')
  }

  return (
    <main data-screen="enrolment" className="flex min-h-dvh flex-col items-center justify-center bg-kumo-canvas px-4 pb-24">
      <LogoMark size={36} />
      <h1 className="mt-3 text-[20px] leading-7 font-medium">{text.enrolTitle}</h1>
      <p className="mt-1 max-w-md text-center text-sm text-balance text-kumo-subtle">{text.enrolHelp(username)}</p>
      <div className="mt-6 w-full max-w-md rounded-lg border border-kumo-line bg-kumo-base">
        {problem?.isShown && <Failure problem={problem} onRetry={() => void refresh()} isSlim />}
        <Choice title={text.totp} help={text.totpHelp} label={text.setUp} name={text.setUpTotp} onChoose={() => setChosen('totp')} />
        <Choice
          title={text.passkeys}
          help={canMakePasskey ? text.passkeysHelp : text.passkeyHost}
          label={text.add}
          name={text.addPasskey}
          refusal={canMakePasskey ? null : text.passkeyHost}
          onChoose={() => setChosen('passkey')}
        />
      </div>
      <LinkButton className="mt-4 text-sm" onClick={() => void leave()}>
        {text.signOut}
      </LinkButton>
      <Suspense fallback={null}>
        {chosen === 'totp' && <SetUpTotp onClose={close} />}
        {chosen === 'passkey' && <AddPasskey onClose={close} />}
      </Suspense>
    </main>
  )
}

type ChoiceProps = { title: string; help: string; label: string; name: string; refusal?: string | null; onChoose: () => void }

function Choice({ title, help, label, name, refusal = null, onChoose }: ChoiceProps) {
  return (
    <div className="flex items-start gap-4 border-b border-kumo-hairline px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">{title}</h2>
        <p className="mt-0.5 text-sm text-kumo-subtle">{help}</p>
      </div>
      <QuietButton aria-label={name} refusal={refusal} onClick={onChoose}>
        {label}
      </QuietButton>
    </div>
  )
}
