import { Suspense, useId } from 'react'
import type { Domain } from '@nameplane/contract/dns/domain'
import { querySource } from '@nameplane/contract/dns/query-source'
import type { Reply } from '@nameplane/contract/endpoint'
import { download } from '../../../api/downloads.ts'
import { useCall } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { domainPath } from '../../../entities/domain/domain-pages.ts'
import { DomainPeriod, usePeriod } from '../../../entities/domain/domain-period.tsx'
import { OneDomain } from '../../../entities/domain/one-domain.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { surface } from '../../../screen-parts/surface.ts'
import { textLink } from '../../../ui/classes.ts'
import { querySourceMessages } from './query-source.messages.ts'

const SourceMap = lazyPart(() => import('./source-map.tsx').then((map) => map.SourceMap))

type Sources = Reply<typeof querySource.list>['data']

const everySeconds = 60

/** Where the queries of a domain come from. */
export function QuerySourcePage() {
  return <OneDomain>{(one) => <QuerySources domain={one} />}</OneDomain>
}

function QuerySources({ domain }: { domain: Domain }) {
  const text = useText(querySourceMessages)
  const period = usePeriod()
  const answered = useCall(querySource.list, { id: domain.id, period }, { everySeconds })
  return (
    <DomainPeriod
      domain={domain}
      page="orign"
      period={period}
      answered={answered}
      onExport={() => void download(querySource.export, { id: domain.id, period })}
      note={text.source}
      isEmpty={({ answers, before }) => answers === 0 && before === 0}
    >
      {(sources) => <Panels domain={domain} sources={sources} />}
    </DomainPeriod>
  )
}

function Panels({ domain, sources }: { domain: Domain; sources: Sources }) {
  const text = useText(querySourceMessages)
  const { answers, before, unknown, continents, countries, isps } = sources
  const rest = { answers: answers - isps.reduce((sum, isp) => sum + isp.answers, 0), before: before - isps.reduce((sum, isp) => sum + isp.before, 0) }
  return (
    <div className="flex flex-col gap-4">
      <MapPanel sources={sources} />
      <div className="grid items-start gap-4 min-[1100px]:grid-cols-2">
        <SourcePanel title={text.countries} rows={countries} rest={unknown} restName={text.unknown} total={answers} />
        <div className="grid gap-4">
          <SourcePanel title={text.continents} rows={continents} rest={unknown} restName={text.unknown} total={answers} />
          <SourcePanel title={text.isps} rows={isps} rest={rest} restName={text.others} total={answers} />
          <ProvincesPanel domain={domain} />
        </div>
      </div>
    </div>
  )
}

function MapPanel({ sources: { answers: total, countries } }: { sources: Sources }) {
  const text = useText(querySourceMessages)
  const language = useLanguage()
  const format = useFormat()
  const titleId = useId()
  const percent = usePercent()
  const rows = countries.map(({ code, nameZh, nameEn, answers }) => ({
    ...{ code, answers, name: language === 'zh' ? nameZh : nameEn },
    inWords: text.inWords(format.number(answers), percent(answers, total)),
  }))
  return (
    <section aria-labelledby={titleId} className={`min-w-0 ${surface}`}>
      <header className="flex flex-wrap items-baseline gap-x-3 border-b border-kumo-hairline px-4 py-2">
        <h2 id={titleId} className="text-base font-medium">
          {text.map}
        </h2>
        <p className="text-sm text-kumo-subtle">{text.mapNote}</p>
      </header>
      <Suspense fallback={<div role="status" aria-label={text.mapLoading} className="aspect-2/1 max-h-[560px] w-full" />}>
        <SourceMap rows={rows} />
      </Suspense>
    </section>
  )
}

/** Why there are none, and what can be done. */
function ProvincesPanel({ domain }: { domain: Domain }) {
  const text = useText(querySourceMessages)
  const titleId = useId()
  const mayRead = useMay('custom_line.read')
  return (
    <section aria-labelledby={titleId} className={`min-w-0 ${surface}`}>
      <header className="border-b border-kumo-hairline px-4 py-2">
        <h2 id={titleId} className="text-base font-medium">
          {text.provinces}
        </h2>
      </header>
      <div className="flex flex-col gap-2 px-4 py-3 text-sm">
        <p className="text-pretty text-kumo-subtle">{text.provincesNone}</p>
        {mayRead && (
          <ScreenLink to={domainPath('line', domain)} className={`self-start ${textLink}`}>
            {text.provincesLink}
          </ScreenLink>
        )}
      </div>
    </section>
  )
}

function usePercent(): (part: number, whole: number) => string {
  const format = useFormat()
  return (part, whole) => (whole === 0 ? '–' : format.number(part / whole, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }))
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
  const percent = usePercent()
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
