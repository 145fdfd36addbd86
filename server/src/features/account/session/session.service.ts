import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { session as calls, LoginRules } from '@nameplane/contract/account/session'
import type { Received } from '@nameplane/contract/endpoint'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../http/call.ts'
import { Problem } from '../../../http/problem.ts'
import type { Authenticate } from '../../../http/server.ts'
import { useCaptcha } from './captcha.ts'
import { readLoginRules } from './login-rules.ts'
import { isPasswordOf } from './password.ts'
import { findAccountByName, findSessionIdentity, findTokenIdentity, insertSession, type Identity } from './session.store.ts'
import { addressSubject, countTry, failuresOf, forgetTries, nameSubject } from './sign-in-failures.ts'

export const sessionCookie = 'np_session'

/** What signing in hands out: the cookie's secret, the header's token, and their life. */
export type SignedIn = { secret: string; token: string; expireSeconds: number }

/** Whether this name has to answer a captcha now. */
export async function needsCaptcha(db: Db, rules: LoginRules, username: string): Promise<boolean> {
  if (rules.captcha !== 'after-failures') return rules.captcha === 'always'
  return username !== '' && (await failuresOf(db, username, rules)) >= rules.captchaAfterFailures
}

export async function signIn(db: Db, actor: Actor, sent: Received<typeof calls.login>): Promise<SignedIn> {
  const rules = await readLoginRules(db)
  if (await needsCaptcha(db, rules, sent.username)) {
    if (!sent.captcha || !sent.uuid) throw new Problem('captcha_required', { fields: { captcha: 'captcha_required' } })
    if (!(await useCaptcha(db, sent.uuid, sent.captcha))) throw new Problem('captcha_wrong', { fields: { captcha: 'captcha_wrong' } })
  }
  const mayTry =
    (await countTry(db, nameSubject(sent.username), rules.lockAfterFailures, rules)) &&
    (await countTry(db, addressSubject(actor.address), rules.lockAddressAfterFailures, rules))
  if (!mayTry) throw new Problem('login_locked')

  const account = await findAccountByName(db, sent.username)
  const isRight = await isPasswordOf(account?.status === 1 ? account.passwordHash : null, sent.password)
  if (!account || !isRight) {
    await change(db, { ...actor, name: sent.username.slice(0, 64) }, 'session.refuse', async ({ audit }) =>
      audit({ type: 'account', id: account?.id ?? null, name: sent.username.slice(0, 64), after: { address: actor.address } }),
    )
    throw new Problem('login_refused')
  }

  await forgetTries(db, sent.username, actor.address)
  const secret = randomBytes(32).toString('base64url')
  const token = randomBytes(32).toString('base64url')
  await change(db, { ...actor, accountId: account.id, name: account.username }, 'session.create', async ({ tx, audit }) => {
    await insertSession(tx, {
      secret,
      token,
      accountId: account.id,
      address: actor.address,
      agent: actor.agent,
      expiresAt: new Date(Date.now() + rules.sessionSeconds * 1000),
    })
    audit({ type: 'account', id: account.id, name: account.username, after: { address: actor.address } })
  })
  return { secret, token, expireSeconds: rules.sessionSeconds }
}

/** The caller behind a request: an API token alone, or the cookie with the token header that was issued with it. */
export const authenticate: Authenticate = async (request: FastifyRequest, db: Db) => {
  const identity = await identify(request, db)
  return (
    identity && {
      accountId: identity.accountId,
      name: identity.name,
      kind: identity.type === 1 ? ('administrator' as const) : ('user' as const),
      isSuper: identity.isSuper,
      rights: identity.rights,
      reaches: identity.reaches,
    }
  )
}

async function identify(request: FastifyRequest, db: Db): Promise<Identity | null> {
  const authorization = request.headers.authorization
  if (authorization?.startsWith('Bearer ')) return findTokenIdentity(db, authorization.slice(7).trim())
  const secret = request.cookies[sessionCookie]
  const token = request.headers['token']
  if (!secret || typeof token !== 'string' || token === '') return null
  return findSessionIdentity(db, secret, token)
}
