import { Suspense, useCallback, type ReactNode } from 'react'
import { log, moduleOf, type LogAudience, type Operation } from '@nameplane/contract/dns/log'
import type { Sent } from '@nameplane/contract/endpoint'
import { useCall } from '../../../api/queries.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { DateRange } from '../../../screen-parts/date-range/date-range.tsx'
import { Empty } from '../../../screen-parts/empty.tsx'
import { FilterChip } from '../../../screen-parts/list/filter-chip.tsx'
import { ListPage } from '../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import { ResourceTable } from '../../../screen-parts/table/resource-table.tsx'
import { addressRefusal } from './address-refusal.ts'
import { CountedNote, LogTools } from './log-tools.tsx'
import { logMessages, logWords } from './log.messages.ts'
import { MoreFilters } from './more-filters.tsx'
import { operationList } from './operation-list.tsx'
import { useMoments } from './use-moments.ts'

const OperationDrawer = lazyPart(() => import('./operation-drawer.tsx').then((part) => part.OperationDrawer))

// Numbers of both kinds of rows, apart by their last bit.
const rowId = (row: Operation): number => Number(row.id.slice(1)) * 2 + (row.id.startsWith('r') ? 1 : 0)

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
  const list = useList(operationList, { audience, ...moments, ...(of ? { module: of.module } : {}) })
  const chosen = (name: string): string => list.state.filters[name] ?? ''
  const filter = { ...list.state.filters, ...moments, audience, ...(of ? { module: of.module } : {}) } as Sent<typeof log.operationExport>
  const module = of?.module ?? chosen('module')
  const words = useCall(log.words, {}).reply?.data
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
      help={text.about[audience]}
      action={<LogTools exporting={log.operationExport} filter={filter} />}
      tabs={tabs}
      list={list}
      bar={
        <>
          <SearchBox label={text.search.operation} value={chosen('search')} onSearch={(value) => list.setFilter('search', value)} />
          <DateRange
            label={logWords.label('time', language)}
            from={chosen('from')}
            to={chosen('to')}
            onChange={(from, to) => setSearch({ from, to, page: null })}
          />
          {!of && (
            <FilterChip
              label={logWords.label('module', language)}
              value={module}
              options={(words?.modules ?? []).map((each) => ({ value: each.module, label: each.title[language] }))}
              onChange={(value) => setSearch({ module: value, action: null, page: null })}
            />
          )}
          <FilterChip
            label={logWords.label('action', language)}
            value={chosen('action')}
            options={(words?.actions ?? [])
              .filter(({ action }) => module === '' || moduleOf(action) === module)
              .map(({ action, title }) => ({ value: action, label: title[language] }))}
            onChange={(value) => list.setFilter('action', value)}
          />
          <FilterChip
            label={logWords.label('result', language)}
            value={chosen('result')}
            options={[
              { value: 'ok', label: text.choices.result.ok },
              { value: 'refused', label: text.choices.result.refused },
            ]}
            onChange={(value) => list.setFilter('result', value)}
          />
          <MoreFilters
            fields={[
              { name: 'actor', label: logWords.label('actor', language), value: chosen('actor') },
              { name: 'target', label: logWords.label('target', language), value: chosen('target') },
              { name: 'address', label: text.filters.address, value: chosen('address'), refusalOf: addressRefusal(language) },
            ]}
            onFilter={list.setFilter}
          />
          <CountedNote hasMore={list.hasMore} />
        </>
      }
    >
      <ResourceTable
        list={list}
        rowId={rowId}
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
