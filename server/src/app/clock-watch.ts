import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { Log } from '../jobs/worker.ts'
import { steadyIn, steadyTime } from '../time/steady-time.ts'

const everyMs = 10_000

/** When anything was done last on this platform, what is more than a day ahead left out: the clock was wrong then. */
export async function lastSeen(db: Db): Promise<Date> {
  const until = steadyIn(86_400)
  const { rows } = await sql<{ at: Date }>`
    select greatest(
      (select max(at) from (select at from audit_entry order by id desc limit 1000) newest where at <= ${until}),
      (select max(last_used_at) from session where last_used_at <= ${until}),
      (select max(started_at) from job_run where started_at <= ${until}),
      'epoch') as at`.execute(db)
  return rows[0]!.at
}

/** Says once that the machine's clock has jumped, and once that it is followed again. Answers how to end it. */
export function watchClock(log: Log): () => Promise<void> {
  let hasSaid = false
  const timer = setInterval(() => {
    const jumpMs = steadyTime.jumpMs()
    if (jumpMs !== 0 && !hasSaid)
      log({
        level: 'error',
        event: 'clock of this machine jumped',
        seconds: Math.round(jumpMs / 1000),
        advice: 'Sessions, keys, codes and retention periods end by elapsed time. Restart when the clock is correct.',
      })
    if (jumpMs === 0 && hasSaid) log({ level: 'info', event: 'clock of this machine followed again' })
    hasSaid = jumpMs !== 0
  }, everyMs)
  return async () => clearInterval(timer)
}
