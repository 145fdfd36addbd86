import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { wechat } from '@nameplane/contract/account/wechat'
import { route, type Route } from '../../../../http/call.ts'
import { placeOf } from '../factor/passkey.ts'
import { setSessionCookie } from '../session.service.ts'
import { beginBinding, bindingOf, bindWechat, unbindWechat } from './wechat-binding.service.ts'
import { beginScan } from './wechat-scan.service.ts'
import { findScan, scanLifeSeconds, type WechatScanRow } from './wechat-scan.store.ts'
import { signInByWechat } from './wechat-sign-in.ts'

/** Ties a scan to the browser that began it, before anybody is signed in. */
const browserCookie = 'np_wechat'

const browserOf = (request: FastifyRequest): string => request.cookies[browserCookie] ?? ''

function standingOf(scan: WechatScanRow | undefined): 'waiting' | 'scanned' | 'unbound' | 'expired' {
  if (!scan) return 'expired'
  if (scan.identity_digest === null) return 'waiting'
  return scan.code_hash === null ? 'unbound' : 'scanned'
}

/** Signing in by WeChat, and binding one to the calling administrator. */
export const wechatRoutes: Route[] = [
  route(wechat.begin, async ({ db, actor, request, reply }) => {
    const browser = randomBytes(32).toString('base64url')
    const { origin } = placeOf(request)
    const scan = await beginScan(db, actor, { browser }, origin)
    if (scan)
      reply.setCookie(browserCookie, browser, { httpOnly: true, sameSite: 'strict', path: '/', secure: request.protocol === 'https', maxAge: scanLifeSeconds })
    return { data: { scan } }
  }),
  route(wechat.state, async ({ db, input, request }) => ({ data: { state: standingOf(await findScan(db, input.state, { browser: browserOf(request) })) } })),
  route(wechat.finish, async ({ db, actor, input, request, reply }) => {
    const signedIn = await signInByWechat(db, actor, input, browserOf(request), placeOf(request).host)
    reply.clearCookie(browserCookie, { path: '/' })
    if ('ticket' in signedIn) return { second: signedIn }
    setSessionCookie(request, reply, signedIn)
    return { token: signedIn.token, expire: signedIn.expireSeconds }
  }),
  route(wechat.binding, async ({ db, actor }) => ({ data: await bindingOf(db, actor) })),
  route(wechat.bindBegin, async ({ db, actor, input, request }) => ({ data: await beginBinding(db, actor, input.password, placeOf(request).origin) })),
  route(wechat.bindState, async ({ db, actor, input }) => {
    const state = standingOf(await findScan(db, input.state, { accountId: actor.accountId! }))
    return { data: { state: state === 'unbound' ? 'expired' : state } }
  }),
  route(wechat.bind, async ({ db, actor, input }) => (await bindWechat(db, actor, input), {})),
  route(wechat.unbind, async ({ db, actor, input }) => (await unbindWechat(db, actor, input.password), {})),
]
