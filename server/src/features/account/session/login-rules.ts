import { loginRules, type LoginRules } from '@nameplane/contract/system/settings/login-rules'
import type { Db, Tx } from '../../../db/connection.ts'
import { changeSetting, type SettingChange } from '../../../settings/setting-change.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'

/** The rules as they are at this moment; read at each sign-in, so that a change acts at once in every process. */
export async function readLoginRules(db: Db): Promise<LoginRules> {
  return readSettingOrDefault(db, loginRules)
}

/** Changes some of the rules, for the command line; the caller writes the audit entry. */
export async function writeLoginRules(tx: Tx, changed: Partial<LoginRules>): Promise<SettingChange> {
  return changeSetting(tx, loginRules, changed, 'command line')
}

/** Back to the defaults. */
export async function resetLoginRules(tx: Tx): Promise<SettingChange> {
  return changeSetting(tx, loginRules, 'defaults', 'command line')
}
