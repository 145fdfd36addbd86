import type { KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { AcmeProblem } from './acme-problem.ts'
import { HttpsUrl, type AcmeAnswer, type AcmeSession } from './acme-session.ts'
import { bindingJws, publicJwk, signedJws } from './jws.ts'

/* Accounts at a certificate authority, RFC 8555 §7.3. */

/** A key that the authority gave out beforehand, to know whose account it is. */
export type ExternalBinding = { readonly keyId: string; readonly macKey: Buffer }

/** Who has an account. */
export type AccountHolder = { readonly key: KeyObject; readonly accountUrl: string }

export type AccountState = 'valid' | 'deactivated' | 'revoked'

/** Authorities need not say the contact, and some do not keep it. */
const Account = z.object({ status: z.enum(['valid', 'deactivated', 'revoked']) })

/** A mailbox as a URL; only what would end the address there is escaped (RFC 6068 §2). */
const contactOf = (email: string): string[] => [`mailto:${email.replace(/[%/?#[\]&;=,]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`]

function stateOf({ body }: AcmeAnswer): AccountState {
  const read = Account.safeParse(body)
  if (!read.success) throw new AcmeProblem('bad-answer', 'bad-answer')
  return read.data.status
}

function urlOf({ headers }: AcmeAnswer): string {
  const read = HttpsUrl.safeParse(headers['location'])
  if (!read.success) throw new AcmeProblem('bad-answer', 'bad-answer')
  return read.data
}

/** Registers a key, or finds the account that it has already: then nothing else is changed there. @throws AcmeProblem */
export async function registerAccount(
  session: AcmeSession,
  key: KeyObject,
  { email, binding }: { email: string; binding: ExternalBinding | null },
): Promise<{ accountUrl: string; state: AccountState; isNew: boolean }> {
  const { newAccount, meta } = session.directory
  const answer = await session.post(
    newAccount,
    { key },
    {
      ...(meta.termsOfService === '' ? {} : { termsOfServiceAgreed: true }),
      contact: contactOf(email),
      ...(binding ? { externalAccountBinding: bindingJws(binding, newAccount, publicJwk(key)) } : {}),
    },
  )
  return { accountUrl: urlOf(answer), state: stateOf(answer), isNew: answer.status === 201 }
}

/** The URL of the account that a key has (§7.3.1); null: none. @throws AcmeProblem */
export async function findAccount(session: AcmeSession, key: KeyObject): Promise<string | null> {
  try {
    return urlOf(await session.post(session.directory.newAccount, { key }, { onlyReturnExisting: true }))
  } catch (cause) {
    if (cause instanceof AcmeProblem && cause.code === 'accountDoesNotExist') return null
    throw cause
  }
}

/** The state of an account; one that the authority does not take, or does not know any more, is revoked. @throws AcmeProblem */
export async function askAccount(session: AcmeSession, holder: AccountHolder): Promise<AccountState> {
  try {
    return stateOf(await session.post(holder.accountUrl, holder, null))
  } catch (cause) {
    if (cause instanceof AcmeProblem && (cause.code === 'unauthorized' || cause.code === 'accountDoesNotExist')) return 'revoked'
    throw cause
  }
}

/** @throws AcmeProblem */
export async function changeContact(session: AcmeSession, holder: AccountHolder, email: string): Promise<AccountState> {
  return stateOf(await session.post(holder.accountUrl, holder, { contact: contactOf(email) }))
}

/** Puts another key in place of the account's own: the new one signs for it, the old one signs for both (§7.3.5). @throws AcmeProblem */
export async function rollOver(session: AcmeSession, holder: AccountHolder, newKey: KeyObject): Promise<void> {
  const url = session.directory.keyChange
  const inner = signedJws({ jwk: publicJwk(newKey), url }, { account: holder.accountUrl, oldKey: publicJwk(holder.key) }, newKey)
  await session.post(url, holder, inner)
}

/** Closes the account for good (§7.3.6). @throws AcmeProblem */
export async function deactivateAccount(session: AcmeSession, holder: AccountHolder): Promise<void> {
  const state = stateOf(await session.post(holder.accountUrl, holder, { status: 'deactivated' }))
  if (state !== 'deactivated') throw new AcmeProblem('bad-answer', 'bad-answer')
}
