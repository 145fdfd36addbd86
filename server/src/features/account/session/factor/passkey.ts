import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import type { LoginRules } from '@nameplane/contract/system/settings/login-rules'
import { keyedDigest } from '../../../../secrets/seal.ts'
import type { PasskeyRow } from './factor.store.ts'

/*
 * Passkeys (WebAuthn level 3). The relying party is the host name that the browser was opened with; a browser signs for
 * no other one, so that a copied page gets nothing.
 */
const rpName = 'Nameplane'

/** Loaded with the first passkey that is made or used: it knows every format of certificates. */
const library = () => import('@simplewebauthn/server')

/** Where a call came from, as its browser sees it. */
export type PasskeyPlace = { host: string; origin: string }

/** The host and origin of a request; behind a trusted proxy those that the proxy was asked for. */
export function placeOf(request: FastifyRequest): PasskeyPlace {
  return { host: request.hostname, origin: `${request.protocol}://${request.host}` }
}

/** The relying party of a host name; null where there can be none: an address, or a name that the rules do not list. */
export function passkeyHost(rules: LoginRules, host: string): string | null {
  const name = host.toLowerCase()
  if (name === '' || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return null
  return rules.passkeyHosts.length === 0 || rules.passkeyHosts.includes(name) ? name : null
}

type Account = { id: number; username: string }

/** What the browser needs to make a passkey; `challenge` comes back in what it signs. */
export async function registrationOptions(host: string, account: Account, known: readonly PasskeyRow[], challenge: Uint8Array<ArrayBuffer>) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName,
    rpID: host,
    userName: account.username,
    userDisplayName: account.username,
    userID: new TextEncoder().encode(`account ${account.id}`),
    challenge,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: known.filter((one) => one.host === host).map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
}

/** The passkey that a browser made, if it is what was asked for. */
export async function registeredPasskey(
  response: Record<string, unknown>,
  challenge: string,
  place: PasskeyPlace,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null> {
  const { verifyRegistrationResponse } = await library()
  const verification = await orNull(
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.host,
      // The password was given already: a touch is the second factor.
      requireUserVerification: false,
    }),
  )
  if (!verification?.verified) return null
  const { id, publicKey, counter, transports } = verification.registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: [...(transports ?? [])].filter((one) => /^[a-z-]{1,32}$/.test(one)).slice(0, 8),
  }
}

/** The challenge of a sign-in: another for each ticket, and known to nobody before. */
function challengeOf(ticket: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keyedDigest(ticket, 'passkey challenge'))
}

/** What the browser needs to sign with a passkey. */
export async function authenticationOptions(host: string, passkeys: readonly PasskeyRow[], ticket: string) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: host,
    challenge: challengeOf(ticket),
    userVerification: 'preferred',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
}

/** The passkey that signed this ticket's challenge, with its new counter; null when none of them did. */
export async function signingPasskey(
  response: Record<string, unknown>,
  ticket: string,
  passkeys: readonly PasskeyRow[],
  place: PasskeyPlace,
): Promise<{ passkey: PasskeyRow; counter: number } | null> {
  const passkey = passkeys.find((one) => one.credentialId === response['id'] && one.host === place.host)
  if (!passkey) return null
  const credential: WebAuthnCredential = { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter }
  const { verifyAuthenticationResponse } = await library()
  const verification = await orNull(
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: Buffer.from(challengeOf(ticket)).toString('base64url'),
      expectedOrigin: place.origin,
      expectedRPID: place.host,
      credential,
      requireUserVerification: false,
    }),
  )
  return verification?.verified ? { passkey, counter: verification.authenticationInfo.newCounter } : null
}

/** The library throws at whatever it does not like, malformed or forged. */
async function orNull<Result>(verification: Promise<Result>): Promise<Result | null> {
  return verification.catch(() => null)
}
