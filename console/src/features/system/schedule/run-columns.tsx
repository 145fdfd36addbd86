import type { Run } from '@nameplane/contract/system/schedule'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import type { Column } from '../../../screen-parts/table/column.ts'
import { durationText } from './duration-text.ts'
import { handlerName, jobName, runBadge, runNote } from './run-cells.tsx'
import { scheduleMessages } from './schedule.messages.ts'

const { zh, en } = { zh: scheduleMessages.zh.runs.fields, en: scheduleMessages.en.runs.fields }

export const runColumns: readonly Column<Run>[] = [
  {
    key: 'createTime',
    title: { zh: zh.created, en: en.created },
    sidx: 'id',
    onCard: 'fact',
    widthPx: 170,
    cell: (run) => <span className="tabular-nums">{formatExactTime(run.startTime ?? run.plannedTime ?? run.createTime)}</span>,
  },
  {
    key: 'jobName',
    title: { zh: zh.job, en: en.job },
    isFixed: true,
    onCard: 'title',
    widthPx: 240,
    cell: (run, { language }) => <span title={run.handler}>{jobName({ name: run.jobName, handler: run.handler }, language)}</span>,
  },
  {
    key: 'handler',
    title: { zh: zh.handler, en: en.handler },
    isHiddenAtFirst: true,
    widthPx: 170,
    cell: (run, { language }) => <span title={run.handler}>{handlerName(run.handler, language)}</span>,
  },
  { key: 'state', title: { zh: zh.state, en: en.state }, onCard: 'fact', widthPx: 110, cell: (run, { language }) => runBadge(run.state, language) },
  {
    key: 'trigger',
    title: { zh: zh.trigger, en: en.trigger },
    onCard: 'fact',
    widthPx: 150,
    cell: (run, { language }) => {
      const words = textsIn(scheduleMessages, language).runs.triggers[run.trigger]
      return run.startedBy === '' ? words : `${words} · ${run.startedBy}`
    },
  },
  { key: 'attempt', title: { zh: zh.attempt, en: en.attempt }, isNumber: true, isHiddenAtFirst: true, widthPx: 100, cell: (run) => run.attempt },
  {
    key: 'durationMs',
    title: { zh: zh.duration, en: en.duration },
    sidx: 'durationMs',
    isNumber: true,
    onCard: 'fact',
    widthPx: 100,
    cell: (run, { language }) => (run.durationMs === null ? '–' : durationText(run.durationMs, language)),
  },
  {
    key: 'message',
    title: { zh: zh.message, en: en.message },
    cell: (run, { language }) => <span title={runNote(run, language)}>{runNote(run, language)}</span>,
  },
  {
    key: 'params',
    title: { zh: zh.params, en: en.params },
    isHiddenAtFirst: true,
    widthPx: 200,
    cell: (run) => <span className="font-mono text-xs">{JSON.stringify(run.params)}</span>,
  },
]
