import { queueEmails } from '../../server/src/integrations/email/email-queue.ts'
import type { TestApp } from './app.ts'

/** A letter that failed and whose content is still kept. */
export type FixtureEmails = { letterId: number }

export async function makeFixtureEmails({ db }: Pick<TestApp, 'db'>, name: string): Promise<FixtureEmails> {
  const to = `letter@${name}`
  await db
    .transaction()
    .execute((tx) =>
      queueEmails(tx, [{ scenario: 'message_notice', to, language: 'en', variables: { title: name, text: name, username: 'ada' }, about: name }]),
    )
  const { id } = await db
    .updateTable('letter')
    .set({ state: 'failed', failure: 'refused', finished_at: new Date() })
    .where('recipient', '=', to)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { letterId: id }
}
