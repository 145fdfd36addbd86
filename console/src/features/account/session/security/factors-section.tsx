import { useState, type ReactNode } from 'react'
import { factor } from '@nameplane/contract/account/factor'
import type { Reply } from '@nameplane/contract/endpoint'
import { useCall } from '../../../../api/queries.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Badge } from '../../../../screen-parts/badge.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { QuietButton } from '../../../../ui/button.tsx'
import { FactorDialog, type FactorAction } from './factor-dialog.tsx'
import { Section } from './section.tsx'
import { securityMessages } from './security.messages.ts'

type Factors = Reply<typeof factor.status>['data']

/** The caller's second factors. */
export function FactorsSection() {
  const text = useText(securityMessages)
  const { reply, problem, refresh } = useCall(factor.status, {})
  const [action, setAction] = useState<FactorAction | null>(null)
  return (
    <Section title={text.factors} help={text.factorsHelp}>
      {problem?.isShown && <Failure problem={problem} onRetry={() => void refresh()} isSlim={reply !== undefined} />}
      {reply && <FactorRows factors={reply.data} onAct={setAction} />}
      {action && <FactorDialog action={action} onClose={() => setAction(null)} />}
    </Section>
  )
}

function FactorRows({ factors, onAct }: { factors: Factors; onAct: (action: FactorAction) => void }) {
  const text = useText(securityMessages)
  const { totp, passkeys, recoveryCodesLeft, isRequired, hasPasskeyHost } = factors
  const hasAny = totp !== null || passkeys.length > 0
  const canMake = hasPasskeyHost && window.isSecureContext && 'credentials' in navigator
  return (
    <div className="border-t border-kumo-hairline">
      {isRequired && <p className="border-b border-kumo-hairline px-4 py-2 text-sm text-kumo-subtle">{text.required}</p>}
      <Row
        title={text.totp}
        help={text.totpHelp}
        isOn={totp !== null}
        action={
          totp === null
            ? { label: text.setUp, name: text.setUpTotp, run: () => onAct({ kind: 'totp' }) }
            : { label: text.turnOff, name: text.turnOffTotp, run: () => onAct({ kind: 'totp-off' }) }
        }
      >
        {totp && <Uses since={text.since(formatExactTime(totp.createTime))} lastUseTime={totp.lastUseTime} />}
      </Row>
      <Row
        title={text.passkeys}
        help={canMake ? text.passkeysHelp : text.passkeyHost}
        isOn={passkeys.length > 0}
        action={{ label: text.add, name: text.addPasskey, run: () => onAct({ kind: 'passkey' }), refusal: canMake ? null : text.passkeyHost }}
      >
        {passkeys.length > 0 && (
          <ul className="mt-2">
            {passkeys.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-kumo-hairline py-2">
                <div className="min-w-0 flex-1 basis-56">
                  <p>{one.name}</p>
                  <p className="text-sm text-kumo-subtle">{one.host}</p>
                  <Uses since={text.added(formatExactTime(one.createTime))} lastUseTime={one.lastUseTime} />
                </div>
                <div className="flex gap-2">
                  <QuietButton aria-label={text.renamePasskey(one.name)} onClick={() => onAct({ kind: 'passkey-name', id: one.id, name: one.name })}>
                    {text.rename}
                  </QuietButton>
                  <QuietButton aria-label={text.removePasskey(one.name)} onClick={() => onAct({ kind: 'passkey-off', id: one.id, name: one.name })}>
                    {text.remove}
                  </QuietButton>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Row>
      {hasAny && (
        <Row
          title={text.recovery}
          help={text.recoveryHelp}
          state={<Badge tone={recoveryCodesLeft > 3 ? 'good' : 'warning'} text={text.codesLeft(recoveryCodesLeft)} />}
          action={{ label: text.renew, name: text.renewCodes, run: () => onAct({ kind: 'codes' }) }}
        />
      )}
    </div>
  )
}

type RowProps = {
  title: string
  help: string
  isOn?: boolean
  state?: ReactNode
  action: { label: string; name: string; run: () => void; refusal?: string | null }
  children?: ReactNode
}

function Row({ title, help, isOn = false, state, action, children }: RowProps) {
  const text = useText(securityMessages)
  return (
    <div className="border-b border-kumo-hairline px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="flex flex-wrap items-center gap-x-3 font-medium">
            {title}
            <span className="text-sm font-normal">{state ?? <Badge tone={isOn ? 'good' : 'neutral'} text={isOn ? text.on : text.off} />}</span>
          </h3>
          <p className="mt-0.5 text-sm text-kumo-subtle">{help}</p>
        </div>
        <QuietButton aria-label={action.name} refusal={action.refusal} onClick={action.run}>
          {action.label}
        </QuietButton>
      </div>
      {children}
    </div>
  )
}

function Uses({ since, lastUseTime }: { since: string; lastUseTime: string | null }) {
  const text = useText(securityMessages)
  const format = useFormat()
  return (
    <p className="text-sm text-kumo-subtle">
      {since} · {lastUseTime === null ? text.neverUsed : text.lastUsed(format.relativeTime(lastUseTime))}
    </p>
  )
}
