import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { factor } from '@nameplane/contract/account/factor'
import { session, type SecondStep } from '@nameplane/contract/account/session'
import type { LoginRules } from '@nameplane/contract/system/settings/login-rules'
import { rights } from '@nameplane/contract/rights'
import { createTestApp, type TestApp } from '../../../../../../tests/support/app.ts'
import { outcomeOf } from '../../../../../../tests/support/records.ts'
import { codeOf, forgetFactors, passkeyOrigin } from '../../../../../../tests/support/sign-in-ways.ts'
import { softwarePasskey, type SoftwarePasskey } from '../../../../../../tests/support/software-passkey.ts'
import { steadyIn } from '../../../../time/steady-time.ts'
import { writeLoginRules } from '../login-rules.ts'
import { deleteFactorsOf } from './factor.store.ts'

let test: TestApp
let adminId: number
beforeAll(async () => {
  test = await createTestApp()
  adminId = (await test.db.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()).id
})
afterAll(() => test.close())
beforeEach(() => setRules({ captcha: 'never', lockAfterFailures: 5, lockAddressAfterFailures: 1000, secondFactorRoles: [], passkeyHosts: [] }))
afterEach(async () => {
  await forgetFactors(test)
  await test.db.deleteFrom('sign_in_failure').execute()
  await test.db.deleteFrom('session').execute()
})

const password = 'correct horse 7'
const setRules = (changed: Partial<LoginRules>) => test.db.transaction().execute((tx) => writeLoginRules(tx, changed))

async function setUpTotp(): Promise<{ secret: string; codes: string[] }> {
  const { data } = await test.call(factor.totpOffer, { password })
  const made = await test.call(factor.totpSave, { seal: data.seal, code: codeOf(data.secret, -1) })
  return { secret: data.secret, codes: made.data.recoveryCodes ?? [] }
}

async function firstStep(): Promise<SecondStep> {
  const reply = await test.call(session.login, { username: 'admin', password }, null)
  expect(reply.token).toBeUndefined()
  return reply.second!
}

async function manySteps(count: number): Promise<SecondStep[]> {
  const steps: SecondStep[] = []
  while (steps.length < count) steps.push(await firstStep())
  return steps
}

const secondStep = (second: SecondStep, code: string, method: 'totp' | 'recovery' = 'totp') =>
  test.call(session.second, { ticket: second.ticket, method, code }, null)

describe('an authenticator app', () => {
  it('is off until a code proves that it has the secret', async () => {
    const { data } = await test.call(factor.totpOffer, { password })
    expect(await outcomeOf(test.call(factor.totpSave, { seal: data.seal, code: '000000' }))).toBe('second_factor_wrong')
    expect((await test.call(factor.status, {})).data.totp).toBeNull()
    expect((await test.call(session.login, { username: 'admin', password }, null)).token).toBeTypeOf('string')
  })

  it('asks for its code after the password; only then is there a session', async () => {
    const { secret } = await setUpTotp()
    const second = await firstStep()
    expect(second.methods).toEqual(['totp', 'recovery'])
    expect(await test.db.selectFrom('session').select('id').execute()).toEqual([])
    expect((await secondStep(second, codeOf(secret))).token).toBeTypeOf('string')
    expect(await test.db.selectFrom('session').select('id').execute()).toHaveLength(1)
  })

  it('takes each code once, the one that set it up too, and none older than the last', async () => {
    const { secret } = await setUpTotp()
    expect(await outcomeOf(secondStep(await firstStep(), codeOf(secret, -1)))).toBe('second_factor_used')
    const code = codeOf(secret)
    expect(await outcomeOf(secondStep(await firstStep(), code))).toBe('done')
    expect(await outcomeOf(secondStep(await firstStep(), code))).toBe('second_factor_used')
    expect(await outcomeOf(secondStep(await firstStep(), codeOf(secret, 1)))).toBe('done')
    expect(await outcomeOf(secondStep(await firstStep(), codeOf(secret, 3)))).toBe('second_factor_wrong')
  })

  it('takes the same code once when twenty come with it at once', async () => {
    await setRules({ lockAfterFailures: 100 })
    const { secret } = await setUpTotp()
    const code = codeOf(secret)
    const steps = await manySteps(20)
    const outcomes = await Promise.all(steps.map((second) => outcomeOf(secondStep(second, code))))
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
  })

  it('locks after five wrong codes, however many tickets they come with', async () => {
    const { secret } = await setUpTotp()
    const steps = await manySteps(20)
    const outcomes = await Promise.all(steps.map((second) => outcomeOf(secondStep(second, '000000'))))
    expect([outcomes.filter((one) => one === 'second_factor_wrong').length, outcomes.filter((one) => one === 'login_locked').length]).toEqual([5, 15])
    expect(await outcomeOf(secondStep(await firstStep(), codeOf(secret)))).toBe('login_locked')
  })

  it('is asked for within five minutes, of an enabled account, and once', async () => {
    const { secret } = await setUpTotp()
    const late = await firstStep()
    await test.db
      .updateTable('sign_in_ticket')
      .set({ created_at: steadyIn(-301) })
      .execute()
    expect(await outcomeOf(secondStep(late, codeOf(secret)))).toBe('sign_in_expired')
    const disabled = await firstStep()
    await test.db.updateTable('account').set({ status: 0 }).where('id', '=', adminId).execute()
    expect(await outcomeOf(secondStep(disabled, codeOf(secret)))).toBe('sign_in_expired')
    await test.db.updateTable('account').set({ status: 1 }).where('id', '=', adminId).execute()
    const used = await firstStep()
    expect(await outcomeOf(secondStep(used, codeOf(secret)))).toBe('done')
    expect(await outcomeOf(secondStep(used, codeOf(secret, 1)))).toBe('sign_in_expired')
    expect(await outcomeOf(secondStep({ ...used, ticket: 'A'.repeat(43) }, codeOf(secret)))).toBe('sign_in_expired')
  })

  it('keeps its secret sealed, out of every answer and out of the log', async () => {
    const { secret } = await setUpTotp()
    const { secret: stored } = await test.db.selectFrom('totp').select('secret').executeTakeFirstOrThrow()
    expect(stored).not.toContain(secret)
    expect(JSON.stringify(await test.call(factor.status, {}))).not.toContain(secret)
    expect(JSON.stringify(await test.db.selectFrom('audit_entry').selectAll().execute())).not.toContain(secret)
  })

  it('is offered for ten minutes, to one account and for nothing else', async () => {
    const { data } = await test.call(factor.totpOffer, { password })
    const other = await test.tokenWith(['domain.read'])
    expect(await outcomeOf(test.call(factor.totpSave, { seal: data.seal, code: codeOf(data.secret) }, other))).toBe('factor_offer_expired')
    const passkey = await test.call(factor.passkeyOffer, { password })
    expect(await outcomeOf(test.call(factor.totpSave, { seal: passkey.data.seal, code: '000000' }))).toBe('factor_offer_expired')
  })
})

describe('recovery codes', () => {
  it('are ten, stand in for the factor once each, in any spelling', async () => {
    const { codes } = await setUpTotp()
    expect(codes).toHaveLength(10)
    const [first, second] = codes as [string, string]
    expect(await outcomeOf(secondStep(await firstStep(), ` ${first.toLowerCase().replace('-', ' ')} `, 'recovery'))).toBe('done')
    expect(await outcomeOf(secondStep(await firstStep(), first, 'recovery'))).toBe('second_factor_wrong')
    expect(await outcomeOf(secondStep(await firstStep(), second, 'recovery'))).toBe('done')
    expect((await test.call(factor.status, {})).data.recoveryCodesLeft).toBe(8)
  })

  it('are void once new ones were made, and belong to one account', async () => {
    const { codes } = await setUpTotp()
    const renewed = (await test.call(factor.recoverySave, { password })).data.recoveryCodes
    expect(await outcomeOf(secondStep(await firstStep(), codes[0]!, 'recovery'))).toBe('second_factor_wrong')
    expect(await outcomeOf(secondStep(await firstStep(), renewed[0]!, 'recovery'))).toBe('done')
  })

  it('are stored as digests only, and go with the last factor', async () => {
    const { codes } = await setUpTotp()
    const rows = await test.db.selectFrom('recovery_code').select('code_hash').execute()
    expect(rows).toHaveLength(10)
    expect(rows.some((row) => row.code_hash.toString('latin1').includes(codes[0]!.slice(0, 5)))).toBe(false)
    await test.call(factor.totpDelete, { password })
    expect(await test.db.selectFrom('recovery_code').select('code_hash').execute()).toEqual([])
    expect((await test.call(session.login, { username: 'admin', password }, null)).token).toBeTypeOf('string')
  })
})

describe('a passkey', () => {
  async function addPasskey(): Promise<SoftwarePasskey> {
    const key = softwarePasskey()
    const { data } = await test.call(factor.passkeyOffer, { password })
    await test.call(factor.passkeySave, {
      seal: data.seal,
      name: 'laptop',
      response: key.create({ challenge: String(data.options['challenge']), origin: passkeyOrigin }),
    })
    return key
  }
  const challengeOf = (second: SecondStep): string => String(second.passkeyOptions!['challenge'])
  const use = (second: SecondStep, response: Record<string, unknown>) => test.call(session.second, { ticket: second.ticket, method: 'passkey', response }, null)

  it('signs in after the password, and its use is noted', async () => {
    const key = await addPasskey()
    const second = await firstStep()
    expect(second.methods).toEqual(['passkey', 'recovery'])
    expect((await use(second, key.get({ challenge: challengeOf(second), origin: passkeyOrigin }))).token).toBeTypeOf('string')
    expect((await test.call(factor.status, {})).data.passkeys).toMatchObject([{ name: 'laptop', host: 'localhost', lastUseTime: expect.any(String) as string }])
  })

  it.each<[string, (key: SoftwarePasskey, challenge: string, other: SecondStep) => Record<string, unknown>]>([
    ['for another site', (key, challenge) => key.get({ challenge, origin: 'https://evil.example' })],
    ['for another port of this host', (key, challenge) => key.get({ challenge, origin: 'http://localhost:8443' })],
    ['for another relying party', (key, challenge) => key.get({ challenge, origin: passkeyOrigin, rpId: 'evil.example' })],
    ['of another sign-in', (key, _challenge, other) => key.get({ challenge: challengeOf(other), origin: passkeyOrigin })],
    ['of no sign-in', (key) => key.get({ challenge: 'AAAA', origin: passkeyOrigin })],
    ['for a registration', (key, challenge) => key.get({ challenge, origin: passkeyOrigin, type: 'webauthn.create' })],
    ['by a key that is not ours', (_key, challenge) => softwarePasskey().get({ challenge, origin: passkeyOrigin })],
    [
      'by a key that only bears the name of ours',
      (key, challenge) => ({ ...softwarePasskey().get({ challenge, origin: passkeyOrigin }), id: key.id, rawId: key.id }),
    ],
    ['with a changed byte', (key, challenge) => withChangedByte(key.get({ challenge, origin: passkeyOrigin }))],
    ['without anything', () => ({})],
  ])('is refused when it signs %s', async (_, answer) => {
    const key = await addPasskey()
    const [second, other] = [await firstStep(), await firstStep()]
    expect(await outcomeOf(use(second, answer(key, challengeOf(second), other)))).toBe('passkey_refused')
    expect(await outcomeOf(use(second, key.get({ challenge: challengeOf(second), origin: passkeyOrigin })))).toBe('done')
  })

  it('is refused when its counter goes back, as that of a copy would (WebAuthn §6.1.1)', async () => {
    const key = await addPasskey()
    const first = await firstStep()
    await use(first, key.get({ challenge: challengeOf(first), origin: passkeyOrigin, counter: 9 }))
    const second = await firstStep()
    expect(await outcomeOf(use(second, key.get({ challenge: challengeOf(second), origin: passkeyOrigin, counter: 9 })))).toBe('passkey_refused')
  })

  it('signs in once with one answer', async () => {
    const key = await addPasskey()
    const second = await firstStep()
    const answer = key.get({ challenge: challengeOf(second), origin: passkeyOrigin })
    await use(second, answer)
    expect(await outcomeOf(use(second, answer))).toBe('sign_in_expired')
  })

  it.each([
    ['for another challenge', { challenge: 'AAAA', origin: passkeyOrigin }],
    ['for another site', { origin: 'https://evil.example' }],
    ['for another relying party', { origin: passkeyOrigin, rpId: 'evil.example' }],
  ])('is not kept when it was made %s', async (_, wrong) => {
    const { data } = await test.call(factor.passkeyOffer, { password })
    const response = softwarePasskey().create({ challenge: String(data.options['challenge']), ...wrong })
    expect(await outcomeOf(test.call(factor.passkeySave, { seal: data.seal, name: 'x', response }))).toBe('passkey_refused')
  })

  it('is kept once', async () => {
    const key = await addPasskey()
    const { data } = await test.call(factor.passkeyOffer, { password })
    expect((data.options['excludeCredentials'] as { id: string }[]).map(({ id }) => id)).toEqual([key.id])
    const response = key.create({ challenge: String(data.options['challenge']), origin: passkeyOrigin })
    expect(await outcomeOf(test.call(factor.passkeySave, { seal: data.seal, name: 'again', response }))).toBe('passkey_exists')
  })

  it('has a name that its owner can change, and nobody else', async () => {
    await addPasskey()
    const [key] = (await test.call(factor.status, {})).data.passkeys
    await test.call(factor.passkeyRename, { id: key!.id, name: ' office laptop ' })
    expect((await test.call(factor.status, {})).data.passkeys).toEqual([{ ...key, name: 'office laptop' }])
    const entry = await test.db.selectFrom('audit_entry').select(['action', 'before', 'after']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(entry).toEqual({ action: 'factor.rename', before: { passkey: 'laptop' }, after: { passkey: 'office laptop' } })
    const colleague = await test.tokenWith(rights)
    expect(await outcomeOf(test.call(factor.passkeyRename, { id: key!.id, name: 'mine now' }, colleague))).toBe('second_factor_missing')
    expect(await outcomeOf(test.call(factor.passkeyRename, { id: key!.id, name: ' ' }))).toBe('required')
    expect((await test.call(factor.status, {})).data.passkeys[0]!.name).toBe('office laptop')
  })

  it.each([
    ['127.0.0.1', []],
    ['[::1]', []],
    ['localhost', ['console.example']],
  ])('cannot be made under %s where the rules name %j', async (host, passkeyHosts) => {
    await setRules({ passkeyHosts })
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/sys/factor/passkey/offer',
      headers: { authorization: `Bearer ${test.adminToken}`, host },
      payload: { password },
    })
    expect(answer.json()).toMatchObject({ problem: 'passkey_host' })
  })

  it('is not asked for under another host name', async () => {
    await addPasskey()
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/sys/login',
      headers: { host: 'console.example' },
      payload: { username: 'admin', password },
    })
    expect(answer.json<{ second: SecondStep }>().second).toMatchObject({ methods: ['recovery'], passkeyOptions: null })
  })
})

describe('whatever changes a second factor', () => {
  it.each([
    ['totpOffer', {}],
    ['totpDelete', {}],
    ['passkeyOffer', {}],
    ['passkeyDelete', { id: 1 }],
    ['recoverySave', {}],
  ] as const)('asks for the password again: %s', async (verb, input) => {
    expect(await outcomeOf(test.call(factor[verb], { ...input, password: 'wrong' }))).toBe('password_wrong')
  })

  it('counts a wrong password as a failed sign-in', async () => {
    for (let count = 0; count < 5; count += 1) await outcomeOf(test.call(factor.totpOffer, { password: 'wrong' }))
    expect(await outcomeOf(test.call(factor.totpOffer, { password }))).toBe('login_locked')
    expect(await outcomeOf(test.call(session.login, { username: 'admin', password }, null))).toBe('login_locked')
  })
})

describe('a role that asks for a second factor', () => {
  async function held(): Promise<Record<string, string>> {
    const answer = await test.app.inject({ method: 'POST', url: '/api/sys/login', payload: { username: 'admin', password } })
    return { cookie: String(answer.headers['set-cookie']).split(';')[0]!, token: answer.json<{ token: string }>().token, 'accept-language': 'en' }
  }
  const problemAt = async (url: string, headers: Record<string, string>): Promise<string | undefined> =>
    (await test.app.inject({ url: `/api/${url}`, headers })).json<{ problem?: string }>().problem

  it('lets nothing be done before there is one, and everything after', async () => {
    await setRules({ secondFactorRoles: [0] })
    const headers = await held()
    expect(await problemAt('sys/menu/nav', headers)).toBe('second_factor_enrolment')
    expect(await problemAt('sys/factor/status', headers)).toBeUndefined()
    await setUpTotp()
    expect(await problemAt('sys/menu/nav', headers)).toBeUndefined()
    expect(await outcomeOf(test.call(factor.totpDelete, { password }))).toBe('second_factor_required')
    expect((await test.call(factor.status, {})).data).toMatchObject({ isRequired: true, recoveryCodesLeft: 10 })
    await test.db.transaction().execute((tx) => deleteFactorsOf(tx, adminId))
    expect(await problemAt('sys/menu/nav', headers)).toBe('second_factor_enrolment')
  })

  it('asks nobody else', async () => {
    await setRules({ secondFactorRoles: [999_999] })
    expect(await problemAt('sys/menu/nav', await held())).toBeUndefined()
  })
})

function withChangedByte(answer: Record<string, unknown>): Record<string, unknown> {
  const response = answer['response'] as Record<string, string>
  const signature = Buffer.from(response['signature']!, 'base64url')
  signature[signature.length - 1]! ^= 1
  return { ...answer, response: { ...response, signature: signature.toString('base64url') } }
}
