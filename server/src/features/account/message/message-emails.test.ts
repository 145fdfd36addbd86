import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import type { Sent } from '@nameplane/contract/endpoint'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { readEmail } from '../../../../../tests/support/email-reading.ts'
import { setEmailServer, startFakeEmailServer, type FakeEmailServer } from '../../../../../tests/support/fake-email-server.ts'
import { deliverEmails } from '../../../integrations/email/email-delivery.ts'
import { publishDueMessages } from './message.service.ts'

let test: TestApp
let fake: FakeEmailServer
const ids: Record<string, number> = {}

beforeAll(async () => {
  fake = await startFakeEmailServer({ username: 'platform@example.net', password: 'of the mail server' })
  test = await createTestApp()
  for (const [username, type, status, email, language] of [
    ['user-zh', 2, 1, 'zh@example.org', 'cn'],
    ['user-en', 2, 1, 'en@example.org', 'en'],
    ['addressless', 2, 1, '', null],
    ['disabled', 2, 0, 'disabled@example.org', null],
    ['agent', 3, 1, 'agent@example.org', null],
    ['colleague', 1, 1, 'colleague@example.org', null],
  ] as const) {
    const { id } = await test.db
      .insertInto('account')
      .values({ username, type, status, email, language, password_hash: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[username] = id
  }
})
afterAll(async () => {
  await test.close()
  await fake.close()
})
beforeEach(() => setEmailServer(test.db, { port: fake.port }))
afterEach(() => test.db.deleteFrom('letter').execute())

const save = async (more: Partial<Sent<typeof message.save>> = {}): Promise<number> =>
  (await test.call(message.save, { title: '维护 <b>', content: '<p>第一行<br>第二行</p><p>A &amp; B</p>', mailed: true, action: 'publish', ...more })).data.id
const queued = async (): Promise<string[]> =>
  (await test.db.selectFrom('letter').select('recipient').where('state', '=', 'queued').orderBy('id').execute()).map((row) => row.recipient)

describe('a message that is mailed', () => {
  it.each<[string, Partial<Sent<typeof message.save>>, string[]]>([
    ['to everybody', { type: 2 }, ['zh@example.org', 'en@example.org', 'agent@example.org', 'colleague@example.org']],
    ['to everybody but administrators, as a letter', { type: 1 }, ['zh@example.org', 'en@example.org', 'agent@example.org']],
    ['to a class', { audience: 'class', classes: ['agent'] }, ['agent@example.org']],
    ['as a draft', { action: 'draft' }, []],
    ['without the tick', { mailed: false }, []],
  ])('%s goes to their mailboxes, where there are some', async (_, more, expected) => {
    await save(more)
    expect(await queued()).toEqual(expected)
  })

  it('goes to chosen accounts only', async () => {
    await save({ audience: 'selected', accountIds: [ids['user-en']!, ids['addressless']!, ids['disabled']!] })
    expect(await queued()).toEqual(['en@example.org'])
  })

  it('reads as its template says, in the language of each, its marks as text', async () => {
    await save({ audience: 'selected', accountIds: [ids['user-zh']!, ids['user-en']!] })
    await deliverEmails(test.db)
    const [zh, en] = [readEmail(Buffer.from((await fake.next()).raw)), readEmail(Buffer.from((await fake.next()).raw))]
    expect([zh.subject, en.subject]).toEqual(['维护 <b>', '维护 <b>'])
    expect(zh.text.replace(/\r\n/g, '\n')).toBe('user-zh，你好：\n\n维护 <b>\n\n第一行\n第二行\n\nA & B\n')
    expect(en.text).toContain('Hello user-en')
    expect(en.html).toContain('第一行<br>第二行<br><br>A &amp; B')
    expect(zh.html).not.toContain('<b>')
  })

  it('goes when a scheduled one is published, and not before', async () => {
    const id = await save({ action: 'schedule', publishTime: '2100-01-01T00:00:00Z', audience: 'class', classes: ['agent'] })
    expect(await queued()).toEqual([])
    await test.db
      .updateTable('message')
      .set({ publish_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await publishDueMessages(test.db)
    expect(await queued()).toEqual(['agent@example.org'])
  })

  it.each(['revoke', 'delete'] as const)('that is taken back by %s takes back what has not left yet', async (verb) => {
    const id = await save({ audience: 'class', classes: ['agent'] })
    const other = await save({ audience: 'class', classes: ['agent'] })
    await test.call(message[verb], { ids: [id] })
    const origins = await test.db.selectFrom('letter').select('origin').execute()
    expect(origins).toEqual([{ origin: `message:${other}` }])
  })

  it('says so to whoever manages it, and to nobody else', async () => {
    const id = await save({ audience: 'class', classes: ['agent'] })
    expect((await test.call(message.detail, { id })).data.management?.mailed).toBe(true)
  })
})
