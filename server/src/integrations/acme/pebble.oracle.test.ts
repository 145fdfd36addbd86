import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findPebble, startPebble, type Pebble } from '../../../../tests/support/pebble.ts'
import { thrownBy } from '../../../../tests/support/thrown.ts'
import { placeFakes } from '../http/loopback.testing.ts'
import { askAccount, changeContact, deactivateAccount, findAccount, registerAccount, rollOver, type AccountHolder } from './acme-account.ts'
import { AcmeProblem } from './acme-problem.ts'
import { openAcme, type AcmeSession } from './acme-session.ts'
import { newAccountKey } from './jws.ts'

/* Accounts at a real authority, Pebble in its strict mode. */

if (process.env['CI'] !== undefined && findPebble() === null) throw new Error('Pebble is needed in CI: install the package pebble')

const email = 'ssl+platform@example.net'
const macKey = Buffer.from('a key that an authority gave out, of 48 bytes ..')
const problemOf = (work: Promise<unknown>) => thrownBy(AcmeProblem, work)

describe.runIf(findPebble() !== null).each([
  ['as it is', 0, false],
  ['that refuses every third good nonce', 33, false],
  ['that asks for an external binding', 0, true],
])('an account at a Pebble %s', (_, refusedNonces, isBound) => {
  let pebble: Pebble
  let restore: () => void = () => undefined
  beforeAll(async () => {
    pebble = await startPebble({ refusedNonces, ...(isBound ? { bindingKeys: { 'kid-1': macKey.toString('base64url') } } : {}) })
  })
  afterAll(() => pebble.stop())
  afterEach(() => restore())

  const binding = isBound ? { keyId: 'kid-1', macKey } : null
  async function open(): Promise<AcmeSession> {
    restore = placeFakes({ [pebble.origin]: pebble.baseUrl })
    return openAcme({ directoryUrl: pebble.directoryUrl })
  }
  async function registered(session: AcmeSession): Promise<AccountHolder> {
    const key = newAccountKey()
    const { accountUrl, state, isNew } = await registerAccount(session, key, { email, binding })
    expect({ state, isNew }).toEqual({ state: 'valid', isNew: true })
    expect(accountUrl).toMatch(/^https:\/\/pebble\.example\/my-account\//)
    return { key, accountUrl }
  }

  it('is offered with its terms, and with whether it has to be bound', async () => {
    const { directory } = await open()
    expect(directory.meta.termsOfService).not.toBe('')
    expect(directory.meta.externalAccountRequired).toBe(isBound)
    expect(directory.newAccount).toBe('https://pebble.example/sign-me-up')
  })

  it('is registered, found again by its key, asked after and given another mailbox', async () => {
    const session = await open()
    const holder = await registered(session)
    expect(await findAccount(session, holder.key)).toBe(holder.accountUrl)
    expect(await findAccount(session, newAccountKey())).toBeNull()
    expect(await registerAccount(session, holder.key, { email, binding })).toEqual({ accountUrl: holder.accountUrl, state: 'valid', isNew: false })
    expect(await askAccount(session, holder)).toBe('valid')
    expect(await changeContact(session, holder, 'other@example.net')).toBe('valid')
  })

  it('has another key after a rollover, and the old one is nobody’s', async () => {
    const session = await open()
    const holder = await registered(session)
    const next = newAccountKey()
    await rollOver(session, holder, next)
    expect(await findAccount(session, next)).toBe(holder.accountUrl)
    expect(await findAccount(session, holder.key)).toBeNull()
    expect(await askAccount(session, { ...holder, key: next })).toBe('valid')
    expect((await problemOf(changeContact(session, holder, email))).kind).toBe('refused')
  })

  it('does not take the key of another account', async () => {
    const session = await open()
    const [one, other] = [await registered(session), await registered(session)]
    expect((await problemOf(rollOver(session, one, other.key))).kind).toBe('refused')
    expect(await askAccount(session, one)).toBe('valid')
  })

  it('is closed for good', async () => {
    const session = await open()
    const holder = await registered(session)
    await deactivateAccount(session, holder)
    expect(await askAccount(session, holder)).not.toBe('valid')
    expect((await problemOf(changeContact(session, holder, email))).code).toBe('unauthorized')
  })

  const wrongBindings: readonly (readonly [name: string, binding: typeof binding, code: string])[] = [
    ['without a binding', null, 'externalAccountRequired'],
    ['bound by a key of another number', { keyId: 'kid-2', macKey }, 'unauthorized'],
    ['bound by another key', { keyId: 'kid-1', macKey: Buffer.from('another key, of the same length, of 48 bytes ...') }, 'unauthorized'],
  ]
  it.each(isBound ? wrongBindings : [])('is not registered %s', async (_name, wrong, code) => {
    const session = await open()
    expect((await problemOf(registerAccount(session, newAccountKey(), { email, binding: wrong }))).code).toBe(code)
  })

  it('is not registered under a mailbox that is none', async () => {
    const session = await open()
    const problem = await problemOf(registerAccount(session, newAccountKey(), { email: 'nobody', binding }))
    expect(problem.code).toMatch(/^(invalid|unsupported)Contact$/)
    expect(problem.detail).not.toBe('')
  })

  it.each(refusedNonces > 0 ? ['nonces'] : [])('was refused %s on the way', async () => {
    const session = await open()
    // Which of them it refuses is left to chance.
    for (let count = 0; count < 100 && pebble.refusals() === 0; count += 1) await registered(session)
    expect(pebble.refusals()).toBeGreaterThan(0)
  })
})
