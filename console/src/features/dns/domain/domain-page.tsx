import { Suspense, useCallback, useMemo, useState } from 'react'
import { domain, nameserverStates } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useCall } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import { SavedFilterMenu } from '../../../entities/saved-filter/saved-filter-menu.tsx'
import { UserFilter } from '../../../entities/user/user-select.tsx'
import { useText } from '../../../i18n/messages.ts'
import { useGo, useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { copyText } from '../../../screen-parts/copy/copy-text.ts'
import { Empty } from '../../../screen-parts/empty.tsx'
import { BulkBar } from '../../../screen-parts/list/bulk-bar.tsx'
import { FilterChip } from '../../../screen-parts/list/filter-chip.tsx'
import { ListPage } from '../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useListPage } from '../../../screen-parts/list/use-list-page.ts'
import { useSelection } from '../../../screen-parts/list/use-selection.ts'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import { ResourceTable } from '../../../screen-parts/table/resource-table.tsx'
import { TableSettings } from '../../../screen-parts/table/table-settings.tsx'
import { Tabs } from '../../../screen-parts/tabs.tsx'
import { primaryButton } from '../../../ui/classes.ts'
import { domainColumns, recycledColumns, type DomainRow } from './domain-columns.tsx'
import { domainMessages } from './domain.messages.ts'
import { useDomainActions } from './use-domain-actions.ts'

const AddDomain = lazyPart(() => import('./domain-form.tsx').then((form) => form.AddDomain))
const EditDomain = lazyPart(() => import('./domain-form.tsx').then((form) => form.EditDomain))
const DomainAdded = lazyPart(() => import('./domain-added.tsx').then((part) => part.DomainAdded))

const filters = ['search', 'value', 'status', 'locked', 'nsState', 'serviceGroupId', 'userId'] as const
const shortestValue = 3
const rowId = (row: DomainRow): number => row.id
const rowLabel = (row: DomainRow): string => row.unicodeName

/** All domains, and with `?view=recycled` those in the recycle bin. `?open=add` and `?edit={id}` open a dialog. */
export function DomainPage() {
  const { search } = useScreenLocation()
  // Another view is another list: ticks and pages of one mean nothing in the other.
  return search['view'] === 'recycled' ? <Domains key="recycled" isRecycled /> : <Domains key="live" isRecycled={false} />
}

function Domains({ isRecycled }: { isRecycled: boolean }) {
  const text = useText(domainMessages)
  const go = useGo()
  const setSearch = useSetSearch()
  const list = useListPage(domain.list, { filters, fixed: { recycled: isRecycled ? '1' : '0' } })
  const selection = useSelection<DomainRow>()
  const { actions: domainActions, question } = useDomainActions(selection.clear)
  const mayWrite = useMay('domain.write')
  const maySeeAccounts = useMay('user.read')
  const { search } = useScreenLocation()
  const [addedId, setAddedId] = useState<number | null>(null)
  const groups = useCall(serviceGroup.list, { limit: 200 }, { freshSeconds: 60 })
  const refusal = mayWrite ? null : text.noRight

  const actions = useCallback(
    (row: DomainRow): readonly RowAction[] => {
      const change = refusal ?? (row.isLocked ? text.isLocked : null)
      if (isRecycled) {
        return [
          { key: 'restore', label: text.restore, isQuick: true, refusal, run: () => domainActions.restore([row]) },
          { key: 'purge', label: text.purge, isDangerous: true, refusal, run: () => domainActions.purge([row]) },
        ]
      }
      return [
        { key: 'records', label: text.records, isQuick: true, run: () => go(recordsPath(row)) },
        { key: 'edit', label: text.edit, refusal: change, run: () => setSearch({ edit: row.id }) },
        {
          key: 'status',
          label: row.status === 1 ? text.pause : text.serve,
          refusal: change,
          run: () => (row.status === 1 ? domainActions.pause([row]) : domainActions.serve([row])),
        },
        { key: 'lock', label: row.isLocked ? text.unlock : text.lock, refusal, run: () => domainActions.lock([row], !row.isLocked) },
        { key: 'copy', label: text.copy, run: () => void copyText(row.domain) },
        { key: 'delete', label: text.remove, isDangerous: true, refusal: change, run: () => domainActions.remove([row]) },
      ]
    },
    [text, refusal, isRecycled, domainActions, go, setSearch],
  )

  const bulk = useMemo(
    () =>
      isRecycled
        ? [
            { key: 'restore', label: text.restore, run: domainActions.restore },
            { key: 'purge', label: text.purge, isDeletion: true, run: domainActions.purge },
          ]
        : [
            { key: 'pause', label: text.pause, run: domainActions.pause },
            { key: 'serve', label: text.serve, run: domainActions.serve },
            { key: 'lock', label: text.lock, run: (rows: readonly DomainRow[]) => domainActions.lock(rows, true) },
            { key: 'unlock', label: text.unlock, run: (rows: readonly DomainRow[]) => domainActions.lock(rows, false) },
            { key: 'delete', label: text.remove, isDeletion: true, run: domainActions.remove },
          ],
    [isRecycled, text, domainActions],
  )

  const columns = isRecycled ? recycledColumns : domainColumns
  const table = isRecycled ? 'domain-recycled' : 'domain'
  const chosen = (name: (typeof filters)[number]): string => list.state.filters[name] ?? ''
  const add = (
    <button type="button" className={primaryButton} disabled={!mayWrite} title={refusal ?? undefined} onClick={() => setSearch({ open: 'add' })}>
      {text.add}
    </button>
  )
  return (
    <ListPage
      title={text.title}
      help={isRecycled ? text.recycledHelp : text.help}
      action={add}
      tabs={
        <Tabs
          label={text.views.label}
          value={isRecycled ? 'recycled' : 'live'}
          tabs={[
            { value: 'live', label: text.views.live },
            { value: 'recycled', label: text.views.recycled },
          ]}
          onChoose={(view) =>
            setSearch(
              { view: view === 'recycled' ? view : null, page: null, sidx: null, order: null, ...Object.fromEntries(filters.map((name) => [name, null])) },
              { replace: false },
            )
          }
        />
      }
      list={list}
      bar={
        <>
          <SearchBox label={text.search} value={chosen('search')} onSearch={(value) => list.setFilter('search', value)} />
          <SearchBox
            label={text.searchValue}
            value={chosen('value')}
            minimumLetters={shortestValue}
            tooShort={text.valueTooShort}
            onSearch={(value) => list.setFilter('value', value)}
          />
          {!isRecycled && (
            <FilterChip
              label={text.filters.status}
              value={chosen('status')}
              options={[
                { value: '1', label: text.states.served },
                { value: '0', label: text.states.paused },
              ]}
              onChange={(value) => list.setFilter('status', value)}
            />
          )}
          {!isRecycled && (
            <FilterChip
              label={text.filters.locked}
              value={chosen('locked')}
              options={[
                { value: '1', label: text.filters.yes },
                { value: '0', label: text.filters.no },
              ]}
              onChange={(value) => list.setFilter('locked', value)}
            />
          )}
          {!isRecycled && (
            <FilterChip
              label={text.fields.nameservers}
              value={chosen('nsState')}
              options={nameserverStates.map((state) => ({ value: state, label: text.nsStates[state] }))}
              onChange={(value) => list.setFilter('nsState', value)}
            />
          )}
          <FilterChip
            label={text.filters.group}
            value={chosen('serviceGroupId')}
            options={(groups.reply?.data.list ?? []).map((group) => ({ value: String(group.id), label: group.name }))}
            onChange={(value) => list.setFilter('serviceGroupId', value)}
          />
          {maySeeAccounts && <UserFilter label={text.filters.owner} value={chosen('userId')} onChange={(value) => list.setFilter('userId', value)} />}
          <BulkBar selection={selection} actions={bulk} />
        </>
      }
      settings={
        <>
          <SavedFilterMenu screen={isRecycled ? '/dns/domain/list?view=recycled' : '/dns/domain/list'} list={list} />
          <TableSettings name={table} columns={columns} />
        </>
      }
    >
      <ResourceTable
        name={table}
        list={list}
        columns={columns}
        rowId={rowId}
        rowLabel={rowLabel}
        selection={selection}
        actions={actions}
        empty={isRecycled ? <Empty title={text.noneRecycled} help={text.noneRecycledHelp} /> : <Empty title={text.none} help={text.noneHelp} action={add} />}
      />
      {question}
      <Suspense fallback={null}>
        {mayWrite && search['open'] === 'add' && (
          <AddDomain
            onClose={() => setSearch({ open: null })}
            onAdded={(id) => {
              setSearch({ open: null })
              setAddedId(id)
            }}
          />
        )}
        {mayWrite && search['edit'] !== undefined && <EditDomain id={Number(search['edit'])} onClose={() => setSearch({ edit: null })} />}
        {addedId !== null && <DomainAdded id={addedId} onClose={() => setAddedId(null)} />}
      </Suspense>
    </ListPage>
  )
}
