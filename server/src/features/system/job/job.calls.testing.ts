import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

const fields = { handler: 'trial_run', params: { seconds: 1 }, timeZone: 'Asia/Shanghai' }

let count = 0

export const validCalls: ValidCalls = {
  'schedule.list': ({ name }) => ({ search: name }),
  'schedule.info': ({ jobId }) => ({ id: jobId }),
  'schedule.preview': () => ({ cron: '*/5 * * * 1-5', timeZone: 'Europe/Berlin' }),
  'schedule.save': ({ name }) => ({ ...fields, name: `new ${name} ${(count += 1)}`, cron: '0 4 * * *' }),
  'schedule.update': ({ jobId, name }) => ({ ...fields, id: jobId, name: `changed ${name}`, cron: `${(count += 1) % 60} 4 * * *` }),
  'schedule.delete': ({ jobId }) => ({ ids: [jobId] }),
  'schedule.pause': ({ jobId }) => ({ ids: [jobId] }),
  // It has to be paused first; resuming what runs changes nothing.
  'schedule.resume': ({ pausedJobId }) => ({ ids: [pausedJobId] }),
  'schedule.run': ({ jobId }) => ({ id: jobId }),
  'schedule.logList': ({ jobId }) => ({ jobId, from: '2026-01-01T00:00:00Z' }),
  'schedule.logInfo': ({ runId }) => ({ id: runId }),
  'schedule.logStop': ({ runId }) => ({ id: runId }),
}
