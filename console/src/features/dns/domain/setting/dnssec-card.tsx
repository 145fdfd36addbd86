import { useMemo } from 'react'
import { domain as domainCalls } from '@nameplane/contract/dns/domain'
import { dnssec } from '@nameplane/contract/dns/dnssec'
import { nameserverCheck, type NameserverCheck } from '@nameplane/contract/dns/nameserver-check'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { recordsPath } from '../../../../entities/domain/records-path.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/messages.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { Badge } from '../../../../screen-parts/badge.tsx'
import { CopyButton } from '../../../../screen-parts/copy/copy-button.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { QuietButton } from '../../../../ui/button.tsx'
import { textLink } from '../../../../ui/classes.ts'
import { cardBody, SettingCard, type SettingCardProps } from './setting-card.tsx'
import { settingMessages } from './setting.messages.ts'

const invalidates = [nameserverCheck.detail, domainCalls.detail, domainCalls.list]

/** Says whether nodes can sign the domain, what that means at the registrar, and what stands there. */
export function DnssecCard({ domain }: SettingCardProps) {
  const texts = useText(settingMessages)
  const text = texts.dnssec
  const mayWrite = useMay('domain.write')
  const { reply, problem, refresh } = useCall(dnssec.detail, { id: domain.id })
  const standing = useCall(nameserverCheck.detail, { id: domain.id }).reply?.data
  const { run, isRunning } = useChange(nameserverCheck.run, { invalidates, success: 'done' })
  return (
    <SettingCard title={text.title}>
      {problem?.isShown && !reply && <Failure problem={problem} onRetry={() => void refresh()} />}
      <div className={cardBody}>
        <Badge tone="neutral" text={text.state} />
        {reply && <p className="text-pretty">{text.nodes(reply.data.signingNodeCount, reply.data.nodeCount)}</p>}
        <p className="text-pretty text-kumo-subtle">{text.help}</p>
        {standing && <ParentDs standing={standing} />}
        <QuietButton
          refusal={mayWrite ? null : texts.noRight}
          disabled={isRunning || !mayWrite}
          className="self-start"
          onClick={() => void run({ id: domain.id })}
        >
          {isRunning ? text.checking : text.check}
        </QuietButton>
        {reply && reply.data.keyRecords.length > 0 && (
          <div role="note" className="flex flex-col gap-1">
            <p className="text-pretty text-np-warning">{text.keyRecords(reply.data.keyRecords.length)}</p>
            <ScreenLink to={`${recordsPath(domain)}?type=${reply.data.keyRecords[0]?.type ?? ''}`} className={`self-start ${textLink}`}>
              {text.toRecords}
            </ScreenLink>
          </div>
        )}
      </div>
    </SettingCard>
  )
}

/** The DS records that resolvers found at the parent, each once. */
function ParentDs({ standing: { checkTime, seen } }: { standing: NameserverCheck }) {
  const text = useText(settingMessages).dnssec
  const found = useMemo(() => [...new Set(seen.flatMap(({ ds }) => ds ?? []))], [seen])
  const isKnown = seen.some(({ ds }) => ds !== null)
  if (found.length === 0) {
    const state = checkTime === null ? text.never : isKnown ? text.none(formatExactTime(checkTime)) : text.unknown(formatExactTime(checkTime))
    return <p className="text-pretty text-kumo-subtle">{state}</p>
  }
  return (
    <div role="alert" className="flex flex-col gap-2">
      <p className="text-pretty text-kumo-danger">{text.found(checkTime === null ? '' : formatExactTime(checkTime))}</p>
      {found.map((ds) => {
        const [keyTag = '', algorithm = '', digestType = '', digest = ''] = ds.split(' ')
        return (
          <dl
            key={ds}
            aria-label={`DS ${keyTag}`}
            className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 [&_dd]:font-mono [&_dd]:text-xs/5 [&_dd]:wrap-anywhere [&_dt]:text-kumo-subtle"
          >
            <dt>{text.keyTag}</dt>
            <dd>{keyTag}</dd>
            <dt>{text.algorithm}</dt>
            <dd>{algorithm}</dd>
            <dt>{text.digestType}</dt>
            <dd>{digestType}</dd>
            <dt>{text.digest}</dt>
            <dd>
              {digest} <CopyButton text={ds} label={`DS ${keyTag}`} />
            </dd>
          </dl>
        )
      })}
    </div>
  )
}
