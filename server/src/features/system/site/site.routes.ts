import { site } from '@nameplane/contract/system/site'
import { numberedStates } from '@nameplane/contract/system/numbered-states'
import { readPlatformFeatures } from '../../../db/platform-features.ts'
import type { Db } from '../../../db/connection.ts'
import { route, type Route } from '../../../http/call.ts'
import { readSiteConfig } from './site.store.ts'
import { publicNotices } from './public-notices.ts'

async function index(db: Db) {
  const [features, config] = await Promise.all([readPlatformFeatures(db), readSiteConfig(db)])
  return {
    data: { exclusive_mode: features.exclusiveMode, rewrite: features.rewrite, user_dir: config.userDir, web_config: { paramValue: JSON.stringify(config) } },
  }
}

export const siteRoutes: Route[] = [
  route(site.index, ({ db }) => index(db)),
  route(site.indexBelowSys, ({ db }) => index(db)),
  route(site.config, async ({ db }) => ({ data: { paramValue: JSON.stringify(await readSiteConfig(db)) } })),
  route(site.enums, () => ({ data: Object.fromEntries(Object.entries(numberedStates).map(([name, rows]) => [name, [...rows]])) })),
  route(site.notices, async ({ db }) => ({ data: { list: await publicNotices(db) } })),
]
