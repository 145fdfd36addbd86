import { sql } from 'kysely'
import { textOfHtml } from '@nameplane/contract/system/email/email-text'
import type { Tx } from '../../../db/connection.ts'
import { callBackEmails, queueEmails } from '../../../integrations/email/email-queue.ts'
import { isReceivedBy } from './message-inbox.store.ts'

/** Letters of the text that goes by mail; what is longer is read in the console. */
const mailedCharacters = 4000

const originOf = (messageId: number): string => `message:${messageId}`

type Mailed = { id: number; title: string; content: string; is_mailed: boolean }

/** Queues a letter to each usable account with an address that receives a message just published; none where it is not to be mailed. */
export async function emailMessage(tx: Tx, message: Mailed): Promise<void> {
  if (!message.is_mailed) return
  const { rows } = await sql<{ username: string; email: string; language: string | null }>`
    select account.username, account.email, account.language from account join message on message.id = ${message.id} and ${isReceivedBy}
    where account.status = 1 and account.email <> '' order by account.id`.execute(tx)
  const whole = [...textOfHtml(message.content)]
  const text = whole.length > mailedCharacters ? `${whole.slice(0, mailedCharacters).join('')}…` : whole.join('')
  await queueEmails(
    tx,
    rows.map(({ username, email, language }) => ({
      scenario: 'message_notice',
      to: email,
      language: language === 'en' ? 'en' : 'zh',
      variables: { title: message.title, text, username },
      about: message.title,
      origin: originOf(message.id),
    })),
  )
}

/** Takes back what has not left yet of a message that its readers no longer see. */
export async function callBackEmail(tx: Tx, messageId: number): Promise<void> {
  await callBackEmails(tx, originOf(messageId))
}
