import { Fragment, useId } from 'react'
import { errorsOf, shareOf, type Watch, type WatchFigures } from '@nameplane/contract/dns/change-set-watch'
import { domainToUnicode } from '@nameplane/dns-text/names'
import { textOfProblem } from '../../../api/problem-text.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { textLink } from '../../../ui/classes.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { watchBadge } from './set-cells.tsx'
import { watchMessages } from './watch.messages.ts'

/** The time of day, with seconds where it does not end with a minute. */
const timeOfDay = (time: string): string => formatExactTime(time).slice(11).replace(/:00$/, '')

/** From when on errors are counted, and from when on a set that begins has as long a time before it as it is watched. */
const judgedFrom = (from: string, minutes: number): [since: string, judged: string] => [
  formatExactTime(from),
  formatExactTime(new Date(new Date(from).getTime() + minutes * 60_000).toISOString()),
]

/** The watch of a bulk operation: how it stands or ended, and the figures that it is judged by. */
export function WatchSection({ watch }: { watch: Watch }) {
  const text = useText(watchMessages)
  const language = useLanguage()
  const { state, before, after, leastQueries, undoId, errorsKnownFrom } = watch
  const isJudged = state !== 'pending' && state !== 'nothing' && before !== null && after !== null
  return (
    <section aria-label={text.title} className="flex flex-col gap-3">
      <h3 className="flex flex-wrap items-baseline gap-x-3 font-medium">
        {text.title}
        <span className="font-normal">{watchBadge(state, language)}</span>
      </h3>
      <p role="status">
        {useSaid(watch)}{' '}
        {undoId !== null && (
          <ScreenLink to={`/dns/domain/bulk/log?set=${undoId}`} className={textLink}>
            {text.openUndo(undoId)}
          </ScreenLink>
        )}
      </p>
      {state === 'watching' && watch.watchFrom !== null && after?.queries === 0 && (
        <p className="text-kumo-subtle">{text.starting(formatExactTime(watch.watchFrom))}</p>
      )}
      {errorsKnownFrom !== null && <p className="text-kumo-subtle">{text.errorsUnknown(...judgedFrom(errorsKnownFrom, watch.minutes), watch.minutes)}</p>}
      {isJudged && before.queries < leastQueries && <p className="text-kumo-subtle">{text.noneBefore(before.queries, leastQueries)}</p>}
      {isJudged && before.queries >= leastQueries && after.queries < leastQueries && (
        <p className="text-kumo-subtle">{(state === 'watching' ? text.fewSoFar : text.fewAfter)(after.queries, leastQueries)}</p>
      )}
      {isJudged && <Comparison watch={watch} before={before} after={after} />}
      {watch.worst.length > 0 && <Worst watch={watch} />}
      {watch.minutesSeen.length > 0 && <Minutes watch={watch} />}
    </section>
  )
}

/** What there is to say of it in a sentence. */
function useSaid({ state, minutes, threshold, watchUntil, endedBy, problem }: Watch): string {
  const { said } = useText(watchMessages)
  const language = useLanguage()
  switch (state) {
    case 'pending':
      return said.pending(minutes, threshold)
    case 'watching':
      return said.watching(watchUntil === null ? '' : formatExactTime(watchUntil), threshold)
    case 'passed':
      return said.passed(minutes)
    case 'unjudged':
      return problem === null ? said.unjudged(minutes) : textOfProblem(problem, language, {})
    case 'reverted':
      return said.reverted(threshold)
    case 'stuck':
      return said.stuck(threshold, problem === null ? '' : textOfProblem(problem, language, {}))
    case 'stopped':
      return said.stopped(endedBy ?? '')
    case 'undone':
      return said.undone(endedBy ?? '')
    case 'nothing':
      return said.nothing
  }
}

function useShare(): (figures: WatchFigures) => string {
  const text = useText(watchMessages)
  const format = useFormat()
  return (figures) => {
    const share = shareOf(figures)
    return share === null ? text.noShare : format.number(share, { style: 'percent', maximumFractionDigits: 1 })
  }
}

const cell = 'px-2 py-1.5 pad:px-3'
const figure = `${cell} text-right tabular-nums whitespace-nowrap`
const head = `${cell} font-normal text-kumo-subtle whitespace-nowrap`

const codes = [
  ['NXDOMAIN', 'nxdomain'],
  ['SERVFAIL', 'servfail'],
  ['REFUSED', 'refused'],
] as const

/** A table of figures, a row for each time; on a phone, what went wrong stands in a row of its own below. */
function Figures({ label, first, rows }: { label: string; first: string; rows: readonly { name: string; note?: string; figures: WatchFigures }[] }) {
  const text = useText(watchMessages)
  const format = useFormat()
  const share = useShare()
  return (
    <ScrollRegion label={label} className="overflow-x-auto rounded-md border border-kumo-line">
      <table className="w-full text-sm">
        <thead>
          <tr>
            <th scope="col" className={`${head} text-left`}>
              {first}
            </th>
            {[text.queries, text.errors, text.share].map((name) => (
              <th key={name} scope="col" className={`${head} text-right`}>
                {name}
              </th>
            ))}
            {codes.map(([name]) => (
              <th key={name} scope="col" className={`${head} text-right max-pad:hidden`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, note, figures }) => (
            <Fragment key={name}>
              <tr className="border-t border-kumo-hairline">
                <th scope="row" className={`${cell} min-w-28 text-left font-normal wrap-normal tabular-nums`}>
                  {name}
                  {note !== undefined && <span className="block text-xs text-kumo-subtle">{note}</span>}
                </th>
                <td className={figure}>{format.number(figures.queries)}</td>
                <td className={figure}>{format.number(errorsOf(figures))}</td>
                <td className={figure}>{share(figures)}</td>
                {codes.map(([, code]) => (
                  <td key={code} className={`${figure} max-pad:hidden`}>
                    {format.number(figures[code])}
                  </td>
                ))}
              </tr>
              {errorsOf(figures) > 0 && (
                <tr className="pad:hidden">
                  <td colSpan={4} className={`${cell} pt-0! text-xs text-kumo-subtle tabular-nums`}>
                    {codes
                      .filter(([, code]) => figures[code] > 0)
                      .map(([code, key]) => `${code} ${format.number(figures[key])}`)
                      .join(' · ')}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Comparison({ watch, before, after }: { watch: Watch; before: WatchFigures; after: WatchFigures }) {
  const text = useText(watchMessages)
  const { beforeFrom, beforeUntil, watchFrom, watchUntil, endTime } = watch
  const until = endTime !== null && watchUntil !== null && endTime < watchUntil ? endTime : watchUntil
  const span = (from: string | null, to: string | null): string =>
    from === null || to === null ? '' : `${formatExactTime(from).slice(0, 16)} – ${timeOfDay(to)}`
  return (
    <div>
      <Figures
        label={text.table}
        first={text.span}
        rows={[
          { name: text.before, note: span(beforeFrom, beforeUntil), figures: before },
          { name: text.after, note: span(watchFrom, until), figures: after },
        ]}
      />
      <p className="mt-1 text-xs text-kumo-subtle">
        {text.source(watch.domains)}
        {!watch.isWhole && <span className="block">{text.partly}</span>}
      </p>
    </div>
  )
}

function Worst({ watch }: { watch: Watch }) {
  const text = useText(watchMessages)
  const share = useShare()
  return (
    <section aria-label={text.worst}>
      <h4 className="mb-1.5 text-kumo-subtle">{text.worst}</h4>
      <ul className="divide-y divide-kumo-hairline rounded-md border border-kumo-line">
        {watch.worst.map(({ domain, before, after }) => (
          <li key={domain} className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-1.5">
            <span className="min-w-0 truncate" title={domain}>
              {domainToUnicode(domain)}
            </span>
            <span className="text-kumo-subtle tabular-nums">
              {text.worstOf(errorsOf(after), after.queries)}
              <span className="ml-3 text-kumo-default">{text.shares(share(before), share(after))}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Minutes({ watch: { minutesSeen } }: { watch: Watch }) {
  const text = useText(watchMessages)
  const id = useId()
  return (
    <details>
      <summary id={id} className="w-fit cursor-pointer text-kumo-subtle">
        {text.minutes(minutesSeen.length)}
      </summary>
      <div className="mt-2">
        <Figures
          label={text.minutes(minutesSeen.length)}
          first={text.minute}
          rows={minutesSeen.map(({ at, ...figures }) => ({ name: formatExactTime(at).slice(0, 16), figures }))}
        />
      </div>
    </details>
  )
}
