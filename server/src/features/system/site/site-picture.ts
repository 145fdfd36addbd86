import { randomBytes } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import { site } from '@nameplane/contract/system/site'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { change } from '../../../changes/change.ts'
import { wechatCode } from '@nameplane/contract/system/settings/wechat-code'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { drawnAnew } from '../../../rich-text/image-drawing.ts'

/** Below this root its pictures are shown, whichever the console uses: the server answers on both. */
const pictureRoot = '/api/'

/** Keeps a picture, drawn anew; answers the path that shows it. */
export async function addSitePicture(db: Db, actor: Actor, sent: Buffer): Promise<{ path: string; width: number; height: number }> {
  const { bytes, width, height } = await drawnAnew(sent)
  const key = randomBytes(16).toString('base64url')
  await change(db, actor, 'site.add_picture', async ({ tx, audit }) => {
    await tx.insertInto('site_picture').values({ key, bytes, width, height }).execute()
    audit({ type: 'site_picture', id: null, name: key.slice(0, 6), after: { bytes: bytes.length, width, height } })
  })
  return { path: pictureRoot + site.picture.path.replace('{key}', key), width, height }
}

export async function findSitePicture(db: Db, key: string): Promise<Buffer> {
  const row = await db.selectFrom('site_picture').select('bytes').where('key', '=', key).executeTakeFirst()
  if (!row) throw new Problem('image_absent', { status: 404 })
  return row.bytes
}

/** Condition on the table `site_picture` of a query: neither the site nor a state it could be brought back to shows it. */
export const isUnusedPicture = sql<SqlBool>`(
  not exists (select from system_config where param_key in (${siteSettings.key}, ${wechatCode.key}) and strpos(param_value::text, site_picture.key) > 0)
  and not exists (
    select from system_config_version join system_config on system_config.id = config_id
    where param_key in (${siteSettings.key}, ${wechatCode.key}) and strpos(system_config_version.param_value::text, site_picture.key) > 0
  ))`
