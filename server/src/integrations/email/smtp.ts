import { rootCertificates } from 'node:tls'
import { isEmail } from '@nameplane/contract/rules'
import type { EmailFailure } from '@nameplane/contract/system/email/email-failures'
import type { EmailServer } from '@nameplane/contract/system/settings/email-server'
import { EmailProblem, type Email } from './email.ts'

const implicitTlsPort = 465
const usualPatienceMs = 10_000
/** For everything together: a server that trickles its answers keeps nobody longer. */
const patienceMs = 60_000

export type SmtpOptions = {
  /** For XOAUTH2 instead of the password. */
  readonly accessToken?: string
  readonly signal?: AbortSignal
  /** How long each step may take: finding the name, connecting, every answer. */
  readonly stepPatienceMs?: number
}

/** Hands a letter to a mail server over a connection of its own; answers what the server said. @throws EmailProblem when it does not take it */
export async function sendBySmtp(
  server: EmailServer,
  email: Email,
  { accessToken, signal, stepPatienceMs = usualPatienceMs }: SmtpOptions = {},
): Promise<string> {
  // A recipient given as text may hold a second one behind a comma or line break: one checked address, given as an object.
  if (!isEmail(email.to)) throw new EmailProblem('recipient_invalid', 'the recipient is not an email address')
  const isLocal = server.host === 'localhost' || server.host === '127.0.0.1' || server.host === '::1'
  const isImplicit = server.port === implicitTlsPort
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: isImplicit,
    // The password goes out under TLS only (RFC 8314 §3), but to this very machine where it offers none.
    requireTLS: !isImplicit && !isLocal,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(server.caCertificate === '' ? {} : { ca: [...rootCertificates, server.caCertificate] }) },
    auth: accessToken === undefined ? { user: server.username, pass: server.password } : { type: 'OAuth2', user: server.username, accessToken },
    connectionTimeout: stepPatienceMs,
    greetingTimeout: stepPatienceMs,
    socketTimeout: stepPatienceMs,
    dnsTimeout: stepPatienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const deadline = AbortSignal.timeout(patienceMs)
  try {
    const { response } = await transport.sendMail({
      from: { name: server.senderName, address: server.username },
      to: { name: '', address: email.to },
      subject: email.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
      text: email.text,
      ...(email.html === undefined ? {} : { html: email.html }),
      ...(email.messageId === undefined ? {} : { messageId: `<${email.messageId}>` }),
      // RFC 3834 §5: no out-of-office note answers a letter that a machine wrote.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    return response
  } catch (cause) {
    throw problemOf(server, cause as SmtpError)
  } finally {
    transport.close()
  }
}

type SmtpError = Error & { code?: string; originalCode?: string; responseCode?: number; response?: string; command?: string }

const certificateCodes = /CERT|UNABLE_TO_|SELF_SIGNED|HOSTNAME|ALTNAME|CRL_/

function problemOf(server: EmailServer, cause: SmtpError): EmailProblem {
  const failure = failureOf(cause)
  const { code, responseCode, response } = cause
  const isTemporary = responseCode === undefined ? temporaryWithoutReply.has(failure) : responseCode < 500
  const why = [code, responseCode].filter(Boolean).join(' ') || 'no reason given'
  return new EmailProblem(failure, `the mail server ${server.host}:${server.port} refused the email (${why})`, {
    isTemporary,
    ...(response === undefined || !isOfMailServer(cause) ? {} : { reply: response }),
    cause,
  })
}

/**
 * Whether it is a mail server's word. Before it has taken our greeting it may be anything that listens there, whose banner is nobody's
 * business; only the two codes with which a mail server turns us away at once are told (RFC 5321 §3.1, §3.8).
 */
function isOfMailServer({ command, response = '' }: SmtpError): boolean {
  if (command === undefined || /^(CONN|EHLO|HELO|LHLO)$/.test(command)) return /^(421|554)[ -]/.test(response)
  return true
}

/** What may be over in a while although nobody said so: a certificate is renewed, a network comes back. */
const temporaryWithoutReply: ReadonlySet<EmailFailure> = new Set(['name_not_found', 'unreachable', 'timed_out', 'certificate', 'tls', 'cut', 'unknown'])

function failureOf({ code, originalCode, responseCode, command, message }: SmtpError): EmailFailure {
  if (responseCode !== undefined) {
    if (code === 'EAUTH' && responseCode >= 500) return 'credentials'
    if (code === 'ETLS') return 'no_tls'
    if (responseCode < 500) return 'later'
    if (responseCode === 552 || responseCode === 523) return 'too_large'
    if (command === 'MAIL FROM') return 'sender_refused'
    return command === 'RCPT TO' ? 'recipient_refused' : 'refused'
  }
  if (certificateCodes.test(originalCode ?? '')) return 'certificate'
  switch (code) {
    case 'EDNS':
      return 'name_not_found'
    case 'ETIMEDOUT':
    case 'EABORT':
      return 'timed_out'
    case 'ETLS':
      return 'tls'
    case 'EAUTH':
      return 'credentials'
    case 'ESOCKET':
      if (/SSL|TLS|WRONG_VERSION|EPROTO/i.test(`${originalCode ?? ''} ${message}`)) return 'tls'
      return originalCode === 'ENOTFOUND' || originalCode === 'EAI_AGAIN'
        ? 'name_not_found'
        : originalCode === 'ECONNRESET' || originalCode === 'EPIPE'
          ? 'cut'
          : 'unreachable'
    case 'ECONNECTION':
      return 'cut'
    default:
      return 'unknown'
  }
}
