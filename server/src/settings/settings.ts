import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import { readInput } from '@nameplane/contract/issues'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import type { Db } from '../db/connection.ts'
import { seal, unseal } from '../secrets/seal.ts'
import { settingPlace } from '../secrets/sealed-places.ts'
import { isMembers, withSecrets, type Members, type SecretPaths } from './secret-members.ts'

/*
 * Reading settings. Nothing is kept in memory: a change acts at once, in every process. Writing is the setting noun's
 * (features/system/setting), through `change()`.
 */

/** A value with its secrets sealed, each for its own place in this record. */
export function sealSecrets(key: string, secrets: SecretPaths, value: Members): Members {
  return withSecrets(value, secrets, (text, path) => seal(text, settingPlace(key, path)))
}

/** The same opened. @throws SealProblem when one does not open with this platform's keys */
export function openSecrets(key: string, secrets: SecretPaths, value: Members): Members {
  return withSecrets(value, secrets, (text, path) => unseal(text, settingPlace(key, path)))
}

/** `whetherInUseOrNot`: for bringing to its end what was begun before a setting was switched off. */
type Reading = { whetherInUseOrNot?: boolean }

async function storedValue(db: Db, key: string, { whetherInUseOrNot = false }: Reading): Promise<Members | null> {
  const row = await db.selectFrom('system_config').select(['param_value', 'status']).where('param_key', '=', key).executeTakeFirst()
  return row && (row.status === 1 || whetherInUseOrNot) && isMembers(row.param_value) ? row.param_value : null
}

/** A setting as it is now, secrets opened; null while it is switched off or was never filled in. @throws SealProblem */
export async function readSetting<Value extends z.core.$ZodType>(db: Db, setting: Setting<Value>, reading: Reading = {}): Promise<z.output<Value> | null> {
  const stored = await storedValue(db, setting.key, reading)
  if (!stored) return null
  const read = readInput(setting.value, openSecrets(setting.key, setting.secrets, stored))
  return read.isRight ? read.value : null
}

/** The same where every member has a default: what is switched off, or does not fit, is the default. @throws SealProblem */
export async function readSettingOrDefault<Value extends z.core.$ZodType>(db: Db, setting: Setting<Value>): Promise<z.output<Value>> {
  return (await readSetting(db, setting)) ?? defaultOf(setting)
}

/** The stored value of a setting that has no secrets, for a query that reads it along with its rows; `settingFrom` makes the setting of it. */
export function storedSetting(setting: Setting): RawBuilder<unknown> {
  return sql`(select param_value from system_config where param_key = ${setting.key} and status = 1)`
}

/** The setting of what a query read along; what is switched off, or does not fit, is the default. */
export function settingFrom<Value extends z.core.$ZodType>(setting: Setting<Value>, stored: unknown): z.output<Value> {
  const read = readInput(setting.value, isMembers(stored) ? stored : {})
  return read.isRight ? read.value : defaultOf(setting)
}

/** What a setting is before anybody filled it in. */
function defaultOf<Value extends z.core.$ZodType>(setting: Setting<Value>): z.output<Value> {
  const read = readInput(setting.value, {})
  if (!read.isRight) throw new Error(`setting ${setting.key} has members without a default`)
  return read.value
}
