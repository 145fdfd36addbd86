import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { acmeAccount as calls } from '@nameplane/contract/system/acme-account'
import { setting } from '@nameplane/contract/system/setting'
import { certificateAuthority } from '@nameplane/contract/system/settings/certificate-authority'
import { startFakeAcme, type FakeAcme } from '../../../../../tests/support/fake-acme.ts'
import { createTestApp, type Refused, type TestApp } from '../../../../../tests/support/app.ts'
import { outcomeOf } from '../../../../../tests/support/records.ts'
import { placeFakes } from '../../../integrations/http/loopback.testing.ts'
import { jwkThumbprint } from '../../../integrations/acme/jws.ts'

const [first, second] = ['https://ca.example', 'https://other-ca.example']
const macKey = Buffer.from('a key that an authority gave out beforehand').toString('base64url')

let test: TestApp
let fake: FakeAcme
let other: FakeAcme
let restore: () => void
let now = new Date('2026-03-01T09:30:00Z')
beforeAll(async () => {
  test = await createTestApp({ now: () => now })
})
afterAll(() => test.close())
beforeEach(async () => {
  now = new Date('2026-03-01T09:30:00Z')
  await test.db.deleteFrom('acme_account').execute()
  await test.db.updateTable('system_config').set({ param_value: '{}' }).where('param_key', '=', certificateAuthority.key).execute()
  fake = await startFakeAcme({ origin: first })
  other = await startFakeAcme({ origin: second, bindingKeys: { 'kid-1': macKey }, termsOfService: null })
  restore = placeFakes({ [first]: fake.baseUrl, [second]: other.baseUrl })
})
afterEach(async () => {
  restore()
  await Promise.all([fake.close(), other.close()])
})

const ownValue = (changed: object = {}) => ({ authority: 'other', directoryUrl: fake.directoryUrl, email: 'ssl@example.net', ...changed })
const set = (changed: object = {}) => test.call(setting.save, { paramKey: certificateAuthority.key, paramValue: ownValue(changed) })
const info = async () => (await test.call(calls.info, {})).data
const terms = async () => (await test.call(calls.terms, {})).data!.termsOfService
const register = async () => {
  const termsOfService = await terms()
  return (await test.call(calls.register, { isAgreed: 1, termsOfService })).data
}
const tryIt = async (changed: object = {}) =>
  (await test.call(setting.test, { paramKey: certificateAuthority.key, paramValue: ownValue(changed), target: '' })).data
const row = () => test.db.selectFrom('acme_account').selectAll().executeTakeFirstOrThrow()
const lastAudit = () =>
  test.db.selectFrom('audit_entry').select(['action', 'target_name', 'after', 'before']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

describe('before an authority is set', () => {
  it('there is no account, and nobody is asked', async () => {
    expect(await info()).toEqual({ authority: '', directoryUrl: '', email: '', account: null })
    expect((await test.call(calls.terms, {})).data).toBeNull()
    for (const call of [calls.check, calls.contact, calls.rollover, calls.deactivate])
      expect(await outcomeOf(test.call(call, {}))).toBe('acme_authority_missing')
    expect(await outcomeOf(test.call(calls.register, { isAgreed: 1 }))).toBe('acme_authority_missing')
    expect(fake.calls).toEqual([])
  })
})

describe('the setting', () => {
  const wrong = async (paramValue: object): Promise<Record<string, string>> =>
    test.call(setting.save, { paramKey: certificateAuthority.key, paramValue }).then(
      () => ({}),
      (cause: unknown) => (cause as Refused).refusal.fields ?? {},
    )
  const fakeEmail = { email: 'ssl@example.net' }

  it.each<[string, object, Record<string, string>]>([
    ['Let’s Encrypt takes a mailbox', fakeEmail, {}],
    ['a mailbox has to be there', {}, { email: 'required' }],
    ['a mailbox has its form', { email: 'nobody' }, { email: 'invalid_email' }],
    ['another authority has a directory', { ...fakeEmail, authority: 'other' }, { directoryUrl: 'required' }],
    [
      'a directory is not asked without TLS',
      { ...fakeEmail, authority: 'other', directoryUrl: 'http://ca.example/dir' },
      { directoryUrl: 'acme_directory_https' },
    ],
    ['a directory has no user', { ...fakeEmail, authority: 'other', directoryUrl: 'https://a@ca.example/dir' }, { directoryUrl: 'acme_directory_https' }],
    ['ZeroSSL asks for a binding', { ...fakeEmail, authority: 'zerossl' }, { eabKeyId: 'required', eabHmacKey: 'required' }],
    ['a binding has two halves', { ...fakeEmail, authority: 'other', directoryUrl: 'https://ca.example', eabKeyId: 'a' }, { eabHmacKey: 'required' }],
    [
      'the key of a binding is Base64',
      { ...fakeEmail, authority: 'zerossl', eabKeyId: 'a', eabHmacKey: 'not base64!' },
      { eabHmacKey: 'acme_mac_key_invalid' },
    ],
    ['ZeroSSL takes a binding', { ...fakeEmail, authority: 'zerossl', eabKeyId: 'kid-1', eabHmacKey: macKey }, {}],
  ])('%s', async (_, paramValue, fields) => {
    expect(await wrong(paramValue)).toEqual(fields)
  })

  it('keeps the key of a binding to itself', async () => {
    await set({ eabKeyId: 'kid-1', eabHmacKey: macKey })
    const { config: record } = await test.call(setting.ofKey, { key: certificateAuthority.key })
    expect(JSON.parse(record.paramValue)).toMatchObject({ eabKeyId: 'kid-1', eabHmacKey: '******' })
  })
})

describe('an account', () => {
  beforeEach(() => set())

  it('is registered under the terms that were shown', async () => {
    expect((await test.call(calls.terms, {})).data).toEqual({ termsOfService: `${first}/terms/1`, isBindingNeeded: false })
    const { account } = await register()
    expect(account).toEqual({
      state: 'valid',
      accountUrl: `${first}/account/1`,
      email: 'ssl@example.net',
      termsOfService: `${first}/terms/1`,
      keyThumbprint: jwkThumbprint(fake.accounts[0]!.jwk),
      isRollingOver: false,
      registerTime: '2026-03-01T09:30:00.000Z',
      registeredBy: 'admin',
      rolloverTime: null,
      checkTime: '2026-03-01T09:30:00.000Z',
    })
    expect(await info()).toEqual({ authority: 'ca.example', directoryUrl: `${first}/directory`, email: 'ssl@example.net', account })
    expect(await lastAudit()).toMatchObject({ action: 'acme_account.register', target_name: 'ca.example' })
    expect((await row()).account_key).toMatch(/^s\d+\./)
  })

  it('is not registered under terms that nobody has read', async () => {
    expect(await outcomeOf(test.call(calls.register, { isAgreed: 0, termsOfService: `${first}/terms/1` }))).toBe('acme_terms_unread')
    expect(await outcomeOf(test.call(calls.register, { isAgreed: 1 }))).toBe('acme_terms_unread')
    const termsOfService = await terms()
    fake.setTerms(`${first}/terms/2`)
    expect(await outcomeOf(test.call(calls.register, { isAgreed: 1, termsOfService }))).toBe('acme_terms_unread')
    expect(fake.accounts).toEqual([])
    expect((await info()).account).toBeNull()
  })

  it('is one for each directory, and comes back with its directory', async () => {
    const { account } = await register()
    expect(await outcomeOf(register())).toBe('acme_account_exists')
    await set({ directoryUrl: other.directoryUrl, eabKeyId: 'kid-1', eabHmacKey: macKey })
    expect(await info()).toMatchObject({ authority: 'other-ca.example', account: null })
    expect((await register()).account).toMatchObject({ state: 'valid', termsOfService: '' })
    expect(other.accounts[0]!.bindingKeyId).toBe('kid-1')
    await set({ directoryUrl: fake.directoryUrl.replace('ca.example', 'CA.EXAMPLE') })
    expect((await info()).account).toEqual(account)
  })

  it('needs the binding that its authority asks for', async () => {
    await set({ directoryUrl: other.directoryUrl })
    expect((await test.call(calls.terms, {})).data!.isBindingNeeded).toBe(true)
    expect(await outcomeOf(register())).toBe('acme_binding_missing')
    expect(other.calls.every(({ method }) => method === 'GET')).toBe(true)
  })

  it('is registered once by two at the same time', async () => {
    const termsOfService = await terms()
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(test.call(calls.register, { isAgreed: 1, termsOfService }))))
    expect(outcomes).toContain('done')
    expect(fake.accounts).toHaveLength(1)
    expect((await info()).account).toMatchObject({ state: 'valid', keyThumbprint: jwkThumbprint(fake.accounts[0]!.jwk) })
  })

  it('is found again when the answer to its registration was lost, under the mailbox that is set then', async () => {
    fake.loseAnswerTo('/new-account')
    expect(await outcomeOf(register())).toBe('acme_unanswered')
    expect((await info()).account).toMatchObject({ state: 'pending' })
    await set({ email: 'new@example.net' })
    expect((await register()).account).toMatchObject({ state: 'valid', accountUrl: `${first}/account/1`, email: 'new@example.net' })
    expect(fake.accounts).toMatchObject([{ contact: ['mailto:new@example.net'] }])
  })

  it('goes on with its key when the authority did not answer', async () => {
    const termsOfService = await terms()
    fake.scripted.push({ status: 500, body: 'down' })
    expect(await outcomeOf(test.call(calls.register, { isAgreed: 1, termsOfService }))).toBe('acme_unanswered')
    const pending = (await info()).account!
    expect(pending).toMatchObject({ state: 'pending', accountUrl: '', registerTime: null })
    expect(await outcomeOf(test.call(calls.check, {}))).toBe('acme_account_missing')
    await set({ email: 'new@example.net' })
    expect((await register()).account).toMatchObject({ state: 'valid', keyThumbprint: pending.keyThumbprint, email: 'new@example.net' })
  })

  it('is asked after, and gone when the authority takes it no more', async () => {
    await register()
    now = new Date('2026-03-02T00:00:00Z')
    expect((await test.call(calls.check, {})).data.account).toMatchObject({ state: 'valid', checkTime: '2026-03-02T00:00:00.000Z' })
    fake.accounts[0]!.status = 'revoked'
    expect((await test.call(calls.check, {})).data.account!.state).toBe('revoked')
    expect(await outcomeOf(test.call(calls.contact, {}))).toBe('acme_account_missing')
    // What was a mistake of the authority passes.
    fake.accounts[0]!.status = 'valid'
    expect((await test.call(calls.check, {})).data.account!.state).toBe('valid')
  })

  it('is told the mailbox that is set now', async () => {
    await register()
    await set({ email: 'new@example.net' })
    expect(await info()).toMatchObject({ email: 'new@example.net', account: { email: 'ssl@example.net' } })
    expect((await test.call(calls.contact, {})).data.account!.email).toBe('new@example.net')
    expect(fake.accounts[0]!.contact).toEqual(['mailto:new@example.net'])
    expect(await lastAudit()).toMatchObject({ action: 'acme_account.contact', before: { email: 'ssl@example.net' }, after: { email: 'new@example.net' } })
  })

  it('keeps its mailbox when the authority does not take the new one, and says what it said', async () => {
    await register()
    await set({ email: 'a@forbidden.example' })
    const refused = await test.call(calls.contact, {}).catch((cause: unknown) => (cause as Refused).refusal)
    expect(refused).toMatchObject({ problem: 'acme_refused', params: { reason: expect.stringContaining('forbidden domain') as string } })
    expect((await info()).account!.email).toBe('ssl@example.net')
  })

  it('has another key after a change, and no trace of it in the log', async () => {
    const { account } = await register()
    const sealed = (await row()).account_key!
    const after = (await test.call(calls.rollover, {})).data.account!
    expect(after.keyThumbprint).not.toBe(account!.keyThumbprint)
    expect(after).toMatchObject({ keyThumbprint: jwkThumbprint(fake.accounts[0]!.jwk), isRollingOver: false, rolloverTime: '2026-03-01T09:30:00.000Z' })
    expect((await row()).account_key).not.toBe(sealed)
    expect(await lastAudit()).toMatchObject({ action: 'acme_account.rollover', after: { fingerprint: after.keyThumbprint } })
    expect((await test.call(calls.check, {})).data.account!.state).toBe('valid')
  })

  it('keeps to the key that the authority knows when the answer to a change was lost', async () => {
    await register()
    const { keyThumbprint } = (await info()).account!
    // The account is changed, and the answer is none.
    const jwk = fake.accounts[0]!.jwk
    fake.scripted.push({ status: 500, body: 'down' })
    expect(await outcomeOf(test.call(calls.rollover, {}))).toBe('acme_unanswered')
    expect((await info()).account).toMatchObject({ isRollingOver: true, keyThumbprint })
    // It did not arrive: the old key is still good, and the next change goes on with the same new one.
    expect((await test.call(calls.check, {})).data.account).toMatchObject({ state: 'valid', keyThumbprint, isRollingOver: true })
    expect(fake.accounts[0]!.jwk).toEqual(jwk)
    const { next_key } = await row()
    // It arrives now, and the answer to it is lost.
    fake.loseAnswerTo('/key-change')
    expect(await outcomeOf(test.call(calls.rollover, {}))).toBe('acme_unanswered')
    expect(fake.accounts[0]!.jwk).not.toEqual(jwk)
    expect((await row()).next_key).toBe(next_key)
    expect((await test.call(calls.check, {})).data.account).toMatchObject({
      state: 'valid',
      keyThumbprint: jwkThumbprint(fake.accounts[0]!.jwk),
      isRollingOver: false,
    })
  })

  it.each([
    ['badPublicKey', false],
    ['rateLimited', true],
  ])('whose change of the key is refused as %s keeps the new one for another try: %s', async (code, isRollingOver) => {
    await register()
    fake.scripted.push({ status: 400, body: { type: `urn:ietf:params:acme:error:${code}`, detail: 'no' } })
    expect(await outcomeOf(test.call(calls.rollover, {}))).toBe('acme_refused')
    expect((await info()).account).toMatchObject({ state: 'valid', isRollingOver })
  })

  it('is never left with a key that nobody has, however many change it at the same time', async () => {
    await register()
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => outcomeOf(test.call(calls.rollover, {}))))
      expect(outcomes).toContain('done')
      expect((await test.call(calls.check, {})).data.account).toMatchObject({
        state: 'valid',
        keyThumbprint: jwkThumbprint(fake.accounts[0]!.jwk),
        isRollingOver: false,
      })
    }
  })

  it('is closed for good, its key with it; then there may be a new one', async () => {
    const { account } = await register()
    expect((await test.call(calls.deactivate, {})).data.account!.state).toBe('deactivated')
    expect(fake.accounts[0]!.status).toBe('deactivated')
    expect(await row()).toMatchObject({ account_key: null, next_key: null })
    for (const call of [calls.check, calls.contact, calls.rollover, calls.deactivate]) expect(await outcomeOf(test.call(call, {}))).toBe('acme_account_missing')
    const fresh = (await register()).account!
    expect(fresh).toMatchObject({ state: 'valid', accountUrl: `${first}/account/2` })
    expect(fresh.keyThumbprint).not.toBe(account!.keyThumbprint)
  })

  it.each(['register', 'rollover', 'deactivate'] as const)('%s is not for somebody without the right', async (verb) => {
    const token = await test.tokenWith(['config_ssl.read'])
    expect(await outcomeOf(test.call(calls[verb] as typeof calls.rollover, {}, token))).toBe('right_missing')
  })
})

describe('the test of the setting', () => {
  it('fetches the directory, and asks after the account where there is one', async () => {
    await set()
    expect(await tryIt()).toEqual({ isPassed: true, message: 'ca.example responded, no account registered yet' })
    await register()
    now = new Date('2026-03-03T00:00:00Z')
    expect(await tryIt()).toEqual({ isPassed: true, message: 'ca.example responded, account valid' })
    expect(fake.calls.at(-1)).toMatchObject({ method: 'POST', path: '/account/1' })
    fake.accounts[0]!.status = 'revoked'
    expect(await tryIt()).toEqual({ isPassed: false, message: 'ca.example responded, the authority has revoked the account' })
    expect((await info()).account!.state).toBe('revoked')
  })

  it('says that a binding is missing', async () => {
    await set()
    expect(await tryIt({ directoryUrl: other.directoryUrl })).toEqual({
      isPassed: false,
      message: 'other-ca.example responded, but requires an external account binding (EAB)',
    })
  })

  it('says that nothing of ACME is there', async () => {
    await set()
    const { isPassed, message } = await tryIt({ directoryUrl: `${first}/new-nonce` })
    expect(isPassed).toBe(false)
    expect(message).toMatch(/^ca\.example unavailable: not a response of the ACME protocol/)
  })
})
