import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { readEmail } from '../../../../tests/support/email-reading.ts'
import { setEmailServer, startFakeEmailServer, type FakeEmailServer } from '../../../../tests/support/fake-email-server.ts'
import { holdClock } from '../../../../tests/support/held-clock.ts'
import { openPool } from '../../db/connection.ts'
import { startOutbox } from '../../jobs/outbox.ts'
import { deleteAfterDays } from '../../app/retention.ts'
import { deliverEmails, emailDelivery } from './email-delivery.ts'
import { callBackEmails, queueEmails, type EmailRequest } from './email-queue.ts'

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
  await sql`delete from graphile_worker._private_jobs`.execute(test.db)
})

const notice = (changed: Partial<Extract<EmailRequest, { scenario: 'message_notice' }>> = {}): EmailRequest => ({
  scenario: 'message_notice',
  to: 'ada@example.org',
  language: 'zh',
  variables: { title: '维护 <通知>', text: '第一行\n第二行', username: 'ada' },
  about: '维护通知',
  ...changed,
})
const queue = (...emails: EmailRequest[]): Promise<number> => test.db.transaction().execute((tx) => queueEmails(tx, emails))
const only = () => test.db.selectFrom('letter').selectAll().executeTakeFirstOrThrow()
const jobs = async (): Promise<number> =>
  Number((await sql<{ count: number }>`select count(*) as count from graphile_worker.jobs`.execute(test.db)).rows[0]!.count)
const makeDue = (): Promise<unknown> =>
  test.db
    .updateTable('letter')
    .set({ due_at: new Date(Date.now() - 1000) })
    .execute()
const secondsUntil = (at: Date): number => (at.getTime() - Date.now()) / 1000

describe('a letter', () => {
  it('is queued with its transaction, sealed, and sent as its template says', async () => {
    expect(await queue(notice())).toBe(1)
    const queued = await only()
    expect(queued).toMatchObject({ state: 'queued', tries: 0, recipient: 'ada@example.org', about: '维护通知' })
    expect(queued.variables).toMatch(/^s\d+\./)
    expect(await jobs()).toBe(1)
    expect(await deliverEmails(test.db)).toBeNull()
    const read = readEmail(Buffer.from((await fake.next()).raw))
    expect(read.defects).toEqual([])
    expect(read.subject).toBe('维护 <通知>')
    expect(read.html).toContain('<p>第一行<br>第二行</p>')
    expect(read.html).toContain('维护 &lt;通知&gt;')
    expect(read.text.replace(/\r\n/g, '\n')).toBe('ada，你好：\n\n维护 <通知>\n\n第一行\n第二行\n')
    expect(read.headers['message-id']).toBe(`<${queued.key}@example.net>`)
    expect(await only()).toMatchObject({ state: 'sent', tries: 1, variables: null, failure: null, reply: '250 OK' })
  })

  it('of a transaction that is rolled back is none', async () => {
    const rolledBack = test.db.transaction().execute(async (tx) => {
      await queueEmails(tx, [notice()])
      throw new Error('something else went wrong')
    })
    await expect(rolledBack).rejects.toThrow('something else')
    expect([await test.db.selectFrom('letter').selectAll().execute(), await jobs()]).toEqual([[], 0])
  })

  it('reads as an administrator wrote it, in its own language', async () => {
    const own = { subject: '[{{site}}] {{title}}', html: '<h2>{{title}}</h2>', text: 'only {{title}}' }
    await setEmailServer(test.db, { port: fake.port, ...sender, templates: [{ name: 'message_notice', status: 1, zh: own }] })
    await queue(notice(), notice({ language: 'en', to: 'bob@example.org' }))
    await deliverEmails(test.db)
    const [zh, en] = [readEmail(Buffer.from((await fake.next()).raw)), readEmail(Buffer.from((await fake.next()).raw))]
    expect([zh.subject, zh.text.trim()]).toEqual(['[Nameplane] 维护 <通知>', 'only 维护 <通知>'])
    expect([en.subject, en.text.trim()]).toEqual(['维护 <通知>', expect.stringMatching(/^Hello ada,/)])
  })

  it.each<[string, Partial<Extract<EmailRequest, { scenario: 'message_notice' }>>]>([
    ['to no address', { to: '' }],
    ['to what is no address', { to: 'ada@example.org\r\nBcc: evil@example.net' }],
  ])('%s is left out', async (_, changed) => {
    expect(await queue(notice(changed))).toBe(0)
    expect(await jobs()).toBe(0)
  })

  it('of a kind that is switched off is left out', async () => {
    await setEmailServer(test.db, { port: fake.port, ...sender, templates: [{ name: 'message_notice', status: 0 }] })
    expect(await queue(notice())).toBe(0)
  })

  it('can be called back until it has left', async () => {
    await queue(notice({ origin: 'message:1' }), notice({ origin: 'message:2' }))
    await test.db.transaction().execute((tx) => callBackEmails(tx, 'message:1'))
    expect(await only()).toMatchObject({ origin: 'message:2' })
  })
})

describe('a letter that was not taken', () => {
  it.each(['450 4.2.0 greylisted', '421 4.3.2 later', '451 4.7.1 later', '452 4.3.1 no room'])(
    'for the time being (%s) is tried again, with growing pauses',
    async (reply) => {
      holdClock()
      await queue(notice())
      const pauses: number[] = []
      for (let tries = 1; tries <= 4; tries += 1) {
        fake.refuse(reply)
        await makeDue()
        await deliverEmails(test.db)
        const waiting = await only()
        expect(waiting).toMatchObject({ state: 'queued', tries, failure: 'later', reply })
        pauses.push(secondsUntil(waiting.due_at))
      }
      expect(pauses).toEqual([60, 300, 900, 3600])
      await makeDue()
      await deliverEmails(test.db)
      expect(await only()).toMatchObject({ state: 'sent', tries: 5, variables: null })
      await fake.next()
    },
  )

  it.each(['550 5.1.1 no such user', '552 5.3.4 too large', '554 5.7.1 spam'])(
    'for good (%s) is not tried again, and kept for whoever mends it',
    async (reply) => {
      fake.refuse(reply)
      await queue(notice())
      expect(await deliverEmails(test.db)).toBeNull()
      expect(await only()).toMatchObject({ state: 'failed', tries: 1, reply, variables: expect.stringMatching(/^s\d+\./) as string })
    },
  )

  it('in its time is given up, and a code in it forgotten', async () => {
    const code: EmailRequest = {
      scenario: 'reset_code',
      to: 'ada@example.org',
      language: 'en',
      variables: { code: '123456', username: 'ada', minutes: '10' },
      about: 'ada',
      lifeSeconds: 600,
    }
    await queue(code)
    fake.refuse('450 4.2.0 greylisted')
    await deliverEmails(test.db)
    expect(await only()).toMatchObject({ state: 'queued', tries: 1 })
    await test.db
      .updateTable('letter')
      .set({ due_at: new Date(Date.now() - 1000), good_until: new Date(Date.now() - 1) })
      .execute()
    await deliverEmails(test.db)
    expect(await only()).toMatchObject({ state: 'failed', failure: 'expired', variables: null })
  })

  it('for want of a mail server waits for one', async () => {
    await queue(notice())
    await test.db.updateTable('system_config').set({ status: 0 }).where('param_key', '=', 'EMAIL_CONFIG').execute()
    await deliverEmails(test.db)
    expect(await only()).toMatchObject({ state: 'queued', failure: 'not_set_up' })
    await setEmailServer(test.db, { port: fake.port, ...sender })
    await makeDue()
    await deliverEmails(test.db)
    expect(await only()).toMatchObject({ state: 'sent' })
    await fake.next()
  })

  it('because of the server itself lets the others rest, so that they do not all fail with it', async () => {
    holdClock()
    await setEmailServer(test.db, { port: fake.port, ...sender, password: 'another' })
    await queue(...Array.from({ length: 5 }, (_, index) => notice({ to: `user-${index}@example.org` })))
    const next = await deliverEmails(test.db)
    expect(secondsUntil(next!)).toBe(60)
    const states = await test.db.selectFrom('letter').select(['state', 'failure']).orderBy('id').execute()
    expect(states.map(({ state, failure }) => `${state} ${failure ?? ''}`)).toEqual([
      'failed credentials',
      'failed credentials',
      'failed credentials',
      'queued ',
      'queued ',
    ])
  })

  it('with variables of another master key is given up', async () => {
    await queue(notice())
    await test.db.updateTable('letter').set({ key: 'of another letter' }).execute()
    await deliverEmails(test.db)
    expect(await only()).toMatchObject({ state: 'failed', failure: 'sealed' })
  })

  it('since its process ended is sent by another', async () => {
    await queue(notice())
    await test.db
      .updateTable('letter')
      .set({ state: 'sending', tries: 1, claimed_at: new Date(Date.now() - 200_000) })
      .execute()
    await deliverEmails(test.db)
    expect(await only()).toMatchObject({ state: 'sending' })
    await test.db
      .updateTable('letter')
      .set({ claimed_at: new Date(Date.now() - 301_000) })
      .execute()
    await deliverEmails(test.db)
    expect(await only()).toMatchObject({ state: 'sent', tries: 2 })
    await fake.next()
  })
})

describe('the queue', () => {
  it('is emptied once, however many do it at the same time', async () => {
    const before = fake.letters.length
    await queue(...Array.from({ length: 30 }, (_, index) => notice({ to: `user-${index}@example.org` })))
    await Promise.all([deliverEmails(test.db), deliverEmails(test.db), deliverEmails(test.db)])
    const sent = fake.letters.slice(before).map((email) => email.to[0])
    expect(sent).toHaveLength(30)
    expect(new Set(sent).size).toBe(30)
    for (let count = 0; count < 30; count += 1) await fake.next()
  })

  it('is worked off by the platform as soon as a transaction is committed', async () => {
    const pool = openPool({ connectionString: test.connectionString }, 6)
    const outbox = await startOutbox(pool, [emailDelivery(test.db)], () => undefined)
    const startedAt = performance.now()
    await queue(notice())
    expect((await fake.next()).to).toEqual(['ada@example.org'])
    expect(performance.now() - startedAt).toBeLessThan(5000)
    // The queue notes that the work is done a moment after it is; without its pool it would try for longer than this file runs.
    await expect.poll(() => sql`select from graphile_worker._private_jobs where locked_at is not null`.execute(test.db).then(({ rows }) => rows.length)).toBe(0)
    await outbox.stop()
    await pool.end()
  })

  it('forgets letters after 90 days, and none that still waits', async () => {
    await queue(notice(), notice(), notice())
    const [first, second] = await test.db.selectFrom('letter').select('id').orderBy('id').execute()
    const old = new Date(Date.now() - 91 * 86_400_000)
    await test.db.updateTable('letter').set({ state: 'sent', created_at: old }).where('id', '=', first!.id).execute()
    await test.db.updateTable('letter').set({ created_at: old }).where('id', '=', second!.id).execute()
    expect(await deleteAfterDays(test.db, 'email', 90)).toBe(1)
    expect(await test.db.selectFrom('letter').select('id').execute()).toHaveLength(2)
  })
})
