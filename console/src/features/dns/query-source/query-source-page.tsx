import { useId } from 'react'
import ArrowClockwiseIcon from 'icon:arrow-clockwise'
import { statisticsPeriods, type Domain } from '@nameplane/contract/dns/domain'
import { querySource } from '@nameplane/contract/dns/query-source'
import type { Reply } from '@nameplane/contract/endpoint'
import { download } from '../../../api/downloads.ts'
import { useCall } from '../../../api/queries.ts'
import { DomainHead } from '../../../entities/domain/domain-head.tsx'
import { OneDomain } from '../../../entities/domain/one-domain.tsx'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { Empty } from '../../../screen-parts/empty.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { surface } from '../../../screen-parts/surface.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { Choices } from '../../../ui/choices.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { querySourceMessages } from './query-source.messages.ts'

type Sources = Reply<typeof querySource.list>['data']

const everySeconds = 60

/** Where the queries of a domain come from. */
export function QuerySourcePage() {
  return <OneDomain>{(one) => <QuerySources domain={one} />}</OneDomain>
}

function QuerySources({ domain }: { domain: Domain }) {
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const text = useText(querySourceMessages)
  const period = statisticsPeriods.find((one) => one === search['period']) ?? 'day'
  const { reply, problem, isRefreshing, refresh } = useCall(querySource.list, { id: domain.id, period }, { everySeconds })
  const trouble = problem?.isShown ? problem : undefined
  return (
    <>
      <DomainHead
        domain={domain}
        page="orign"
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
                className="inline-flex rounded-md border border-kumo-line p-px"
                choiceClassName="h-7 rounded-[5px] px-2 transition-colors hover:text-kumo-default aria-pressed:bg-kumo-brand/12 aria-pressed:text-kumo-default"
              />
              <QuietButton onClick={() => void download(querySource.export, { id: domain.id, period })}>{text.exportCsv}</QuietButton>
              <IconButton label={text.refresh} disabled={isRefreshing} onClick={() => void refresh()} icon={<ArrowClockwiseIcon size={16} />} />
            </div>
          </>
        }
      />
      <p className="mb-3 text-sm text-kumo-subtle">{text.source}</p>
      {trouble && (
        <div className={`mb-3 ${surface}`}>
          <Failure problem={trouble} onRetry={() => void refresh()} isSlim={reply !== undefined} />
        </div>
      )}
      {reply ? <Panels sources={reply.data} /> : !trouble && <div aria-hidden="true" className={`h-[60vh] ${surface}`} />}
    </>
  )
}

function Panels({ sources }: { sources: Sources }) {
  const text = useText(querySourceMessages)
  const { answers, before, unknown, continents, countries, isps } = sources
  if (answers === 0 && before === 0)
    return (
      <div className={surface}>
        <Empty title={text.none} help={text.noneHelp} />
      </div>
    )
  const rest = { answers: answers - isps.reduce((sum, isp) => sum + isp.answers, 0), before: before - isps.reduce((sum, isp) => sum + isp.before, 0) }
  return (
    <div className="grid items-start gap-4 min-[1100px]:grid-cols-2">
      <SourcePanel title={text.countries} rows={countries} rest={unknown} restName={text.unknown} total={answers} />
      <div className="grid gap-4">
        <SourcePanel title={text.continents} rows={continents} rest={unknown} restName={text.unknown} total={answers} />
        <SourcePanel title={text.isps} rows={isps} rest={rest} restName={text.others} total={answers} />
      </div>
    </div>
  )
}

const cell = 'h-8 px-2 py-1 first:pl-4 last:pr-4'
const figure = 'text-right whitespace-nowrap tabular-nums'

type SourcePanelProps = {
  title: string
  /** Largest first. */
  rows: readonly { code: string; nameZh: string; nameEn: string; answers: number; before: number }[]
  rest: { answers: number; before: number }
  restName: string
  total: number
}

/** Answers by place: each with a bar of its share, and the period before. */
function SourcePanel({ title, rows, rest, restName, total }: SourcePanelProps) {
  const text = useText(querySourceMessages)
  const language = useLanguage()
  const format = useFormat()
  const titleId = useId()
  const percent = (part: number, whole: number): string =>
    whole === 0 ? '–' : format.number(part / whole, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const change = ({ answers, before }: { answers: number; before: number }): string =>
    before === 0 ? '–' : format.number(answers / before - 1, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
  const shown = [
    ...rows.map((row) => ({ ...row, name: language === 'zh' ? row.nameZh : row.nameEn, isRest: false })),
    ...(rest.answers > 0 || rest.before > 0 ? [{ code: '', name: restName, isRest: true, ...rest }] : []),
  ]
  return (
    <section aria-labelledby={titleId} className={`min-w-0 overflow-hidden ${surface}`}>
      <header className="border-b border-kumo-hairline px-4 py-2">
        <h2 id={titleId} className="text-base font-medium">
          {title}
        </h2>
      </header>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-kumo-hairline">
            {[title, text.answers, text.share, text.before, text.change].map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`${cell} font-normal whitespace-nowrap text-kumo-subtle ${index === 0 ? 'text-left' : 'text-right'} ${index === 3 ? 'max-pad:hidden' : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.code} className="border-b border-kumo-hairline last:border-0">
              <td className={`${cell} ${row.isRest ? 'text-kumo-subtle' : ''}`}>
                {row.name}
                <span
                  aria-hidden="true"
                  className="mt-0.5 block h-1 rounded-full bg-kumo-brand/60"
                  style={{ width: `${total === 0 ? 0 : (100 * row.answers) / total}%` }}
                />
              </td>
              <td className={`${cell} ${figure}`}>{format.number(row.answers)}</td>
              <td className={`${cell} ${figure} w-20`}>{percent(row.answers, total)}</td>
              <td className={`${cell} ${figure} max-pad:hidden`}>{format.number(row.before)}</td>
              <td className={`${cell} ${figure} w-20 text-kumo-subtle`}>{change(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
