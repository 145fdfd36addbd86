import { site } from '@nameplane/contract/system/site'
import { numberedStates } from '@nameplane/contract/system/numbered-states'
import { readPlatformFeatures } from '../../../settings/platform-features.ts'
import type { Db } from '../../../db/connection.ts'
import { fileRoute, route, type Route } from '../../../http/call.ts'
import { readAgreement, readOtherUrl, readSiteSettings, readWechatCode, writtenAgreements } from './site.store.ts'
import { addSitePicture, findSitePicture } from './site-picture.ts'
import { sentImage } from '../../../rich-text/sent-image.ts'
import { publicNotices } from './public-notices.ts'

async function index(db: Db) {
  const [features, setting, written, other, code] = await Promise.all([
    readPlatformFeatures(db),
    readSiteSettings(db),
    writtenAgreements(db),
    readOtherUrl(db),
    readWechatCode(db),
  ])
  return {
    data: {
      exclusive_mode: features.exclusiveMode,
      rewrite: features.rewrite,
      user_dir: setting.userDir,
      agreements: written,
      other_url: other,
      wechat_code: code,
      web_config: { paramValue: JSON.stringify(setting) },
    },
  }
}

export const siteRoutes: Route[] = [
  route(site.index, ({ db }) => index(db)),
  route(site.indexBelowSys, ({ db }) => index(db)),
  route(site.config, async ({ db }) => ({ data: { paramValue: JSON.stringify(await readSiteSettings(db)) } })),
  route(site.enums, () => ({ data: Object.fromEntries(Object.entries(numberedStates).map(([name, rows]) => [name, [...rows]])) })),
  route(site.notices, async ({ db }) => ({ data: { list: await publicNotices(db) } })),
  route(site.agreement, async ({ db, input }) => ({ data: await readAgreement(db, input.kind) })),
  route(site.addPicture, async ({ db, actor, request }) => ({ data: await addSitePicture(db, actor, await sentImage(request)) })),
  fileRoute(site.picture, async ({ db, input, reply }) => {
    const body = await findSitePicture(db, input.key)
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return { fileName: `${input.key}.webp`, contentType: 'image/webp', body }
  }),
]
