import { Suspense, useEffect, useState } from 'react'
import { domain as domainCalls } from '@nameplane/contract/dns/domain'
import { comparedServers } from '@nameplane/contract/dns/domain-comparison'
import { nameserverCheck, type NameserverCheck } from '@nameplane/contract/dns/nameserver-check'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { NameServers, PlaceholderMark } from '../../../../entities/service-group/name-servers.tsx'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { useScreenLocation, useSetSearch } from '../../../../routing/screen-location.tsx'
import { Badge } from '../../../../screen-parts/badge.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { QuietButton } from '../../../../ui/button.tsx'
import { nameserverTones } from '../domain-list.tsx'
import { domainMessages } from '../domain.messages.ts'
import { comparisonMessages } from './comparison.messages.ts'
import { cardBody, SettingCard, type SettingCardProps } from './setting-card.tsx'
import { settingMessages } from './setting.messages.ts'

const ComparisonDialog = lazyPart(() => import('./comparison-dialog.tsx').then((part) => part.ComparisonDialog))

const invalidates = [nameserverCheck.detail, domainCalls.detail, domainCalls.list]

/** What should be at the registrar, what resolvers see, and how long the domain stays where that is not the same. */
export function DelegationCard({ domain }: SettingCardProps) {
  const texts = useText(settingMessages)
  const text = texts.delegation
  const mayWrite = useMay('domain.write')
  const { reply, problem, refresh } = useCall(nameserverCheck.detail, { id: domain.id })
  const mayCompare = useMay('record.read')
  const comparison = useText(comparisonMessages)
  const [isComparing, setComparing] = useComparingByLink(mayCompare)
  const { run, isRunning } = useChange(nameserverCheck.run, { invalidates, success: 'done' })
  return (
    <SettingCard title={text.title} help={text.help}>
      {problem?.isShown && !reply && <Failure problem={problem} onRetry={() => void refresh()} />}
      <div className={cardBody}>
        {reply && <Standing standing={reply.data} groupId={domain.serviceGroupId} />}
        <div className="flex flex-wrap gap-2">
          <QuietButton
            refusal={mayWrite ? null : texts.noRight}
            disabled={isRunning || !mayWrite}

            onClick={() => void run({ id: domain.id })}
          >
            {isRunning ? text.checking : text.check}
          </QuietButton>
          <QuietButton refusal={mayCompare ? null : texts.noRight} onClick={() => setComparing(true)}>
            {comparison.open}
          </QuietButton>
        </div>
      </div>
      <Suspense fallback={null}>
        {isComparing && (reply || problem) && <ComparisonDialog domain={domain} seen={previousServers(reply?.data)} onClose={() => setComparing(false)} />}
      </Suspense>
    </SettingCard>
  )
}

/** A link may lead straight to the comparison, as after an import. Opened once: a reload does not open it again. */
function useComparingByLink(mayCompare: boolean) {
  const state = useState(false)
  const [, setComparing] = state
  const { open } = useScreenLocation().search
  const setSearch = useSetSearch()
  useEffect(() => {
    if (open !== 'comparison') return
    if (mayCompare) setComparing(true)
    setSearch({ open: null })
  }, [open, mayCompare, setComparing, setSearch])
  return state
}

/** What was seen at the last check and is not ours. */
function previousServers(standing: NameserverCheck | undefined): string[] {
  const seen = new Set(standing?.seen.flatMap(({ names }) => names))
  return [...seen].filter((name) => !standing?.expected.includes(name)).slice(0, comparedServers)
}

function Standing({ standing, groupId }: { standing: NameserverCheck; groupId: number }) {
  const text = useText(settingMessages).delegation
  const { nsState } = useText(domainMessages).choices
  const { expected, state, checkTime, seen, wrongSince, daysLeft } = standing
  return (
    <>
      <div role="status" className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Badge tone={nameserverTones[state]} text={nsState[state]} />
        <span className="text-kumo-subtle">{checkTime === null ? text.never : text.checked(formatExactTime(checkTime))}</span>
        {wrongSince !== null && <span className="text-kumo-subtle">{text.since(formatExactTime(wrongSince))}</span>}
        {daysLeft !== null && <strong className="font-medium text-kumo-danger">{text.left(daysLeft)}</strong>}
      </div>
      <div>
        <h3 className="flex items-center gap-3 font-medium">
          {text.expected} <PlaceholderMark names={expected} groupId={groupId} />
        </h3>
        <NameServers names={expected} />
      </div>
      {seen.length > 0 && (
        <table aria-label={text.seen} className="w-full text-left">
          <thead>
            <tr className="border-b border-kumo-hairline text-kumo-subtle">
              <th scope="col" className="py-1 pr-4 font-normal">
                {text.resolver}
              </th>
              <th scope="col" className="py-1 font-normal">
                {text.names}
              </th>
            </tr>
          </thead>
          <tbody>
            {seen.map((one) => (
              <tr key={one.resolver} className="border-b border-kumo-hairline align-top last:border-0">
                <td className="py-1 pr-4 font-mono text-xs/5 wrap-anywhere">{one.resolver}</td>
                <td className="py-1">
                  <Said {...one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function Said({ names, failure }: NameserverCheck['seen'][number]) {
  const text = useText(settingMessages).delegation
  const format = useFormat()
  const known: Readonly<Record<string, string>> = text.failures
  if (failure !== null) return <span className="text-kumo-subtle">{known[failure] ?? text.failed(failure)}</span>
  return names.length === 0 ? text.none : <span className="font-mono text-xs/5 wrap-anywhere">{format.listOf(names)}</span>
}
