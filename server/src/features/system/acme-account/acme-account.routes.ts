import { acmeAccount } from '@nameplane/contract/system/acme-account'
import type { Db } from '../../../db/connection.ts'
import { route, type Route } from '../../../http/call.ts'
import { changeKey, check, deactivate, readTerms, register, standing, tellContact } from './acme-account.service.ts'

const shown = async (db: Db) => ({ data: await standing(db) })

export function acmeAccountRoutes(now: () => Date): Route[] {
  return [
    route(acmeAccount.info, ({ db }) => shown(db)),
    route(acmeAccount.terms, async ({ db, language }) => ({ data: await readTerms({ db, language }) })),
    route(acmeAccount.register, async ({ db, actor, language, input }) => {
      await register({ db, actor, language, at: now() }, input)
      return shown(db)
    }),
    route(acmeAccount.check, async ({ db, actor, language }) => (await check({ db, actor, language, at: now() }), shown(db))),
    route(acmeAccount.contact, async ({ db, actor, language }) => (await tellContact({ db, actor, language, at: now() }), shown(db))),
    route(acmeAccount.rollover, async ({ db, actor, language }) => (await changeKey({ db, actor, language, at: now() }), shown(db))),
    route(acmeAccount.deactivate, async ({ db, actor, language }) => (await deactivate({ db, actor, language, at: now() }), shown(db))),
  ]
}
