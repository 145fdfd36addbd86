import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { FieldNames } from '../field-names.ts'
import { Id } from '../paging.ts'
import { plainText } from '../rules.ts'
import { CurrentPassword, WebAuthnJson } from './session.ts'
import { registerProblems } from '../problem-text.ts'

/** Ten of them, each used once in place of the second factor; shown at this moment only. */
const RecoveryCodes = z.array(z.string())

/** What ties the two halves of a set-up together; sealed by the server, good for ten minutes. */
const Seal = z.string().check(z.minLength(1, 'required'), z.maxLength(2048))

/** What its owner tells it from others by. */
const PasskeyName = plainText(64).check(z.minLength(1, 'required'))

const restricted = ['enrolment'] as const

/** Second factors of the calling administrator. */
export const factor = {
  status: endpoint('GET sys/factor/status', {
    summary: 'Get the two-factor methods of the caller, and whether a role requires them',
    access: 'session',
    whileRestricted: restricted,
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
    summary: 'Get a new secret for an authenticator app, as text and as a QR code URL. Nothing is stored yet.',
    access: 'session',
    effect: 'read',
    whileRestricted: restricted,
    input: z.object({ password: CurrentPassword }),
    reply: z.object({ data: z.object({ secret: z.string(), uri: z.string(), seal: z.string() }) }),
    problems: ['password_wrong', 'login_locked'],
  }),
  totpSave: endpoint('POST sys/factor/totp/save', {
    summary: 'Add the authenticator app after checking a code. The first two-factor method also returns recovery codes.',
    access: 'session',
    whileRestricted: restricted,
    input: z.object({ seal: Seal, code: z.string().check(z.minLength(1, 'required'), z.maxLength(32)) }),
    reply: z.object({ data: z.object({ recoveryCodes: z.nullable(RecoveryCodes) }) }),
    problems: ['factor_offer_expired', 'second_factor_wrong', 'login_locked'],
  }),
  totpDelete: endpoint('POST sys/factor/totp/delete', {
    summary: 'Disable the authenticator app',
    access: 'session',
    input: z.object({ password: CurrentPassword }),
    problems: ['password_wrong', 'login_locked', 'second_factor_missing', 'second_factor_required'],
  }),
  passkeyOffer: endpoint('POST sys/factor/passkey/offer', {
    summary: 'Get options for creating a passkey in the browser. Nothing is stored yet.',
    access: 'session',
    effect: 'read',
    whileRestricted: restricted,
    input: z.object({ password: CurrentPassword }),
    reply: z.object({ data: z.object({ options: z.record(z.string(), z.unknown()), seal: z.string() }) }),
    problems: ['password_wrong', 'login_locked', 'passkey_host'],
  }),
  passkeySave: endpoint('POST sys/factor/passkey/save', {
    summary: 'Add the passkey created in the browser. The first two-factor method also returns recovery codes.',
    access: 'session',
    whileRestricted: restricted,
    input: z.object({ seal: Seal, name: PasskeyName, response: WebAuthnJson }),
    reply: z.object({ data: z.object({ recoveryCodes: z.nullable(RecoveryCodes) }) }),
    problems: ['factor_offer_expired', 'passkey_refused', 'passkey_exists', 'passkey_host'],
  }),
  passkeyRename: endpoint('POST sys/factor/passkey/rename', {
    summary: 'Rename a passkey of the caller',
    access: 'session',
    input: z.object({ id: Id, name: PasskeyName }),
    problems: ['second_factor_missing'],
  }),
  passkeyDelete: endpoint('POST sys/factor/passkey/delete', {
    summary: 'Remove a passkey',
    access: 'session',
    input: z.object({ id: Id, password: CurrentPassword }),
    problems: ['password_wrong', 'login_locked', 'second_factor_missing', 'second_factor_required'],
  }),
  recoverySave: endpoint('POST sys/factor/recovery/save', {
    summary: 'Create ten new recovery codes. The previous codes become invalid.',
    access: 'session',
    input: z.object({ password: CurrentPassword }),
    reply: z.object({ data: z.object({ recoveryCodes: RecoveryCodes }) }),
    problems: ['password_wrong', 'login_locked', 'second_factor_missing'],
  }),
}

export const problems = {
  second_factor_enrolment: { zh: '你的角色要求二次验证，请先完成设置', en: 'Your role requires two-factor authentication. Set it up first.' },
  second_factor_required: {
    zh: '你的角色要求二次验证，不能移除最后一种方式',
    en: 'Your role requires two-factor authentication. The last method cannot be removed.',
  },
  second_factor_wrong: { zh: '动态码或恢复码错误', en: 'Incorrect verification or recovery code' },
  second_factor_used: { zh: '该动态码已使用，请等待下一个', en: 'This code has already been used. Wait for the next one.' },
  second_factor_missing: { zh: '二次验证方式不存在', en: 'Two-factor method not found' },
  factor_offer_expired: { zh: '设置已超时，请重新开始', en: 'Setup expired. Start again.' },
  passkey_refused: { zh: '通行密钥验证失败，请重试', en: 'Passkey not verified. Try again.' },
  passkey_exists: { zh: '该通行密钥已添加', en: 'This passkey has already been added' },
  passkey_host: { zh: '当前访问地址不支持通行密钥', en: 'Passkeys are not available at this address' },
} as const
registerProblems(problems)

export const auditWords = {
  'factor.refuse': { zh: '二次验证失败', en: 'Two-factor authentication failed' },
  'factor.create': { zh: '启用二次验证', en: 'Two-factor authentication enabled' },
  'factor.rename': { zh: '重命名通行密钥', en: 'Passkey renamed' },
  'factor.delete': { zh: '移除二次验证方式', en: 'Two-factor method removed' },
  'factor.reset': { zh: '重置二次验证', en: 'Two-factor authentication reset' },
  'recovery_code.create': { zh: '生成恢复码', en: 'Recovery codes created' },
} as const

export const logWords = {
  factor: { zh: '二次验证', en: 'Two-factor authentication' },
  passkey: { zh: '通行密钥', en: 'Passkey' },
  recovery_code: { zh: '恢复码', en: 'Recovery code' },
} as const

/** What the fields of second factors are called. */
export const fieldNames = {
  passkey: { zh: '通行密钥', en: 'Passkey' },
  secondFactor: { zh: '二次验证', en: 'Two-factor authentication' },
  password: { zh: '登录密码', en: 'Your password' },
  code: { zh: '应用显示的 6 位动态码', en: '6-digit code from the app' },
} as const satisfies FieldNames

export const terms = [
  {
    zh: '二次验证',
    en: 'two-factor authentication',
    word: 'factor',
    meaning: 'What a sign-in requires after the password: an authenticator app, a passkey or a recovery code',
  },
  { zh: '身份验证器应用', en: 'authenticator app', word: 'totp', meaning: 'Shows six digits that change every 30 seconds (RFC 6238)' },
  { zh: '通行密钥', en: 'passkey', word: 'passkey', meaning: 'A key pair of a browser or device, created for one host name (WebAuthn)' },
  { zh: '恢复码', en: 'recovery code', word: 'recovery_code', meaning: 'One of ten codes, each valid once instead of the app or passkey' },
] as const
