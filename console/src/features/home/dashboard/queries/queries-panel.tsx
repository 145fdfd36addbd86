import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import DownloadSimpleIcon from 'icon:download-simple'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { ScrollRegion } from '../../../../ui/scroll-region.tsx'
import { CopyableCommand } from '../copyable-command.tsx'
import { dashboardMessages } from '../dashboard.messages.ts'
import type { DashboardFigures } from '../key-figures.tsx'
import { cell, ColumnTitles, EmptyPart, GatheringPart, numberCell, Panel } from '../panel.tsx'
import { Segments } from '../segments.tsx'
import { hoursOf, minutesCsv, summaryOf, wholeMinutes, type Minute } from './minutes.ts'

const CourseChart = lazyPart(() => import('../../../../screen-parts/course-chart.tsx').then((chart) => chart.CourseChart))

/** Queries of each minute of the last day: a chart, the same by hours, and a file. */
export function QueriesPanel({ figures }: { figures: DashboardFigures }) {
  const text = useText(dashboardMessages)
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const { queries } = figures
  const minutes = useMemo(() => queries && wholeMinutes(queries.start, queries.minutes), [queries])
  const isEmpty = !queries?.total
  return (
    <Panel
      title={text.queries.title}
      note={text.queries.span}
      actions={
        minutes &&
        !isEmpty && (
          <>
            <Segments
              label={text.queries.views}
              options={[
                ['chart', text.queries.chart],
                ['table', text.queries.table],
              ]}
              chosen={view}
              onChoose={setView}
            />
            <IconButton
              label={text.queries.csv}
              onClick={() => saveCsv(minutes, [text.queries.csvTime, text.answers])}
              icon={<DownloadSimpleIcon size={16} />}
            />
          </>
        )
      }
    >
      {minutes === null ? (
        // As high as the chart.
        <div className="grid min-h-74 content-center">
          <GatheringPart text={text.gathering} />
        </div>
      ) : isEmpty ? (
        <NoQueries figures={figures} />
      ) : view === 'table' ? (
        <HoursTable minutes={minutes} />
      ) : (
        <>
          <Suspense fallback={<div role="status" aria-label={text.queries.loading} className="h-64" />}>
            <QueriesChart minutes={minutes} />
          </Suspense>
          <SummaryRow minutes={minutes} />
        </>
      )}
    </Panel>
  )
}

function QueriesChart({ minutes }: { minutes: readonly Minute[] }) {
  const text = useText(dashboardMessages).queries
  const format = useFormat()
  const points = useMemo(() => minutes.map(({ time, answers }) => ({ time, value: answers })), [minutes])
  const { average, maximum } = summaryOf(minutes)
  const label = text.describe(
    average === null ? text.noData : format.number(average, { maximumFractionDigits: 1 }),
    maximum?.answers == null ? text.noData : format.number(maximum.answers),
  )
  return <CourseChart points={points} label={label} unit={text.perMinute} noData={text.noData} wholeLabel={text.wholeDay} />
}

function SummaryRow({ minutes }: { minutes: readonly Minute[] }) {
  const text = useText(dashboardMessages).queries
  const format = useFormat()
  const { last, average, maximum } = useMemo(() => summaryOf(minutes), [minutes])
  const shown = (value: number | null | undefined, digits = 0) => (value == null ? text.noData : format.number(value, { maximumFractionDigits: digits }))
  return (
    <div className="flex items-baseline gap-x-6 border-t border-kumo-hairline px-4 py-2 text-sm">
      <dl className="flex flex-wrap items-baseline gap-x-6 gap-y-1 [&_dd]:inline [&_dd]:font-medium [&_dd]:tabular-nums [&_dt]:mr-1.5 [&_dt]:inline [&_dt]:text-kumo-subtle">
        <div>
          <dt>{text.last}</dt>
          <dd>{shown(last)}</dd>
        </div>
        <div>
          <dt>{text.average}</dt>
          <dd>{shown(average, 1)}</dd>
        </div>
        <div>
          <dt>{text.maximum}</dt>
          <dd>
            {shown(maximum?.answers)}
            {maximum && <span className="ml-1.5 font-normal text-kumo-subtle">{formatExactTime(maximum.time).slice(11, 16)}</span>}
          </dd>
        </div>
      </dl>
      <p className="ml-auto hidden text-kumo-subtle pc:block">{text.hint}</p>
    </div>
  )
}

function HoursTable({ minutes }: { minutes: readonly Minute[] }) {
  const text = useText(dashboardMessages).queries
  const format = useFormat()
  const hours = useMemo(() => hoursOf(minutes), [minutes])
  const shown = (value: number | null | undefined, digits = 0) =>
    value == null ? <span className="text-kumo-subtle">{text.noData}</span> : format.number(value, { maximumFractionDigits: digits })
  return (
    <ScrollRegion label={text.byHour} className="max-h-[299px] overflow-y-auto">
      <table className="w-full text-sm">
        <ColumnTitles names={[text.hour]} figures={[text.sum, text.minuteAverage, text.minuteMaximum]} className="sticky top-0 bg-kumo-base" />
        <tbody>
          {hours.map((hour) => (
            <tr key={hour.time.getTime()} className="border-b border-kumo-hairline last:border-0">
              <td className={`${cell} whitespace-nowrap tabular-nums`}>{formatExactTime(hour.time).slice(5, 16)}</td>
              <td className={numberCell}>{shown(hour.sum)}</td>
              <td className={numberCell}>{shown(hour.average, 1)}</td>
              <td className={numberCell}>{shown(hour.maximum?.answers)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** What to do so that there is something to see. */
function NoQueries({ figures }: { figures: DashboardFigures }) {
  const text = useText(dashboardMessages).empty
  const node = figures.nodes.find((one) => one.state === 'online') ?? figures.nodes[0]
  if (!node) return <EmptyPart title={text.noNodeTitle} reason={text.noNode} />
  const name = figures.queries?.domains[0]?.domain ?? figures.changes.find((change) => change.domain !== null)?.targetName ?? 'example.com'
  return (
    <EmptyPart title={text.queriesTitle} reason={text.queries}>
      <CopyableCommand command={`dig @${node.address} -p ${node.port} ${name}`} />
    </EmptyPart>
  )
}

function saveCsv(minutes: readonly Minute[], head: readonly [string, string]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([minutesCsv(minutes, head)], { type: 'text/csv;charset=utf-8' }))
  link.download = `queries-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}
