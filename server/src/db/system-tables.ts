import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from './column-types.ts'

export type SettingTable = {
  id: Generated<number>
  param_key: string
  remark: Generated<string>
  /** Secrets in it are sealed. */
  param_value: Json
  weight: Generated<number>
  status: Generated<number>
  updated_at: Timestamp
  updated_by: Generated<string>
  row_version: Generated<number>
  /** The last try of the value as it is; a change forgets it. */
  tested_at: NullableTimestamp
  is_test_passed: boolean | null
  test_message: Generated<string>
}

/** A saved state of a setting; its secrets are sealed for the setting's place, as the setting's own are. */
export type SettingVersionTable = {
  id: Generated<number>
  config_id: number
  row_version: number
  param_value: Json
  remark: string
  weight: number
  status: number
  saved_at: Timestamp
  saved_by: string
}

/** Another platform whose backups may be restored here. */
export type BackupMakerTable = {
  id: Generated<number>
  /** SHA-256 of the key that signs its backups, lower-case hexadecimal. */
  fingerprint: string
  name: string
  accepted_at: Timestamp
  accepted_by: string
}

export type SitePictureTable = { key: string; bytes: Buffer; width: number; height: number; created_at: Timestamp }

declare module './tables.ts' {
  interface Tables {
    system_config: SettingTable
    site_picture: SitePictureTable
    backup_maker: BackupMakerTable
    system_config_version: SettingVersionTable
  }
}
