import { session } from '@nameplane/contract/account/session'
import { change } from '../../../changes/change.ts'
import { route, type Route } from '../../../http/call.ts'
import type { SegmentTable } from '../../../serving/lines/segment-table.ts'
import { findTicketAccount } from './factor/factor.store.ts'
import { placeOf } from './factor/passkey.ts'
import { confirmSession, confirmWithSecondFactor } from './session-confirmation.ts'
import { endSessions, listSessions, lockSession, unlockSession, usernameOf } from './session-list.ts'
import { sessionCookie, setSessionCookie, signIn, signInForm, signInWithSecondFactor } from './session.service.ts'
import { deleteSession } from './session.store.ts'
import { withAttemptNoted } from './sign-in-attempts.ts'

/** Signing in and out, and sessions. `mode` is the deployment mode. */
export function sessionRoutes(mode: string, places: SegmentTable): Route[] {
  return [
    route(session.form, async ({ db, input }) => ({ data: await signInForm(db, mode, input.username ?? '') })),

    route(session.login, async ({ db, actor, input, reply, request }) => {
      const signedIn = await withAttemptNoted(db, actor, { username: input.username, secondFactor: '' }, () => signIn(db, actor, input, placeOf(request).host))
      if ('ticket' in signedIn) return { second: signedIn }
      setSessionCookie(request, reply, signedIn)
      return { token: signedIn.token, expire: signedIn.expireSeconds }
    }),

    route(session.second, async ({ db, actor, input, reply, request }) => {
      // A ticket that is none names nobody.
      const account = await findTicketAccount(db, input.ticket)
      const step = () => signInWithSecondFactor(db, actor, input, placeOf(request))
      const signedIn = await (account ? withAttemptNoted(db, actor, { username: account.username, secondFactor: input.method }, step) : step())
      setSessionCookie(request, reply, signedIn)
      return { token: signedIn.token, expire: signedIn.expireSeconds }
    }),

    route(session.logout, async ({ db, actor, request, reply }) => {
      const secret = request.cookies[sessionCookie]
      if (secret) {
        await change(db, actor, 'session.delete', async ({ tx, audit }) => {
          await deleteSession(tx, secret)
          audit({ type: 'account', id: actor.accountId, name: actor.name, before: { address: actor.address } })
        })
      }
      reply.clearCookie(sessionCookie, { path: '/' })
      return {}
    }),

    route(session.lock, async ({ db, actor }) => (await lockSession(db, actor), {})),
    route(session.unlock, async ({ db, actor, input }) => (await unlockSession(db, actor, input.password), {})),
    route(session.confirm, async ({ db, actor, input, request }) => {
      const second = await confirmSession(db, actor, input.password, placeOf(request).host)
      return second ? { second } : {}
    }),
    route(session.confirmSecond, async ({ db, actor, input, request }) => (await confirmWithSecondFactor(db, actor, input, placeOf(request)), {})),

    route(session.list, async ({ db, actor, input }) => ({ data: await listSessions(db, places, actor.accountId!, actor.sessionId, input) })),
    route(session.end, async ({ db, actor, input }) => {
      await endSessions(db, actor, { id: actor.accountId!, username: actor.name }, { ids: input.ids })
      return {}
    }),
    route(session.endOthers, async ({ db, actor }) => ({
      data: { ended: await endSessions(db, actor, { id: actor.accountId!, username: actor.name }, { exceptId: actor.sessionId }) },
    })),
    route(session.listOf, async ({ db, actor, input }) => {
      const username = await usernameOf(db, actor, input.userId)
      return { data: { ...(await listSessions(db, places, input.userId, actor.sessionId, input)), username } }
    }),
    route(session.endOf, async ({ db, actor, input }) => {
      const username = await usernameOf(db, actor, input.userId)
      const which = input.ids ? { ids: input.ids } : { exceptId: actor.sessionId }
      return { data: { ended: await endSessions(db, actor, { id: input.userId, username }, which) } }
    }),
  ]
}
