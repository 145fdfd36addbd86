import { Suspense, useState } from 'react'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useCall } from '../../../api/queries.ts'
import { useCaller } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { SavedFilterMenu } from '../../../entities/saved-filter/saved-filter-menu.tsx'
import { useFollowedChanges } from '../../../entities/record/pending-changes.ts'
import { UserFilter } from '../../../entities/user/user-select.tsx'
import { useText } from '../../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList, type List } from '../../../screen-parts/list/use-list.ts'
import { Tabs } from '../../../screen-parts/tabs.tsx'
import { domainList, recycledList, type DomainRow } from './domain-list.tsx'
import { domainMessages } from './domain.messages.ts'
import { useDomainActions, useRecycledActions } from './use-domain-actions.ts'

const AddDomain = lazyPart(() => import('./domain-form.tsx').then((form) => form.AddDomain))
const EditDomain = lazyPart(() => import('./domain-form.tsx').then((form) => form.EditDomain))
const DomainAdded = lazyPart(() => import('./domain-added.tsx').then((part) => part.DomainAdded))

const shortestValue = 3
const dialogRules = { one: domain.detail }

/** All domains, and with `?view=recycled` those in the recycle bin. */
export function DomainPage() {
  const { search } = useScreenLocation()
  // Another view is another list: ticks and pages of one mean nothing in the other.
  return search['view'] === 'recycled' ? <RecycledDomains /> : <Domains />
}

function Domains() {
  const text = useText(domainMessages)
  useFollowedChanges(useCaller()?.userId ?? null)
  const list = useList(domainList, { recycled: '0' })
  const { opened, editing, open, close } = useDialogs(list, 'domain.write', dialogRules)
  const actions = useListActions(list, 'domain.write', useDomainActions(open))
  const [addedId, setAddedId] = useState<number | null>(null)
  return (
    <ListScreen
      list={list}
      actions={actions}
      text={text}
      tabs={<ViewTabs value="live" list={list} />}
      tools={<SavedFilterMenu screen="/dns/domain/list" list={list} />}
      options={{ serviceGroupId: useGroupOptions() }}
      filters={<OtherFilters list={list} />}
    >
      <Suspense fallback={null}>
        {opened === 'add' && <AddDomain onClose={close} onAdded={(id) => (close(), setAddedId(id))} />}
        {opened === 'edit' && editing && <EditDomain key={editing.row.id} {...editing} />}
        {addedId !== null && <DomainAdded id={addedId} onClose={() => setAddedId(null)} />}
      </Suspense>
    </ListScreen>
  )
}

function RecycledDomains() {
  const text = useText(domainMessages)
  const list = useList(recycledList, { recycled: '1' })
  const actions = useListActions(list, 'domain.write', useRecycledActions())
  return (
    <ListScreen
      list={list}
      actions={actions}
      text={{ ...text, ...text.recycled }}
      tabs={<ViewTabs value="recycled" list={list} />}
      tools={<SavedFilterMenu screen="/dns/domain/list?view=recycled" list={list} />}
      options={{ serviceGroupId: useGroupOptions() }}
      filters={<OtherFilters list={list} />}
    />
  )
}

function useGroupOptions() {
  const { reply } = useCall(serviceGroup.list, { limit: 200 }, { freshSeconds: 60 })
  return (reply?.data.list ?? []).map((group) => ({ value: String(group.id), label: group.name }))
}

function ViewTabs({ value, list }: { value: 'live' | 'recycled'; list: List<DomainRow> }) {
  const text = useText(domainMessages)
  const setSearch = useSetSearch()
  const cleared = Object.fromEntries(list.filters.map((name) => [name, null]))
  return (
    <Tabs
      label={text.views.label}
      chosen={value}
      options={[
        ['live', text.views.live],
        ['recycled', text.views.recycled],
      ]}
      onChoose={(view) => setSearch({ view: view === 'recycled' ? view : null, page: null, sidx: null, order: null, ...cleared }, { replace: false })}
    />
  )
}

/** Domains with a record of this value, and those of one owner. */
function OtherFilters({ list }: { list: List<DomainRow> }) {
  const text = useText(domainMessages)
  return (
    <>
      <SearchBox
        label={text.searchValue}
        value={list.state.filters['value'] ?? ''}
        minimumLetters={shortestValue}
        tooShort={text.valueTooShort}
        onSearch={(value) => list.setFilter('value', value)}
      />
      <UserFilter list={list} />
    </>
  )
}
