import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { passwordReset } from '@nameplane/contract/account/password-reset'
import { setting } from '@nameplane/contract/system/setting'
import { gatewaySms } from '@nameplane/contract/system/settings/sms'
import { createTestApp, type TestApp } from '../../../../../../tests/support/app.ts'
import { outcomeOf } from '../../../../../../tests/support/records.ts'
import { setEmailServer } from '../../../../../../tests/support/fake-email-server.ts'
import { startFakeGatewaySms, type FakeSms } from '../../../../../../tests/support/fake-sms.ts'
import { holdClock } from '../../../../../../tests/support/held-clock.ts'
import { steadyIn } from '../../../../time/steady-time.ts'
import { placeFakes } from '../../../../integrations/http/loopback.testing.ts'
import { hashPassword } from '../password.ts'

let test: TestApp
let fake: FakeSms
let restore: () => void
let later: Promise<void>[] = []
const logged: Record<string, unknown>[] = []
const account = { username: 'ada', key: 'the key of the gateway' }
const address = 'https://sms.example'
const paramValue = {
  api_addr: address,
  username: account.username,
  api_key: account.key,
  templateIds: { code: { status: 1, content: '【示例】验证码 {{code}}，{{minutes}} 分钟内有效' } },
}

beforeAll(async () => {
  fake = await startFakeGatewaySms(account)
  test = await createTestApp({}, { later: (work) => void later.push(work), log: (line) => void logged.push(line) })
  const password_hash = await hashPassword('the forgotten one')
  for (const [username, status, mobile] of [
    ['ada', 1, '13800000001'],
    ['disabled', 0, '13800000002'],
    ['phoneless', 1, ''],
  ] as const)
    await test.db.insertInto('account').values({ username, type: 1, status, mobile, email: '', password_hash, language: null }).execute()
})
afterAll(async () => {
  await test.close()
  await fake.close()
})

const record = async (): Promise<{ id: number }> => (await test.call(setting.ofKey, { key: gatewaySms.key })).config
beforeEach(async () => {
  later = []
  logged.length = 0
  fake.taken.length = 0
  restore = placeFakes({ [address]: fake.baseUrl }, { impatience: { connectMs: 400, totalMs: 800 } })
  await test.call(setting.update, { id: (await record()).id, paramValue, status: 1 })
})
afterEach(async () => {
  await Promise.all(later)
  restore()
  fake.failAlways(null)
  for (const table of ['sign_in_failure', 'captcha', 'password_reset', 'session', 'sms_count'] as const) await test.db.deleteFrom(table).execute()
})

let forms = 0
async function ask(username: string, way: 'mail' | 'sms' = 'sms') {
  const uuid = `text-${(forms += 1)}`
  await test.app.inject({ url: `/sys_login_captcha.jpg?uuid=${uuid}`, remoteAddress: `198.51.100.${forms % 250}` })
  const { answer } = await test.db.selectFrom('captcha').select('answer').where('uuid', '=', uuid).executeTakeFirstOrThrow()
  const reply = await test.call(passwordReset.ask, { username, captcha: answer, uuid, way }, null)
  await Promise.all(later)
  return reply
}
const codeIn = (at = -1): string => /\d{6}/.exec(fake.taken.at(at)!.text)![0]
const save = (code: string, password = 'tulip-Ferry-29-moss') => outcomeOf(test.call(passwordReset.save, { username: 'ada', code, password }, null))
const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000')
const passTime = (seconds: number) => sql`update sms_count set counted_at = counted_at - make_interval(secs => ${seconds})`.execute(test.db)

describe('a forgotten password', () => {
  it('is set anew with a code that the SMS provider was handed, once', async () => {
    expect((await test.call(passwordReset.form, {}, null)).data).toMatchObject({ isMailed: false, isTexted: true })
    expect((await ask('Ada')).data).toEqual({ expireSeconds: 300 })
    expect(fake.taken).toHaveLength(1)
    expect(fake.taken[0]).toMatchObject({ phone: '13800000001', text: `【示例】验证码 ${codeIn()}，5 分钟内有效` })
    const { code_hash } = await test.db.selectFrom('password_reset').select('code_hash').executeTakeFirstOrThrow()
    expect([code_hash.length, code_hash.toString('latin1').includes(codeIn())]).toEqual([32, false])
    expect(await save(codeIn())).toBe('done')
    expect(await save(codeIn(), 'tulip-Ferry-30-moss')).toBe('reset_code_wrong')
  })

  it('gives a code by text message three tries, then none, even when many come at once', async () => {
    await ask('ada')
    expect(new Set(await Promise.all(Array.from({ length: 10 }, () => save(wrongOf(codeIn())))))).toEqual(new Set(['reset_code_wrong']))
    expect((await test.db.selectFrom('password_reset').select('tries').executeTakeFirstOrThrow()).tries).toBe(3)
    expect(await save(codeIn())).toBe('reset_code_wrong')
  })

  it.each([
    [299_000, 'done'],
    [301_000, 'reset_code_wrong'],
  ])('takes a code of %i ms: %s', async (ageMs, outcome) => {
    holdClock()
    await ask('ada')
    await test.db
      .updateTable('password_reset')
      .set({ created_at: steadyIn(-ageMs / 1000) })
      .execute()
    expect(await save(codeIn())).toBe(outcome)
  })

  it('answers the same whether there is such an account or not, and texts only where it should', async () => {
    const answers = []
    for (const name of ['nobody-here', 'disabled', 'phoneless', 'ada']) answers.push(JSON.stringify(await ask(name)))
    expect(new Set(answers).size).toBe(1)
    expect(fake.taken.map(({ phone }) => phone)).toEqual(['13800000001'])
  })

  it('keeps the code of a phone that had its share, and says nothing of it', async () => {
    await ask('ada')
    expect((await ask('ada')).data).toEqual({ expireSeconds: 300 })
    expect(fake.taken).toHaveLength(1)
    expect(await save(codeIn())).toBe('done')
  })

  it('comes only the ways that are set up', async () => {
    expect(await outcomeOf(ask('ada', 'mail'))).toBe('reset_unavailable')
    await setEmailServer(test.db, { port: 25 })
    expect((await test.call(passwordReset.form, {}, null)).data).toMatchObject({ isMailed: true, isTexted: true })
    await test.call(setting.update, { id: (await record()).id, status: 0 })
    expect((await test.call(passwordReset.form, {}, null)).data).toMatchObject({ isMailed: true, isTexted: false })
    expect(await outcomeOf(ask('ada'))).toBe('reset_unavailable')
    await test.call(setting.update, { id: (await record()).id, paramValue: { ...paramValue, templateIds: {} }, status: 1 })
    expect((await test.call(passwordReset.form, {}, null)).data).toMatchObject({ isTexted: false })
    await test.db.deleteFrom('system_config').where('param_key', '=', 'EMAIL_CONFIG').execute()
  })

  it('that the provider does not take is logged without number, code or key', async () => {
    fake.refusedPhones.set('13800000001', '41')
    await ask('ada')
    fake.refusedPhones.clear()
    const line = logged.findLast(({ event }) => event === 'password reset text message')
    expect(line).toMatchObject({ level: 'error', error: 'SMS gateway: 41' })
  })

  it('does not wait for a provider that is slow', async () => {
    fake.failAlways('slow-head')
    const before = performance.now()
    const uuid = 'slow'
    await test.app.inject({ url: `/sys_login_captcha.jpg?uuid=${uuid}`, remoteAddress: '198.51.100.251' })
    const { answer } = await test.db.selectFrom('captcha').select('answer').where('uuid', '=', uuid).executeTakeFirstOrThrow()
    await test.call(passwordReset.ask, { username: 'ada', captcha: answer, uuid, way: 'sms' }, null)
    expect(performance.now() - before).toBeLessThan(700)
  })

  it('reaches a phone again when a minute has gone by', async () => {
    await ask('ada')
    await passTime(61)
    await ask('ada')
    expect(fake.taken).toHaveLength(2)
    expect(await save(codeIn())).toBe('done')
  })
})
