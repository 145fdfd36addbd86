import { useMemo } from 'react'
import { jobKindOf } from '@nameplane/contract/system/job-kinds'
import { job as calls } from '@nameplane/contract/system/job'
import { useChange } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo, useSetSearch } from '../../../routing/screen-location.tsx'
import type { ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import type { JobRow } from './job-list.tsx'
import { jobMessages } from './job.messages.ts'

const invalidates = [calls.list, calls.info, calls.logList]

/** What can be done with jobs: the platform's own stay, and some of them must not even be paused. */
export function useJobActions(open: (dialog: string, row?: JobRow) => void): readonly ListAction<JobRow>[] {
  const text = useText(jobMessages)
  const words = useText(partsMessages)
  const language = useLanguage()
  const go = useGo()
  const setSearch = useSetSearch()
  const runNow = useChange(calls.run, { invalidates, success: 'done' }).run
  const pause = useChange(calls.pause, { invalidates, success: 'done' }).run
  const resume = useChange(calls.resume, { invalidates, success: 'done' }).run
  const remove = useChange(calls.delete, { invalidates, success: 'deleted' }).run
  return useMemo((): ListAction<JobRow>[] => {
    const ids = (jobs: readonly JobRow[]) => ({ ids: jobs.map((job) => job.id) })
    return [
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      {
        key: 'run',
        label: text.run,
        on: 'row',
        isQuick: true,
        refusal: (job) => (job.runningCount > 0 && job.overlap === 'skip' ? text.isRunning : null),
        run: async ([job]) => {
          const outcome = await runNow({ id: job!.id })
          if (outcome.isDone) setSearch({ run: outcome.reply.data.runId })
        },
      },
      { key: 'edit', label: words.edit, on: 'row', run: ([job]) => open('edit', job) },
      { key: 'log', label: text.log, on: 'row', right: null, run: ([job]) => go(`/system/schedule/log?jobId=${job!.id}`) },
      { key: 'resume', label: text.resume, on: 'rows', isOffered: (job) => job.status !== 1, run: (jobs) => resume(ids(jobs)) },
      {
        key: 'pause',
        label: text.pause,
        on: 'rows',
        isOffered: (job) => job.status === 1,
        refusal: (job) => (job.isOwn ? (jobKindOf(job.handler)?.own?.staysOn?.[language] ?? null) : null),
        ask: text.pauseAsk,
        run: (jobs) => pause(ids(jobs)),
      },
      {
        key: 'delete',
        label: words.delete,
        on: 'rows',
        right: 'schedule.delete',
        isDangerous: true,
        refusal: (job) => (job.isOwn ? text.ownStays : job.runningCount > 0 ? text.isRunning : null),
        ask: text.deleteAsk,
        run: (jobs) => remove(ids(jobs)),
      },
    ]
  }, [text, words, language, go, setSearch, open, runNow, pause, resume, remove])
}
