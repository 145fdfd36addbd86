import { menuRow } from '@nameplane/contract/account/menu-row'
import { session, type Caller } from '@nameplane/contract/account/session'
import { menu } from '@nameplane/contract/menu'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import type { Right } from '@nameplane/contract/rights'
import type { Db } from '../../../db/connection.ts'
import { readPlatformFeatures } from '../../../settings/platform-features.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import type { Actor } from '../../../access/actor.ts'
import { route, type Route } from '../../../http/call.ts'
import { routeList, type MenuPlatform } from './menu-sight.ts'
import { changeMenuRow, createMenuRow, moveMenuRow, removeMenuRows, setPlatformFeatures, settingOf } from './menu.service.ts'
import { readMenu } from './menu.store.ts'

/** The menu as it is set, and as each caller sees it. `mode` is the deployment mode. */
export function menuRoutes(mode: string): Route[] {
  const platformOf = async (db: Db): Promise<MenuPlatform> => ({ mode, features: await readPlatformFeatures(db) })
  const settingsOf = async (db: Db) => {
    const platform = await platformOf(db)
    return (await readMenu(db)).map((row) => settingOf(row, platform))
  }
  return [
    route(menuRow.list, async ({ db }) => ({ data: { list: await settingsOf(db), mode } })),
    route(menuRow.tree, async ({ db }) => ({ data: await settingsOf(db) })),
    route(menuRow.pages, () => Promise.resolve({ data: menu.filter((page) => !page.hidden).map((page) => page.path) })),
    route(menuRow.save, async ({ db, actor, input }) => ({ data: { id: await createMenuRow(db, actor, input) } })),
    route(menuRow.update, async ({ db, actor, input }) => (await changeMenuRow(db, actor, input), {})),
    route(menuRow.move, async ({ db, actor, input }) => (await moveMenuRow(db, actor, input), {})),
    route(menuRow.delete, async ({ db, actor, input }) => (await removeMenuRows(db, actor, input.ids), {})),
    route(menuRow.features, async ({ db }) => ({ data: await readPlatformFeatures(db) })),
    route(menuRow.setFeatures, async ({ db, actor, input }) => (await setPlatformFeatures(db, actor, input), {})),

    route(session.navigation, async ({ db, actor }) => {
      const account = await findCaller(db, actor)
      // Until the password is set, nothing else would be answered.
      const rights: ReadonlySet<Right> = account.resetDue ? new Set() : actor.rights
      const viewer = { rights, unvalidModel: account.unvalidModel }
      return {
        menuList: routeList(await readMenu(db), viewer, await platformOf(db)),
        permissions: [...rights],
        user: { userId: actor.accountId!, kind: actor.kind === 'user' ? ('user' as const) : ('administrator' as const), isSuper: actor.isSuper, ...account },
        passwordMinimum: (await readSettingOrDefault(db, loginRules)).passwordMinimum,
        seenAs: actor.seenAs ?? null,
      }
    }),
  ]
}

/** What the caller's account says of itself, and who acts as it. */
async function findCaller(db: Db, actor: Actor): Promise<Pick<Caller, 'username' | 'unvalidModel' | 'language' | 'resetDue' | 'impersonator'>> {
  const account = await db
    .selectFrom('account')
    .select(['username', 'unvalid_model', 'language', 'must_change_password'])
    .where('id', '=', actor.accountId!)
    .executeTakeFirstOrThrow()
  const impersonator = actor.impersonator?.name ?? null
  return {
    username: account.username,
    unvalidModel: account.unvalid_model,
    language: account.language === 'cn' || account.language === 'en' ? account.language : '',
    resetDue: account.must_change_password && actor.sessionId !== null && impersonator === null,
    impersonator,
  }
}
