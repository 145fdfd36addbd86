import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { verificationCallbackPath } from '@nameplane/contract/account/verification'
import type { Db } from '../../../db/connection.ts'
import { callbackClaim, receiveCallback } from './verification-callback.ts'
import type { VerificationParts } from './verification.service.ts'

const longestBytes = 8192

/** Where Alibaba says that a check has ended, by GET or by a form; the answer is no envelope, so this is mounted by hand. */
export async function verificationCallbackRoute(app: FastifyInstance, db: Db, parts: VerificationParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const cut = request.url.indexOf('?')
      const sent = [cut < 0 ? '' : request.url.slice(cut + 1), typeof request.body === 'string' ? request.body : ''].filter((part) => part !== '').join('&')
      const claim = sent.length > longestBytes ? null : callbackClaim(new URLSearchParams(sent))
      const isOurs = claim !== null && (await receiveCallback(parts, db, claim))
      return reply
        .code(isOurs ? 200 : 403)
        .type('text/plain; charset=utf-8')
        .send(isOurs ? 'success' : 'refused')
    }
    const options = { bodyLimit: longestBytes, config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }
    scope.get(verificationCallbackPath, options, answer)
    scope.post(verificationCallbackPath, options, answer)
  })
}
