import { passwordReset } from '@nameplane/contract/account/password-reset'
import { route, type Route } from '../../../../http/call.ts'
import { hasEmailServer } from '../../../../integrations/email/email-server.ts'
import { platformSms } from '../../../../integrations/sms/platform-sms.ts'
import type { AfterAnswer } from '../stranger-calls.ts'
import { askResetCode, resetPasswordByCode } from './password-reset.service.ts'
import { resetCodes, siteContact } from './password-reset.store.ts'

/** A forgotten password. */
export function passwordResetRoutes(parts: AfterAnswer): Route[] {
  return [
    route(passwordReset.form, async ({ db }) => ({
      data: { isMailed: await hasEmailServer(db), isTexted: await platformSms(db).isSetUp('code'), contact: await siteContact(db) },
    })),
    route(passwordReset.ask, async ({ db, actor, input, language }) => {
      await askResetCode(db, actor, input, language, parts)
      return { data: { expireSeconds: resetCodes[input.way].lifeSeconds } }
    }),
    route(passwordReset.save, async ({ db, actor, input }) => (await resetPasswordByCode(db, actor, input), {})),
  ]
}
