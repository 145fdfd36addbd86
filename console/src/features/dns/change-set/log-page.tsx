import { Suspense, useEffect, useMemo } from 'react'
import { changeSet, type ChangeSet } from '@nameplane/contract/dns/change-set'
import { useCall } from '../../../api/queries.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useListActions, type ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList, type List } from '../../../screen-parts/list/use-list.ts'
import { Tabs } from '../../../screen-parts/tabs.tsx'
import { changeSetMessages } from './change-set.messages.ts'
import { changeSets } from './log-list.tsx'
import { useSetActions } from './use-set-actions.ts'

const SetDrawer = lazyPart(() => import('./set-drawer.tsx').then((drawer) => drawer.SetDrawer))

const everyMs = 2000
const watchedEveryMs = 10_000
const isOpen = ({ state, dueTime }: ChangeSet): boolean => state === 'running' || (state === 'planned' && new Date(dueTime).getTime() < Date.now() + everyMs)

/** Every bulk operation with how far it is. `?set={id}` opens one. */
export function LogPage() {
  const text = useText(changeSetMessages).log
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const list = useList(changeSets)
  const { rows, refresh } = list
  const againMs = rows.some(isOpen) ? everyMs : rows.some(({ watchState }) => watchState === 'watching') ? watchedEveryMs : null
  useEffect(() => {
    if (againMs === null) return undefined
    const timer = setTimeout(refresh, againMs)
    return () => clearTimeout(timer)
  }, [againMs, refresh, rows])
  const changing = useSetActions()
  const actions = useListActions(
    list,
    'record.read',
    useMemo(
      (): ListAction<ChangeSet>[] => [
        { key: 'details', label: text.details, on: 'row', isQuick: true, run: ([row]) => setSearch({ set: row!.id }) },
        ...changing.map(({ key, label, right, refusal, ask, isDangerous, run }) => ({
          key,
          label,
          on: 'row' as const,
          right,
          refusal,
          ask: (_: string, [row]: readonly ChangeSet[]) => ask(row!),
          isDangerous,
          run: ([row]: readonly ChangeSet[]) => run(row!),
        })),
      ],
      [text, setSearch, changing],
    ),
  )
  const opened = Number(search['set'])
  const { state, ...others } = list.state.filters
  const isWholeView = state === 'awaiting' && Object.keys(others).length === 0
  return (
    <ListScreen list={list} actions={actions} text={isWholeView ? { ...text, noneInView: text.noneAwaiting } : text} tabs={<ViewTabs list={list} />}>
      <Suspense fallback={null}>
        {Number.isSafeInteger(opened) && opened > 0 && <SetDrawer key={opened} id={opened} onClose={() => setSearch({ set: null })} />}
      </Suspense>
    </ListScreen>
  )
}

/** All of them, and those that somebody has to approve. */
function ViewTabs({ list }: { list: List<ChangeSet> }) {
  const text = useText(changeSetMessages).log
  const format = useFormat()
  const { reply } = useCall(changeSet.list, { state: 'awaiting', limit: 1 })
  const awaiting = text.views.awaiting(format.number(reply?.data.totalCount ?? 0))
  return (
    <Tabs
      label={text.views.label}
      chosen={list.state.filters['state'] === 'awaiting' ? 'awaiting' : 'all'}
      options={[
        ['all', text.views.all],
        ['awaiting', awaiting],
      ]}
      onChoose={(view) => list.setFilter('state', view === 'awaiting' ? view : '')}
    />
  )
}
