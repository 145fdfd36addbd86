import type { JobRow } from './job-list.tsx'

export const [past, future] = ['2020-03-09T14:05:09Z', '2120-03-09T14:05:09Z']
/** A job of somebody's own that waits for its time. */
export const jobRow: JobRow = {
  id: 7,
  name: 'rehearsal',
  handler: 'trial_run',
  params: {},
  cron: '30 2 * * *',
  timeZone: 'UTC',
  remark: '',
  status: 1,
  overlap: 'skip',
  misfire: 'skip',
  timeoutSeconds: 60,
  retries: 0,
  retryPauseSeconds: 60,
  isOwn: false,
  nextTime: future,
  lastRun: null,
  runningCount: 0,
  waitingCount: 0,
  averageMs: null,
  rowVersion: 1,
  createTime: past,
  updateTime: past,
}
