import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registration } from '@nameplane/contract/account/registration'
import { session } from '@nameplane/contract/account/session'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { createTestApp, type Refused, type TestApp } from '../../../../../tests/support/app.ts'
import { outcomeOf } from '../../../../../tests/support/records.ts'
import { readEmail } from '../../../../../tests/support/email-reading.ts'
import { setEmailServer, startFakeEmailServer, type FakeEmailServer, type ReceivedEmail } from '../../../../../tests/support/fake-email-server.ts'
import { holdClock } from '../../../../../tests/support/held-clock.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { deliverEmails } from '../../../integrations/email/email-delivery.ts'
import { sealOffer } from '../../../secrets/sealed-offer.ts'
import { linkFor, linkLifeSeconds } from './registration-link.ts'

let test: TestApp
let fakeEmail: FakeEmailServer
let later: Promise<void>[] = []
const logged: Record<string, unknown>[] = []
const sender = { username: 'platform@example.net', password: 'of the mail server' }
const publicUrl = 'https://console.example'
const known = 'Ada@example.net'

beforeAll(async () => {
  fakeEmail = await startFakeEmailServer(sender)
  test = await createTestApp({}, { later: (work) => void later.push(work), log: (line) => void logged.push(line) })
  for (const [username, type, status, email] of [
    ['ada', 1, 1, known],
    ['disabled', 2, 0, 'disabled@example.net'],
  ] as const)
    await test.db.insertInto('account').values({ username, type, status, email, password_hash: '', language: null }).execute()
  await setEmailServer(test.db, { port: fakeEmail.port, ...sender })
})
afterAll(async () => {
  await test.close()
  await fakeEmail.close()
})
beforeEach(async () => {
  later = []
  await setSetting(test.db, platformAddress, { publicUrl })
  await setSetting(test.db, loginRules, { registration: true, captcha: 'never' })
})
afterEach(async () => {
  await Promise.all(later)
  for (const table of ['sign_in_failure', 'captcha', 'letter'] as const) await test.db.deleteFrom(table).execute()
  await test.db.deleteFrom('account').where('username', 'like', 'new%').execute()
})

let forms = 0
async function captcha(): Promise<{ captcha: string; uuid: string }> {
  const uuid = `register-${(forms += 1)}`
  await test.app.inject({ url: `/sys_login_captcha.jpg?uuid=${uuid}`, remoteAddress: `198.51.100.${forms % 250}` })
  const { answer } = await test.db.selectFrom('captcha').select('answer').where('uuid', '=', uuid).executeTakeFirstOrThrow()
  return { uuid, captcha: answer }
}

const ask = async (email: string) => test.call(registration.save, { email, ...(await captcha()) }, null)
/** The answer as it is on the wire, but for what names this one call. */
async function askRaw(email: string) {
  const answer = await test.app.inject({ method: 'POST', url: `/api/${registration.save.path}`, payload: { email, ...(await captcha()) } })
  const { date, 'x-request-id': requestId, ...headers } = answer.headers
  expect([typeof date, typeof requestId]).toContain('string')
  return { status: answer.statusCode, body: answer.rawPayload.toString('hex'), headers }
}

/** Sends what was queued, as the platform's outbox does. */
async function deliver(): Promise<void> {
  await Promise.all(later)
  await deliverEmails(test.db)
}

/** Asks for a link and reads it in the mail. */
async function linkTo(email: string): Promise<string> {
  await ask(email)
  await deliver()
  return linkIn(await fakeEmail.next())
}
const textOf = (email: ReceivedEmail): string => readEmail(Buffer.from(email.raw)).text
const linkIn = (email: ReceivedEmail): string => /^https:\/\/console\.example\/#\/register\?link=([\w.-]+)$/m.exec(textOf(email))![1]!

const password = 'tulip ferry 29'
const confirm = (link: string, username = 'newcomer') => test.call(registration.confirm, { link, username, password, passwordAgain: password }, null)
const accounts = () => test.db.selectFrom('account').select(['username', 'email', 'type', 'is_super']).where('username', 'like', 'new%').execute()

describe('registration', () => {
  it('is closed until the setting opens it, at its end too', async () => {
    const link = linkFor('new@example.org')
    await setSetting(test.db, loginRules, { registration: false })
    expect((await test.call(registration.form, {}, null)).data.isOpen).toBe(false)
    expect((await test.call(session.form, {}, null)).data.registration).toBeUndefined()
    expect(await outcomeOf(ask('new@example.org'))).toBe('registration_closed')
    expect(await outcomeOf(confirm(link))).toBe('registration_closed')
    await setSetting(test.db, loginRules, { registration: true })
    expect((await test.call(registration.form, {}, null)).data).toEqual({ isOpen: true, isMailed: true, contact: null })
    expect((await test.call(session.form, {}, null)).data.registration).toBe(true)
    expect(await outcomeOf(confirm(link))).toBe('done')
  })

  it('opens an account by the link in the email, which signs in', async () => {
    expect((await ask('New@example.org')).data).toEqual({ expireSeconds: linkLifeSeconds })
    await deliver()
    const email = await fakeEmail.next()
    expect(email).toMatchObject({ from: 'platform@example.net', to: ['New@example.org'] })
    const link = linkIn(email)
    expect((await test.call(registration.look, { link }, null)).data).toEqual({ email: 'New@example.org' })
    expect(await accounts()).toEqual([])
    await confirm(link)
    expect(await accounts()).toEqual([{ username: 'newcomer', email: 'New@example.org', type: 2, is_super: false }])
    expect((await test.call(session.login, { username: 'newcomer', password }, null)).token).toBeTypeOf('string')
  })

  it('leads to the address of the settings, wherever the request was sent to', async () => {
    const payload = { email: 'new@example.org', ...(await captcha()) }
    await test.app.inject({ method: 'POST', url: `/api/${registration.save.path}`, payload, headers: { host: 'elsewhere.example' } })
    await deliver()
    expect(linkIn(await fakeEmail.next())).toMatch(/^s\d/)
  })

  it.each([
    ['without a mail server', () => test.db.updateTable('system_config').set({ status: 0 }).where('param_key', '=', 'EMAIL_CONFIG').execute()],
    ['without an address for the link', () => setSetting(test.db, platformAddress, { publicUrl: '' })],
  ])('says %s that its emails cannot be sent', async (_, take) => {
    await take()
    expect((await test.call(registration.form, {}, null)).data).toMatchObject({ isOpen: true, isMailed: false })
    expect(await outcomeOf(ask('new@example.org'))).toBe('registration_unavailable')
    expect(later).toEqual([])
    await setEmailServer(test.db, { port: fakeEmail.port, ...sender })
  })
})

describe('asking for a link', () => {
  it('is answered byte by byte the same for an address that is free, one that an account has, and one of a disabled account', async () => {
    const answers = []
    for (const email of ['new@example.org', known, known.toLowerCase(), 'disabled@example.net']) answers.push(JSON.stringify(await askRaw(email)))
    expect(new Set(answers).size).toBe(1)
    expect(JSON.parse(answers[0]!)).toMatchObject({ status: 200 })
    await deliver()
    const emails = [await fakeEmail.next(), await fakeEmail.next(), await fakeEmail.next(), await fakeEmail.next()]
    expect(emails.flatMap(({ to }) => to).toSorted()).toEqual([known, known, 'disabled@example.net', 'new@example.org'].toSorted())
    expect(emails.filter((email) => textOf(email).includes('/register?link=')).map(({ to }) => to[0])).toEqual(['new@example.org'])
    const told = emails.find(({ to }) => to[0] === known)!
    expect(textOf(told)).toContain('ada')
    // It may be an administrator's, whose password is worth a false link.
    expect(textOf(told)).not.toMatch(/https?:/)
  })

  it.each([['new@example.org'], [known]])('for %s does what depends on the account after the answer', async (email) => {
    let release: () => void = () => undefined
    const gate = new Promise<void>((settle) => (release = settle))
    let isHeld: () => void = () => undefined
    const held = new Promise<void>((settle) => (isHeld = settle))
    const holding = test.db.transaction().execute(async (tx) => {
      await sql`lock table account, letter in access exclusive mode`.execute(tx)
      isHeld()
      await gate
    })
    await held
    // No account can be read, no email written: the answer is here all the same.
    expect(await ask(email)).toMatchObject({ data: { expireSeconds: linkLifeSeconds } })
    expect(later).toHaveLength(1)
    release()
    await Promise.all([holding, ...later])
    expect(await test.db.selectFrom('letter').select('recipient').execute()).toEqual([{ recipient: email }])
  })

  it('keeps the address of a stranger nowhere but with the email that is sent', async () => {
    await ask('new.stranger@example.org')
    await Promise.all(later)
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(test.db)
    const holding: string[] = []
    for (const { name } of rows) {
      const { rows: found } = await sql`select 1 from ${sql.table(name)} as held where lower(held::text) like '%new.stranger@example.org%' limit 1`.execute(
        test.db,
      )
      if (found.length > 0) holding.push(name)
    }
    expect(holding).toEqual(['letter'])
    const letter = await test.db.selectFrom('letter').selectAll().executeTakeFirstOrThrow()
    expect(letter).toMatchObject({ scenario: 'registration_link', about: '', recipient: 'new.stranger@example.org' })
    expect(letter.variables).not.toContain('link=')
  })

  it('needs the captcha of its form, which is good for one attempt, whatever the rules of signing in say', async () => {
    const right = await captcha()
    expect(await outcomeOf(test.call(registration.save, { email: 'new@example.org', ...right, captcha: 'wrong' }, null))).toBe('captcha_wrong')
    expect(await outcomeOf(test.call(registration.save, { email: 'new@example.org', ...right }, null))).toBe('captcha_wrong')
    expect(later).toEqual([])
  })

  it.each([['new@example.org'], [known]])('for %s is limited, and for whoever asks', async (email) => {
    for (let count = 0; count < 5; count += 1) await ask(count % 2 ? email.toUpperCase() : email)
    expect(await outcomeOf(ask(email))).toBe('registration_too_often')
    await test.db.deleteFrom('sign_in_failure').execute()
    for (let count = 0; count < 10; count += 1) await ask(`new-${count}@example.org`)
    expect(await outcomeOf(ask('new-other@example.org'))).toBe('registration_too_often')
  })

  it('whose email cannot be written is logged without the address', async () => {
    await sql`alter table letter rename to letter_away`.execute(test.db)
    try {
      await ask('new@example.org')
      await Promise.all(later)
    } finally {
      await sql`alter table letter_away rename to letter`.execute(test.db)
    }
    const line = logged.findLast(({ event }) => event === 'registration email')
    expect(line).toMatchObject({ level: 'error' })
    expect(JSON.stringify(line)).not.toContain('new@example.org')
  })
})

describe('a link', () => {
  it('works once: afterwards the address has an account', async () => {
    const link = await linkTo('new@example.org')
    expect(await outcomeOf(confirm(link))).toBe('done')
    expect(await outcomeOf(confirm(link, 'newer'))).toBe('registration_link_used')
    expect(await outcomeOf(test.call(registration.look, { link }, null))).toBe('registration_link_used')
    expect(await accounts()).toHaveLength(1)
  })

  it('opened twelve times at the same moment opens one account', async () => {
    const link = await linkTo('new@example.org')
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, index) => outcomeOf(confirm(link, `newcomer-${index}`))))
    expect(outcomes.toSorted()).toEqual(['done', ...Array<string>(11).fill('registration_link_used')])
    expect(await accounts()).toHaveLength(1)
  })

  it.each([
    [linkLifeSeconds - 1, 'done'],
    [linkLifeSeconds, 'registration_link_expired'],
  ])('of %i s: %s', async (ageSeconds, outcome) => {
    holdClock()
    const link = sealOffer('new@example.org', 'registration link', linkLifeSeconds - ageSeconds)
    expect(await outcomeOf(test.call(registration.look, { link }, null))).toBe(outcome)
    expect(await outcomeOf(confirm(link))).toBe(outcome)
    expect(await accounts()).toHaveLength(outcome === 'done' ? 1 : 0)
  })

  it('that was changed anywhere, cut, or sealed for another purpose opens nothing', async () => {
    const link = linkFor('new@example.org')
    const turned = (at: number): string => link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1)
    // The last letter holds bits that no byte has.
    const changed = Array.from({ length: link.length - 1 }, (_, at) => turned(at)).filter((text) => text !== link)
    for (const text of [...changed, link.slice(0, -4), `${link}AAAA`, 'nonsense', sealOffer('new@example.org', 'offer:totp:1', 60)])
      expect(await outcomeOf(test.call(registration.look, { link: text }, null)), text).toBe('registration_link_invalid')
    expect(await outcomeOf(confirm(turned(20)))).toBe('registration_link_invalid')
    expect(await accounts()).toEqual([])
  })

  it('says at the field that the name is taken, and is good for another name', async () => {
    const link = await linkTo('new@example.org')
    const refusal = await confirm(link, 'ADA').catch((cause: unknown) => (cause as Refused).refusal)
    expect(refusal).toMatchObject({ problem: 'username_taken', fields: { username: 'username_taken' } })
    expect(await outcomeOf(confirm(link, 'newcomer'))).toBe('done')
  })

  it('can be tried thirty times an hour from one address: names are not looked up with it', async () => {
    const link = linkFor('new@example.org')
    const outcomes: string[] = []
    for (let count = 0; count < 31; count += 1) outcomes.push(await outcomeOf(confirm(link, 'ada')))
    expect(outcomes).toEqual([...Array<string>(30).fill('username_taken'), 'registration_too_often'])
  })

  it('leaves the password and itself out of the log', async () => {
    const link = await linkTo('new@example.org')
    await confirm(link)
    const log = JSON.stringify(await test.db.selectFrom('audit_entry').selectAll().where('action', 'in', ['registration.ask', 'user.register']).execute())
    expect(log).toContain('user.register')
    expect(log).not.toContain(password)
    expect(log).not.toContain(link)
  })
})
