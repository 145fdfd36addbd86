import type { FastifyInstance } from 'fastify'
import { CaptchaUuid } from '@nameplane/contract/account/session'
import { limits } from '@nameplane/contract/limits'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { apiRoots } from '../../../http/server.ts'
import { issueCaptcha } from './captcha.ts'

/** The captcha picture below the web root and both API roots; no envelope, so it is mounted by hand. */
export function captchaRoute(app: FastifyInstance, db: Db): void {
  // One count for all of the roots.
  const onRequest = app.rateLimit({ max: limits.captchaPicturesPerMinute, timeWindow: '1 minute' })
  for (const root of ['/', ...apiRoots]) {
    app.get(`${root}sys_login_captcha.jpg`, { onRequest }, async (request, reply) => {
      const uuid = CaptchaUuid.safeParse((request.query as { uuid?: unknown }).uuid)
      if (!uuid.success) throw new Problem('invalid_input', { fields: { uuid: 'invalid_value' } })
      return reply
        .header('cache-control', 'no-store')
        .type('image/jpeg')
        .send(await issueCaptcha(db, uuid.data))
    })
  }
}
