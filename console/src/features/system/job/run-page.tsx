import { Suspense, useMemo } from 'react'
import { job as calls, type JobRun } from '@nameplane/contract/system/job'
import { useCall } from '../../../api/queries.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { DateRange } from '../../../screen-parts/date-range/date-range.tsx'
import { momentsOf } from '../../../screen-parts/date-range/days.ts'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useListActions, type ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { jobName } from './run-cells.tsx'
import { runList } from './run-list.tsx'
import { runWords, jobMessages } from './job.messages.ts'
import { useBusyList } from './use-busy-list.ts'

const RunDrawer = lazyPart(() => import('./run-drawer.tsx').then((drawer) => drawer.RunDrawer))

/** Every run of every job. `?run={id}` opens one. */
export function RunPage() {
  const text = useText(jobMessages).runs
  const language = useLanguage()
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const { from = '', to = '' } = search
  const moments = useMemo(() => ({ from: undefined, to: undefined, ...momentsOf(from, to) }), [from, to])
  const list = useList(runList, moments)
  const jobs = useCall(calls.list, { limit: 200 }, { freshSeconds: 60 }).reply?.data.list ?? []
  useBusyList(
    list,
    list.rows.some((run) => run.state === 'running' || run.state === 'waiting'),
  )
  const actions = useListActions(
    list,
    'schedule.read',
    useMemo(
      (): ListAction<JobRun>[] => [{ key: 'details', label: text.details, on: 'row', isQuick: true, run: ([run]) => setSearch({ run: run!.id }) }],
      [text, setSearch],
    ),
  )
  const opened = search['run']
  const place = list.rows.findIndex((run) => String(run.id) === opened)
  const open = (run: JobRun | undefined) => (place >= 0 && run ? () => setSearch({ run: run.id }) : null)
  return (
    <ListScreen
      list={list}
      actions={actions}
      text={text}
      options={{ jobId: jobs.map((job) => ({ value: String(job.id), label: jobName(job, language) })) }}
      filters={
        <DateRange label={runWords.label('time', language)} from={from} to={to} onChange={(first, last) => setSearch({ from: first, to: last, page: null })} />
      }
    >
      <Suspense fallback={null}>
        {opened !== undefined && (
          <RunDrawer id={Number(opened)} onPrevious={open(list.rows[place - 1])} onNext={open(list.rows[place + 1])} onClose={() => setSearch({ run: null })} />
        )}
      </Suspense>
    </ListScreen>
  )
}
