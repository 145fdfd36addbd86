import type * as z from 'zod/mini'
import { readInput } from '@nameplane/contract/issues'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import type { Tx } from '../db/connection.ts'
import { masked, type Members } from './secret-members.ts'
import { seedSetting, updateSetting } from './setting-rows.ts'
import { openSecrets, sealSecrets } from './settings.ts'

/** What a change of a setting says in the audit trail; secrets are masked. */
export type SettingChange = { id: number; name: string; before: Members; after: Members }

/**
 * Puts some members of a setting in place of those that are stored, for doors beside the noun's own calls: a switch of
 * another screen, the command line. Members that this version does not know stay. The caller writes the audit entry.
 */
export async function changeSetting<Value extends z.core.$ZodType>(
  tx: Tx,
  setting: Setting<Value>,
  changed: Partial<z.input<Value>> | 'defaults',
  savedBy: string,
): Promise<SettingChange> {
  const find = () => tx.selectFrom('system_config').selectAll().where('param_key', '=', setting.key).forUpdate()
  // During the very first start it is missing, and somebody else may be about to add it.
  if (!(await find().executeTakeFirst())) await seedSetting(tx, setting)
  const row = await find().executeTakeFirstOrThrow()
  const before = openSecrets(setting.key, setting.secrets, row.param_value)
  const after = changed === 'defaults' ? {} : { ...before, ...changed }
  const read = readInput(setting.value, after)
  if (!read.isRight) throw new Error(`setting ${setting.key} would not fit: ${read.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ')}`)
  const stored = JSON.stringify(sealSecrets(setting.key, setting.secrets, after))
  const saved = await updateSetting(tx, row, { param_value: stored, status: 1 }, savedBy)
  return { id: saved.id, name: setting.key, before: masked(before, setting.secrets), after: masked(after, setting.secrets) }
}
