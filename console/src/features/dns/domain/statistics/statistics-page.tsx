import ArrowClockwiseIcon from 'icon:arrow-clockwise'
import { domain, statisticsPeriods, type Domain } from '@nameplane/contract/dns/domain'
import type { Reply } from '@nameplane/contract/endpoint'
import { useCall } from '../../../../api/queries.ts'
import { DomainHead } from '../../../../entities/domain/domain-head.tsx'
import { OneDomain } from '../../../../entities/domain/one-domain.tsx'
import { useLines } from '../../../../entities/line/use-lines.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../../../routing/screen-location.tsx'
import { Empty } from '../../../../screen-parts/empty.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { surface } from '../../../../screen-parts/surface.ts'
import { Choices } from '../../../../ui/choices.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { RankedPanel } from './ranked-panel.tsx'
import { statisticsMessages } from './statistics.messages.ts'

type Statistics = Reply<typeof domain.statistics>['data']

const everySeconds = 60

/** What a domain was asked, by whom and where it was answered. */
export function StatisticsPage() {
  return <OneDomain>{(one) => <DomainStatistics domain={one} />}</OneDomain>
}

function DomainStatistics({ domain: shown }: { domain: Domain }) {
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const text = useText(statisticsMessages)
  const period = statisticsPeriods.find((one) => one === search['period']) ?? 'day'
  const { reply, problem, isRefreshing, refresh } = useCall(domain.statistics, { id: shown.id, period }, { everySeconds })
  const trouble = problem?.isShown ? problem : undefined
  return (
    <>
      <DomainHead
        domain={shown}
        page="qps"
        beside={
          <>
            {reply && (
              <span className="text-sm text-kumo-subtle tabular-nums">
                {text.total(reply.data.answers)} · {text.since(formatExactTime(reply.data.start).slice(0, 16))}
              </span>
            )}
            <div className="flex items-center gap-2 pad:ml-auto">
              <Choices
                label={text.period}
                options={statisticsPeriods.map((one) => [one, text.periods[one]] as const)}
                chosen={period}
                onChoose={(chosen) => setSearch({ period: chosen === 'day' ? null : chosen })}
                className="inline-flex rounded-md border border-kumo-line p-px"
                choiceClassName="h-7 rounded-[5px] px-2 transition-colors hover:text-kumo-default aria-pressed:bg-kumo-brand/12 aria-pressed:text-kumo-default"
              />
              <IconButton label={text.refresh} disabled={isRefreshing} onClick={() => void refresh()} icon={<ArrowClockwiseIcon size={16} />} />
            </div>
          </>
        }
      />
      {trouble && (
        <div className={`mb-3 ${surface}`}>
          <Failure problem={trouble} onRetry={() => void refresh()} isSlim={reply !== undefined} />
        </div>
      )}
      {reply ? <Figures domainId={shown.id} figures={reply.data} /> : !trouble && <div aria-hidden="true" className={`h-[60vh] ${surface}`} />}
    </>
  )
}

function Figures({ domainId, figures }: { domainId: number; figures: Statistics }) {
  const text = useText(statisticsMessages)
  const { nameOf: nameOfLine } = useLines(domainId)
  const asItIs = (name: string): string => name
  const orOther = (name: string): string => (name === 'OTHER' ? text.other : name)
  if (figures.answers === 0)
    return (
      <div className={surface}>
        <Empty title={text.none} help={text.noneHelp} />
      </div>
    )
  const total = figures.answers
  return (
    <div className="grid items-start gap-4 min-[1100px]:grid-cols-2">
      <RankedPanel title={text.groups.names} help={text.helps.names} rows={figures.names} nameOf={asItIs} isCode total={total} />
      <RankedPanel title={text.groups.countries} help={text.helps.countries} rows={figures.countries} nameOf={nameOfLine} total={total} />
      <RankedPanel title={text.groups.lines} rows={figures.lines} nameOf={nameOfLine} total={total} />
      <RankedPanel title={text.groups.types} rows={figures.types} nameOf={orOther} isCode total={total} />
      <RankedPanel title={text.groups.rcodes} rows={figures.rcodes} nameOf={asItIs} isCode total={total} />
      <RankedPanel title={text.groups.nodes} rows={figures.nodes} nameOf={asItIs} total={total} />
    </div>
  )
}
