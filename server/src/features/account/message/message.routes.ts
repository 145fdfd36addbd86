import type { Pool } from 'pg'
import { message } from '@nameplane/contract/account/message'
import type { Db } from '../../../db/connection.ts'
import { fileRoute, route, streamRoute, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { sentImage } from '../../../rich-text/sent-image.ts'
import { addImage, findImage } from './message-image.ts'
import { unreadCount } from './message-inbox.store.ts'
import { MessageLive } from './message-live.ts'
import { pinMessages, publishMessages, readMessages, removeMessages, revokeMessages, saveMessage, viewerOf } from './message.service.ts'
import { findMessage, findRecipients, listMessages } from './message.store.ts'

export function messageRoutes(db: Db, pool: Pool): Route[] {
  const live = new MessageLive(db, pool)
  return [
    route(message.list, async ({ actor, input }) => ({ data: await listMessages(db, viewerOf(actor), input) })),
    route(message.detail, async ({ actor, input }) => {
      const found = await findMessage(db, viewerOf(actor), input.id)
      if (!found) throw new Problem('message_missing')
      return { data: found }
    }),
    route(message.unread, async ({ actor }) => ({ data: { unread: await unreadCount(db, actor.accountId!) } })),
    route(message.read, async ({ actor, input }) => ({ data: { unread: await readMessages(db, actor, input.all ? null : input.ids!) } })),
    streamRoute(message.stream, ({ actor }) => live.feedOf(actor.accountId!)),
    route(message.save, async ({ actor, input }) => ({ data: { id: await saveMessage(db, actor, input) } })),
    route(message.publish, async ({ actor, input }) => (await publishMessages(db, actor, input.ids), {})),
    route(message.revoke, async ({ actor, input }) => (await revokeMessages(db, actor, input.ids), {})),
    route(message.pin, async ({ actor, input }) => (await pinMessages(db, actor, input.ids, input.pinned), {})),
    route(message.delete, async ({ actor, input }) => (await removeMessages(db, actor, input.ids), {})),
    route(message.recipients, async ({ actor, input }) => ({ data: { list: await findRecipients(db, actor.accessScope, input.search) } })),
    route(message.addImage, async ({ actor, request }) => ({ data: await addImage(db, actor, await sentImage(request)) })),
    fileRoute(message.image, async ({ input, reply }) => {
      const body = await findImage(db, input.key)
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return { fileName: `${input.key}.webp`, contentType: 'image/webp', body }
    }),
  ]
}
