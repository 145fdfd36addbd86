import type { Words } from '@nameplane/contract/system/job-kind'
import { jobKindOf } from '@nameplane/contract/system/job-kinds'

/** What the platform itself calls the target of an entry: a built-in job, which is written down by its handler. Null for all else. */
export function titleOfTarget(type: string, name: string): Words | null {
  return type === 'job' ? (jobKindOf(name)?.title ?? null) : null
}
