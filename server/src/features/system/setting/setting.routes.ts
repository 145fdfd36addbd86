import { setting } from '@nameplane/contract/system/setting'
import { settingClasses } from '@nameplane/contract/system/setting-declaration'
import { settings } from '@nameplane/contract/system/settings'
import type { Db } from '../../../db/connection.ts'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import type { SettingRow } from '../../../settings/setting-rows.ts'
import type { SettingRule } from '../../../settings/setting-rule.ts'
import type { SettingTester } from '../../../settings/setting-tester.ts'
import { testSetting } from './setting-test.service.ts'
import { shownValue } from './setting-value.ts'
import { editSetting, removeSettings, restoreSetting, saveSetting, switchSetting } from './setting.service.ts'
import { listSettings, listVersions, overviewOfSettings, readSettingRow, readSettingsInUse, shown } from './setting.store.ts'

async function requireSetting(db: Db, by: { id: number } | { key: string }): Promise<SettingRow> {
  const row = await readSettingRow(db, by)
  if (!row) throw new Problem('config_missing')
  return row
}

const saved = (row: SettingRow) => ({ data: { id: row.id, rowVersion: row.row_version } })
const one = (row: SettingRow) => ({ config: shown(row) })

export function settingRoutes(testers: readonly SettingTester[], rules: readonly SettingRule[]): Route[] {
  return [
    route(setting.list, async ({ db, input }) => ({ page: await listSettings(db, input) })),
    route(setting.search, async ({ db, input }) => ({ page: await listSettings(db, input) })),
    route(setting.info, async ({ db, input }) => one(await requireSetting(db, input))),
    route(setting.infoAgain, async ({ db, input }) => one(await requireSetting(db, input))),
    route(setting.ofKey, async ({ db, input }) => one(await requireSetting(db, input))),
    route(setting.toggle, async ({ db, actor, input }) => one(await switchSetting(rules, db, actor, input.id, input.status))),
    route(setting.toggleSafely, async ({ db, actor, input }) => one(await switchSetting(rules, db, actor, input.id, input.status))),
    route(setting.setStatus, async ({ db, actor, input }) => one(await switchSetting(rules, db, actor, input.id, input.status))),
    route(setting.setStatusSafely, async ({ db, actor, input }) => one(await switchSetting(rules, db, actor, input.id, input.status))),
    route(setting.save, async ({ db, actor, input }) => saved(await saveSetting(rules, db, actor, input))),
    route(setting.update, async ({ db, actor, input }) => saved(await editSetting(rules, db, actor, input))),
    route(setting.delete, async ({ db, actor, input }) => (await removeSettings(db, actor, input.ids), {})),
    route(setting.classes, () => ({
      data: Object.entries(settingClasses).map(([paramClass, words]) => ({
        paramClass,
        ...words,
        paramKeys: settings.filter((known) => known.class === paramClass).map(({ key }) => key),
      })),
    })),
    route(setting.overview, async ({ db }) => ({ data: await overviewOfSettings(db) })),
    route(setting.view, async ({ db }) => ({
      data: Object.fromEntries((await readSettingsInUse(db)).map((row) => [row.param_key, shownValue(row.param_key, row.param_value)])),
    })),
    route(setting.test, async ({ db, actor, input, language }) => ({ data: await testSetting(db, actor, testers, input, language) })),
    route(setting.history, async ({ db, input }) => ({ data: await listVersions(db, await requireSetting(db, input), input) })),
    route(setting.restore, async ({ db, actor, input }) => saved(await restoreSetting(rules, db, actor, input))),
  ]
}
