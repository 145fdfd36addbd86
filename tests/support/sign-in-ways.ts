import { randomBytes } from 'node:crypto'
import { factor } from '@nameplane/contract/account/factor'
import { session } from '@nameplane/contract/account/session'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../server/src/db/connection.ts'
import { saveResetCode } from '../../server/src/features/account/session/reset/password-reset.store.ts'
import { linkFor } from '../../server/src/features/account/user/registration-link.ts'
import { keyedDigest } from '../../server/src/secrets/seal.ts'
import { browserSession } from './app-accounts.ts'
import type { TestApp } from './app.ts'
import { setEmailServer } from './fake-email-server.ts'
import { rawCall } from './raw-call.ts'
import { setSetting } from './settings.ts'
import { softwarePasskey } from './software-passkey.ts'

const password = 'correct horse 7'
export const passkeyOrigin = 'http://localhost:80'

/** The code of an authenticator app at this moment, or so many steps of thirty seconds later. */
export function codeOf(secret: string, stepsLater = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + stepsLater * 30_000 })
}

/** A code of the step before counts until this step ends: waits for the next one where typing it on a busy machine might take longer. */
export async function earlyInStep(): Promise<void> {
  const leftMs = 30_000 - (Date.now() % 30_000)
  if (leftMs < 10_000) await new Promise((settle) => setTimeout(settle, leftMs))
}

/** Forgets every second factor, so that the next one begins afresh. */
export async function forgetFactors({ db }: { db: Db }): Promise<void> {
  for (const table of ['totp', 'passkey', 'recovery_code', 'sign_in_ticket'] as const) await db.deleteFrom(table).execute()
}

/** Writes of signing in whose call is more than fields; each makes its call as the first administrator. */
export function signInWays(platform: TestApp): Record<string, (endpoint: Endpoint) => Promise<Record<string, unknown>>> {
  const { db, call } = platform
  const adminId = async (): Promise<number> => (await db.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()).id
  const send = async (endpoint: Endpoint, input: Record<string, unknown>) =>
    (await rawCall(platform.app, endpoint, input, { token: platform.adminToken })).json<Record<string, unknown>>()

  async function withTotp<Result>(work: (secret: string) => Promise<Result>): Promise<Result> {
    await forgetFactors(platform)
    const { data } = await call(factor.totpOffer, { password })
    await call(factor.totpSave, { seal: data.seal, code: codeOf(data.secret, -1) })
    const result = await work(data.secret)
    await forgetFactors(platform)
    return result
  }

  async function withPasskeyOffer(
    work: (seal: string, response: Record<string, unknown>) => Promise<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    const { data } = await call(factor.passkeyOffer, { password })
    const result = await work(data.seal, softwarePasskey().create({ challenge: String(data.options['challenge']), origin: passkeyOrigin }))
    await forgetFactors(platform)
    return result
  }

  async function whileOpen<Result>(work: () => Promise<Result>): Promise<Result> {
    await setSetting(db, loginRules, { registration: true })
    const result = await work()
    await setSetting(db, loginRules, { registration: false })
    return result
  }

  return {
    async 'session.lock'(endpoint) {
      const { cookie, token } = await browserSession(platform)
      return (await rawCall(platform.app, endpoint, {}, { headers: { cookie, token } })).json()
    },
    async 'session.unlock'(endpoint) {
      const { cookie, token } = await browserSession(platform)
      await rawCall(platform.app, session.lock, {}, { headers: { cookie, token } })
      return (await rawCall(platform.app, endpoint, { password }, { headers: { cookie, token } })).json()
    },
    async 'session.confirm'(endpoint) {
      const { cookie, token } = await browserSession(platform)
      return (await rawCall(platform.app, endpoint, { password }, { headers: { cookie, token } })).json()
    },
    async 'session.confirmSecond'(endpoint) {
      const headers = { ...(await browserSession(platform)) }
      return withTotp(async (secret) => {
        const asked = await rawCall(platform.app, session.confirm, { password }, { headers })
        const { ticket } = asked.json<{ second: { ticket: string } }>().second
        return (await rawCall(platform.app, endpoint, { ticket, method: 'totp', code: codeOf(secret) }, { headers })).json()
      })
    },
    async 'session.end'(endpoint) {
      await browserSession(platform)
      const { id } = await db
        .selectFrom('session')
        .select('id')
        .where('account_id', '=', await adminId())
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return send(endpoint, { ids: [id] })
    },
    'session.second': (endpoint) =>
      withTotp(async (secret) => {
        const { second } = await call(session.login, { username: 'admin', password })
        return send(endpoint, { ticket: second!.ticket, method: 'totp', code: codeOf(secret) })
      }),
    async 'factor.totpSave'(endpoint) {
      const { data } = await call(factor.totpOffer, { password })
      const answer = await send(endpoint, { seal: data.seal, code: codeOf(data.secret) })
      await forgetFactors(platform)
      return answer
    },
    'factor.totpDelete': (endpoint) => withTotp(() => send(endpoint, { password })),
    'factor.recoverySave': (endpoint) => withTotp(() => send(endpoint, { password })),
    'factor.passkeySave': (endpoint) => withPasskeyOffer((seal, response) => send(endpoint, { seal, name: 'a key', response })),
    'factor.passkeyRename': (endpoint) =>
      withPasskeyOffer(async (seal, response) => {
        await call(factor.passkeySave, { seal, name: 'a key', response })
        const { passkeys } = (await call(factor.status, {})).data
        return send(endpoint, { id: passkeys[0]!.id, name: 'another name' })
      }),
    'factor.passkeyDelete': (endpoint) =>
      withPasskeyOffer(async (seal, response) => {
        await call(factor.passkeySave, { seal, name: 'a key', response })
        const { passkeys } = (await call(factor.status, {})).data
        return send(endpoint, { id: passkeys[0]!.id, password })
      }),
    async 'registration.save'(endpoint) {
      await setEmailServer(db, { port: 25 })
      await setSetting(db, platformAddress, { publicUrl: 'https://console.example' })
      return whileOpen(async () => {
        await platform.app.inject({ url: '/sys_login_captcha.jpg?uuid=sweep-register' })
        const { answer } = await db.selectFrom('captcha').select('answer').where('uuid', '=', 'sweep-register').executeTakeFirstOrThrow()
        return send(endpoint, { email: `${answer}@example.org`, captcha: answer, uuid: 'sweep-register' })
      })
    },
    async 'registration.confirm'(endpoint) {
      const name = `newcomer-${randomBytes(4).toString('hex')}`
      return whileOpen(() => send(endpoint, { link: linkFor(`${name}@example.org`), username: name, password: 'tulip ferry 29' }))
    },
    async 'passwordReset.ask'(endpoint) {
      await setEmailServer(db, { port: 25 })
      await platform.app.inject({ url: '/sys_login_captcha.jpg?uuid=sweep' })
      const { answer } = await db.selectFrom('captcha').select('answer').where('uuid', '=', 'sweep').executeTakeFirstOrThrow()
      return send(endpoint, { username: 'admin', captcha: answer, uuid: 'sweep' })
    },
    async 'passwordReset.save'(endpoint) {
      const id = await adminId()
      const { password_hash } = await db.selectFrom('account').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
      await saveResetCode(db, id, keyedDigest('123456', `password reset:${id}`), 'mail')
      const answer = await send(endpoint, { username: 'admin', code: '123456', password: 'tulip-Ferry-29-moss' })
      await db.updateTable('account').set({ password_hash }).where('id', '=', id).execute()
      return answer
    },
  }
}
