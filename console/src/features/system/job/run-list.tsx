import { fieldNames } from '@nameplane/contract/field-names'
import { job, runFieldNames, type JobRun } from '@nameplane/contract/system/job'
import { formatExactTime } from '../../../i18n/format.ts'
import type { Language } from '../../../i18n/language.ts'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { handlerName, jobName, runBadge, runNote } from './run-cells.tsx'
import { runWords } from './job.messages.ts'

const nameOf = (run: JobRun, language: Language): string => jobName({ name: run.jobName, handler: run.handler }, language)

export const runList = defineList(job.logList, {
  name: 'job-run',
  words: runWords,
  rowName: nameOf,
  filters: ['search', 'jobId', 'state', 'trigger', 'from', 'to'],
  columns: [
    {
      // Runs are numbered in the order of their times.
      key: 'createTime',
      sidx: 'id',
      title: fieldNames.time,
      onCard: 'fact',
      widthPx: 170,
      cell: (run) => <span className="tabular-nums">{formatExactTime(run.startTime ?? run.plannedTime ?? run.createTime)}</span>,
    },
    { key: 'jobName', isFixed: true, onCard: 'title', widthPx: 270, cell: (run, { language }) => <span title={run.handler}>{nameOf(run, language)}</span> },
    { key: 'handler', isHiddenAtFirst: true, widthPx: 170, cell: (run, { language }) => <span title={run.handler}>{handlerName(run.handler, language)}</span> },
    { key: 'state', onCard: 'fact', widthPx: 110, cell: (run, { language }) => runBadge(run.state, language) },
    {
      key: 'trigger',
      onCard: 'fact',
      widthPx: 150,
      cell: (run, { language }) => {
        const trigger = runWords.choices('trigger', language)?.[run.trigger] ?? run.trigger
        return run.startedBy === '' ? trigger : `${trigger} · ${run.startedBy}`
      },
    },
    { key: 'attempt', isNumber: true, isHiddenAtFirst: true, widthPx: 100 },
    {
      key: 'durationMs',
      isNumber: true,
      onCard: 'fact',
      widthPx: 100,
      cell: (run, { format }) => (run.durationMs === null ? '–' : format.elapsed(run.durationMs)),
    },
    {
      key: 'message',
      title: runFieldNames.result,
      cell: (run, { language }) => (
        <span title={runNote(run, language)} className={twoLines}>
          {runNote(run, language)}
        </span>
      ),
    },
    { key: 'params', isHiddenAtFirst: true, widthPx: 200, cell: (run) => <span className="font-mono text-xs">{JSON.stringify(run.params)}</span> },
  ],
})
