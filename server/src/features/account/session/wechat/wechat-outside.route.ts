import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { wechatPurposes, wechatPushPath, wechatReturnPath, type WechatPurpose } from '@nameplane/contract/account/wechat'
import type { Db } from '../../../../db/connection.ts'
import { answerCheck, receivePush, type PushAnswer } from './wechat-push.ts'

const longestBytes = 16_384

/** The screen that goes on with what a scan was for. */
const screens: Readonly<Record<WechatPurpose, string>> = { 'sign-in': '/login', bind: '/account/security' }

const queryOf = (request: FastifyRequest): URLSearchParams => {
  const cut = request.url.indexOf('?')
  return new URLSearchParams(cut < 0 ? '' : request.url.slice(cut + 1))
}

/**
 * What WeChat itself calls, and where it sends browsers back to; neither gets an envelope, so these are mounted by hand. WeChat
 * puts its code into the query, where a log of a proxy would keep it, and the console's screens stand behind a `#`: the browser is
 * sent on to there, and no server hears of the code again but in the body of a call.
 */
export async function wechatOutsideRoutes(app: FastifyInstance, db: Db, now: () => Date): Promise<void> {
  for (const purpose of wechatPurposes)
    app.get(wechatReturnPath(purpose), { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }, (request, reply) => {
      const query = queryOf(request)
      const [state = '', code = ''] = [query.getAll('state')[0], query.getAll('code')[0]]
      // Whoever did not agree comes back without a code.
      const found = /^[0-9a-f]{32}$/.test(state) && /^[\w-]{0,128}$/.test(code) ? `?state=${state}&code=${code}` : ''
      return reply.header('cache-control', 'no-store').redirect(`/#${screens[purpose]}${found}`)
    })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const send = (reply: FastifyReply, answer: PushAnswer): FastifyReply =>
      reply
        .code(answer === null ? 403 : 200)
        .type(`${answer?.contentType ?? 'text/plain'}; charset=utf-8`)
        .send(answer?.body ?? 'refused')
    const options = { bodyLimit: longestBytes, config: { rateLimit: { max: 1200, timeWindow: '1 minute' } } }
    scope.get(wechatPushPath, options, async (request, reply) => send(reply, await answerCheck(db, queryOf(request), now())))
    scope.post(wechatPushPath, options, async (request, reply) =>
      send(reply, await receivePush(db, { query: queryOf(request), body: typeof request.body === 'string' ? request.body : '' }, now())),
    )
  })
}
