import { messageTypes } from '@nameplane/contract/account/message'
import type { Language } from '@nameplane/contract/problems'
import { platformActor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { saveMessage } from '../../account/message/message.service.ts'

/* Messages about sets, each in the language of who receives it. */

export type Texts = Readonly<Record<Language, { title: string; content: string }>>

const teller = platformActor('change_set')

/** A path of the console, as texts of people may have it. */
export const linkTo = (id: number, text: string): string => `<a href="#/dns/domain/bulk/log?set=${id}">${text}</a>`

export async function tell(db: Db, accounts: readonly { id: number; language: string | null }[], texts: Texts): Promise<void> {
  for (const language of ['zh', 'en'] as const) {
    const accountIds = accounts.filter((one) => (one.language === 'en' ? 'en' : 'zh') === language).map(({ id }) => id)
    if (accountIds.length === 0) continue
    await saveMessage(db, teller, {
      ...texts[language],
      // Administrators receive notices only (spec point 6).
      type: messageTypes.notice,
      audience: 'selected',
      classes: [],
      accountIds,
      pinned: false,
      action: 'publish',
    })
  }
}

/** Tells the author of a set, unless they are gone. */
export async function tellAuthorOf(db: Db, id: number, texts: Texts): Promise<void> {
  const author = await db
    .selectFrom('change_set')
    .innerJoin('account', 'account.id', 'change_set.author_id')
    .select(['account.id', 'account.language'])
    .where('change_set.id', '=', id)
    .where('account.status', '=', 1)
    .executeTakeFirst()
  if (author) await tell(db, [author], texts)
}
