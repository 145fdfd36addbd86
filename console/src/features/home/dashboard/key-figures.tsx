import type { ReactNode } from 'react'
import type { Reply } from '@nameplane/contract/endpoint'
import type { dashboard } from '@nameplane/contract/home/dashboard'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { dashboardMessages } from './dashboard.messages.ts'

export type DashboardFigures = Reply<typeof dashboard.chart>['data']
export type Queries = NonNullable<DashboardFigures['queries']>

/** The row at the top: what there is, what was asked, who answers. */
export function KeyFigures({ figures }: { figures: DashboardFigures }) {
  const text = useText(dashboardMessages)
  const format = useFormat()
  const { domains, records, queries, nodes } = figures
  const enabled = nodes.filter((node) => node.state !== 'disabled')
  const online = enabled.filter((node) => node.state === 'online').length
  const pending = nodes.reduce((most, node) => Math.max(most, node.pending), 0)
  const failing = nodes.reduce((most, node) => Math.max(most, node.failing), 0)
  return (
    <dl
      aria-label={text.figures.label}
      className="grid grid-cols-2 overflow-hidden rounded-lg border border-kumo-line bg-kumo-base pc:grid-cols-4 [&>*]:border-kumo-hairline max-pc:[&>*:nth-child(n+3)]:border-t [&>*:nth-child(even)]:border-l pc:[&>*+*]:border-l"
    >
      <Figure
        label={text.figures.domains}
        value={domains ? format.number(domains.total) : '…'}
        to="/dns/domain/list"
        note={domains ? text.figures.pausedRecycled(format.number(domains.paused), format.number(domains.recycled)) : text.gathering}
      />
      <Figure
        label={text.figures.records}
        value={records ? format.number(records.total) : '…'}
        note={records ? text.figures.paused(format.number(records.paused)) : text.gathering}
      />
      <Figure
        label={text.figures.queries}
        value={queries === null ? '…' : queries.total === null ? null : format.number(queries.total)}
        note={queries === null ? text.gathering : <Comparison queries={queries} />}
      />
      <Figure
        label={text.figures.nodes}
        value={nodes.length === 0 ? null : `${format.number(online)} / ${format.number(enabled.length)}`}
        tone={online < enabled.length ? 'bad' : undefined}
        note={
          nodes.length === 0
            ? text.figures.noNodes
            : failing > 0
              ? text.figures.failing(failing)
              : pending > 0
                ? text.figures.pending(pending)
                : text.figures.allLive
        }
      />
    </dl>
  )
}

function Figure({ label, value, note, to, tone }: { label: string; value: string | null; note: ReactNode; to?: string; tone?: 'bad' | undefined }) {
  const text = useText(dashboardMessages)
  return (
    <div className="min-w-0 px-4 py-3">
      <dt className="text-sm text-kumo-subtle">
        {to ? (
          <ScreenLink to={to} className="rounded-xs hover:text-kumo-link focus-visible:outline-2 focus-visible:outline-kumo-focus">
            {label}
          </ScreenLink>
        ) : (
          label
        )}
      </dt>
      <dd
        className={`mt-0.5 leading-8 font-medium tabular-nums ${value === null ? 'text-lg text-kumo-subtle' : 'text-2xl'} ${tone === 'bad' ? 'text-kumo-danger' : ''}`}
      >
        {value ?? text.unknown}
      </dd>
      <dd className="text-sm text-kumo-subtle">{note}</dd>
    </div>
  )
}

function Comparison({ queries: { total, previousTotal } }: { queries: Queries }) {
  const text = useText(dashboardMessages)
  const format = useFormat()
  if (total === null) return text.figures.noQueries
  if (previousTotal === null) return text.figures.noComparison
  if (previousTotal === 0) return text.figures.quietBefore
  return text.figures.change(format.number((total - previousTotal) / previousTotal, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }))
}
