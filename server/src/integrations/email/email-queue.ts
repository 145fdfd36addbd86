import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '@nameplane/contract/problems'
import { isEmailOn } from '@nameplane/contract/system/email/email-rendering'
import type { EmailScenarioKey, EmailVariables } from '@nameplane/contract/system/email/email-scenarios'
import { isEmail } from '@nameplane/contract/rules'
import type { Tx } from '../../db/connection.ts'
import { askForWork } from '../../jobs/outbox.ts'
import { seal } from '../../secrets/seal.ts'
import { emailPlace } from '../../secrets/sealed-places.ts'
import { readTemplates } from './email-server.ts'

/** The name under which letters are asked for; see `letter-delivery.ts`. */
export const emailWork = 'letter_send'

/** A letter as a feature asks for it: what it is about and what to put in, not how it reads. */
export type EmailRequest<Key extends EmailScenarioKey = EmailScenarioKey> = {
  readonly [Each in Key]: {
    readonly scenario: Each
    readonly to: string
    readonly language: Language
    readonly variables: EmailVariables<Each>
    /** For the letter log, without secrets: the title of a message, the name of an account. */
    readonly about: string
    /** What it is written for, so that `callBackEmails` finds it. */
    readonly origin?: string
    /** How long it is worth sending; without it, for three days. */
    readonly lifeSeconds?: number
  }
}[Key]

const rowsAtOnce = 500

/**
 * Puts letters into the queue of the same transaction: they are sent once it is committed, and never when it is not. Letters
 * of a kind that an administrator has switched off, and those to no address, are left out. Answers how many were queued.
 */
export async function queueEmails(tx: Tx, emails: readonly EmailRequest[]): Promise<number> {
  if (emails.length === 0) return 0
  const templates = await readTemplates(tx)
  const wanted = emails.filter(({ scenario, to }) => isEmailOn(scenario, templates) && isEmail(to))
  for (let from = 0; from < wanted.length; from += rowsAtOnce) {
    await tx
      .insertInto('letter')
      .values(
        wanted.slice(from, from + rowsAtOnce).map(({ scenario, to, language, variables, about, origin = '', lifeSeconds }) => {
          const key = randomBytes(16).toString('hex')
          return {
            key,
            scenario,
            language,
            recipient: to,
            about: about.slice(0, 200),
            origin,
            variables: seal(JSON.stringify(variables), emailPlace(key)),
            good_until: lifeSeconds === undefined ? null : sql<Date>`now() + make_interval(secs => ${lifeSeconds})`,
          }
        }),
      )
      .execute()
  }
  if (wanted.length > 0) await askForWork(tx, emailWork)
  return wanted.length
}

/** Takes back the letters written for something that have not left yet. */
export async function callBackEmails(tx: Tx, origin: string): Promise<void> {
  await tx.deleteFrom('letter').where('origin', '=', origin).where('state', '=', 'queued').execute()
}
