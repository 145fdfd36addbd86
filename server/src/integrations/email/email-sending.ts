import type { EmailServer } from '@nameplane/contract/system/settings/email-server'
import type { Db } from '../../db/connection.ts'
import { EmailProblem, type Email } from './email.ts'
import { accessToken } from './email-token.ts'
import { sendBySmtp } from './smtp.ts'

/** Sends a letter through a mail server, signing in as its settings say; answers what the server said. @throws EmailProblem */
export async function sendThrough(db: Db, server: EmailServer, email: Email, signal?: AbortSignal): Promise<string> {
  const options = signal ? { signal } : {}
  if (server.authentication === 'password') return sendBySmtp(server, email, options)
  try {
    return await sendBySmtp(server, email, { ...options, accessToken: await accessToken(db, server.oauth, options) })
  } catch (cause) {
    // A token can be taken back before its time; a new one tells whether that was it.
    if (!(cause instanceof EmailProblem) || cause.failure !== 'credentials') throw cause
    return sendBySmtp(server, email, { ...options, accessToken: await accessToken(db, server.oauth, { ...options, isNew: true }) })
  }
}
