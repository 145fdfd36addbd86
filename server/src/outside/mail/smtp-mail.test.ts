import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { startMailServer, type MailServerPeer } from '../../../../tests/support/mail-server.ts'
import { MailProblem } from './mail.ts'
import { hasMailServer, readMailServer, writeMailServer } from './mail-settings.ts'
import { smtpMail } from './smtp-mail.ts'

const sender = { username: 'platform@example.net', password: 'secret of the mail server' }
let test: TestApp
let peer: MailServerPeer
beforeAll(async () => {
  test = await createTestApp()
  peer = await startMailServer(sender)
})
afterAll(async () => {
  await test.close()
  await peer.close()
})
beforeEach(() => test.db.deleteFrom('system_config').where('param_key', '=', 'EMAIL_CONFIG').execute())

const setUp = (changed: { host?: string; port?: number; password?: string } = {}) =>
  test.db.transaction().execute((tx) => writeMailServer(tx, { protocol: 'smtp', host: '127.0.0.1', port: peer.port, templates: [], ...sender, ...changed }))
const letter = { to: 'ada@example.org', subject: '验证码 123456', text: '第一行\n.\nsecond line\n' }
const failureOf = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('it went well'),
    (cause: unknown) => cause as Error,
  )

describe('a letter', () => {
  it('goes through the mail server of the settings, whole and under the sender’s name', async () => {
    await setUp()
    await smtpMail(test.db).send(letter)
    const received = await peer.next()
    expect(received).toMatchObject({ from: sender.username, to: ['ada@example.org'] })
    expect(received.text).toMatch(/^Subject: 验证码 123456$/m)
    expect(received.text).toContain('第一行\n.\nsecond line')
  })

  it.each(['ada@example.org\r\nBcc: evil@example.net', 'ada@example.org, evil@example.net', 'Ada <ada@example.org>', 'nobody', ''])(
    'goes to no %j',
    async (to) => {
      await setUp()
      const before = peer.letters.length
      expect(await failureOf(smtpMail(test.db).send({ ...letter, to }))).toBeInstanceOf(MailProblem)
      expect(peer.letters.length).toBe(before)
    },
  )

  it('has a subject of one line', async () => {
    await setUp()
    await smtpMail(test.db).send({ ...letter, subject: 'one\r\nBcc: evil@example.net' })
    const received = await peer.next()
    expect(received.to).toEqual(['ada@example.org'])
    expect(received.text).not.toMatch(/^Bcc:/im)
  })

  it('that the server does not take is a problem that names the server and no secret', async () => {
    await setUp({ password: 'not the password' })
    const failure = await failureOf(smtpMail(test.db).send(letter))
    expect(failure).toBeInstanceOf(MailProblem)
    expect(failure.message).toMatch(/^the mail server 127\.0\.0\.1:\d+ did not take the letter \(EAUTH 535\)$/)
    await setUp({ port: 1 })
    expect((await failureOf(smtpMail(test.db).send(letter))).message).toMatch(/did not take the letter \(E/)
  })

  it('never takes the password to another machine without TLS', async () => {
    const plain = await startMailServer(sender, '0.0.0.0')
    await setUp({ host: '127.0.0.2', port: plain.port })
    expect(await failureOf(smtpMail(test.db).send(letter))).toBeInstanceOf(MailProblem)
    expect([plain.letters, plain.sawPassword()]).toEqual([[], false])
    await plain.close()
  })
})

describe('the settings of the mail server', () => {
  it('keep the password sealed', async () => {
    await setUp()
    const { param_value } = await test.db.selectFrom('system_config').select('param_value').where('param_key', '=', 'EMAIL_CONFIG').executeTakeFirstOrThrow()
    expect(JSON.stringify(param_value)).not.toContain(sender.password)
    expect(await readMailServer(test.db)).toMatchObject(sender)
  })

  it('are none until they are whole and switched on', async () => {
    expect(await hasMailServer(test.db)).toBe(false)
    expect((await failureOf(smtpMail(test.db).send(letter))).message).toBe('no mail server is set up')
    await setUp()
    expect(await hasMailServer(test.db)).toBe(true)
    await test.db.updateTable('system_config').set({ status: 0 }).where('param_key', '=', 'EMAIL_CONFIG').execute()
    expect(await hasMailServer(test.db)).toBe(false)
  })

  it('with a password of another master key are a problem, not a letter without one', async () => {
    await setUp()
    await test.db
      .updateTable('system_config')
      .set({ param_value: JSON.stringify({ host: '127.0.0.1', port: peer.port, username: sender.username, password: 's1.AAAA' }) })
      .where('param_key', '=', 'EMAIL_CONFIG')
      .execute()
    expect((await failureOf(smtpMail(test.db).send(letter))).message).toContain('cannot be opened with this master key')
  })
})
