import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { session as calls, SecondStep } from '@nameplane/contract/account/session'
import type { LoginRules } from '@nameplane/contract/system/settings/login-rules'
import type { Received, Reply, SessionRestriction } from '@nameplane/contract/endpoint'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import type { Authenticate } from '../../../http/server.ts'
import { wechatWayShown } from '../../../integrations/wechat/wechat-ways.ts'
import { steadyIn } from '../../../time/steady-time.ts'
import { isFromAdministratorNetwork } from './administrator-networks.ts'
import { useCaptcha } from './captcha.ts'
import { askSecondFactor, checkSecondFactor } from './factor/second-step.ts'
import { readLoginRules } from './login-rules.ts'
import { tellOfNewDevice } from './new-device.ts'
import { isPasswordOf } from './password.ts'
import {
  findAccountByName,
  findSessionIdentity,
  findTokenIdentity,
  hasRoleAmong,
  endSessionsBeyond,
  insertSession,
  type SessionIdentity,
  type TokenIdentity,
} from './session.store.ts'
import { addressSubject, countTry, failuresOf, forgetTries, nameSubject } from './sign-in-failures.ts'

export const sessionCookie = 'np_session'

/** What signing in hands out: the cookie's secret, the header's token, and their life. */
export type SignedIn = { secret: string; token: string; expireSeconds: number }

/** Keeps the session's secret where no script reads it. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn): void {
  reply.setCookie(sessionCookie, signedIn.secret, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure: request.protocol === 'https',
    maxAge: signedIn.expireSeconds,
  })
}

/** Whether this name has to answer a captcha now. */
async function needsCaptcha(db: Db, rules: LoginRules, username: string): Promise<boolean> {
  if (rules.captcha !== 'after-failures') return rules.captcha === 'always'
  return username !== '' && (await failuresOf(db, username, rules)) >= rules.captchaAfterFailures
}

/** What the sign-in form looks like for this name; for an empty one, what it looks like to whoever opens it. */
export async function signInForm(db: Db, mode: string, username: string): Promise<Reply<typeof calls.form>['data']> {
  const rules = await readLoginRules(db)
  const [captcha, way] = await Promise.all([needsCaptcha(db, rules, username), wechatWayShown(db)])
  return { captcha, mode, ...(way ? { wechat: way } : {}), ...(rules.registration ? { registration: true as const } : {}) }
}

/** Signs in with the password; where the account has a second factor, answers what its step needs instead of a session. */
export async function signIn(db: Db, actor: Actor, sent: Received<typeof calls.login>, host: string): Promise<SignedIn | SecondStep> {
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
  const isElsewhere = account?.type === 1 && !isFromAdministratorNetwork(rules, actor.address)
  if (!account || !isRight || isElsewhere) {
    await change(db, { ...actor, name: sent.username.slice(0, 64) }, 'session.refuse', async ({ audit }) =>
      audit({
        type: 'account',
        id: account?.id ?? null,
        name: sent.username.slice(0, 64),
        // Only the log tells a right password at the wrong place from a wrong one.
        after: { address: actor.address, reason: isRight ? 'network' : 'password' },
      }),
    )
    throw new Problem('login_refused')
  }

  await forgetTries(db, sent.username, actor.address)
  const second = await askSecondFactor(db, { ...actor, accountId: account.id, name: account.username }, rules, host)
  return second ?? openSession(db, actor, { id: account.id, username: account.username }, rules)
}

/** Completes a sign-in with its second factor; the ticket is used up by success and by nothing else. */
export async function signInWithSecondFactor(
  db: Db,
  actor: Actor,
  sent: Received<typeof calls.second>,
  from: { host: string; origin: string },
): Promise<SignedIn> {
  const rules = await readLoginRules(db)
  const account = await checkSecondFactor(db, actor, rules, sent, from)
  return openSession(db, actor, account, rules, { secondFactor: sent.method })
}

/** A new session of an account, under a secret that nobody has seen before; `how` is what the log says of it beside the address. */
export async function openSession(
  db: Db,
  actor: Actor,
  account: { id: number; username: string },
  rules: LoginRules,
  how: { secondFactor?: string; way?: string } = {},
): Promise<SignedIn> {
  const secret = randomBytes(32).toString('base64url')
  const token = randomBytes(32).toString('base64url')
  await change(db, { ...actor, accountId: account.id, name: account.username }, 'session.create', async ({ tx, audit }) => {
    await insertSession(tx, { secret, token, accountId: account.id, address: actor.address, agent: actor.agent, expiresAt: steadyIn(rules.sessionSeconds) })
    if (rules.sessionsPerAccount > 0) await endSessionsBeyond(tx, account.id, rules.sessionsPerAccount)
    if (rules.newDeviceNotice) await tellOfNewDevice(tx, actor, account)
    await tx.updateTable('account').set({ last_sign_in_at: new Date() }).where('id', '=', account.id).execute()
    audit({ type: 'account', id: account.id, name: account.username, after: { address: actor.address, ...how } })
  })
  return { secret, token, expireSeconds: rules.sessionSeconds }
}

/** Who makes a request, with all that decides what it may. */
export type Caller = NonNullable<Awaited<ReturnType<Authenticate>>>

/** The caller behind a request: an API token alone, or the cookie with the token header that was issued with it. */
export const authenticate: Authenticate = async (request, db) => (await findCaller(request, db))?.caller ?? null

/** The same, and until when nothing but a change of the platform makes it another; null where more than that decides. */
export async function findCaller(request: FastifyRequest, db: Db): Promise<{ caller: Caller; until: Date | null } | null> {
  const identity = await identify(request, db)
  if (!identity) return null
  const isAdministrator = identity.type === 1
  const session = isSession(identity) ? identity : null
  const rules = isAdministrator || session?.impersonator ? await readLoginRules(db) : null
  if (rules && !isFromAdministratorNetwork(rules, request.ip)) return null
  const caller: Caller = {
    accountId: identity.accountId,
    sessionId: session?.sessionId ?? null,
    name: identity.name,
    kind: isAdministrator ? ('administrator' as const) : ('user' as const),
    isSuper: identity.isSuper,
    rights: identity.rights,
    accessScopes: identity.accessScopes,
    ...(session?.impersonator ? { impersonator: session.impersonator } : {}),
    restriction: session && (await restrictionOf(db, session, rules)),
    token: isSession(identity) ? null : identity.token,
  }
  // Whether somebody may still act as a user depends on who owns which domain.
  return { caller, until: session?.impersonator ? null : identity.noteUseAt }
}

/** Why this session answers almost nothing, if it does. API tokens are never held: their scopes cut them. */
async function restrictionOf(db: Db, session: SessionIdentity, rules: LoginRules | null): Promise<SessionRestriction | null> {
  if (session.isLocked) return 'locked'
  if (session.isPasswordDue) return 'password'
  const isAsked = rules !== null && session.type === 1 && !session.hasFactor && rules.secondFactorRoles.length > 0
  if (isAsked && (await hasRoleAmong(db, session, rules.secondFactorRoles))) return 'enrolment'
  return null
}

function isSession(identity: TokenIdentity | SessionIdentity): identity is SessionIdentity {
  return 'sessionId' in identity
}

async function identify(request: FastifyRequest, db: Db): Promise<TokenIdentity | SessionIdentity | null> {
  const presented = presentedBy(request)
  if (presented === null) return null
  return 'bearer' in presented ? findTokenIdentity(db, presented.bearer, request.ip) : findSessionIdentity(db, presented.secret, presented.token)
}

/** What a request presents to be known by; null when that is nothing. */
export function presentedBy(request: FastifyRequest): { bearer: string } | { secret: string; token: string } | null {
  const authorization = request.headers.authorization
  if (authorization?.startsWith('Bearer ')) return { bearer: authorization.slice(7).trim() }
  const secret = request.cookies[sessionCookie]
  const token = request.headers['token']
  if (secret && typeof token === 'string' && token !== '') return { secret, token }
  // As programs send it that know the API of PowerDNS.
  const key = request.headers['x-api-key']
  return typeof key === 'string' && key !== '' ? { bearer: key.trim() } : null
}
