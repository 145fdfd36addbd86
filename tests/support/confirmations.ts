import { limits } from '@nameplane/contract/limits'
import type { Db } from '../../server/src/db/connection.ts'
import { steadyIn } from '../../server/src/time/steady-time.ts'

/** Every session was confirmed so many seconds ago: without a number, just too long ago. */
export async function ageConfirmations({ db }: { db: Db }, seconds: number = limits.sessionConfirmedSeconds): Promise<void> {
  await db
    .updateTable('session')
    .set({ confirmed_at: steadyIn(-seconds) })
    .execute()
}

/** No session is asked to confirm today: for what may take longer than a confirmation holds. */
export async function keepConfirmed({ db }: { db: Db }): Promise<void> {
  await db
    .updateTable('session')
    .set({ confirmed_at: steadyIn(86_400) })
    .execute()
}
