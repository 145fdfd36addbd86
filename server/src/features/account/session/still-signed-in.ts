import type { Db } from '../../../db/connection.ts'
import type { MayHear } from '../../../http/server.ts'
import { steadyNow } from '../../../time/steady-time.ts'
import { authenticate } from './session.service.ts'

/**
 * Whether the caller of an open stream is still who it was. Asking is no use of the session: a page that only listens lets
 * it run out.
 */
export const mayStillHear: MayHear = async (request, db, { sessionId, accountId }) =>
  sessionId === null ? (await authenticate(request, db))?.accountId === accountId : sessionIsOpen(db, sessionId)

async function sessionIsOpen(db: Db, sessionId: number): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('session.id')
    .where('session.id', '=', sessionId)
    .where('session.expires_at', '>', steadyNow())
    .where('session.locked_at', 'is', null)
    .where('account.status', '=', 1)
    .executeTakeFirst()
  return session !== undefined
}
