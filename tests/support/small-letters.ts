import { queueLetters } from '../../server/src/outside/mail/letter-queue.ts'
import type { TestApp } from './app.ts'

/** A letter that failed and whose content is still kept. */
export type SmallLetters = { letterId: number }

export async function makeSmallLetters({ db }: Pick<TestApp, 'db'>, name: string): Promise<SmallLetters> {
  const to = `letter@${name}`
  await db
    .transaction()
    .execute((tx) =>
      queueLetters(tx, [{ scenario: 'message_notice', to, language: 'en', variables: { title: name, text: name, username: 'ada' }, about: name }]),
    )
  const { id } = await db
    .updateTable('letter')
    .set({ state: 'failed', failure: 'refused', finished_at: new Date() })
    .where('recipient', '=', to)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { letterId: id }
}
