import * as z from 'zod/mini'
import { Flag, numeric } from '../../paging.ts'
import { jobKind } from '../job-kind.ts'

/* Jobs about jobs. */

export const runLogDeleteOld = jobKind('run_log_delete_old', {
  title: { zh: '清理执行记录', en: 'Delete old runs' },
  does: { zh: '删除过期的任务执行记录，每个任务至少保留最近的若干条', en: 'Deletes old runs but always keeps the latest runs of each job' },
  params: z.object({
    keepDays: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(3650)), 30),
    keepRuns: z._default(numeric().check(z.int(), z.minimum(10), z.maximum(100_000)), 100),
    mostRuns: z._default(numeric().check(z.int(), z.minimum(100), z.maximum(1_000_000)), 5000),
  }),
  fields: [
    { member: 'keepDays', label: { zh: '保留天数', en: 'Days to keep' } },
    { member: 'keepRuns', label: { zh: '每个任务至少保留的条数', en: 'Minimum runs per job' } },
    { member: 'mostRuns', label: { zh: '每个任务最多保留的条数', en: 'Maximum runs per job' } },
  ],
  own: { cron: '37 4 * * *', staysOn: null, timeoutSeconds: 1800 },
})

export const trialRun = jobKind('trial_run', {
  title: { zh: '试运行', en: 'Trial run' },
  does: {
    zh: '不改动任何内容，只等待指定的时间，用来确认计划、超时与重试按预期工作',
    en: 'Changes nothing and only waits, to confirm that schedules, time limits and retries work as expected',
  },
  params: z.object({
    seconds: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(3600)), 5),
    fails: z._default(Flag, false),
    note: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  fields: [
    { member: 'seconds', label: { zh: '等待秒数', en: 'Seconds to wait' } },
    { member: 'fails', label: { zh: '以失败结束', en: 'End with a failure' } },
    { member: 'note', label: { zh: '写入输出的文字', en: 'Output text' }, rows: 2 },
  ],
  own: null,
})
