import { message } from '@nameplane/contract/account/message'
import type { TestApp } from './app.ts'

/** A notice that everybody receives, a draft, and an image. */
export type FixtureMessages = { publishedMessageId: number; draftMessageId: number; imageKey: string }

export async function makeFixtureMessages({ call, db }: Pick<TestApp, 'call' | 'db'>, name: string): Promise<FixtureMessages> {
  const write = async (title: string, action: 'draft' | 'publish'): Promise<number> =>
    (await call(message.save, { title, content: `<p>${title}</p>`, type: 2, audience: 'all', action })).data.id
  const imageKey = name.replace(/\W/g, '_').padEnd(22, '-').slice(0, 22)
  await db
    .insertInto('message_image')
    .values({ key: imageKey, bytes: Buffer.from('RIFF'), width: 1, height: 1 })
    .execute()
  return { publishedMessageId: await write(`notice of ${name}`, 'publish'), draftMessageId: await write(`draft of ${name}`, 'draft'), imageKey }
}
