import { randomBytes } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { drawnAnew } from '../../../rich-text/image-drawing.ts'

/** Keeps an image, drawn anew, under a name that nobody can guess. */
export async function addImage(db: Db, actor: Actor, sent: Buffer): Promise<{ key: string; width: number; height: number }> {
  const { bytes, width, height } = await drawnAnew(sent)
  const key = randomBytes(16).toString('base64url')
  await change(db, actor, 'message.add_image', async ({ tx, audit }) => {
    await tx.insertInto('message_image').values({ key, bytes, width, height }).execute()
    audit({ type: 'message_image', id: null, name: key.slice(0, 6), after: { bytes: bytes.length, width, height } })
  })
  return { key, width, height }
}

export async function findImage(db: Db, key: string): Promise<Buffer> {
  const row = await db.selectFrom('message_image').select('bytes').where('key', '=', key).executeTakeFirst()
  if (!row) throw new Problem('image_absent', { status: 404 })
  return row.bytes
}

/** Condition on the table `message_image` of a query: no message shows it; whoever wrote may have cancelled, or changed the text. */
export const isUnusedImage = sql<SqlBool>`not exists (select from message where strpos(message.content, message_image.key) > 0)`
