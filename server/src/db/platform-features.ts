import { exclusiveModes, type ExclusiveMode } from '@nameplane/contract/menu'
import type { Db } from './connection.ts'

/** Key of the settings row that says which parts of the product are on. */
export const platformFeaturesKey = 'PLATFORM_FEATURES'

/** Which parts of the product are on: the exclusive mode list, the rewrite flag, counters of custom parts by name. */
export type PlatformFeatures = { exclusiveMode: ExclusiveMode[]; rewrite: boolean; custom: Record<string, number> }

export async function readPlatformFeatures(db: Db): Promise<PlatformFeatures> {
  const row = await db.selectFrom('system_config').select('param_value').where('param_key', '=', platformFeaturesKey).where('status', '=', 1).executeTakeFirst()
  const value = row?.param_value ?? {}
  const modes = value['exclusiveMode']
  const custom = value['custom']
  return {
    exclusiveMode: Array.isArray(modes) ? exclusiveModes.filter((mode) => modes.includes(mode)) : [],
    rewrite: value['rewrite'] === true,
    custom:
      custom !== null && typeof custom === 'object'
        ? Object.fromEntries(Object.entries(custom).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
        : {},
  }
}
