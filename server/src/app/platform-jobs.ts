import type { Db } from '../db/connection.ts'
import { deleteOldCaptchas } from '../features/account/session/captcha.ts'
import { deleteExpiredSessions } from '../features/account/session/session.store.ts'
import type { RecurringJob } from '../jobs/worker.ts'

/** How long query statistics are kept. */
const keptRollupDays = 35

async function deleteOldRollups(db: Db): Promise<void> {
  await db
    .deleteFrom('query_rollup')
    .where('minute', '<', new Date(Date.now() - keptRollupDays * 86_400_000))
    .execute()
}

/** The platform's own duties, one line each. */
export function platformJobs(db: Db): RecurringJob[] {
  return [
    { name: 'captcha_delete_old', pattern: '* * * * *', work: () => deleteOldCaptchas(db) },
    { name: 'session_delete_expired', pattern: '*/10 * * * *', work: () => deleteExpiredSessions(db) },
    { name: 'query_rollup_delete_old', pattern: '17 * * * *', work: () => deleteOldRollups(db) },
  ]
}
