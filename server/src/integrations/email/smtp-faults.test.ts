import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { EmailServer } from '@nameplane/contract/system/settings/email-server'
import { makeCertificate } from '../../../../tests/support/exim.ts'
import { EmailProblem } from './email.ts'
import { sendBySmtp, type SmtpOptions } from './smtp.ts'

/** Another machine for our rules: not one of the names of this one. */
const elsewhere = '127.0.0.2'
const account = { username: 'platform@example.net', password: 'the right password' }
const email = { to: 'ada@example.org', subject: 'Subject', text: 'text\n', html: '<p>text</p>' }

let folder: string
let tls: { authority: string; certificate: string; key: string }
let foreign: { authority: string; certificate: string; key: string }
const running: (SMTPServer | Server)[] = []
const sockets = new Set<Socket>()

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-smtp-'))
  foreign = makeCertificate(folder, 'DNS:mail.example.org')
  tls = makeCertificate(folder, `IP:${elsewhere}`)
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of running.splice(0)) await new Promise<void>((closed) => server.close(() => closed()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Fake = { port: number; passwords: string[]; letters: string[] }

/** A server of the library with one thing changed. */
async function fake(changed: SMTPServerOptions = {}): Promise<Fake> {
  const seen: Fake = { port: 0, passwords: [], letters: [] }
  const server = new SMTPServer({
    key: tls.key,
    cert: tls.certificate,
    closeTimeout: 100,
    onAuth(auth, _session, done) {
      seen.passwords.push(String(auth.password ?? auth.accessToken))
      if (auth.username === account.username && auth.password === account.password) done(null, { user: account.username })
      else done(new Error('wrong name or password'))
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        seen.letters.push(Buffer.concat(chunks).toString())
        done()
      })
    },
    ...changed,
  })
  server.on('error', () => undefined)
  running.push(server)
  seen.port = await new Promise((ready) => {
    const listening = server.listen(0, elsewhere, () => ready((listening.address() as { port: number }).port))
  })
  return seen
}

/** A server that says and does what no library would. */
async function rawFake(talk: (socket: Socket) => void): Promise<Fake> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    talk(socket)
  })
  running.push(server)
  await new Promise<void>((ready) => server.listen(0, elsewhere, ready))
  return { port: (server.address() as { port: number }).port, passwords: [], letters: [] }
}

const settings = (port: number, changed: Partial<EmailServer> = {}): EmailServer =>
  EmailServer.parse({ host: elsewhere, port, ...account, caCertificate: tls.authority, ...changed })
async function failureOf(server: EmailServer, options: SmtpOptions = {}): Promise<Pick<EmailProblem, 'failure' | 'isTemporary' | 'reply'>> {
  const outcome: unknown = await sendBySmtp(server, email, { stepPatienceMs: 1500, ...options }).catch((cause: unknown) => cause)
  expect(outcome).toBeInstanceOf(EmailProblem)
  const { failure, isTemporary, reply, message } = outcome as EmailProblem
  expect(`${message} ${reply}`).not.toContain(account.password)
  return { failure, isTemporary, reply }
}
const saying = (text: string, code: number): Error => Object.assign(new Error(text), { responseCode: code })

describe('a mail server in good order', () => {
  it('gets the letter', async () => {
    const server = await fake()
    await sendBySmtp(settings(server.port), email)
    expect(server.letters).toHaveLength(1)
    expect(server.passwords).toEqual([account.password])
  })
})

describe('a mail server that', () => {
  it.each<[string, SMTPServerOptions, { failure: string; isTemporary: boolean; reply: string }]>([
    [
      'has no time (421)',
      { onConnect: (_session, done) => done(saying('too many connections', 421)) },
      { failure: 'later', isTemporary: true, reply: '421 too many connections' },
    ],
    [
      'turns us away (554)',
      { onConnect: (_session, done) => done(saying('no service for you', 554)) },
      { failure: 'refused', isTemporary: false, reply: '554 no service for you' },
    ],
    [
      'greylists (450)',
      { onRcptTo: (_to, _session, done) => done(saying('4.2.0 greylisted', 450)) },
      { failure: 'later', isTemporary: true, reply: '450 4.2.0 greylisted' },
    ],
    [
      'has no room (452)',
      { onMailFrom: (_from, _session, done) => done(saying('4.3.1 no room', 452)) },
      { failure: 'later', isTemporary: true, reply: '452 4.3.1 no room' },
    ],
    [
      'knows no such sender',
      { onMailFrom: (_from, _session, done) => done(saying('5.7.1 not you', 553)) },
      { failure: 'sender_refused', isTemporary: false, reply: '553 5.7.1 not you' },
    ],
    [
      'knows no such recipient',
      { onRcptTo: (_to, _session, done) => done(saying('5.1.1 no such user', 550)) },
      { failure: 'recipient_refused', isTemporary: false, reply: '550 5.1.1 no such user' },
    ],
    [
      'finds the letter too large (552)',
      {
        onData: (stream, _session, done) => {
          stream.resume()
          stream.on('end', () => done(saying('5.3.4 too large', 552)))
        },
      },
      { failure: 'too_large', isTemporary: false, reply: '552 5.3.4 too large' },
    ],
    [
      'finds the letter to be spam (554)',
      {
        onData: (stream, _session, done) => {
          stream.resume()
          stream.on('end', () => done(saying('5.7.1 spam', 554)))
        },
      },
      { failure: 'refused', isTemporary: false, reply: '554 5.7.1 spam' },
    ],
    [
      'cannot sign anybody in just now (454)',
      { onAuth: (_auth, _session, done) => done(saying('4.7.0 try later', 454)) },
      { failure: 'later', isTemporary: true, reply: '454 4.7.0 try later' },
    ],
  ])('%s', async (_, changed, expected) => {
    const server = await fake(changed)
    expect(await failureOf(settings(server.port))).toEqual(expected)
    expect(server.letters).toEqual([])
  })

  it('hangs up in the middle of the letter', async () => {
    const server = await fake({
      onData: (stream, session) => {
        stream.resume()
        const connection = [...(running[0] as SMTPServer).connections].find((one) => (one as unknown as { id: string }).id === session.id) as unknown as {
          _socket: Socket
        }
        connection._socket.destroy()
      },
    })
    expect(await failureOf(settings(server.port))).toMatchObject({ failure: 'cut', isTemporary: true })
  })

  it('never says hello', async () => {
    const server = await rawFake(() => undefined)
    const startedAt = performance.now()
    expect(await failureOf(settings(server.port), { stepPatienceMs: 300 })).toMatchObject({ failure: 'timed_out', isTemporary: true })
    expect(performance.now() - startedAt).toBeLessThan(3000)
  })

  it('is not waited for once nobody wants to', async () => {
    const server = await rawFake(() => undefined)
    expect(await failureOf(settings(server.port), { signal: AbortSignal.timeout(100) })).toMatchObject({ failure: 'timed_out' })
  })

  it('speaks no SMTP', async () => {
    const server = await rawFake((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect((await failureOf(settings(server.port))).isTemporary).toBe(true)
  })
})

describe('without protection', () => {
  it('where STARTTLS was taken out of the offer, neither password nor letter is sent', async () => {
    const server = await fake({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
    const failure = await failureOf(settings(server.port))
    expect(failure.failure).toBe('no_tls')
    expect([server.passwords, server.letters]).toEqual([[], []])
  })

  it.each([
    ['says something else first', 'SSH-2.0-OpenSSH_9.6 inner-host\r\n', ''],
    ['greets and does not know our greeting', '220 FTP server inner-host\r\n', '530 inner-host: log in with USER and PASS\r\n'],
  ])('that %s is no mail server, and its words are told to nobody', async (_, first, then) => {
    const server = await rawFake((socket) => {
      socket.write(first)
      socket.on('data', () => socket.write(then))
    })
    const failure = await failureOf(settings(server.port))
    expect(failure.reply).toBe('')
  })

  it('where STARTTLS is refused, neither is sent', async () => {
    const said: string[] = []
    const server = await rawFake((socket) => {
      socket.write('220 mail.example ready\r\n')
      socket.on('data', (chunk: Buffer) => {
        said.push(chunk.toString())
        if (/^EHLO/i.test(chunk.toString())) socket.write('250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN\r\n')
        else socket.write('454 4.7.0 TLS not available\r\n')
      })
    })
    expect(await failureOf(settings(server.port))).toMatchObject({ failure: 'no_tls' })
    expect(said.join('')).not.toMatch(/AUTH|MAIL FROM/)
  })

  it.each<[string, () => { cert: string; key: string }, Partial<EmailServer>]>([
    ['of another name', () => ({ cert: foreign.certificate, key: foreign.key }), {}],
    ['of an unknown authority', () => ({ cert: tls.certificate, key: tls.key }), { caCertificate: '' }],
  ])('under a certificate %s, neither is sent', async (_, certificate, changed) => {
    const server = await fake(certificate())
    const both = `${tls.authority}\n${foreign.authority}`
    expect(await failureOf(settings(server.port, { caCertificate: both, ...changed }))).toMatchObject({ failure: 'certificate', isTemporary: true })
    expect([server.passwords, server.letters]).toEqual([[], []])
  })

  it('of TLS 1.2 at least, neither is sent', async () => {
    const server = await fake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })
    expect((await failureOf(settings(server.port))).failure).toBe('tls')
    expect([server.passwords, server.letters]).toEqual([[], []])
  })

  it('what came in clear before the encryption counts for nothing', async () => {
    const server = await rawFake((socket) => {
      socket.write('220 mail.example ready\r\n')
      socket.on('data', (chunk: Buffer) => {
        if (/^EHLO/i.test(chunk.toString())) socket.write('250-mail.example\r\n250 STARTTLS\r\n')
        // The man in the middle answers for the server in advance (CVE-2021-38371 and its like).
        else socket.write('220 go on\r\n250-injected\r\n250 AUTH PLAIN\r\n235 welcome\r\n250 OK\r\n')
      })
    })
    const failure = await failureOf(settings(server.port))
    expect(['tls', 'cut', 'timed_out']).toContain(failure.failure)
  })
})

describe('a recipient', () => {
  it.each([
    'ada@example.org\r\nBcc: evil@example.net',
    'ada@example.org\n',
    'ada@example.org, evil@example.net',
    'ada@example.org;evil@example.net',
    'Ada <ada@example.org>',
    '<ada@example.org>',
    '"a b"@example.org',
    'ada@example.org>\r\nRCPT TO:<evil@example.net',
    'ada@[127.0.0.1]',
    'nobody',
    'a@b',
    '@example.org',
    'ada@example.org\0',
    '',
  ])('%j is none', async (to) => {
    const server = await fake()
    const outcome: unknown = await sendBySmtp(settings(server.port), { ...email, to }).catch((cause: unknown) => cause)
    expect(outcome).toMatchObject({ failure: 'recipient_invalid', isTemporary: false })
    expect([server.passwords, server.letters]).toEqual([[], []])
  })

  it('stays the only one whatever subject and sender’s name hold', async () => {
    const recipients: string[] = []
    const server = await fake({
      onRcptTo: (to, _session, done) => {
        recipients.push(to.address)
        done()
      },
    })
    const hostile = 'x\r\nBcc: evil@example.net\r\n\r\n<script>'
    await sendBySmtp({ ...settings(server.port), senderName: hostile }, { ...email, subject: hostile })
    expect(recipients).toEqual(['ada@example.org'])
    expect(server.letters[0]).not.toMatch(/^Bcc:/im)
  })
})
