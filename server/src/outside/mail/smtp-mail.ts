import { createTransport } from 'nodemailer'
import type { MailServer } from '@nameplane/contract/system/settings/mail-server'
import { isEmail } from '@nameplane/contract/rules'
import type { Db } from '../../db/connection.ts'
import { MailProblem, type Letter, type Mail } from './mail.ts'
import { hasMailServer, readMailServer } from './mail-settings.ts'

const implicitTlsPort = 465
const patienceMs = 15_000

/** Sends through the mail server of the settings, read at each letter so that a change acts at once. */
export function smtpMail(db: Db): Mail {
  return {
    isSetUp: () => hasMailServer(db),
    async send(letter) {
      const server = await readMailServer(db)
      if (!server) throw new MailProblem('no mail server is set up')
      await sendBy(server, letter)
    },
  }
}

async function sendBy(server: MailServer, { to, subject, text }: Letter): Promise<void> {
  // A recipient given as text may hold a second one behind a line break: one checked address, given as an object.
  if (!isEmail(to)) throw new MailProblem('the recipient is no e-mail address')
  const isLocal = server.host === 'localhost' || server.host === '127.0.0.1' || server.host === '::1'
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.port === implicitTlsPort,
    // The password goes out under TLS only (RFC 8314 §3), but to this very machine.
    requireTLS: server.port !== implicitTlsPort && !isLocal,
    ignoreTLS: isLocal,
    auth: { user: server.username, pass: server.password },
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({ from: { name: '', address: server.username }, to: { name: '', address: to }, subject: subject.replace(/\p{Cc}/gu, ' '), text })
  } catch (cause) {
    throw new MailProblem(`the mail server ${server.host}:${server.port} did not take the letter (${reasonOf(cause)})`, { cause })
  } finally {
    transport.close()
  }
}

function reasonOf(cause: unknown): string {
  const { code, responseCode } = cause as { code?: string; responseCode?: number }
  return [code, responseCode].filter(Boolean).join(' ') || 'no reason given'
}
