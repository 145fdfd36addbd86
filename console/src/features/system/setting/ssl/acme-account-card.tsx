import { Suspense, type ReactNode } from 'react'
import { acmeAccount, type AcmeAccount, type AcmeStanding } from '@nameplane/contract/system/acme-account'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { useChange } from '../../../../api/queries.ts'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { actorName } from '../../../../i18n/actor-name.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { useScreenLocation, useSetSearch } from '../../../../routing/screen-location.tsx'
import { Badge, type Tone } from '../../../../screen-parts/badge.tsx'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { useConfirm } from '../../../../screen-parts/dialog/confirm.tsx'
import { FactList } from '../../../../screen-parts/fact-list.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { surface } from '../../../../screen-parts/surface.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { useSettingRefusal } from '../use-setting-refusal.ts'
import { sslMessages } from './ssl.messages.ts'
import { TermsLink } from './terms-link.tsx'

const RegisterDialog = lazyPart(() => import('./register-dialog.tsx').then((dialog) => dialog.RegisterDialog))

const tones: Readonly<Record<AcmeAccount['state'], Tone>> = { pending: 'warning', valid: 'good', deactivated: 'neutral', revoked: 'bad' }

type CardProps = { standing: AcmeStanding | undefined; problem: CallProblem | null; refresh: () => Promise<void> }

/** The account with the authority that is saved: how it stands, and what can be done with it. */
export function AcmeAccountCard({ standing, problem, refresh }: CardProps) {
  const text = useText(sslMessages).account
  const setSearch = useSetSearch()
  const { search } = useScreenLocation()
  const refusal = useSettingRefusal('ssl')
  const isOpen = search['open'] === 'register' && refusal === null && standing !== undefined && standing.directoryUrl !== ''
  return (
    <section className={surface} aria-label={text.title}>
      <h2 className="border-b border-kumo-line px-4 py-2.5 text-sm font-medium pad:px-5">{text.title}</h2>
      {problem?.isShown && !standing && <Failure problem={problem} onRetry={() => void refresh()} isSlim />}
      {standing && (
        <div className="flex flex-col gap-3 p-4 text-sm pad:p-5">
          {standing.directoryUrl === '' ? (
            <p className="text-kumo-subtle">{text.unset}</p>
          ) : standing.account === null ? (
            <Unregistered authority={standing.authority} refusal={refusal} onRegister={() => setSearch({ open: 'register' })} />
          ) : (
            <Registered standing={standing} account={standing.account} refusal={refusal} onRegister={() => setSearch({ open: 'register' })} />
          )}
        </div>
      )}
      <Suspense fallback={null}>
        {isOpen && <RegisterDialog authority={standing.authority} email={standing.email} onClose={() => setSearch({ open: null })} />}
      </Suspense>
    </section>
  )
}

function Unregistered({ authority, refusal, onRegister }: { authority: string; refusal: string | null; onRegister: () => void }) {
  const text = useText(sslMessages).account
  return (
    <>
      <div>
        <p className="font-medium">{text.none(authority)}</p>
        <p className="mt-0.5 text-kumo-subtle">{text.noneHelp}</p>
      </div>
      <div>
        <PrimaryButton refusal={refusal} onClick={onRegister}>
          {text.register}
        </PrimaryButton>
      </div>
    </>
  )
}

type RegisteredProps = { standing: AcmeStanding; account: AcmeAccount; refusal: string | null; onRegister: () => void }

function Registered({ standing, account, refusal, onRegister }: RegisteredProps) {
  const text = useText(sslMessages).account
  const language = useLanguage()
  const format = useFormat()
  const { ask, element } = useConfirm()
  const again = { invalidates: [acmeAccount.info], success: 'done' } as const
  const check = useChange(acmeAccount.check, again)
  const tell = useChange(acmeAccount.contact, again)
  const roll = useChange(acmeAccount.rollover, again)
  const close = useChange(acmeAccount.deactivate, again)
  const { state } = account
  const ago = (time: string): ReactNode => <span title={formatExactTime(time)}>{format.relativeTime(time)}</span>
  const rows: readonly (readonly [name: string, value: ReactNode])[] = [
    [text.state, <Badge key="state" tone={tones[state]} text={text.states[state]} />],
    [
      text.directory,
      <span key="directory" className="break-all">
        {standing.directoryUrl}
      </span>,
    ],
    ...(account.accountUrl === ''
      ? []
      : ([
          [
            text.url,
            <span key="url" className="flex min-w-0 items-start gap-1">
              <code className="min-w-0 font-mono break-all" title={text.urlHelp}>
                {account.accountUrl}
              </code>
              <CopyButton text={account.accountUrl} label={text.url} />
            </span>,
          ],
          [
            text.email,
            <span key="email" className="break-all">
              {account.email}
            </span>,
          ],
          ...(account.termsOfService === '' ? [] : ([[text.terms, <TermsLink key="terms" url={account.termsOfService} />]] as const)),
        ] as const)),
    [
      text.thumbprint,
      <code key="thumbprint" className="font-mono break-all">
        {account.keyThumbprint}
      </code>,
    ],
    ...(account.registerTime === null
      ? []
      : ([[text.registered, text.by(actorName(account.registeredBy, language), formatExactTime(account.registerTime))]] as const)),
    ...(account.rolloverTime === null ? [] : ([[text.rolled, ago(account.rolloverTime)]] as const)),
    ...(account.checkTime === null ? [] : ([[text.checked, ago(account.checkTime)]] as const)),
  ]
  const askRollover = () => ask({ text: text.rollAsk, confirmLabel: text.roll, act: async () => void (await roll.run({})) })
  const askClosing = () =>
    ask({ text: text.closeAsk(standing.authority), confirmLabel: text.close, isDangerous: true, act: async () => void (await close.run({})) })
  return (
    <>
      <FactList facts={rows} />
      {state === 'pending' && <p className="text-kumo-subtle">{text.pendingHelp}</p>}
      {account.isRollingOver && <p className="text-kumo-subtle">{text.rolling}</p>}
      {state === 'valid' && account.email !== standing.email && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-kumo-warning-tint px-3 py-2">
          <p className="min-w-0 flex-1 basis-48 break-words">{text.differs(standing.email)}</p>
          <QuietButton disabled={tell.isRunning} refusal={refusal} onClick={() => void tell.run({})}>
            {text.tell}
          </QuietButton>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {state !== 'valid' && (
          <PrimaryButton refusal={refusal} onClick={onRegister}>
            {state === 'pending' ? text.resume : text.again}
          </PrimaryButton>
        )}
        {(state === 'valid' || state === 'revoked') && (
          <QuietButton disabled={check.isRunning} refusal={refusal} onClick={() => void check.run({})}>
            {text.check}
          </QuietButton>
        )}
        {state === 'valid' && (
          <>
            <QuietButton refusal={refusal} onClick={askRollover}>
              {text.roll}
            </QuietButton>
            <QuietButton refusal={refusal} onClick={askClosing}>
              {text.close}
            </QuietButton>
          </>
        )}
      </div>
      {element}
    </>
  )
}
