import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EmailServer } from '@nameplane/contract/system/settings/email-server'
import { findExim, startExim, type Exim } from '../../../../tests/support/exim.ts'
import { isPythonThere, readEmail } from '../../../../tests/support/email-reading.ts'
import { thrownBy } from '../../../../tests/support/thrown.ts'
import { EmailProblem } from './email.ts'
import { sendBySmtp } from './smtp.ts'

const isOptional = process.env['CI'] === undefined
if (!isOptional && findExim() === null) throw new Error('Exim is needed in CI: install the package exim4-daemon-light')
if (!isOptional && !isPythonThere) throw new Error('python3 is needed in CI')

describe.runIf(findExim() !== null && isPythonThere)('a letter through a real Exim', () => {
  let exim: Exim
  beforeAll(async () => void (exim = await startExim()))
  afterAll(() => exim.stop())

  const server = (changed: Partial<EmailServer> = {}): EmailServer =>
    EmailServer.parse({ host: exim.host, port: 587, ...exim.account, caCertificate: exim.authority, senderName: '域名平台', ...changed })
  const email = {
    to: 'ada@inbox.test',
    subject: '验证码 123456 — é',
    text: '第一行\n.\n.. zwei\n',
    html: '<p>第一行 &amp; <b>fett</b></p>',
    messageId: 'key-1@inbox.test',
  }
  const problemOf = (work: Promise<unknown>) => thrownBy(EmailProblem, work)

  it.each([
    [587, 'STARTTLS'],
    [465, 'TLS from the beginning'],
  ])('on port %i goes by %s, signed in, and arrives as it was written', async (port) => {
    expect(await sendBySmtp(server({ port }), email)).toMatch(/^250 OK id=/)
    const [bytes, ...others] = await exim.received()
    expect(others).toEqual([])
    const read = readEmail(bytes!)
    expect(read.defects).toEqual([])
    expect(read.from).toEqual([{ name: '域名平台', address: exim.account.username }])
    expect(read.to).toEqual([{ name: '', address: 'ada@inbox.test' }])
    expect(read.subject).toBe(email.subject)
    expect(read.types).toEqual(['multipart/alternative', 'text/plain', 'text/html'])
    expect(read.text.replace(/\r\n/g, '\n').trim()).toBe(email.text.trim())
    expect(read.html.trim()).toBe(email.html)
    expect(read.headers).toMatchObject({
      'message-id': '<key-1@inbox.test>',
      'auto-submitted': 'auto-generated',
      'return-path': `<${exim.account.username}>`,
      'envelope-to': 'ada@inbox.test',
    })
    expect(read.headers['date']).toBeDefined()
    expect(exim.log()).toMatch(new RegExp(`<= platform@inbox\\.test .*P=esmtpsa X=TLS1\\.[23].* A=(plain|login):platform@inbox\\.test`))
  })

  it('of a megabyte arrives whole', async () => {
    const text = `${'一二三四五六七八九十'.repeat(20)}\n`.repeat(1500)
    await sendBySmtp(server(), { ...email, text })
    const [bytes] = await exim.received()
    expect(readEmail(bytes!).text.replace(/\r\n/g, '\n').trim()).toBe(text.trim())
  })

  it.each<[string, Partial<EmailServer>, Partial<typeof email>, Pick<EmailProblem, 'failure' | 'isTemporary'>, RegExp]>([
    ['with a wrong password', { password: 'another' }, {}, { failure: 'credentials', isTemporary: false }, /^535 /],
    ['under an unknown authority, by STARTTLS', { caCertificate: '' }, {}, { failure: 'certificate', isTemporary: true }, /^$/],
    ['under an unknown authority, by TLS', { caCertificate: '', port: 465 }, {}, { failure: 'certificate', isTemporary: true }, /^$/],
    ['for a mailbox that there is not', {}, { to: 'nobody@inbox.test' }, { failure: 'recipient_refused', isTemporary: false }, /^550 no such mailbox/],
    ['for somebody elsewhere', {}, { to: 'ada@example.org' }, { failure: 'recipient_refused', isTemporary: false }, /^550 relay not permitted/],
    ['for a greylisted mailbox', {}, { to: 'greylisted@inbox.test' }, { failure: 'later', isTemporary: true }, /^451 greylisted/],
    ['larger than allowed', {}, { text: 'x'.repeat(3_000_000) }, { failure: 'too_large', isTemporary: false }, /^552 /],
    ['to a server of no address', { host: 'mail.invalid' }, {}, { failure: 'name_not_found', isTemporary: true }, /^$/],
    ['on a port where nothing listens', { port: 588 }, {}, { failure: 'unreachable', isTemporary: true }, /^$/],
  ])('%s is not taken, and says why', async (_, changed, other, expected, reply) => {
    const problem = await problemOf(sendBySmtp(server(changed), { ...email, ...other }))
    expect(problem).toMatchObject(expected)
    expect(problem.reply).toMatch(reply)
    expect(`${problem.message} ${problem.reply}`).not.toContain(exim.account.password)
  })
})
