import { messageTypes } from '@nameplane/contract/account/message'
import { limits } from '@nameplane/contract/limits'
import type { Db } from '../../../db/connection.ts'

/** The newest published notices for everybody; pinned ones first. */
export async function publicNotices(db: Db): Promise<{ id: number; title: string; content: string; createtime: Date }[]> {
  const rows = await db
    .selectFrom('message')
    .select(['id', 'title', 'content', 'publish_at'])
    .where('state', '=', 'published')
    .where('type', '=', messageTypes.notice)
    .where('audience', '=', 'all')
    .where('publish_at', 'is not', null)
    .orderBy('is_pinned', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.defaultPageSize)
    .execute()
  return rows.map((row) => ({ id: row.id, title: row.title, content: row.content, createtime: row.publish_at! }))
}
