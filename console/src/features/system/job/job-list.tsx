import { cronWords } from '@nameplane/contract/system/cron-words'
import { fieldNames, job as calls } from '@nameplane/contract/system/job'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import type { RowOf } from '../../../screen-parts/list/use-list-page.ts'
import type { CellTools } from '../../../screen-parts/table/column.ts'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { handlerName, jobName, runBadge, runNote, untilText } from './run-cells.tsx'
import { jobWords, jobMessages } from './job.messages.ts'

export type JobRow = RowOf<typeof calls.list>

function state(job: JobRow, { language }: CellTools) {
  const text = textsIn(jobMessages, language)
  if (job.runningCount > 0) return <Badge tone="warning" text={text.running} />
  if (job.waitingCount > 0) return <Badge tone="neutral" text={text.waiting} />
  return job.status === 1 ? <Badge tone="good" text={text.choices.status[1]} /> : <Badge tone="neutral" text={text.choices.status[0]} />
}

function lastRun({ lastRun: run }: JobRow, { language, format }: CellTools) {
  if (!run) return <span className="text-kumo-subtle">{textsIn(jobMessages, language).never}</span>
  const note = run.error === null ? '' : `\n${runNote({ error: run.error, errorText: run.errorText, result: null }, language)}`
  return (
    <span title={`${run.startTime === null ? '' : formatExactTime(run.startTime)}${note}`} className={twoLines}>
      {runBadge(run.state, language)}
      {run.startTime && <span className="ml-2 text-kumo-subtle">{format.relativeTime(run.startTime)}</span>}
    </span>
  )
}

/** When it runs next. */
function nextRun({ nextTime }: JobRow, tools: CellTools) {
  if (nextTime === null) return '–'
  return <span title={formatExactTime(nextTime)}>{untilText(nextTime, tools)}</span>
}

export const jobList = defineList(calls.list, {
  name: 'schedule',
  words: jobWords,
  rowName: jobName,
  filters: ['search', 'handler', 'own', 'status'],
  columns: [
    {
      key: 'name',
      isFixed: true,
      onCard: 'title',
      cell: (job, { language }) => (
        <span title={jobName(job, language)} className={twoLines}>
          <span className="font-medium">{jobName(job, language)}</span>
          {job.isOwn && (
            <span className="ml-2 rounded-sm border border-kumo-line px-1 text-xs font-normal whitespace-nowrap text-kumo-subtle">
              {textsIn(jobMessages, language).own}
            </span>
          )}
        </span>
      ),
    },
    { key: 'handler', isHiddenAtFirst: true, widthPx: 160, cell: (job, { language }) => <span title={job.handler}>{handlerName(job.handler, language)}</span> },
    {
      key: 'cron',
      title: fieldNames.times,
      onCard: 'fact',
      widthPx: 190,
      cell: (job, { language }) => {
        const words = cronWords(job.cron, language) ?? job.cron
        return (
          <span title={`${words}\n${job.cron}\n${job.timeZone}`} className={twoLines}>
            {words}
            {job.timeZone !== 'UTC' && <span className="ml-2 text-kumo-subtle">{job.timeZone}</span>}
          </span>
        )
      },
    },
    { key: 'nextTime', onCard: 'named', widthPx: 112, cell: nextRun },
    { key: 'lastRun', onCard: 'fact', widthPx: 216, cell: lastRun },
    { key: 'averageMs', isNumber: true, widthPx: 134, cell: (job, { format }) => (job.averageMs === null ? '–' : format.elapsed(job.averageMs)) },
    { key: 'status', onCard: 'fact', widthPx: 88, cell: state },
    { key: 'remark', isHiddenAtFirst: true, widthPx: 140 },
  ],
})
