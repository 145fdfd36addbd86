import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '@nameplane/contract/limits'
import { notificationPath, paymentProviders } from '@nameplane/contract/system/payment'
import type { Db } from '../../../db/connection.ts'
import { receiveNotification } from './payment-notification.ts'
import type { PaymentParts } from './payment-parts.ts'

/**
 * Where providers notify. Their answers are no envelope and their bytes are proven before anybody parses them, so these
 * are mounted by hand, in a scope where a body stays the bytes that came.
 */
export async function paymentNotificationRoutes(app: FastifyInstance, db: Db, parts: PaymentParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const name of paymentProviders) {
      const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
        const cut = request.url.indexOf('?')
        const { status, contentType, body } = await receiveNotification(parts, db, name, {
          method: request.method === 'GET' ? 'GET' : 'POST',
          headers: Object.fromEntries(Object.entries(request.headers).map(([header, value]) => [header, Array.isArray(value) ? value.join(', ') : value])),
          query: cut < 0 ? '' : request.url.slice(cut + 1),
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        })
        return reply.code(status).type(contentType).send(body)
      }
      const options = { bodyLimit: limits.paymentNotificationBytes, config: { rateLimit: { max: 1200, timeWindow: '1 minute' } } }
      scope.get(notificationPath(name), options, answer)
      scope.post(notificationPath(name), options, answer)
    }
  })
}
