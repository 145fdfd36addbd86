import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { email } from '@nameplane/contract/system/email'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, Refused, type TestApp } from '../../../../../tests/support/app.ts'
import { readEmail } from '../../../../../tests/support/email-reading.ts'
import { setEmailServer, startFakeEmailServer, type FakeEmailServer } from '../../../../../tests/support/fake-email-server.ts'
import { deliverEmails } from '../../../integrations/email/email-delivery.ts'
import { queueEmails } from '../../../integrations/email/email-queue.ts'

const sender = { username: 'platform@example.net', password: 'of the mail server' }
let test: TestApp
let fake: FakeEmailServer
beforeAll(async () => {
  test = await createTestApp()
  fake = await startFakeEmailServer(sender)
})
afterAll(async () => {
  await test.close()
  await fake.close()
})
beforeEach(async () => {
  fake.refuse(null)
  await setEmailServer(test.db, { port: fake.port, ...sender })
})
afterEach(async () => {
  await test.db.deleteFrom('letter').execute()
  // Tries are counted by the audit log: each test begins with none.
  await test.db
    .updateTable('audit_entry')
    .set({ at: new Date(0) })
    .where('action', 'in', ['config.test', 'letter.test'])
    .execute()
})

async function problemOf(call: Promise<unknown>): Promise<Refused['refusal'] | null> {
  return call.then(
    () => null,
    (cause: unknown) => {
      if (cause instanceof Refused) return cause.refusal
      throw cause
    },
  )
}
const form = () => ({ protocol: 'smtp', host: '127.0.0.1', port: fake.port, ...sender })
const tryServer = (changed: Record<string, unknown> = {}, target = 'admin@example.org') =>
  test.call(setting.test, { paramKey: 'EMAIL_CONFIG', paramValue: { ...form(), ...changed }, target })
const template = {
  scenario: 'domain_wrong_ns',
  language: 'zh',
  subject: '{{domain}}',
  html: '<p>{{domain}} {{days}}</p>',
  target: 'admin@example.org',
} as const

describe('the test button of the mail server', () => {
  it('really sends a letter through what the form says', async () => {
    const { data } = await tryServer()
    expect(data).toEqual({ isPassed: true, message: 'Test email sent to admin@example.org. Check your inbox.' })
    const read = readEmail(Buffer.from((await fake.next()).raw))
    expect(read.to[0]!.address).toBe('admin@example.org')
    expect(read.subject).toBe('Test email from Nameplane')
    expect(read.text).toContain(`127.0.0.1:${fake.port}`)
    const { list } = (await test.call(email.list, {})).data
    expect(list).toMatchObject([{ scenario: 'test', recipient: 'admin@example.org', state: 'sent', failure: null, canRetry: false }])
  })

  it.each<[string, Record<string, unknown>, string]>([
    [
      'a wrong password',
      { password: 'another' },
      'Mail server refused the sign-in: incorrect sender address or authorisation password (535 5.7.8 wrong name or password)',
    ],
    ['nobody listening', { port: 1 }, 'Mail server not reachable. Check host, port and network.'],
    ['no such host', { host: 'mail.invalid' }, 'Mail server host name not found'],
  ])('says of %s what it is, in plain words and without secrets', async (_, changed, message) => {
    expect((await tryServer(changed)).data).toEqual({ isPassed: false, message })
  })

  it('says what the server said of a refused mailbox', async () => {
    fake.refuse('550 5.1.1 no such user')
    expect((await tryServer()).data.message).toBe('Mail server refused the recipient address (550 5.1.1 no such user)')
  })

  it('sends to one mailbox and nowhere else', async () => {
    expect((await tryServer({}, 'ada@example.org, evil@example.net')).data).toEqual({ isPassed: false, message: 'Invalid recipient address' })
  })

  it('can be pressed five times a minute', async () => {
    for (let count = 0; count < 5; count += 1) {
      await tryServer()
      await fake.next()
    }
    expect((await problemOf(tryServer()))?.problem).toBe('config_test_too_often')
  })
})

describe('a template', () => {
  it('is tried as it was sent, with examples for its variables', async () => {
    expect((await test.call(email.test, template)).data.isPassed).toBe(true)
    const read = readEmail(Buffer.from((await fake.next()).raw))
    expect([read.subject, read.text.trim()]).toEqual(['example.com', 'example.com 30'])
  })

  it.each([
    [{ subject: '{{password}}' }, 'subject', 'letter_variable_unknown'],
    [{ html: '<p>{{days}}</p>' }, 'html', 'letter_variable_missing'],
    [{ html: '<script>{{domain}}</script>' }, 'html', 'letter_html_refused'],
    [{ target: 'ada@example.org\r\nBcc: evil@example.net' }, 'target', 'invalid_email'],
    [{ target: '' }, 'target', 'invalid_email'],
  ])('with %j is refused at its field', async (changed, field, code) => {
    const refusal = await problemOf(test.call(email.test, { ...template, ...changed }))
    expect(refusal?.fields).toMatchObject({ [field]: code })
  })

  it('is tried five times a minute', async () => {
    for (let count = 0; count < 5; count += 1) {
      await test.call(email.test, template)
      await fake.next()
    }
    expect((await problemOf(test.call(email.test, template)))?.problem).toBe('config_test_too_often')
  })

  it('is saved with the mail server, and a wrong one is named by its place', async () => {
    const { config: record } = await test.call(setting.ofKey, { key: 'EMAIL_CONFIG' })
    const value = JSON.parse(record.paramValue) as Record<string, unknown>
    const save = (templates: unknown[]) => test.call(setting.update, { id: record.id, paramValue: { ...value, templates } })
    const words = { subject: '你好 {{title}}', html: '<p>{{title}}</p>' }
    const refusal = await problemOf(save([{ name: 'message_notice', zh: { ...words, html: '<p>{{code}}</p>' } }]))
    expect(refusal?.fields).toMatchObject({ 'templates.0.zh.html': 'letter_variable_unknown' })
    await save([{ name: 'message_notice', zh: words, of: 'another version' }])
    const saved = JSON.parse((await test.call(setting.ofKey, { key: 'EMAIL_CONFIG' })).config.paramValue) as { templates: unknown[]; password: string }
    expect(saved).toMatchObject({ password: '******', templates: [{ name: 'message_notice', zh: words, of: 'another version' }] })
    await test.db
      .transaction()
      .execute((tx) =>
        queueEmails(tx, [
          { scenario: 'message_notice', to: 'ada@example.org', language: 'zh', variables: { title: '通知', text: '', username: 'ada' }, about: '' },
        ]),
      )
    await deliverEmails(test.db)
    expect(readEmail(Buffer.from((await fake.next()).raw)).subject).toBe('你好 通知')
  })
})

describe('the letter log', () => {
  const queue = (to: string) =>
    test.db
      .transaction()
      .execute((tx) =>
        queueEmails(tx, [
          { scenario: 'message_notice', to, language: 'zh', variables: { title: 'the title', text: 'the text', username: 'ada' }, about: `for ${to}` },
        ]),
      )

  it('says what became of each letter and never what it said', async () => {
    await queue('ada@example.org')
    await queue('bob@example.org')
    fake.refuse('550 5.1.1 no such user')
    await deliverEmails(test.db)
    await fake.next()
    const { list, totalCount } = (await test.call(email.list, { sidx: 'id', order: 'asc' })).data
    expect(totalCount).toBe(2)
    expect(list).toMatchObject([
      { recipient: 'ada@example.org', state: 'failed', failure: 'recipient_refused', reply: '550 5.1.1 no such user', tries: 1, canRetry: true },
      { recipient: 'bob@example.org', state: 'sent', failure: null, canRetry: false },
    ])
    expect(JSON.stringify(list)).not.toMatch(/the title|the text|variables/)
    expect((await test.call(email.list, { state: 'failed' })).data.totalCount).toBe(1)
    expect((await test.call(email.list, { search: 'BOB@' })).data.totalCount).toBe(1)
    expect((await test.call(email.list, { scenario: 'reset_code' })).data.totalCount).toBe(0)
  })

  it('brings a failed letter back into the queue', async () => {
    fake.refuse('550 5.1.1 no such user')
    await queue('ada@example.org')
    await deliverEmails(test.db)
    const [failed] = (await test.call(email.list, {})).data.list
    await test.call(email.retry, { ids: [failed!.id] })
    await deliverEmails(test.db)
    expect((await fake.next()).to).toEqual(['ada@example.org'])
    expect((await problemOf(test.call(email.retry, { ids: [failed!.id] })))?.problem).toBe('letter_not_failed')
    expect((await problemOf(test.call(email.retry, { ids: [failed!.id + 1000] })))?.problem).toBe('letter_missing')
  })

  it('has letters to accounts within reach only, and brings back no other', async () => {
    fake.refuse('550 5.1.1 no such user')
    await queue('mine@example.org')
    await queue('theirs@example.org')
    await test.db.updateTable('letter').set({ state: 'failed' }).execute()
    const { token, accountId } = await administratorWith(test, ['config_email.read', 'config_email.write'], { dataScope: 'own' })
    await test.db.updateTable('account').set({ email: 'Mine@example.org' }).where('id', '=', accountId).execute()
    const { list, totalCount } = (await test.call(email.list, {}, token)).data
    expect([list.map(({ recipient }) => recipient), totalCount]).toEqual([['mine@example.org'], 1])
    const other = (await test.call(email.list, { search: 'theirs' })).data.list[0]!
    expect((await problemOf(test.call(email.retry, { ids: [other.id] }, token)))?.problem).toBe('letter_missing')
    await test.call(email.retry, { ids: [list[0]!.id] }, token)
  })

  it('needs its right', async () => {
    const reader = await test.tokenWith(['config_email.read'])
    expect((await test.call(email.list, {}, reader)).data.totalCount).toBe(0)
    expect((await problemOf(test.call(email.retry, { ids: [1] }, reader)))?.problem).toBe('right_missing')
    expect((await problemOf(test.call(email.test, template, reader)))?.problem).toBe('right_missing')
  })
})
