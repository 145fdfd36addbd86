import { setting } from '@nameplane/contract/system/setting'
import { settingClasses } from '@nameplane/contract/system/setting-declaration'
import { settings } from '@nameplane/contract/system/settings'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { maySetting, requireSettingRight } from '../../../settings/setting-access.ts'
import type { SettingRow } from '../../../settings/setting-rows.ts'
import type { SettingRule } from '../../../settings/setting-rule.ts'
import type { SettingTester } from '../../../settings/setting-tester.ts'
import { testSetting } from './setting-test.service.ts'
import { answeredValue } from './setting-value.ts'
import { editSetting, removeSettings, restoreSetting, saveSetting, switchSetting } from './setting.service.ts'
import { listSettings, listVersions, overviewOfSettings, readSettingRow, readSettingsInUse, shown } from './setting.store.ts'

/** A record that the caller may see. @throws Problem config_missing, right_missing */
async function requireSetting(db: Db, { rights }: Actor, by: { id: number } | { key: string }): Promise<SettingRow> {
  const row = await readSettingRow(db, by)
  if (!row) throw new Problem('config_missing')
  requireSettingRight(rights, row.param_key, 'read')
  return row
}

const saved = (row: SettingRow) => ({ data: { id: row.id, rowVersion: row.row_version } })
const one = (row: SettingRow) => ({ config: shown(row) })

export function settingRoutes(testers: readonly SettingTester[], rules: readonly SettingRule[]): Route[] {
  return [
    route(setting.list, async ({ db, actor, input }) => ({ page: await listSettings(db, actor.rights, input) })),
    route(setting.search, async ({ db, actor, input }) => ({ page: await listSettings(db, actor.rights, input) })),
    route(setting.info, async ({ db, actor, input }) => one(await requireSetting(db, actor, input))),
    route(setting.infoAgain, async ({ db, actor, input }) => one(await requireSetting(db, actor, input))),
    route(setting.ofKey, async ({ db, actor, input }) => one(await requireSetting(db, actor, input))),
    route(setting.toggle, async ({ db, actor, input }) => one(await switchSetting(rules, db, actor, input.id, input.status))),
    route(setting.toggleSafely, async ({ db, actor, input }) => one(await switchSetting(rules, db, actor, input.id, input.status))),
    route(setting.setStatus, async ({ db, actor, input }) => one(await switchSetting(rules, db, actor, input.id, input.status))),
    route(setting.setStatusSafely, async ({ db, actor, input }) => one(await switchSetting(rules, db, actor, input.id, input.status))),
    route(setting.save, async ({ db, actor, input }) => saved(await saveSetting(rules, db, actor, input))),
    route(setting.update, async ({ db, actor, input }) => saved(await editSetting(rules, db, actor, input))),
    route(setting.delete, async ({ db, actor, input }) => (await removeSettings(db, actor, input.ids), {})),
    route(setting.classes, ({ actor: { rights } }) => ({
      data: Object.entries(settingClasses).map(([paramClass, words]) => ({
        paramClass,
        ...words,
        paramKeys: settings.filter((known) => known.class === paramClass && maySetting(rights, known.key, 'read')).map(({ key }) => key),
      })),
    })),
    route(setting.overview, async ({ db, actor }) => ({ data: await overviewOfSettings(db, actor.rights) })),
    route(setting.view, async ({ db, actor }) => ({
      data: Object.fromEntries((await readSettingsInUse(db, actor.rights)).map((row) => [row.param_key, answeredValue(row.param_key, row.param_value)])),
    })),
    route(setting.test, async ({ db, actor, input, language }) => ({ data: await testSetting(db, actor, testers, input, language) })),
    route(setting.history, async ({ db, actor, input }) => ({ data: await listVersions(db, await requireSetting(db, actor, input), input) })),
    route(setting.restore, async ({ db, actor, input }) => saved(await restoreSetting(rules, db, actor, input))),
  ]
}
