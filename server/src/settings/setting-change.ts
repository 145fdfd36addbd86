import type * as z from 'zod/mini'
import { readInput } from '@nameplane/contract/issues'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import type { Tx } from '../db/connection.ts'
import { masked, type Members } from './secret-members.ts'
import { insertSetting, updateSetting } from './setting-rows.ts'
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
  const row = await tx.selectFrom('system_config').selectAll().where('param_key', '=', setting.key).forUpdate().executeTakeFirst()
  const before = row ? openSecrets(setting.key, setting.secrets, row.param_value) : {}
  const after = changed === 'defaults' ? {} : { ...before, ...changed }
  const read = readInput(setting.value, after)
  if (!read.isRight) throw new Error(`setting ${setting.key} would not fit: ${read.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ')}`)
  const fields = { param_value: JSON.stringify(sealSecrets(setting.key, setting.secrets, after)), status: 1 }
  const saved = row
    ? await updateSetting(tx, row, fields, savedBy)
    : await insertSetting(tx, setting.key, { ...fields, remark: setting.remark.zh, weight: 0 }, savedBy)
  return { id: saved.id, name: setting.key, before: masked(before, setting.secrets), after: masked(after, setting.secrets) }
}
