import { jobKinds } from '@nameplane/contract/system/job-kinds'
import { readInput } from '@nameplane/contract/issues'
import type { Db } from '../../../db/connection.ts'

const usualTimeoutSeconds = 600

/** Makes the platform's own jobs that are not there yet; those that are stay as administrators have set them. */
export async function seedBuiltInJobs(db: Db): Promise<void> {
  const rows = jobKinds.flatMap((kind) => {
    const { own, name, params } = kind
    if (!own) return []
    const read = readInput(params, {})
    if (!read.isRight) throw new Error(`job kind ${name} has parameters without a default`)
    return [
      {
        name: null,
        handler: name,
        params: JSON.stringify(read.value),
        cron: own.cron,
        time_zone: 'UTC',
        overlap: 'skip' as const,
        misfire: 'run_once' as const,
        timeout_seconds: own.timeoutSeconds ?? usualTimeoutSeconds,
        retries: own.retries ?? 0,
        retry_pause_seconds: own.retryPauseSeconds ?? 60,
      },
    ]
  })
  await db
    .insertInto('job')
    .values(rows)
    .onConflict((conflict) => conflict.column('handler').where('name', 'is', null).doNothing())
    .execute()
}
