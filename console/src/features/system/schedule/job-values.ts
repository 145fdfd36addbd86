import type { Sent } from '@nameplane/contract/endpoint'
import { readInput } from '@nameplane/contract/issues'
import type { JobKind } from '@nameplane/contract/system/job-kind'
import { jobKindOf, jobKinds } from '@nameplane/contract/system/job-kinds'
import type { schedule } from '@nameplane/contract/system/schedule'
import type { JobRow } from './job-columns.tsx'

/** The form as it is filled in. */
export type JobValues = Required<Omit<Sent<typeof schedule.save>, 'params' | 'status'>> & { params: Record<string, unknown> }

/** A kind's parameters as they are when nobody has changed them. */
export function defaultParams(kind: JobKind | undefined): Record<string, unknown> {
  const read = kind && readInput(kind.params, {})
  return read?.isRight ? (read.value as Record<string, unknown>) : {}
}

/** What the form of a new job begins with. */
export function blankJob(): JobValues {
  const handler = jobKinds.find((kind) => kind.own === null) ?? jobKinds[0]!
  return {
    name: '',
    handler: handler.name,
    params: defaultParams(handler),
    cron: '0 3 * * *',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    remark: '',
    overlap: 'skip',
    misfire: 'run_once',
    timeoutSeconds: 600,
    retries: 0,
    retryPauseSeconds: 60,
  }
}

/** What the form of a saved job begins with. */
export function valuesOf(job: JobRow): JobValues {
  const { name, handler, params, cron, timeZone, remark, overlap, misfire, timeoutSeconds, retries, retryPauseSeconds } = job
  const all = { ...defaultParams(jobKindOf(handler)), ...params }
  return { name, handler, params: all, cron, timeZone, remark, overlap, misfire, timeoutSeconds, retries, retryPauseSeconds }
}
