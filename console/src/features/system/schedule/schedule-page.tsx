import { Suspense, useCallback, useEffect, useMemo } from 'react'
import { jobKindOf, jobKinds } from '@nameplane/contract/system/job-kinds'
import { schedule } from '@nameplane/contract/system/schedule'
import { useChange } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo, useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { useConfirm } from '../../../screen-parts/dialog/confirm.tsx'
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
import { primaryButton } from '../../../ui/classes.ts'
import { jobColumns, type JobRow } from './job-columns.tsx'
import { jobName } from './run-cells.tsx'
import { scheduleMessages } from './schedule.messages.ts'

const AddJob = lazyPart(() => import('./job-form.tsx').then((form) => form.AddJob))
const EditJob = lazyPart(() => import('./job-form.tsx').then((form) => form.EditJob))
const RunDrawer = lazyPart(() => import('./run-drawer.tsx').then((drawer) => drawer.RunDrawer))

const filters = ['search', 'handler', 'status', 'own'] as const
const invalidates = [schedule.list, schedule.info, schedule.logList]
const rowId = (job: JobRow): number => job.id
const idsOf = (jobs: readonly JobRow[]): string => jobs.map(rowId).join(',')
const busyEveryMs = 2000

/** All jobs. `?open=add` and `?edit={id}` open a form, `?run={id}` a run. */
export function SchedulePage() {
  const text = useText(scheduleMessages)
  const language = useLanguage()
  const go = useGo()
  const setSearch = useSetSearch()
  const { search } = useScreenLocation()
  const list = useListPage(schedule.list, { filters })
  const selection = useSelection<JobRow>()
  const { ask, element } = useConfirm()
  const mayWrite = useMay('schedule.write')
  const refusal = mayWrite ? null : text.noRight
  const { run: runNow } = useChange(schedule.run, { invalidates, success: 'done' })
  const { run: pause } = useChange(schedule.pause, { invalidates, success: 'done' })
  const { run: resume } = useChange(schedule.resume, { invalidates, success: 'done' })
  const { run: remove } = useChange(schedule.delete, { invalidates, success: 'deleted' })
  const { clear } = selection
  const chosen = (name: (typeof filters)[number]): string => list.state.filters[name] ?? ''

  // What runs or waits changes by itself.
  const isBusy = list.rows.some((job) => job.runningCount + job.waitingCount > 0)
  const { refresh } = list
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setTimeout(refresh, busyEveryMs)
    return () => clearTimeout(timer)
  }, [isBusy, refresh])

  const does = useMemo(() => {
    const named = (jobs: readonly JobRow[]): string => jobs.map((job) => jobName(job, language)).join(text.between)
    const after = async (outcome: Promise<{ isDone: boolean }>): Promise<void> => {
      if ((await outcome).isDone) clear()
    }
    return {
      pause: (jobs: readonly JobRow[]) => ask({ text: text.pauseAsk(named(jobs)), confirmLabel: text.pause, act: () => after(pause({ ids: idsOf(jobs) })) }),
      resume: (jobs: readonly JobRow[]) => void after(resume({ ids: idsOf(jobs) })),
      remove: (jobs: readonly JobRow[]) =>
        ask({ text: text.deleteAsk(named(jobs)), confirmLabel: text.remove, isDangerous: true, act: () => after(remove({ ids: idsOf(jobs) })) }),
      run: async (job: JobRow) => {
        const outcome = await runNow({ id: job.id })
        if (outcome.isDone) setSearch({ run: outcome.reply.data.runId })
      },
    }
  }, [ask, pause, resume, remove, runNow, clear, setSearch, text, language])

  const actions = useCallback(
    (job: JobRow): readonly RowAction[] => {
      const staysOn = job.isOwn ? (jobKindOf(job.handler)?.own?.staysOn?.[language] ?? null) : null
      return [
        {
          key: 'run',
          label: text.run,
          isQuick: true,
          refusal: refusal ?? (job.runningCount > 0 && job.overlap === 'skip' ? text.isRunning : null),
          run: () => void does.run(job),
        },
        { key: 'edit', label: text.edit, refusal, run: () => setSearch({ edit: job.id }) },
        { key: 'log', label: text.log, run: () => go(`/system/schedule/log?jobId=${job.id}`) },
        job.status === 1
          ? { key: 'pause', label: text.pause, refusal: refusal ?? staysOn, run: () => does.pause([job]) }
          : { key: 'resume', label: text.resume, refusal, run: () => does.resume([job]) },
        {
          key: 'delete',
          label: text.remove,
          isDangerous: true,
          refusal: refusal ?? (job.isOwn ? text.ownStays : job.runningCount > 0 ? text.isRunning : null),
          run: () => does.remove([job]),
        },
      ]
    },
    [text, language, refusal, does, go, setSearch],
  )
  const bulk = useMemo(
    () => [
      { key: 'resume', label: text.resume, run: does.resume },
      { key: 'pause', label: text.pause, run: does.pause },
      { key: 'delete', label: text.remove, isDeletion: true, run: does.remove },
    ],
    [text, does],
  )
  const rowLabel = useCallback((job: JobRow) => jobName(job, language), [language])
  const add = (
    <button type="button" className={primaryButton} disabled={!mayWrite} title={refusal ?? undefined} onClick={() => setSearch({ open: 'add' })}>
      {text.add}
    </button>
  )
  return (
    <ListPage
      title={text.title}
      help={text.help}
      action={add}
      list={list}
      bar={
        <>
          <SearchBox label={text.search} value={chosen('search')} onSearch={(value) => list.setFilter('search', value)} />
          <FilterChip
            label={text.filters.handler}
            value={chosen('handler')}
            options={jobKinds.map((kind) => ({ value: kind.name, label: kind.title[language] }))}
            onChange={(value) => list.setFilter('handler', value)}
          />
          <FilterChip
            label={text.filters.kind}
            value={chosen('own')}
            options={[
              { value: '1', label: text.every.own },
              { value: '0', label: text.every.added },
            ]}
            onChange={(value) => list.setFilter('own', value)}
          />
          <FilterChip
            label={text.filters.status}
            value={chosen('status')}
            options={[
              { value: '1', label: text.states.on },
              { value: '0', label: text.states.paused },
            ]}
            onChange={(value) => list.setFilter('status', value)}
          />
          {mayWrite && <BulkBar selection={selection} actions={bulk} />}
        </>
      }
      settings={<TableSettings name="schedule" columns={jobColumns} />}
    >
      <ResourceTable
        name="schedule"
        list={list}
        columns={jobColumns}
        rowId={rowId}
        rowLabel={rowLabel}
        selection={selection}
        actions={actions}
        empty={<Empty title={text.none} help={text.noneHelp} action={add} />}
      />
      {element}
      <Suspense fallback={null}>
        {mayWrite && search['open'] === 'add' && <AddJob onClose={() => setSearch({ open: null })} />}
        {mayWrite && search['edit'] !== undefined && <EditJob key={search['edit']} id={Number(search['edit'])} onClose={() => setSearch({ edit: null })} />}
        {search['run'] !== undefined && <RunDrawer id={Number(search['run'])} onPrevious={null} onNext={null} onClose={() => setSearch({ run: null })} />}
      </Suspense>
    </ListPage>
  )
}
