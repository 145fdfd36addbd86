import { SiteConfig, siteConfigKey } from '@nameplane/contract/system/site'
import type { Db } from '../../../db/connection.ts'

/** The site's settings; what was never set, or no longer fits, is empty. */
export async function readSiteConfig(db: Db): Promise<SiteConfig> {
  const row = await db.selectFrom('system_config').select('param_value').where('param_key', '=', siteConfigKey).where('status', '=', 1).executeTakeFirst()
  const read = SiteConfig.safeParse(row?.param_value ?? {})
  return read.success ? read.data : SiteConfig.parse({})
}
