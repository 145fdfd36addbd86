import type { MailServer } from '@nameplane/contract/system/settings/mail-server'
import type { Db } from '../../db/connection.ts'
import { MailProblem, type Letter } from './mail.ts'
import { accessToken } from './mail-token.ts'
import { sendBySmtp } from './smtp.ts'

/** Sends a letter through a mail server, signing in as its settings say; answers what the server said. @throws MailProblem */
export async function sendThrough(db: Db, server: MailServer, letter: Letter, signal?: AbortSignal): Promise<string> {
  const options = signal ? { signal } : {}
  if (server.authentication === 'password') return sendBySmtp(server, letter, options)
  try {
    return await sendBySmtp(server, letter, { ...options, accessToken: await accessToken(db, server.oauth, options) })
  } catch (cause) {
    // A token can be taken back before its time; a new one tells whether that was it.
    if (!(cause instanceof MailProblem) || cause.failure !== 'credentials') throw cause
    return sendBySmtp(server, letter, { ...options, accessToken: await accessToken(db, server.oauth, { ...options, isNew: true }) })
  }
}
