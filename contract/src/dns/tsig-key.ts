import * as z from 'zod/mini'
import { asCode, asSecret } from '../fields.ts'
import { registerProblems } from '../problem-text.ts'

/** How keys sign (RFC 8945): others are weak, or no server has them. */
export const tsigAlgorithms = ['hmac-sha256', 'hmac-sha512'] as const

export type TsigAlgorithm = (typeof tsigAlgorithms)[number]

const leastSecretBytes = 16

/** The secret of a key: standard base64, as tsig-keygen and keymgr print it. */
function isSecret(text: string): boolean {
  const digits = text.replace(/=+$/, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && digits.length % 4 !== 1 && Math.floor((digits.length * 3) / 4) >= leastSecretBytes
}

/** Base64, or empty. */
export const TsigSecret = asSecret(
  z.union([z.literal(''), z.string().check(z.trim(), z.maxLength(200), z.refine(isSecret, { error: 'secondary_secret_invalid' }))]),
)

/** The name of a key that others have made, of one label or more; lower-case without its final dot, or empty. */
export const TsigKeyName = asCode(
  z.pipe(
    z.string().check(z.trim(), z.maxLength(253), z.regex(/^([a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?)?$/i, 'tsig_key_name_invalid')),
    z.transform((text: string) => text.toLowerCase().replace(/\.$/, '')),
  ),
)

export const tsigProblems = {
  secondary_secret_missing: { zh: '请输入 TSIG 密钥', en: 'Enter the secret of the TSIG key' },
  secondary_secret_invalid: { zh: '请输入 Base64 格式的密钥，至少 16 字节', en: 'Enter the secret as Base64, at least 16 bytes' },
  tsig_key_name_invalid: { zh: '密钥名称格式错误，如 xfr.example.com', en: 'Invalid key name. Example: xfr.example.com' },
} as const
registerProblems(tsigProblems)
