import { createServer, type Socket } from 'node:net'
import { EmailServer, emailServer } from '@nameplane/contract/system/settings/email-server'
import type { Db } from '../../server/src/db/connection.ts'
import { sealSecrets } from '../../server/src/settings/settings.ts'

/** Puts a mail server into the settings, as a save through the console does. */
export async function setEmailServer(db: Db, server: Partial<EmailServer> & Pick<EmailServer, 'port'>): Promise<void> {
  const whole = EmailServer.parse({ host: '127.0.0.1', username: 'platform@example.net', password: 'of the mail server', ...server })
  const param_value = JSON.stringify(sealSecrets(emailServer.key, emailServer.secrets, whole))
  await db
    .insertInto('system_config')
    .values({ param_key: emailServer.key, remark: emailServer.remark.zh, param_value })
    .onConflict((conflict) => conflict.column('param_key').doUpdateSet({ param_value, status: 1 }))
    .execute()
}

/*
 * A mail server in this process that keeps what it is sent (RFC 5321), so that letters are proved to leave over the wire:
 * it asks for the sender's password (AUTH PLAIN, RFC 4616) and refuses what comes out of order.
 */
export type ReceivedEmail = {
  from: string
  to: string[]
  /** Head and body with their transfer encodings undone. */
  text: string
  /** As it came over the wire. */
  raw: string
}

export type FakeEmailServer = {
  readonly port: number
  readonly letters: readonly ReceivedEmail[]
  /** The next letter after those seen so far. */
  next(): Promise<ReceivedEmail>
  /** Whether anybody has tried to sign in. */
  sawPassword(): boolean
  /** Says this to the next recipient instead of taking it; null: takes everyone. */
  refuse(reply: string | null): void
  close(): Promise<void>
}

export async function startFakeEmailServer(account: { username: string; password: string }, host = '127.0.0.1'): Promise<FakeEmailServer> {
  const emails: ReceivedEmail[] = []
  let hasSeenPassword = false
  let refusal: string | null = null
  const waiting: (() => void)[] = []
  const sockets = new Set<Socket>()
  let seen = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    serve(
      socket,
      account,
      () => (hasSeenPassword = true),
      (email) => {
        emails.push(email)
        for (const wake of waiting.splice(0)) wake()
      },
      () => {
        const reply = refusal
        refusal = null
        return reply
      },
    )
  })
  await new Promise<void>((ready) => server.listen(0, host, ready))
  return {
    port: (server.address() as { port: number }).port,
    letters: emails,
    sawPassword: () => hasSeenPassword,
    refuse: (reply) => void (refusal = reply),
    async next() {
      while (emails.length <= seen) await new Promise<void>((wake) => waiting.push(wake))
      seen += 1
      return emails[seen - 1]!
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function serve(
  socket: Socket,
  account: { username: string; password: string },
  signingIn: () => void,
  keep: (email: ReceivedEmail) => void,
  refusal: () => string | null,
): void {
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  let isKnown = false
  let from: string | null = null
  let to: string[] = []
  let body: string[] | null = null
  let rest = ''

  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') return ['250-mail.example', '250-8BITMIME', '250-SMTPUTF8', '250 AUTH PLAIN'].forEach(say)
    if (verb === 'AUTH') {
      signingIn()
      const [, username, password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString('utf8')
        .split('\0')
      isKnown = username === account.username && password === account.password
      return say(isKnown ? '235 2.7.0 welcome' : '535 5.7.8 wrong name or password')
    }
    if (verb === 'QUIT') return void socket.end('221 bye\r\n')
    if (verb === 'RSET') {
      from = null
      to = []
      return say('250 OK')
    }
    if (!isKnown) return say('530 5.7.0 sign in first')
    const address = /<([^<>\s]*)>/.exec(line)?.[1]
    if (verb === 'MAIL' && address === account.username) {
      from = address
      return say('250 OK')
    }
    if (verb === 'RCPT' && from !== null && address) {
      const reply = refusal()
      if (reply !== null) return say(reply)
      to.push(address)
      return say('250 OK')
    }
    if (verb === 'DATA' && to.length > 0) {
      body = []
      return say('354 go on')
    }
    say('503 5.5.1 not now')
  }

  const textLine = (line: string): void => {
    if (line !== '.') return void body!.push(line.startsWith('..') ? line.slice(1) : line)
    keep({ from: from!, to, text: decoded(body!.join('\n')), raw: `${body!.join('\r\n')}\r\n` })
    ;[from, to, body] = [null, [], null]
    say('250 OK')
  }

  say('220 mail.example ready')
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) (body === null ? command : textLine)(line)
  })
}

/** Head and body with their transfer encodings undone (RFC 2045 §6, RFC 2047). */
function decoded(email: string): string {
  const at = email.indexOf('\n\n')
  const head = email.slice(0, at).replace(/\n[ \t]+/g, ' ')
  const body = email.slice(at + 2)
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(head)?.[1]?.toLowerCase()
  const text =
    encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : encoding === 'quoted-printable' ? quotedPrintable(body.replace(/=\n/g, '')) : body
  const words = head
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('utf8') : quotedPrintable(word.replace(/_/g, ' ')),
    )
  return `${words}\n\n${text}`
}

function quotedPrintable(text: string): string {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}
