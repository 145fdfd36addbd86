import { registration as calls } from '@nameplane/contract/account/registration'
import { route, type Route } from '../../../http/call.ts'
import { readLoginRules } from '../session/login-rules.ts'
import { siteContact } from '../session/reset/password-reset.store.ts'
import type { AfterAnswer } from '../session/stranger-calls.ts'
import { linkLifeSeconds } from './registration-link.ts'
import { askForRegistration, confirmRegistration, lookAtLink, reachableAt } from './registration.service.ts'

/** Accounts that users open themselves. */
export function registrationRoutes(parts: AfterAnswer): Route[] {
  return [
    route(calls.form, async ({ db }) => ({
      data: { isOpen: (await readLoginRules(db)).registration, isMailed: (await reachableAt(db)) !== null, contact: await siteContact(db) },
    })),
    route(calls.save, async ({ db, actor, input, language }) => {
      await askForRegistration(db, actor, input, language, parts)
      return { data: { expireSeconds: linkLifeSeconds } }
    }),
    route(calls.look, async ({ db, input }) => ({ data: { email: await lookAtLink(db, input.link) } })),
    route(calls.confirm, async ({ db, actor, input }) => (await confirmRegistration(db, actor, input), {})),
  ]
}
