import { useMemo, useState } from 'react'
import type { Domain } from '@nameplane/contract/dns/domain'
import { ClientNetwork } from '@nameplane/contract/dns/explain'
import { queryLog, queryRcodes } from '@nameplane/contract/dns/query-log'
import { download } from '../../../api/downloads.ts'
import { textOfProblem } from '../../../api/problem-text.ts'
import { DomainHead } from '../../../entities/domain/domain-head.tsx'
import { useLineNames } from '../../../entities/domain/line-names.ts'
import { OneDomain } from '../../../entities/domain/one-domain.tsx'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { Badge } from '../../../screen-parts/badge.tsx'
import { Empty, NoMatches } from '../../../screen-parts/empty.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { FilterChip } from '../../../screen-parts/list/filter-chip.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { surface } from '../../../screen-parts/surface.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { Choices } from '../../../ui/choices.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { LoggingNodes } from './logging-nodes.tsx'
import { queryLogMessages } from './query-log.messages.ts'
import { RequestLogTable } from './request-log-table.tsx'
import { byName, useQueryLog, type LogFilters, type LogRow } from './use-query-log.ts'

const filterNames = ['name', 'type', 'rcode', 'line', 'client', 'nodeId'] as const

/** The last queries of a domain, as they come. */
export function RequestLogPage() {
  return <OneDomain>{(one) => <RequestLog domain={one} />}</OneDomain>
}

function RequestLog({ domain }: { domain: Domain }) {
  const text = useText(queryLogMessages)
  const language = useLanguage()
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const nameOfLine = useLineNames(domain.id)
  const [isPaused, setPaused] = useState(false)
  const view = search['view'] === 'names' ? 'names' : 'queries'
  const chosen = filterNames.flatMap((name) => (search[name] ? [[name, search[name]] as const] : []))
  // From the address, whose values the server checks.
  const filters = { id: domain.id, ...Object.fromEntries(chosen) } as LogFilters
  const { rows, nodes, problem, retry } = useQueryLog(filters, isPaused)
  const queries = rows.filter((row) => 'query' in row).length
  const clear = () => setSearch(Object.fromEntries(filterNames.map((name) => [name, null])))
  const refusalOf = (typed: string): string | null => (ClientNetwork.safeParse(typed).success ? null : textOfProblem('invalid_client_network', language))
  const types = useMemo(() => [...new Set([...rows.flatMap((row) => ('query' in row ? [row.query.type] : [])), ...(search['type'] ? [search['type']] : [])])].sort(), [rows, search]) // oxfmt-ignore
  const lines = useMemo(() => [...new Set([...rows.flatMap((row) => ('query' in row ? [row.query.line] : [])), ...(search['line'] ? [search['line']] : [])])].sort(), [rows, search]) // oxfmt-ignore
  return (
    <>
      <DomainHead
        domain={domain}
        page="log-request"
        beside={
          <div className="flex flex-wrap items-center gap-2 pad:ml-auto">
            <Badge tone={isPaused ? 'neutral' : 'good'} text={isPaused ? text.paused : text.live} />
            <QuietButton onClick={() => setPaused(!isPaused)}>{isPaused ? text.resume : text.pause}</QuietButton>
            <QuietButton onClick={() => void download(queryLog.export, { ...filters, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })}>
              {text.exportCsv}
            </QuietButton>
          </div>
        }
      />
      <LoggingNodes source={text.source} nodes={nodes} />
      <section className={`overflow-hidden ${surface}`}>
        <div className="flex flex-wrap items-center gap-2 border-b border-kumo-hairline p-3">
          <div className="max-pad:mb-2 max-pad:w-full">
            <SearchBox label={text.search} value={search['name'] ?? ''} onSearch={(name) => setSearch({ name: name || null })} />
          </div>
          <div className="max-pad:mb-2 max-pad:w-full">
            <SearchBox label={text.client} value={search['client'] ?? ''} onSearch={(client) => setSearch({ client: client || null })} refusalOf={refusalOf} />
          </div>
          <FilterChip
            label={text.fields.type}
            value={search['type'] ?? ''}
            options={types.map((type) => ({ value: type, label: type }))}
            onChange={(type) => setSearch({ type: type || null })}
          />
          <FilterChip
            label={text.fields.rcode}
            value={search['rcode'] ?? ''}
            options={queryRcodes.map((code) => ({ value: code, label: code }))}
            onChange={(rcode) => setSearch({ rcode: rcode || null })}
          />
          <FilterChip
            label={text.fields.line}
            value={search['line'] ?? ''}
            options={lines.map((code) => ({ value: code, label: nameOfLine(code) }))}
            onChange={(line) => setSearch({ line: line || null })}
          />
          {((nodes?.length ?? 0) > 1 || search['nodeId']) && (
            <FilterChip
              label={text.fields.node}
              value={search['nodeId'] ?? ''}
              options={(nodes ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(nodeId) => setSearch({ nodeId: nodeId || null })}
            />
          )}
          {chosen.length > 0 && <QuietButton onClick={clear}>{text.clear}</QuietButton>}
          <div className="flex flex-wrap items-center gap-3 pad:ml-auto">
            <span className="text-sm text-kumo-subtle tabular-nums">{text.rows(queries)}</span>
            <Choices
              label={text.views.label}
              options={(['queries', 'names'] as const).map((one) => [one, text.views[one]] as const)}
              chosen={view}
              onChoose={(one) => setSearch({ view: one === 'names' ? one : null })}
              className="inline-flex rounded-md border border-kumo-line p-px"
              choiceClassName="h-7 rounded-[5px] px-2 transition-colors hover:text-kumo-default aria-pressed:bg-kumo-brand/12 aria-pressed:text-kumo-default"
            />
          </div>
        </div>
        {problem && <Failure problem={problem} onRetry={retry} isSlim={rows.length > 0} />}
        {rows.length > 0 ? (
          view === 'names' ? (
            <NamesTable rows={rows} onName={(name) => setSearch({ name, view: null })} />
          ) : (
            <RequestLogTable rows={rows} nameOfLine={nameOfLine} onFilter={(filter, value) => setSearch({ [filter]: value })} />
          )
        ) : nodes === null ? (
          problem === null && <div aria-hidden="true" className="h-[40vh]" />
        ) : chosen.length > 0 ? (
          <NoMatches onClear={clear} />
        ) : (
          <Empty title={text.none} help={text.noneHelp} />
        )}
      </section>
    </>
  )
}

const cell = 'h-8 px-3 py-1 first:pl-4 last:pr-4'

function NamesTable({ rows, onName }: { rows: readonly LogRow[]; onName: (name: string) => void }) {
  const text = useText(queryLogMessages)
  const format = useFormat()
  const groups = useMemo(() => byName(rows), [rows])
  return (
    <ScrollRegion label={text.views.names} role="group" className="max-h-[max(320px,calc(100dvh-300px))] overflow-auto">
      <table className="w-full min-w-[640px] text-sm">
        <thead>
          <tr className="border-b border-kumo-hairline text-left text-kumo-subtle">
            {[text.fields.name, text.count, text.types, text.codes, text.last].map((title) => (
              <th key={title} scope="col" className={`${cell} font-normal whitespace-nowrap`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, count, types, rcodes, last }) => (
            <tr key={name} className="border-b border-kumo-hairline last:border-0">
              <td className={`${cell} font-mono text-xs wrap-anywhere`}>
                <button type="button" title={text.filterBy(name)} onClick={() => onName(name)} className="cursor-pointer text-left hover:underline">
                  {name}
                </button>
              </td>
              <td className={`${cell} tabular-nums`}>{format.number(count)}</td>
              <td className={`${cell} font-mono text-xs`}>{types.join(', ')}</td>
              <td className={`${cell} font-mono text-xs`}>{rcodes.join(', ')}</td>
              <td className={`${cell} whitespace-nowrap tabular-nums`}>{formatExactTime(last)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
