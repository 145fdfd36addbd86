import { Suspense, useCallback, useEffect, useMemo } from 'react'
import { runStates, runTriggers, schedule, type Run } from '@nameplane/contract/system/schedule'
import { useCall } from '../../../api/queries.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { DateRange } from '../../../screen-parts/date-range/date-range.tsx'
import { momentsOf } from '../../../screen-parts/date-range/days.ts'
import { Empty } from '../../../screen-parts/empty.tsx'
import { FilterChip } from '../../../screen-parts/list/filter-chip.tsx'
import { ListPage } from '../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useListPage } from '../../../screen-parts/list/use-list-page.ts'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import { ResourceTable } from '../../../screen-parts/table/resource-table.tsx'
import { TableSettings } from '../../../screen-parts/table/table-settings.tsx'
import { jobName } from './run-cells.tsx'
import { runColumns } from './run-columns.tsx'
import { scheduleMessages } from './schedule.messages.ts'

const RunDrawer = lazyPart(() => import('./run-drawer.tsx').then((drawer) => drawer.RunDrawer))

const filters = ['search', 'jobId', 'state', 'trigger', 'from', 'to'] as const
const rowId = (run: Run): number => run.id
const busyEveryMs = 2000

/** Every run of every job. `?run={id}` opens one. */
export function RunPage() {
  const text = useText(scheduleMessages)
  const language = useLanguage()
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const { from = '', to = '' } = search
  const moments = useMemo(() => ({ from: undefined, to: undefined, ...momentsOf(from, to) }), [from, to])
  const list = useListPage(schedule.logList, { filters, fixed: moments })
  const jobs = useCall(schedule.list, { limit: 200 }, { freshSeconds: 60 })
  const chosen = (name: (typeof filters)[number]): string => list.state.filters[name] ?? ''

  const isBusy = list.rows.some((run) => run.state === 'running' || run.state === 'waiting')
  const { refresh } = list
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setTimeout(refresh, busyEveryMs)
    return () => clearTimeout(timer)
  }, [isBusy, refresh, list.rows])

  const actions = useCallback(
    (run: Run): readonly RowAction[] => [{ key: 'details', label: text.runs.details, isQuick: true, run: () => setSearch({ run: run.id }) }],
    [text, setSearch],
  )
  const rowLabel = useCallback((run: Run) => jobName({ name: run.jobName, handler: run.handler }, language), [language])
  const opened = search['run']
  const place = list.rows.findIndex((run) => String(run.id) === opened)
  const open = (run: Run | undefined) => (place >= 0 && run ? () => setSearch({ run: run.id }) : null)
  return (
    <ListPage
      title={text.runs.title}
      help={text.runs.help}
      list={list}
      bar={
        <>
          <SearchBox label={text.runs.search} value={chosen('search')} onSearch={(value) => list.setFilter('search', value)} />
          <DateRange label={text.runs.filters.time} from={from} to={to} onChange={(first, last) => setSearch({ from: first, to: last, page: null })} />
          <FilterChip
            label={text.runs.filters.job}
            value={chosen('jobId')}
            options={(jobs.reply?.data.list ?? []).map((job) => ({ value: String(job.id), label: jobName(job, language) }))}
            onChange={(value) => list.setFilter('jobId', value)}
          />
          <FilterChip
            label={text.runs.filters.state}
            value={chosen('state')}
            options={runStates.map((state) => ({ value: state, label: text.runs.states[state] }))}
            onChange={(value) => list.setFilter('state', value)}
          />
          <FilterChip
            label={text.runs.filters.trigger}
            value={chosen('trigger')}
            options={runTriggers.map((trigger) => ({ value: trigger, label: text.runs.triggers[trigger] }))}
            onChange={(value) => list.setFilter('trigger', value)}
          />
        </>
      }
      settings={<TableSettings name="job-run" columns={runColumns} />}
    >
      <ResourceTable
        name="job-run"
        list={list}
        columns={runColumns}
        rowId={rowId}
        rowLabel={rowLabel}
        actions={actions}
        empty={<Empty title={text.runs.none} help={text.runs.noneHelp} />}
      />
      <Suspense fallback={null}>
        {opened !== undefined && (
          <RunDrawer id={Number(opened)} onPrevious={open(list.rows[place - 1])} onNext={open(list.rows[place + 1])} onClose={() => setSearch({ run: null })} />
        )}
      </Suspense>
    </ListPage>
  )
}
