import { Suspense, useId, useMemo } from 'react'
import XIcon from 'icon:x'
import { comparisons, queryVolume, type QueryVolume } from '@nameplane/contract/dns/query-volume'
import { useCall } from '../../../../api/queries.ts'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { choice, choiceRow, type Period } from '../../../../entities/domain/domain-period.tsx'
import { useLines } from '../../../../entities/line/use-lines.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { surface } from '../../../../screen-parts/surface.ts'
import { filterChip } from '../../../../ui/chip.ts'
import { Choices } from '../../../../ui/choices.tsx'
import { ScrollRegion } from '../../../../ui/scroll-region.tsx'
import { statisticsMessages } from './statistics.messages.ts'
import type { VolumeFilterState } from './volume-filter.ts'

const CourseChart = lazyPart(() => import('../../../../screen-parts/course-chart.tsx').then((chart) => chart.CourseChart))

type Course = QueryVolume['current']

const everySeconds = 60

/** How many answers there were over time, beside an earlier time where that is chosen: a chart, and its figures. */
export function VolumePanel({ domainId, period, filter }: { domainId: number; period: Period; filter: VolumeFilterState }) {
  const text = useText(statisticsMessages).volume
  const titleId = useId()
  const { reply, problem, refresh } = useCall(queryVolume.list, { id: domainId, period, ...filter.asked }, { everySeconds, keepsPrevious: true })
  return (
    <section aria-labelledby={titleId} className={`min-w-0 ${surface}`}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-kumo-hairline px-4 py-2">
        <h2 id={titleId} className="text-base font-medium">
          {text.title}
        </h2>
        {reply && <span className="text-sm text-kumo-subtle">{text.steps(reply.data.stepSeconds)}</span>}
        <FilterShown domainId={domainId} filter={filter} />
        <div className="pad:ml-auto">
          <Choices
            label={text.compare}
            options={comparisons.map((one) => [one, text.comparisons[one]] as const)}
            chosen={filter.compare}
            onChoose={filter.setCompare}
            className={choiceRow}
            choiceClassName={choice}
          />
        </div>
      </header>
      {problem?.isShown && <Failure problem={problem} onRetry={() => void refresh()} isSlim={reply !== undefined} />}
      {reply ? <Courses volume={reply.data} filter={filter} /> : !problem?.isShown && <div aria-hidden="true" className="h-80" />}
    </section>
  )
}

/** What the course is narrowed to, and the way back; without, how to narrow it. */
function FilterShown({ domainId, filter: { by, value, clear } }: { domainId: number; filter: VolumeFilterState }) {
  const text = useText(statisticsMessages)
  const { nameOf: nameOfLine } = useLines(domainId)
  if (by === undefined || value === undefined) return <span className="text-sm text-kumo-subtle">{text.volume.choose}</span>
  const name = by === 'line' || by === 'country' ? nameOfLine(value) : value === 'OTHER' ? text.other : value
  return (
    <button type="button" onClick={clear} aria-label={text.volume.clear(`${text.volume.filters[by]} ${name}`)} className={`cursor-pointer ${filterChip(true)}`}>
      {text.volume.filters[by]} <span className="font-medium wrap-anywhere">{name}</span>
      <XIcon size={14} />
    </button>
  )
}

function Courses({ volume: { stepSeconds, current, compared }, filter }: { volume: QueryVolume; filter: VolumeFilterState }) {
  const text = useText(statisticsMessages).volume
  const format = useFormat()
  const points = useMemo(() => pointsOf(current, stepSeconds), [current, stepSeconds])
  // A reply that is still of the choice before has no name for what it is compared with.
  const name = filter.compare === 'none' ? null : text.comparisons[filter.compare]
  const other = useMemo(() => (compared && name !== null ? { name, points: pointsOf(compared, stepSeconds) } : undefined), [compared, name, stepSeconds])
  const shown = (value: number | null, digits = 0): string => (value === null ? text.noData : format.number(value, { maximumFractionDigits: digits }))
  const label = text.describe(shown(current.average, 1), current.peak ? shown(current.peak.answers) : text.noData)
  return (
    <>
      {current.total === null && (compared?.total ?? null) === null ? (
        <p className="px-4 py-12 text-center text-sm text-kumo-subtle">{text.none}</p>
      ) : (
        <Suspense fallback={<div role="status" aria-label={text.loading} className="h-64" />}>
          <CourseChart points={points} compared={other} label={label} unit={text.times} noData={text.noData} wholeLabel={text.whole} />
        </Suspense>
      )}
      <ScrollRegion label={text.figures} className="overflow-x-auto border-t border-kumo-hairline">
        <table className="w-full text-sm max-pad:block">
          <thead className="max-pad:hidden">
            <tr className="border-b border-kumo-hairline">
              {[text.course, text.sum, text.average(stepSeconds), text.peak(stepSeconds), text.change].map((title, index) => (
                <th
                  key={title}
                  scope="col"
                  className={`h-8 px-2 font-normal whitespace-nowrap text-kumo-subtle first:pl-4 last:pr-4 ${index === 0 ? 'text-left' : 'text-right'}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-pad:block">
            <CourseRow name={text.now} course={current} stepSeconds={stepSeconds} before={compared && name !== null ? compared.total : null} isCurrent />
            {compared && name !== null && <CourseRow name={name} course={compared} stepSeconds={stepSeconds} before={null} />}
          </tbody>
        </table>
      </ScrollRegion>
      {filter.by !== undefined && <p className="border-t border-kumo-hairline px-4 py-2 text-sm text-pretty text-kumo-subtle">{text.filterPrecision}</p>}
    </>
  )
}

type CourseRowProps = { name: string; course: Course; stepSeconds: number; before: number | null; isCurrent?: boolean }

/** On a phone a course is a card: each figure with its name, two beside each other. */
const card = 'max-pad:grid max-pad:grid-cols-2 max-pad:gap-x-4 max-pad:gap-y-1.5 max-pad:px-4 max-pad:py-2.5'
const figure =
  'px-2 py-1.5 text-right whitespace-nowrap tabular-nums last:pr-4 max-pad:p-0! max-pad:text-left max-pad:before:block max-pad:before:text-xs max-pad:before:text-kumo-subtle max-pad:before:content-[attr(data-name)]'

function CourseRow({ name, course: { start, total, average, peak }, stepSeconds, before, isCurrent = false }: CourseRowProps) {
  const text = useText(statisticsMessages).volume
  const format = useFormat()
  const shown = (value: number | null, digits = 0): string => (value === null ? text.noData : format.number(value, { maximumFractionDigits: digits }))
  const change =
    before === null || before === 0 || total === null
      ? '–'
      : format.number(total / before - 1, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return (
    <tr className={`border-b border-kumo-hairline last:border-0 ${card}`}>
      <td className="py-1.5 pr-2 pl-4 max-pad:col-span-2 max-pad:p-0">
        <span
          aria-hidden="true"
          className={`mr-2 inline-block w-4 border-t-2 align-middle ${isCurrent ? 'border-np-accent' : 'border-dashed border-kumo-subtle'}`}
        />
        {name} <span className="whitespace-nowrap text-kumo-subtle">{text.since(formatExactTime(start).slice(0, 16))}</span>
      </td>
      <td className={figure} data-name={text.sum}>
        {shown(total)}
      </td>
      <td className={figure} data-name={text.average(stepSeconds)}>
        {shown(average, 1)}
      </td>
      <td className={figure} data-name={text.peak(stepSeconds)}>
        {shown(peak?.answers ?? null)}
        {peak && <span className="ml-1.5 text-kumo-subtle">{formatExactTime(peak.time).slice(5, 16)}</span>}
      </td>
      <td className={figure} data-name={text.change}>
        {change}
      </td>
    </tr>
  )
}

function pointsOf({ start, answers }: Course, stepSeconds: number) {
  const startMs = new Date(start).getTime()
  return answers.map((value, step) => ({ time: new Date(startMs + step * stepSeconds * 1000), value }))
}
