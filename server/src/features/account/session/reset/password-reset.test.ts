import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { passwordReset } from '@nameplane/contract/account/password-reset'
import { session } from '@nameplane/contract/account/session'
import { withoutCaptcha } from '../../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../../tests/support/app.ts'
import { outcomeOf } from '../../../../../../tests/support/records.ts'
import { setEmailServer, startFakeEmailServer, type FakeEmailServer } from '../../../../../../tests/support/fake-email-server.ts'
import { holdClock } from '../../../../../../tests/support/held-clock.ts'
import { steadyIn } from '../../../../time/steady-time.ts'
import { deliverEmails } from '../../../../integrations/email/email-delivery.ts'
import { hashPassword } from '../password.ts'

let test: TestApp
let fakeEmail: FakeEmailServer
let later: Promise<void>[] = []
const sender = { username: 'platform@example.net', password: 'of the mail server' }

beforeAll(async () => {
  fakeEmail = await startFakeEmailServer(sender)
  test = await createTestApp({}, { later: (work) => void later.push(work) })
  const password_hash = await hashPassword('the forgotten one')
  for (const [username, type, status, email] of [
    ['ada', 1, 1, 'ada@example.net'],
    ['user', 2, 1, 'user@example.net'],
    ['disabled', 1, 0, 'disabled@example.net'],
    ['addressless', 1, 1, ''],
  ] as const)
    await test.db.insertInto('account').values({ username, type, status, email, password_hash, language: null }).execute()
})
afterAll(async () => {
  await test.close()
  await fakeEmail.close()
})
beforeEach(async () => {
  later = []
  await setEmailServer(test.db, { port: fakeEmail.port, ...sender })
})
afterEach(async () => {
  await Promise.all(later)
  for (const table of ['sign_in_failure', 'captcha', 'password_reset', 'session', 'letter'] as const) await test.db.deleteFrom(table).execute()
})

let forms = 0
async function ask(username: string) {
  const uuid = `reset-${(forms += 1)}`
  await test.app.inject({ url: `/sys_login_captcha.jpg?uuid=${uuid}`, remoteAddress: `198.51.100.${forms % 250}` })
  const { answer } = await test.db.selectFrom('captcha').select('answer').where('uuid', '=', uuid).executeTakeFirstOrThrow()
  return test.call(passwordReset.ask, { username, captcha: answer, uuid }, null)
}

/** Sends what was queued, as the platform's outbox does. */
async function deliver(): Promise<void> {
  await Promise.all(later)
  await deliverEmails(test.db)
}

/** Asks for a code and reads it in the mail. */
async function codeFor(username: string): Promise<string> {
  await ask(username)
  await deliver()
  return /\b\d{6}\b/.exec((await fakeEmail.next()).text)![0]
}
const save = (username: string, code: string, password = 'tulip-Ferry-29-moss') => outcomeOf(test.call(passwordReset.save, { username, code, password }, null))
const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000')

describe('a forgotten password', () => {
  it('is set anew with the code that the mail server was handed, once', async () => {
    await ask('Ada')
    await deliver()
    const email = await fakeEmail.next()
    expect(email).toMatchObject({ from: 'platform@example.net', to: ['ada@example.net'] })
    expect(email.text).toContain('ada')
    const code = /\b\d{6}\b/.exec(email.text)![0]
    expect(await save('ada', code)).toBe('done')
    expect(await save('ada', code, 'tulip-Ferry-30-moss')).toBe('reset_code_wrong')
    await withoutCaptcha(test)
    expect((await test.call(session.login, { username: 'ada', password: 'tulip-Ferry-29-moss' }, null)).token).toBeTypeOf('string')
  })

  it('ends every session and lifts the lock of the name', async () => {
    const { id } = await test.db.selectFrom('account').select('id').where('username', '=', 'ada').executeTakeFirstOrThrow()
    await test.db
      .insertInto('session')
      .values({
        secret_hash: Buffer.alloc(32, 1),
        token_hash: Buffer.alloc(32, 2),
        account_id: id,
        address: '',
        agent: '',
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute()
    await test.db
      .insertInto('sign_in_failure')
      .values({ subject: 'name:ada', failures: 5, locks: 1, window_started_at: new Date(), locked_until: new Date(Date.now() + 900_000) })
      .execute()
    expect(await save('ada', await codeFor('ada'))).toBe('done')
    expect(await test.db.selectFrom('session').select('id').where('account_id', '=', id).execute()).toEqual([])
    expect(await test.db.selectFrom('sign_in_failure').select('subject').where('subject', '=', 'name:ada').execute()).toEqual([])
  })

  it('gives five tries, then no code at all, even when fifty come at once', async () => {
    const code = await codeFor('ada')
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => save('ada', wrongOf(code))))
    expect(new Set(outcomes)).toEqual(new Set(['reset_code_wrong']))
    const { tries } = await test.db.selectFrom('password_reset').select('tries').executeTakeFirstOrThrow()
    expect(tries).toBe(5)
    expect(await save('ada', code)).toBe('reset_code_wrong')
  })

  it.each([
    [599_000, 'done'],
    [601_000, 'reset_code_wrong'],
  ])('takes a code of %i ms: %s', async (ageMs, outcome) => {
    holdClock()
    const code = await codeFor('ada')
    await test.db
      .updateTable('password_reset')
      .set({ created_at: steadyIn(-ageMs / 1000) })
      .execute()
    expect(await save('ada', code)).toBe(outcome)
  })

  it('takes the newest code only, and that of its own account', async () => {
    const old = await codeFor('ada')
    const fresh = await codeFor('ada')
    if (old !== fresh) expect(await save('ada', old)).toBe('reset_code_wrong')
    expect(await save('user', fresh)).toBe('reset_code_wrong')
    expect(await save('ada', fresh)).toBe('done')
  })

  it('keeps to the policy of passwords, and a refused password costs no try', async () => {
    const code = await codeFor('ada')
    for (let count = 0; count < 6; count += 1) expect(await save('ada', code, 'password1234')).toBe('password_common')
    expect(await save('ada', code, 'Ops-password-2026')).toBe('password_guessable')
    expect(await save('ada', code, 'short')).toBe('password_too_short')
    expect(await save('ada', code, 'tulip-Ferry-31-moss')).toBe('done')
    expect(await save('user', await codeFor('user'), 'abcd')).toBe('done')
  })

  it('leaves its code and the password out of database and log', async () => {
    const code = await codeFor('ada')
    const stored = await test.db.selectFrom('password_reset').selectAll().executeTakeFirstOrThrow()
    expect(stored.code_hash).toHaveLength(32)
    await save('ada', code, 'tulip-Ferry-32-moss')
    const log = JSON.stringify(await test.db.selectFrom('audit_entry').selectAll().where('action', 'like', 'password.%').execute())
    expect(log).toContain('password.reset')
    expect(log).not.toContain('tulip-Ferry-32-moss')
    expect(log).not.toContain(`"${code}"`)
  })
})

describe('asking for a code', () => {
  it('answers the same whether there is such an account or not, and mails only where it should', async () => {
    const seen = fakeEmail.letters.length
    const answers = []
    for (const name of ['nobody-here', 'disabled', 'addressless', 'user']) answers.push(JSON.stringify(await ask(name)))
    expect(new Set(answers).size).toBe(1)
    await deliver()
    expect(fakeEmail.letters.length - seen).toBe(1)
    expect((await fakeEmail.next()).to).toEqual(['user@example.net'])
  })

  it('does what depends on the account after the answer', async () => {
    let release: () => void = () => undefined
    const gate = new Promise<void>((settle) => (release = settle))
    let isHeld: () => void = () => undefined
    const held = new Promise<void>((settle) => (isHeld = settle))
    const holding = test.db.transaction().execute(async (tx) => {
      await sql`lock table letter in access exclusive mode`.execute(tx)
      isHeld()
      await gate
    })
    await held
    // No letter can be written, nor even looked for: the answer is here all the same.
    expect(await ask('user')).toMatchObject({ data: { expireSeconds: 600 } })
    expect(later).toHaveLength(1)
    release()
    await Promise.all([holding, ...later])
    expect(await test.db.selectFrom('letter').select('recipient').execute()).toEqual([{ recipient: 'user@example.net' }])
  })

  it('leaves no code in the queue that could be read there, and none at all once it has left', async () => {
    await ask('ada')
    await Promise.all(later)
    const queued = await test.db.selectFrom('letter').selectAll().executeTakeFirstOrThrow()
    await deliver()
    const code = /\b\d{6}\b/.exec((await fakeEmail.next()).text)![0]
    expect(JSON.stringify(queued)).not.toContain(code)
    expect(await test.db.selectFrom('letter').select(['state', 'variables']).execute()).toEqual([{ state: 'sent', variables: null }])
  })

  it('needs the captcha of its form, whatever the rules of signing in say', async () => {
    expect(await outcomeOf(test.call(passwordReset.ask, { username: 'ada', captcha: 'ABCD', uuid: 'no-such-form' }, null))).toBe('captcha_wrong')
    expect(later).toEqual([])
  })

  it('is limited for a name, known or not, and for an address', async () => {
    for (const name of ['nobody-here', 'user']) {
      await test.db.deleteFrom('sign_in_failure').execute()
      for (let count = 0; count < 5; count += 1) await ask(name)
      expect(await outcomeOf(ask(name)), name).toBe('reset_too_often')
    }
    await test.db.deleteFrom('sign_in_failure').execute()
    for (let count = 0; count < 10; count += 1) await ask(`nobody-${count}`)
    expect(await outcomeOf(ask('nobody-else'))).toBe('reset_too_often')
    await deliver()
    for (let count = 0; count < 5; count += 1) await fakeEmail.next()
  })

  it('says where there is no mail server, and whom to ask', async () => {
    await test.db.deleteFrom('system_config').where('param_key', '=', 'EMAIL_CONFIG').execute()
    expect((await test.call(passwordReset.form, {}, null)).data).toEqual({ isMailed: false, isTexted: false, contact: null })
    expect(await outcomeOf(ask('ada'))).toBe('reset_unavailable')
    await test.db
      .updateTable('system_config')
      .set({ param_value: JSON.stringify({ contact: { email: 'help@example.net' } }) })
      .where('param_key', '=', 'WEB_CONFIG')
      .execute()
    expect((await test.call(passwordReset.form, {}, null)).data.contact).toBe('help@example.net')
  })
})
