import { Suspense, useCallback, type ReactNode } from 'react'
import { log, type LogAudience, type Operation } from '@nameplane/contract/dns/log'
import { moduleOf, moduleText, operationActions, operationModules } from '@nameplane/contract/dns/log-words'
import type { Sent } from '@nameplane/contract/endpoint'
import { auditActionTitle } from '@nameplane/contract/home/audit-actions'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { DateRange } from '../../../screen-parts/date-range/date-range.tsx'
import { Empty } from '../../../screen-parts/empty.tsx'
import { FilterChip } from '../../../screen-parts/list/filter-chip.tsx'
import { ListPage } from '../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useListPage } from '../../../screen-parts/list/use-list-page.ts'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import { ResourceTable } from '../../../screen-parts/table/resource-table.tsx'
import { TableSettings } from '../../../screen-parts/table/table-settings.tsx'
import { addressRefusal } from './address-refusal.ts'
import { CountedNote, LogTools } from './log-tools.tsx'
import { logMessages } from './log.messages.ts'
import { MoreFilters } from './more-filters.tsx'
import { operationColumns } from './operation-columns.tsx'
import { useMoments } from './use-moments.ts'

const OperationDrawer = lazyPart(() => import('./operation-drawer.tsx').then((part) => part.OperationDrawer))

const filters = ['search', 'actor', 'module', 'action', 'target', 'result', 'address', 'from', 'to'] as const
// Numbers of both kinds of rows, apart by their last bit.
const rowId = (row: Operation): number => Number(row.id.slice(1)) * 2 + (row.id.startsWith('r') ? 1 : 0)
const rowLabel = (row: Operation): string => `${row.actor} ${row.action} ${row.targetName}`

type OperationLogProps = {
  audience: LogAudience
  tabs: ReactNode
  /** The one module whose operations are shown; all of them when absent. */
  of?: { readonly module: string; readonly noneTitle: string; readonly noneHelp: string }
}

/** What was done and what was refused. `?entry={id}` opens one. */
export function OperationLog({ audience, tabs, of }: OperationLogProps) {
  const text = useText(logMessages)
  const language = useLanguage()
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const moments = useMoments()
  const list = useListPage(log.operations, { filters, fixed: { audience, ...moments, ...(of ? { module: of.module } : {}) } })
  const chosen = (name: (typeof filters)[number]): string => list.state.filters[name] ?? ''
  const filter = { ...list.state.filters, ...moments, audience, ...(of ? { module: of.module } : {}) } as Sent<typeof log.operationExport>
  const module = of?.module ?? chosen('module')
  const actions = useCallback(
    (row: Operation): readonly RowAction[] => [{ key: 'details', label: text.details, isQuick: true, run: () => setSearch({ entry: row.id }) }],
    [text, setSearch],
  )
  const opened = search['entry']
  const place = list.rows.findIndex((row) => row.id === opened)
  const open = (row: Operation | undefined) => (row ? () => setSearch({ entry: row.id }) : null)
  return (
    <ListPage
      title={text.titles[audience]}
      help={text.helps[audience]}
      action={<LogTools exporting={log.operationExport} filter={filter} />}
      tabs={tabs}
      list={list}
      bar={
        <>
          <SearchBox label={text.search.operation} value={chosen('search')} onSearch={(value) => list.setFilter('search', value)} />
          <DateRange label={text.filters.time} from={chosen('from')} to={chosen('to')} onChange={(from, to) => setSearch({ from, to, page: null })} />
          {!of && (
            <FilterChip
              label={text.filters.module}
              value={module}
              options={operationModules.map((each) => ({ value: each, label: moduleText(each, language) }))}
              onChange={(value) => setSearch({ module: value, action: null, page: null })}
            />
          )}
          <FilterChip
            label={text.filters.action}
            value={chosen('action')}
            options={operationActions
              .filter((action) => module === '' || moduleOf(action) === module)
              .map((action) => ({ value: action, label: auditActionTitle(action, language) }))}
            onChange={(value) => list.setFilter('action', value)}
          />
          <FilterChip
            label={text.filters.result}
            value={chosen('result')}
            options={[
              { value: 'ok', label: text.filters.ok },
              { value: 'refused', label: text.filters.refused },
            ]}
            onChange={(value) => list.setFilter('result', value)}
          />
          <MoreFilters
            fields={[
              { name: 'actor', label: text.filters.actor, value: chosen('actor') },
              { name: 'target', label: text.filters.target, value: chosen('target') },
              { name: 'address', label: text.filters.address, value: chosen('address'), refusalOf: addressRefusal(language) },
            ]}
            onFilter={list.setFilter}
          />
          <CountedNote total={list.total} />
        </>
      }
      settings={<TableSettings name="operation-log" columns={operationColumns} />}
    >
      <ResourceTable
        name="operation-log"
        list={list}
        columns={operationColumns}
        rowId={rowId}
        rowLabel={rowLabel}
        actions={actions}
        empty={<Empty title={of?.noneTitle ?? text.noneTitle.operation} help={of?.noneHelp ?? text.noneHelp.operation} />}
      />
      <Suspense fallback={null}>
        {opened !== undefined && (
          <OperationDrawer
            id={opened}
            onPrevious={open(list.rows[place - 1])}
            onNext={place < 0 ? null : open(list.rows[place + 1])}
            onClose={() => setSearch({ entry: null })}
          />
        )}
      </Suspense>
    </ListPage>
  )
}
