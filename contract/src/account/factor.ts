import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id } from '../paging.ts'
import { plainText } from '../rules.ts'
import { CurrentPassword, WebAuthnJson } from './session.ts'

/** Ten of them, each used once in place of the second factor; shown at this moment only. */
const RecoveryCodes = z.array(z.string())

/** What ties the two halves of a set-up together; sealed by the server, good for ten minutes. */
const Seal = z.string().check(z.minLength(1, 'required'), z.maxLength(2048))

/** What its owner tells it from others by. */
const PasskeyName = plainText(64).check(z.minLength(1, 'required'))

const held = ['enrolment'] as const

/** Second factors of the calling administrator. */
export const factor = {
  status: endpoint('GET sys/factor/status', {
    summary: "The caller's second factors, and whether a role asks for one",
    access: 'session',
    whileHeld: held,
    reply: z.object({
      data: z.object({
        totp: z.nullable(z.object({ createTime: z.string(), lastUseTime: z.nullable(z.string()) })),
        passkeys: z.array(
          z.object({
            id: z.number(),
            name: z.string(),
            /** The host name it works under. */ host: z.string(),
            createTime: z.string(),
            lastUseTime: z.nullable(z.string()),
          }),
        ),
        recoveryCodesLeft: z.number(),
        isRequired: z.boolean(),
        /** Whether a passkey can be made under the host name of this call. */
        hasPasskeyHost: z.boolean(),
      }),
    }),
  }),
  totpOffer: endpoint('POST sys/factor/totp/offer', {
    summary: 'A new secret for an authenticator app, as text and as the otpauth address of its QR code; nothing is stored yet',
    access: 'session',
    effect: 'read',
    whileHeld: held,
    input: z.object({ password: CurrentPassword }),
    reply: z.object({ data: z.object({ secret: z.string(), uri: z.string(), seal: z.string() }) }),
    problems: ['password_wrong', 'login_locked'],
  }),
  totpSave: endpoint('POST sys/factor/totp/save', {
    summary: 'Takes the offered secret once a code proves that the app has it; answers recovery codes with the first factor',
    access: 'session',
    whileHeld: held,
    input: z.object({ seal: Seal, code: z.string().check(z.minLength(1, 'required'), z.maxLength(32)) }),
    reply: z.object({ data: z.object({ recoveryCodes: z.nullable(RecoveryCodes) }) }),
    problems: ['factor_offer_expired', 'second_factor_wrong', 'login_locked'],
  }),
  totpDelete: endpoint('POST sys/factor/totp/delete', {
    summary: 'Turns the authenticator app off',
    access: 'session',
    input: z.object({ password: CurrentPassword }),
    problems: ['password_wrong', 'login_locked', 'second_factor_missing', 'second_factor_required'],
  }),
  passkeyOffer: endpoint('POST sys/factor/passkey/offer', {
    summary: 'Options for making a passkey in the browser; nothing is stored yet',
    access: 'session',
    effect: 'read',
    whileHeld: held,
    input: z.object({ password: CurrentPassword }),
    reply: z.object({ data: z.object({ options: z.record(z.string(), z.unknown()), seal: z.string() }) }),
    problems: ['password_wrong', 'login_locked', 'passkey_host'],
  }),
  passkeySave: endpoint('POST sys/factor/passkey/save', {
    summary: 'Keeps the passkey that the browser made; answers recovery codes with the first factor',
    access: 'session',
    whileHeld: held,
    input: z.object({ seal: Seal, name: PasskeyName, response: WebAuthnJson }),
    reply: z.object({ data: z.object({ recoveryCodes: z.nullable(RecoveryCodes) }) }),
    problems: ['factor_offer_expired', 'passkey_refused', 'passkey_exists', 'passkey_host'],
  }),
  passkeyRename: endpoint('POST sys/factor/passkey/rename', {
    summary: 'Gives a passkey of the caller another name',
    access: 'session',
    input: z.object({ id: Id, name: PasskeyName }),
    problems: ['second_factor_missing'],
  }),
  passkeyDelete: endpoint('POST sys/factor/passkey/delete', {
    summary: 'Removes a passkey',
    access: 'session',
    input: z.object({ id: Id, password: CurrentPassword }),
    problems: ['password_wrong', 'login_locked', 'second_factor_missing', 'second_factor_required'],
  }),
  recoverySave: endpoint('POST sys/factor/recovery/save', {
    summary: 'Ten new recovery codes; the old ones are void',
    access: 'session',
    input: z.object({ password: CurrentPassword }),
    reply: z.object({ data: z.object({ recoveryCodes: RecoveryCodes }) }),
    problems: ['password_wrong', 'login_locked', 'second_factor_missing'],
  }),
}
