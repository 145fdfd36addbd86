import type { Sent } from '@nameplane/contract/endpoint'
import { readInput } from '@nameplane/contract/issues'
import type { JobKind } from '@nameplane/contract/system/job-kind'
import { jobKindOf, jobKinds } from '@nameplane/contract/system/job-kinds'
import type { job } from '@nameplane/contract/system/job'
import type { JobRow } from './job-list.tsx'

/** What both forms fill in. */
export type JobValues = Omit<Sent<typeof job.save>, 'status'>

/** A kind's parameters as they are when nobody has changed them. */
export function defaultParams(kind: JobKind | undefined): Record<string, unknown> {
  const read = kind && readInput(kind.params, {})
  return read?.isRight ? (read.value as Record<string, unknown>) : {}
}

/** What the form of a new job begins with. */
export function blankJob(): Partial<JobValues> {
  const handler = jobKinds.find((kind) => kind.own === null) ?? jobKinds[0]!
  return { handler: handler.name, params: defaultParams(handler), cron: '0 3 * * *', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}

/** A saved job's parameters, with those that it was saved without. */
export const savedParams = ({ handler, params }: JobRow): Pick<JobValues, 'params'> => ({ params: { ...defaultParams(jobKindOf(handler)), ...params } })
