import { config } from '@nameplane/contract/system/config'
import { settingClasses } from '@nameplane/contract/system/setting'
import { settings } from '@nameplane/contract/system/settings'
import type { Db } from '../../../db/connection.ts'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import type { ConfigRow } from '../../../settings/setting-rows.ts'
import type { SettingRule } from '../../../settings/setting-rule.ts'
import type { SettingTester } from '../../../settings/setting-tester.ts'
import { testSetting } from './config-test.service.ts'
import { shownValue } from './config-value.ts'
import { changeConfig, removeConfigs, restoreConfig, saveConfig, switchConfig } from './config.service.ts'
import { listConfigs, listVersions, overviewOfSettings, readConfig, readConfigsInUse, shown } from './config.store.ts'

async function requireConfig(db: Db, by: { id: number } | { key: string }): Promise<ConfigRow> {
  const row = await readConfig(db, by)
  if (!row) throw new Problem('config_missing')
  return row
}

const saved = (row: ConfigRow) => ({ data: { id: row.id, rowVersion: row.row_version } })
const one = (row: ConfigRow) => ({ config: shown(row) })

export function configRoutes(testers: readonly SettingTester[], rules: readonly SettingRule[]): Route[] {
  return [
    route(config.list, async ({ db, input }) => ({ page: await listConfigs(db, input) })),
    route(config.search, async ({ db, input }) => ({ page: await listConfigs(db, input) })),
    route(config.info, async ({ db, input }) => one(await requireConfig(db, input))),
    route(config.infoAgain, async ({ db, input }) => one(await requireConfig(db, input))),
    route(config.ofKey, async ({ db, input }) => one(await requireConfig(db, input))),
    route(config.toggle, async ({ db, actor, input }) => one(await switchConfig(rules, db, actor, input.id, input.status))),
    route(config.toggleSafely, async ({ db, actor, input }) => one(await switchConfig(rules, db, actor, input.id, input.status))),
    route(config.setStatus, async ({ db, actor, input }) => one(await switchConfig(rules, db, actor, input.id, input.status))),
    route(config.setStatusSafely, async ({ db, actor, input }) => one(await switchConfig(rules, db, actor, input.id, input.status))),
    route(config.save, async ({ db, actor, input }) => saved(await saveConfig(rules, db, actor, input))),
    route(config.update, async ({ db, actor, input }) => saved(await changeConfig(rules, db, actor, input))),
    route(config.delete, async ({ db, actor, input }) => (await removeConfigs(db, actor, input.ids), {})),
    route(config.classes, () => ({
      data: Object.entries(settingClasses).map(([paramClass, words]) => ({
        paramClass,
        ...words,
        paramKeys: settings.filter((setting) => setting.class === paramClass).map((setting) => setting.key),
      })),
    })),
    route(config.overview, async ({ db }) => ({ data: await overviewOfSettings(db) })),
    route(config.view, async ({ db }) => ({
      data: Object.fromEntries((await readConfigsInUse(db)).map((row) => [row.param_key, shownValue(row.param_key, row.param_value)])),
    })),
    route(config.test, async ({ db, actor, input, language }) => ({ data: await testSetting(db, actor, testers, input, language) })),
    route(config.history, async ({ db, input }) => ({ data: await listVersions(db, await requireConfig(db, input), input) })),
    route(config.restore, async ({ db, actor, input }) => saved(await restoreConfig(rules, db, actor, input))),
  ]
}
