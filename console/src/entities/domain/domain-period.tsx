import type { ReactNode } from 'react'
import ArrowClockwiseIcon from 'icon:arrow-clockwise'
import { statisticsPeriods, type Domain } from '@nameplane/contract/dns/domain'
import type { CallProblem } from '../../api/call-problem.ts'
import { formatExactTime } from '../../i18n/format.ts'
import { useText } from '../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../routing/screen-location.tsx'
import { Empty } from '../../screen-parts/empty.tsx'
import { Awaited } from '../../screen-parts/awaited.tsx'
import { surface } from '../../screen-parts/surface.ts'
import { QuietButton } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { DomainHead } from './domain-head.tsx'
import type { DomainPageName } from './domain-pages.ts'
import { domainPeriodMessages } from './domain-period.messages.ts'

export type Period = (typeof statisticsPeriods)[number]

/** The time that the address of the page names. */
export function usePeriod(): Period {
  const { search } = useScreenLocation()
  return statisticsPeriods.find((one) => one === search['period']) ?? 'day'
}

type DomainPeriodProps<Data> = {
  domain: Domain
  page: DomainPageName
  period: Period
  answered: { reply: { data: Data } | undefined; problem: CallProblem | null; isRefreshing: boolean; refresh: () => Promise<void> }
  onExport: () => void
  /** Where its figures come from. */
  note: string
  isEmpty: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** A page of the figures of one domain in a time that is chosen: its head, its states, and what it shows once there are figures. */
export function DomainPeriod<Data extends { answers: number; start: string }>(props: DomainPeriodProps<Data>) {
  const { domain, page, period, answered, onExport, note, isEmpty, children } = props
  const { reply, problem, isRefreshing, refresh } = answered
  const setSearch = useSetSearch()
  const text = useText(domainPeriodMessages)
  return (
    <>
      <DomainHead
        domain={domain}
        page={page}
        beside={
          <>
            {reply && (
              <span className="text-sm text-kumo-subtle tabular-nums">
                {text.total(reply.data.answers)} · {text.since(formatExactTime(reply.data.start).slice(0, 16))}
              </span>
            )}
            <div className="flex flex-wrap items-center gap-2 pad:ml-auto">
              <Choices
                label={text.period}
                options={statisticsPeriods.map((one) => [one, text.periods[one]] as const)}
                chosen={period}
                onChoose={(chosen) => setSearch({ period: chosen === 'day' ? null : chosen })}
                className={choiceRow}
                choiceClassName={choice}
              />
              <QuietButton onClick={onExport}>{text.exportCsv}</QuietButton>
              <IconButton label={text.refresh} disabled={isRefreshing} onClick={() => void refresh()} icon={<ArrowClockwiseIcon size={16} />} />
            </div>
          </>
        }
      />
      <p className="mb-3 text-sm text-pretty text-kumo-subtle">{note}</p>
      <Awaited isThere={reply !== undefined} problem={problem} onRetry={() => void refresh()} />
      {reply && isEmpty(reply.data) && (
        <div className={surface}>
          <Empty title={text.none} help={text.noneHelp} />
        </div>
      )}
      {reply && !isEmpty(reply.data) && children(reply.data)}
    </>
  )
}

/** Choices in the head of such a page, and in its parts. */
export const choiceRow = 'inline-flex rounded-md border border-kumo-line p-px'
export const choice = 'h-7 rounded-[5px] px-2 transition-colors hover:text-kumo-default aria-pressed:bg-kumo-brand/12 aria-pressed:text-kumo-default'
