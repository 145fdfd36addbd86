import { afterAll, afterEach, beforeEach, beforeAll, describe, expect, it } from 'vitest'
import { startFakeAcme, type FakeAcme, type FakeAcmeOptions } from '../../../../tests/support/fake-acme.ts'
import { isPythonThere } from '../../../../tests/support/cloud-judge.ts'
import { startJwsJudge, type JwsProgram } from '../../../../tests/support/jws-judge.ts'
import { fakeFaults, type FakeAnswer } from '../../../../tests/support/fake-outside.ts'
import { thrownBy } from '../../../../tests/support/thrown.ts'
import { placeFakes } from '../http/loopback.testing.ts'
import { askAccount, changeContact, deactivateAccount, findAccount, registerAccount, rollOver, type AccountHolder } from './acme-account.ts'
import { AcmeProblem } from './acme-problem.ts'
import { openAcme, type AcmeSession } from './acme-session.ts'
import { newAccountKey, publicJwk } from './jws.ts'

/* Accounts at a strict authority whose signatures Python judges, and at one that fails. */

const origin = 'https://ca.example'
const email = 'ssl@example.net'
const macKey = Buffer.from('a key that an authority gave out beforehand')

describe.runIf(isPythonThere)('an account at a strict authority', () => {
  let judge: JwsProgram
  let fake: FakeAcme
  let restore: () => void
  beforeAll(() => void (judge = startJwsJudge()))
  afterAll(() => judge.close())
  const start = async (options: Partial<FakeAcmeOptions> = {}): Promise<void> => {
    fake = await startFakeAcme({ origin, judge, ...options })
    restore = placeFakes({ [origin]: fake.baseUrl })
  }
  beforeEach(() => start())
  afterEach(async () => {
    restore()
    await fake.close()
  })

  const open = (): Promise<AcmeSession> => openAcme({ directoryUrl: fake.directoryUrl })
  const problemOf = (work: Promise<unknown>) => thrownBy(AcmeProblem, work)
  async function registered(): Promise<{ session: AcmeSession; holder: AccountHolder }> {
    const session = await open()
    const key = newAccountKey()
    const { accountUrl } = await registerAccount(session, key, { email, binding: null })
    return { session, holder: { key, accountUrl } }
  }

  it('is registered, asked after, told another mailbox, given another key and closed', async () => {
    const { session, holder } = await registered()
    expect(fake.accounts).toMatchObject([{ contact: ['mailto:ssl@example.net'], jwk: publicJwk(holder.key) }])
    expect(await askAccount(session, holder)).toBe('valid')
    expect(await changeContact(session, holder, 'a+b/c@example.net')).toBe('valid')
    expect(fake.accounts[0]!.contact).toEqual(['mailto:a+b%2Fc@example.net'])
    const next = newAccountKey()
    await rollOver(session, holder, next)
    expect(fake.accounts[0]!.jwk).toEqual(publicJwk(next))
    expect(await findAccount(session, holder.key)).toBeNull()
    expect(await findAccount(session, next)).toBe(holder.accountUrl)
    await deactivateAccount(session, { ...holder, key: next })
    expect(fake.accounts[0]!.status).toBe('deactivated')
    expect(await askAccount(session, { ...holder, key: next })).toBe('revoked')
    expect(fake.refusals).toEqual(['accountDoesNotExist', 'unauthorized'])
  })

  it('asks for no more than one nonce in a conversation: each answer brings the next', async () => {
    const { session, holder } = await registered()
    await askAccount(session, holder)
    await askAccount(session, holder)
    expect(fake.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /directory',
      'HEAD /new-nonce',
      'POST /new-account',
      'POST /account/1',
      'POST /account/1',
    ])
  })

  it.each([
    [11, 'done'],
    [12, 'badNonce'],
  ])('when %i nonces are refused: %s', async (count, outcome) => {
    const { session, holder } = await registered()
    fake.refuseNonces(count)
    const asked = await askAccount(session, holder).then(
      () => 'done',
      (cause: unknown) => (cause as AcmeProblem).code,
    )
    expect(asked).toBe(outcome)
  })

  it('is bound by the key that the authority gave out', async () => {
    await fake.close()
    restore()
    await start({ bindingKeys: { 'kid-1': macKey.toString('base64url') } })
    const session = await open()
    expect(session.directory.meta.externalAccountRequired).toBe(true)
    const register = (binding: { keyId: string; macKey: Buffer } | null) => registerAccount(session, newAccountKey(), { email, binding })
    expect((await register({ keyId: 'kid-1', macKey })).isNew).toBe(true)
    expect(fake.accounts[0]!.bindingKeyId).toBe('kid-1')
    expect((await problemOf(register(null))).code).toBe('externalAccountRequired')
    expect((await problemOf(register({ keyId: 'kid-2', macKey }))).code).toBe('unauthorized')
    expect((await problemOf(register({ keyId: 'kid-1', macKey: Buffer.from('another') }))).code).toBe('unauthorized')
  })

  it('tells what the authority said in one line, without signs that nobody sees', async () => {
    const session = await open()
    const problem = await problemOf(registerAccount(session, newAccountKey(), { email: 'a@forbidden.example', binding: null }))
    expect(problem).toMatchObject({ kind: 'refused', code: 'invalidContact', detail: 'forbidden domain' })
  })

  it.each<[string, FakeAnswer]>([
    ['an account without a status', { status: 201, headers: { location: `${origin}/account/1` }, body: { contact: [] } }],
    ['an account of a status that there is not', { status: 201, headers: { location: `${origin}/account/1` }, body: { status: 'good' } }],
    ['an account without a place', { status: 201, body: { status: 'valid' } }],
    ['an account at a place without TLS', { status: 201, headers: { location: 'http://ca.example/account/1' }, body: { status: 'valid' } }],
    ['an account at no URL', { status: 201, headers: { location: '/account/1' }, body: { status: 'valid' } }],
    ['a text', { status: 201, headers: { location: `${origin}/account/1` }, body: 'created' }],
    ['a refusal that says nothing', { status: 403, body: '<h1>Forbidden</h1>' }],
    ['a refusal without a type', { status: 403, body: { detail: 'no' } }],
  ])('is not taken from %s', async (_, answer) => {
    const session = await open()
    fake.scripted.push(answer)
    const problem = await problemOf(registerAccount(session, newAccountKey(), { email, binding: null }))
    expect(problem.kind).toBe('bad-answer')
  })

  it.each<[string, Record<string, unknown>]>([
    ['without newAccount', { newAccount: undefined }],
    ['with newNonce elsewhere without TLS', { newNonce: 'http://ca.example/new-nonce' }],
    ['with keyChange that is no URL', { keyChange: 'key-change' }],
    ['with terms that are no text', { meta: { termsOfService: ['a'] } }],
    ['with a binding that may be needed', { meta: { externalAccountRequired: 'maybe' } }],
  ])('is not looked for in a directory %s', async (_, directory) => {
    await fake.close()
    restore()
    await start({ directory })
    expect((await problemOf(open())).kind).toBe('bad-answer')
  })

  it('goes without terms where the authority has none', async () => {
    await fake.close()
    restore()
    await start({ termsOfService: null, directory: { meta: undefined } })
    const { holder } = await registered()
    expect(holder.accountUrl).toBe(`${origin}/account/1`)
    const sent = JSON.parse(fake.calls.at(-1)!.body.toString()) as { payload: string }
    expect(JSON.parse(Buffer.from(sent.payload, 'base64url').toString())).toEqual({ contact: ['mailto:ssl@example.net'] })
  })

  it('sends nothing to an address of the directory that is on the inside', async () => {
    await fake.close()
    restore()
    await start({ directory: { newNonce: 'https://169.254.169.254/latest/' } })
    const session = await open()
    expect(await problemOf(registerAccount(session, newAccountKey(), { email, binding: null }))).toMatchObject({ kind: 'silent', code: 'wrong-address' })
  })

  it('stays with the hosts of an authority that is known', async () => {
    await expect(openAcme({ directoryUrl: fake.directoryUrl, hosts: ['acme.zerossl.com'] })).rejects.toMatchObject({ code: 'wrong-address' })
    expect(fake.calls).toEqual([])
  })

  describe.each(fakeFaults)('when the authority fails by: %s', (fault) => {
    /** Nobody waits long for a peer that says nothing; for one that is well, as long as it takes. */
    const impatiently = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      placeFakes({ [origin]: fake.baseUrl }, { connectMs: 300, totalMs: 600 })
      const result = await work()
      placeFakes({ [origin]: fake.baseUrl })
      return result
    }
    const isHeard = fault === 'garbage-body' || fault === 'status-500'

    it('the directory is a problem, and nothing else', async () => {
      fake.failAlways(fault)
      expect(['silent', 'bad-answer']).toContain((await impatiently(() => problemOf(open()))).kind)
    })

    it('a registration says so, is sent once, and the same key registers later', async () => {
      const session = await open()
      const key = newAccountKey()
      await findAccount(session, newAccountKey())
      const before = fake.connections()
      fake.failNext(fault)
      const problem = await impatiently(() => problemOf(registerAccount(session, key, { email, binding: null })))
      expect(problem.kind).toBe(isHeard || fault === 'empty-body' ? 'bad-answer' : 'silent')
      expect(fake.connections()).toBe(before + 1)
      const again = await registerAccount(session, key, { email, binding: null })
      expect(again).toMatchObject({ state: 'valid', isNew: fault !== 'answer-lost' })
      expect(fake.accounts).toHaveLength(1)
    })
  })
})
