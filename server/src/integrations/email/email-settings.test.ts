import { afterAll, beforeAll, expect, it } from 'vitest'
import { passwordReset } from '@nameplane/contract/account/password-reset'
import { setting } from '@nameplane/contract/system/setting'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { startFakeEmailServer, type FakeEmailServer } from '../../../../tests/support/fake-email-server.ts'
import { deliverEmails } from './email-delivery.ts'
import { queueEmails } from './email-queue.ts'

/* What the saved mail server does to the letters that leave. */

const sender = { username: 'platform@example.net', password: 'of the mail server' }
let test: TestApp
let first: FakeEmailServer
let second: FakeEmailServer
beforeAll(async () => {
  test = await createTestApp()
  first = await startFakeEmailServer(sender)
  second = await startFakeEmailServer(sender)
})
afterAll(async () => {
  await test.close()
  await first.close()
  await second.close()
})

const record = async () => (await test.call(setting.ofKey, { key: emailServer.key })).config
const save = async (sent: { paramValue?: Record<string, unknown>; status?: 0 | 1 }) => test.call(setting.update, { id: (await record()).id, ...sent })
const saved = async () => JSON.parse((await record()).paramValue) as Record<string, unknown>
const isMailed = async () => (await test.call(passwordReset.form, {}, null)).data.isMailed

/** Sends a notice; answers how many letters each server has by then. */
async function send(): Promise<[number, number]> {
  await test.db
    .transaction()
    .execute((tx) =>
      queueEmails(tx, [
        {
          scenario: 'message_notice',
          to: 'ada@example.org',
          language: 'en',
          variables: { title: 'Maintenance', text: 'soon', username: 'ada' },
          about: 'Maintenance',
        },
      ]),
    )
  await deliverEmails(test.db)
  return [first.letters.length, second.letters.length]
}

it('letters go to the saved server, in the saved words, and codes are offered while it is on', async () => {
  expect(await isMailed()).toBe(false)
  await save({ paramValue: { ...sender, host: '127.0.0.1', port: first.port, senderName: 'Stars' } })
  expect(await isMailed()).toBe(true)
  expect(await send()).toEqual([1, 0])
  expect(first.letters[0]!.text).toContain('Stars')

  // The password goes back as its mask, and still signs in; at another server it is asked for again.
  const words = { subject: 'Notice: {{title}}', html: '<p>{{text}}</p>' }
  await save({ paramValue: { ...(await saved()), templates: [{ name: 'message_notice', en: words }] } })
  expect(await send()).toEqual([2, 0])
  expect(first.letters[1]!.text).toContain('Notice: Maintenance')
  await save({ paramValue: { ...(await saved()), port: second.port, password: sender.password } })
  expect(await send()).toEqual([2, 1])
  expect(second.letters[0]!.text).toContain('Notice: Maintenance')

  await save({ status: 0 })
  expect(await isMailed()).toBe(false)
})
