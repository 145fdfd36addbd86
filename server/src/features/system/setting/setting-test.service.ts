import type { setting as calls } from '@nameplane/contract/system/setting'
import type { Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { Language } from '@nameplane/contract/problems'
import { canonical } from '../../../audit/audit.ts'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { triesOfLastMinute } from '../../../audit/recent-tries.ts'
import { Problem } from '../../../problem.ts'
import type { SettingTester, TestResult } from '../../../settings/setting-tester.ts'
import { requireSettingChange } from './setting.service.ts'
import { checkedValue, openedValue } from './setting-value.ts'
import { noteTest, readSettingRow } from './setting.store.ts'

/** The longest that anybody waits for a try. */
const patienceMs = 30_000

/** Really tries a setting with what was sent. The try is in the audit log; its outcome is remembered when what was tried is what is saved. */
export async function testSetting(
  db: Db,
  actor: Actor,
  testers: readonly SettingTester[],
  sent: Received<typeof calls.test>,
  language: Language,
): Promise<TestResult> {
  await requireSettingChange(db, actor, sent.paramKey)
  const tester = testers.find((one) => one.setting.key === sent.paramKey)
  if (!tester) throw new Problem('config_not_testable')
  const row = await readSettingRow(db, { key: sent.paramKey })
  if (!row) throw new Problem('config_missing')
  const opened = openedValue(row.param_key, row.param_value)
  const value = checkedValue(row.param_key, sent.paramValue, opened)
  // Noted before it is tried: tries at the same time count too.
  await change(db, actor, 'config.test', async ({ tx, audit }) => {
    if ((await triesOfLastMinute(tx, actor, 'config.test')) >= limits.settingTestsPerMinute) throw new Problem('config_test_too_often')
    audit({ type: 'system_config', id: row.id, name: row.param_key, after: { target: sent.target } })
  })
  const test = tester.test as (value: unknown, circumstances: Parameters<SettingTester['test']>[1]) => Promise<TestResult>
  const result = await test(value, { db, target: sent.target, language, signal: AbortSignal.timeout(patienceMs) })
  if (canonical(value) === canonical(opened)) await db.transaction().execute((tx) => noteTest(tx, row, result.isPassed, result.message))
  return result
}
