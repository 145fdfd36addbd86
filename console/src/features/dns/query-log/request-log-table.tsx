import { useRef, useState, type ReactNode } from 'react'
import type { LoggedQuery } from '@nameplane/contract/dns/query-log'
import { formatExactTime } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/messages.ts'
import { queryLogMessages } from './query-log.messages.ts'
import type { Gap, LogRow } from './use-query-log.ts'

const rowPx = 32
const spareRows = 12
const cell = 'truncate px-2 align-middle first:pl-4 last:pr-4'
const columns = [
  ['time', 165],
  ['name', 230],
  ['type', 75],
  ['rcode', 130],
  ['values', 220],
  ['line', 120],
  ['answeredLine', 120],
  ['client', 150],
  ['subnet', 150],
  ['transport', 70],
  ['node', 150],
] as const
const wholePx = columns.reduce((sum, [, px]) => sum + px, 0)

export type CellFilter = 'name' | 'type' | 'rcode' | 'line' | 'client' | 'nodeId'

type RequestLogTableProps = { rows: readonly LogRow[]; nameOfLine: (code: string) => string; onFilter: (filter: CellFilter, value: string) => void }

/** The log, newest first; only the rows in sight are drawn. A click on a value filters by it. */
export function RequestLogTable({ rows, nameOfLine, onFilter }: RequestLogTableProps) {
  const text = useText(queryLogMessages)
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const first = Math.max(0, Math.floor(top / rowPx) - spareRows)
  const shown = rows.slice(first, first + Math.ceil((scroller.current?.clientHeight ?? 640) / rowPx) + 2 * spareRows)
  const titles: Record<(typeof columns)[number][0], string> = { ...text.fields, time: text.time }
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="group"
      aria-label={text.table}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      className="max-h-[max(320px,calc(100dvh-300px))] overflow-auto focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
    >
      <table aria-rowcount={rows.length} style={{ minWidth: wholePx }} className="w-full table-fixed border-separate border-spacing-0 text-sm">
        <colgroup>
          {columns.map(([key, px]) => (
            <col key={key} style={{ width: px }} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-10 bg-kumo-base">
          <tr style={{ height: rowPx }}>
            {columns.map(([key]) => (
              <th
                key={key}
                scope="col"
                title={key === 'values' ? text.valuesLater : undefined}
                className={`${cell} border-b border-kumo-hairline text-left font-normal whitespace-nowrap text-kumo-subtle`}
              >
                {titles[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden="true" style={{ height: first * rowPx }} />}
          {shown.map((row) =>
            'gap' in row ? <GapRow key={row.key} gap={row.gap} /> : <QueryRow key={row.key} query={row.query} nameOfLine={nameOfLine} onFilter={onFilter} />,
          )}
          {first + shown.length < rows.length && <tr aria-hidden="true" style={{ height: (rows.length - first - shown.length) * rowPx }} />}
        </tbody>
      </table>
    </div>
  )
}

function GapRow({ gap }: { gap: Gap }) {
  const { gaps } = useText(queryLogMessages)
  const said = gap.kind === 'cut' ? gaps.cut : gap.kind === 'missed' ? gaps.missed(gap.node, gap.count) : gaps.restarted(gap.node)
  return (
    <tr style={{ height: rowPx }} className="bg-kumo-warning/10">
      <td colSpan={columns.length} className={cell}>
        {said}
      </td>
    </tr>
  )
}

function QueryRow({ query, nameOfLine, onFilter }: Omit<RequestLogTableProps, 'rows'> & { query: LoggedQuery }) {
  const text = useText(queryLogMessages)
  const filtering = (filter: CellFilter, value: string, said: ReactNode = value, isCode = true) => (
    <td className={cell}>
      <button
        type="button"
        title={text.filterBy(typeof said === 'string' ? said : value)}
        onClick={() => onFilter(filter, value)}
        className={`max-w-full cursor-pointer truncate hover:underline focus-visible:outline-2 focus-visible:outline-kumo-focus ${isCode ? 'font-mono text-xs' : ''}`}
      >
        {said}
      </button>
    </td>
  )
  const { values, answers } = query
  const answer = values !== null && values.length > 0 ? values.join(', ') : answers === 0 ? text.noAnswer : text.answers(answers)
  return (
    <tr data-query={query.name} style={{ height: rowPx }} className="hover:bg-np-field-hover/30 [&>td]:border-b [&>td]:border-kumo-hairline">
      <td className={`${cell} tabular-nums`}>
        <time dateTime={query.time}>{formatExactTime(query.time)}</time>
      </td>
      {filtering('name', query.name)}
      {filtering('type', query.type)}
      {filtering('rcode', query.rcode)}
      <td className={`${cell} ${values !== null && values.length > 0 ? 'font-mono text-xs' : 'text-kumo-subtle'}`} title={answer}>
        {answer}
        {query.isTruncated && ` · ${text.truncated}`}
      </td>
      {filtering('line', query.line, nameOfLine(query.line), false)}
      <td className={cell}>{query.answeredLine === null ? '' : nameOfLine(query.answeredLine)}</td>
      {filtering('client', query.client)}
      {query.subnet === null ? <td className={`${cell} text-kumo-subtle`}>{text.direct}</td> : filtering('client', query.subnet)}
      <td className={cell}>{query.transport.toUpperCase()}</td>
      {filtering('nodeId', String(query.nodeId), query.node, false)}
    </tr>
  )
}
