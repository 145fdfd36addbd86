import type * as z from 'zod/mini'
import { platformFeatures, type PlatformFeatures as Schema } from '@nameplane/contract/system/settings/platform-features'
import type { Db } from '../db/connection.ts'
import { readSettingOrDefault } from './settings.ts'

/** Which parts of the product are on: the exclusive mode list, the rewrite flag, counters of custom parts by name. */
export type PlatformFeatures = z.output<typeof Schema>

export async function readPlatformFeatures(db: Db): Promise<PlatformFeatures> {
  return readSettingOrDefault(db, platformFeatures)
}
