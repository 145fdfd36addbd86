import { cronWords } from '@nameplane/contract/system/cron-words'
import type { Reply } from '@nameplane/contract/endpoint'
import type { schedule } from '@nameplane/contract/system/schedule'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import type { CellTools, Column } from '../../../screen-parts/table/column.ts'
import { durationText } from './duration-text.ts'
import { handlerName, jobName, runBadge, runNote } from './run-cells.tsx'
import { scheduleMessages } from './schedule.messages.ts'

export type JobRow = Reply<typeof schedule.list>['data']['list'][number]

const { zh, en } = { zh: scheduleMessages.zh.fields, en: scheduleMessages.en.fields }

function state(job: JobRow, { language }: CellTools) {
  const { states } = textsIn(scheduleMessages, language)
  if (job.runningCount > 0) return <Badge tone="warning" text={states.running} />
  if (job.waitingCount > 0) return <Badge tone="neutral" text={states.waiting} />
  return job.status === 1 ? <Badge tone="good" text={states.on} /> : <Badge tone="neutral" text={states.paused} />
}

function lastRun({ lastRun: run }: JobRow, { language, format }: CellTools) {
  if (!run) return <span className="text-kumo-subtle">{textsIn(scheduleMessages, language).never}</span>
  const note = run.error === null ? '' : `\n${runNote({ error: run.error, result: null }, language)}`
  return (
    <span title={`${run.startTime === null ? '' : formatExactTime(run.startTime)}${note}`}>
      {runBadge(run.state, language)}
      {run.startTime && <span className="ml-2 text-kumo-subtle">{format.relativeTime(run.startTime)}</span>}
    </span>
  )
}

const soonBelowMs = 60_000

/** When it runs next; a minute to come is not “just now”. */
function nextRun({ nextTime }: JobRow, { language, format }: CellTools) {
  if (nextTime === null) return '–'
  const isSoon = new Date(nextTime).getTime() - Date.now() < soonBelowMs
  return <span title={formatExactTime(nextTime)}>{isSoon ? textsIn(scheduleMessages, language).soon : format.relativeTime(nextTime)}</span>
}

export const jobColumns: readonly Column<JobRow>[] = [
  {
    key: 'name',
    title: { zh: zh.name, en: en.name },
    sidx: 'name',
    isFixed: true,
    onCard: 'title',
    cell: (job, { language }) => (
      <span title={jobName(job, language)}>
        <span className="font-medium">{jobName(job, language)}</span>
        {job.isOwn && (
          <span className="ml-2 rounded-sm border border-kumo-line px-1 text-xs font-normal text-kumo-subtle">{textsIn(scheduleMessages, language).own}</span>
        )}
      </span>
    ),
  },
  {
    key: 'handler',
    title: { zh: zh.handler, en: en.handler },
    sidx: 'handler',
    isHiddenAtFirst: true,
    widthPx: 160,
    cell: (job, { language }) => <span title={job.handler}>{handlerName(job.handler, language)}</span>,
  },
  {
    key: 'cron',
    title: { zh: zh.times, en: en.times },
    onCard: 'fact',
    widthPx: 210,
    cell: (job, { language }) => (
      <span title={`${cronWords(job.cron, language) ?? job.cron}\n${job.cron}\n${job.timeZone}`}>
        {cronWords(job.cron, language) ?? job.cron}
        {job.timeZone !== 'UTC' && <span className="ml-2 text-kumo-subtle">{job.timeZone}</span>}
      </span>
    ),
  },
  { key: 'nextTime', title: { zh: zh.next, en: en.next }, sidx: 'nextTime', onCard: 'fact', widthPx: 120, cell: nextRun },
  { key: 'lastRun', title: { zh: zh.last, en: en.last }, onCard: 'fact', widthPx: 170, cell: lastRun },
  {
    key: 'averageMs',
    title: { zh: zh.average, en: en.average },
    isNumber: true,
    widthPx: 100,
    cell: (job, { language }) => (job.averageMs === null ? '–' : durationText(job.averageMs, language)),
  },
  { key: 'status', title: { zh: zh.status, en: en.status }, onCard: 'fact', widthPx: 100, cell: state },
  { key: 'remark', title: { zh: zh.remark, en: en.remark }, isHiddenAtFirst: true, widthPx: 140, cell: (job) => <span title={job.remark}>{job.remark}</span> },
]
