import { sql, type Selectable, type Updateable } from 'kysely'
import { limits } from '@nameplane/contract/limits'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import { settings } from '@nameplane/contract/system/settings'
import type { Db, Tx } from '../db/connection.ts'
import type { SettingTable } from '../db/system-tables.ts'

/* The rows of settings, and the states that are kept of each. */

/** Its key is said here whenever a setting has changed, for those who cannot read it at each use. */
export const settingChannel = 'nameplane_setting'

export type SettingRow = Selectable<SettingTable>

export type SettingFields = { remark: string; param_value: string; weight: number; status: number }

/** An own record; answers it as it stands. */
export async function insertSetting(tx: Tx, key: string, fields: SettingFields, savedBy: string): Promise<SettingRow> {
  const row = await tx
    .insertInto('system_config')
    .values({ param_key: key, ...fields, updated_by: savedBy })
    .returningAll()
    .executeTakeFirstOrThrow()
  await keepVersion(tx, row)
  return row
}

/** Writes a new state. What its last try said holds for the state before only. */
export async function updateSetting(tx: Tx, row: SettingRow, changed: Updateable<SettingTable>, savedBy: string): Promise<SettingRow> {
  const isOtherValue = changed.param_value !== undefined
  const after = await tx
    .updateTable('system_config')
    .set({
      ...changed,
      ...(isOtherValue ? { tested_at: null, is_test_passed: null, test_message: '' } : {}),
      updated_at: new Date(),
      updated_by: savedBy,
      row_version: row.row_version + 1,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await keepVersion(tx, after)
  return after
}

async function keepVersion(tx: Tx, row: SettingRow): Promise<void> {
  await sql`select pg_notify(${settingChannel}, ${row.param_key})`.execute(tx)
  await tx
    .insertInto('system_config_version')
    .values({
      config_id: row.id,
      row_version: row.row_version,
      param_value: JSON.stringify(row.param_value),
      remark: row.remark,
      weight: row.weight,
      status: row.status,
      saved_by: row.updated_by,
    })
    .execute()
  const oldest = tx
    .selectFrom('system_config_version')
    .select('id')
    .where('config_id', '=', row.id)
    .orderBy('id', 'desc')
    .offset(limits.settingVersions)
    .limit(1)
  await tx.deleteFrom('system_config_version').where('config_id', '=', row.id).where('id', '<=', oldest).execute()
}

/** Adds the records of settings that are not there yet, each with its name and otherwise empty. */
export async function seedSettings(db: Db): Promise<void> {
  for (const setting of settings) await seedSetting(db, setting)
}

/** Waits for whoever adds the same one; afterwards it is there. */
export async function seedSetting(db: Db, setting: Setting): Promise<void> {
  await db
    .insertInto('system_config')
    .values({
      ...(setting.id === undefined ? {} : { id: setting.id }),
      param_key: setting.key,
      remark: setting.remark.zh,
      status: setting.startsOff ? 0 : 1,
      param_value: '{}',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
