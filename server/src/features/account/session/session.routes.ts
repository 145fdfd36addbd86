import { session } from '@nameplane/contract/account/session'
import { menu } from '@nameplane/contract/menu'
import { change } from '../../../changes/change.ts'
import { route, type Route } from '../../../http/call.ts'
import { readLoginRules } from './login-rules.ts'
import { needsCaptcha, sessionCookie, signIn } from './session.service.ts'
import { deleteSession } from './session.store.ts'

/** Signing in and out, and what the signed-in caller may see. `mode` is the deployment mode. */
export function sessionRoutes(mode: string): Route[] {
  return [
    route(session.form, async ({ db, input }) => ({ data: { captcha: await needsCaptcha(db, await readLoginRules(db), input.username ?? ''), mode } })),

    route(session.login, async ({ db, actor, input, reply, request }) => {
      const signedIn = await signIn(db, actor, input)
      reply.setCookie(sessionCookie, signedIn.secret, {
        httpOnly: true,
        sameSite: 'strict',
        path: '/',
        secure: request.protocol === 'https',
        maxAge: signedIn.expireSeconds,
      })
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

    route(session.navigation, async ({ db, actor }) => {
      const account = await db.selectFrom('account').select('unvalid_model').where('id', '=', actor.accountId!).executeTakeFirstOrThrow()
      return {
        menuList: menu.filter((row) => actor.rights.has(row.right)),
        permissions: [...actor.rights],
        user: {
          userId: actor.accountId!,
          username: actor.name,
          kind: actor.kind === 'user' ? ('user' as const) : ('administrator' as const),
          isSuper: actor.isSuper,
          unvalidModel: account.unvalid_model,
        },
      }
    }),
  ]
}
