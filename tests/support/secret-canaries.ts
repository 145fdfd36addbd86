import { createHash, generateKeyPairSync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { settings } from '@nameplane/contract/system/settings'
import type { Setting } from '@nameplane/contract/system/setting-declaration'

/*
 * Secrets that occur nowhere else, one for every secret member of every setting, and how they are looked for: as they are, in base64,
 * in hexadecimal, and inside archives.
 */

/** A secret as it is put in, and the part of it that is looked for. */
export type Canary = { readonly what: string; readonly value: string; readonly needle: string }

const publicKey = (): string => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString()

/** Letters and digits that no other text has. */
const unique = (what: string): string => `cnry${createHash('sha256').update(`canary of ${what}`).digest('hex').slice(0, 28)}`

/** A key of its own: a line in the middle of it is looked for. */
function privateKey(): { value: string; needle: string } {
  const value = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim()
  return { value, needle: value.split('\n')[10]! }
}

const prefixed =
  (prefix: string) =>
  (text: string): { value: string; needle: string } => ({ value: prefix + text, needle: text })

/** Secrets whose schema wants a form, by key and path; all others are any text. */
const forms: Record<string, (text: string) => { value: string; needle: string }> = {
  'PAYMENT_WECHAT privateKey': privateKey,
  'PAYMENT_ALIPAY privateKey': privateKey,
  'PAYMENT_EPAY merchantPrivateKey': privateKey,
  // 43 letters and digits, no more and no fewer.
  'WECHAT_ACCOUNT encodingAesKey': prefixed('aesKeyOfSet'),
  'PAYMENT_STRIPE secretKey': prefixed('sk_test_'),
  'PAYMENT_STRIPE webhookSecret': prefixed('whsec_'),
  'PAYMENT_STRIPE previousWebhookSecret': prefixed('whsec_'),
}

/** What the settings with secrets need beside them. */
const besides: Record<string, () => Record<string, unknown>> = {
  EMAIL_CONFIG: () => ({
    host: '127.0.0.1',
    port: 9,
    username: 'platform@example.net',
    oauth: { tenant: 'contoso.example', clientId: 'client', authority: 'https://login.example' },
  }),
  PAYMENT_WECHAT: () => ({
    appId: 'wx0123456789abcdef',
    mchId: '1900000001',
    serialNo: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
    publicKeyId: 'PUB_KEY_ID_0114232134912410000000000000',
    publicKey: publicKey(),
  }),
  PAYMENT_ALIPAY: () => ({ appId: '2021001161683774', sellerId: '2088831204659217', alipayPublicKey: publicKey() }),
  PAYMENT_STRIPE: () => ({ publishableKey: 'pk_test_abc' }),
  PAYMENT_TOKENPAY: () => ({ serviceUrl: 'https://tokenpay.example' }),
  PAYMENT_EPAY: () => ({ version: 'v1', serviceUrl: 'https://epay.example', pid: '1001', platformPublicKey: publicKey() }),
  WECHAT_WEBSITE: () => ({ appId: 'wx0123456789abcdef' }),
  WECHAT_ACCOUNT: () => ({ appId: 'wx0123456789abcdef' }),
  VERIFICATION_WECHAT: () => ({ secretId: 'AKIDexample', ruleId: 'rule1' }),
  VERIFICATION_ALI: () => ({ accessKeyId: 'LTAIexample', sceneId: '1000000001' }),
  SMS_TENCENT_CONFIG: () => ({ sdkappId: '1400006666', secretid: 'AKIDexample', signname: '示例公司' }),
  SMS_ALIBABA_CONFIG: () => ({ secretid: 'LTAIexample', signname: '示例公司' }),
  SMS_GATEWAY_CONFIG: () => ({
    api_addr: 'https://sms.example',
    username: 'ada',
    templateIds: { code: { status: 1, content: '【示例】验证码 {{code}}，{{minutes}} 分钟内有效' } },
  }),
  CERTIFICATE_AUTHORITY: () => ({ authority: 'other', directoryUrl: 'https://ca.example/directory', email: 'ssl@example.net', eabKeyId: 'kid-1' }),
  BACKUP_CONFIG: () => ({}),
}

/** Every setting that holds secrets. */
export const secretSettings: readonly Setting[] = settings.filter(({ secrets }) => secrets.length > 0)

/** The value at a dotted path. */
export function memberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, member) => (inner as Record<string, unknown> | null | undefined)?.[member], value)
}

/** A copy with `member` at a dotted path. */
export function withMember(value: Record<string, unknown>, path: string, member: unknown): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.')
  return { ...value, [first]: rest.length === 0 ? member : withMember((value[first] ?? {}) as Record<string, unknown>, rest.join('.'), member) }
}

/** A value of a setting that fits its schema, with a canary in each secret member. Another `round`, other canaries. */
export function canaryValue(setting: Setting, round: number): { paramValue: Record<string, unknown>; canaries: Canary[] } {
  let paramValue = besides[setting.key]?.() ?? {}
  const canaries = setting.secrets.map((path) => {
    const what = `${setting.key} ${path}`
    const made = forms[what]?.(unique(`${what} ${round}`)) ?? { value: unique(`${what} ${round}`), needle: unique(`${what} ${round}`) }
    paramValue = withMember(paramValue, path, made.value)
    return { what: `${what} (${round})`, ...made }
  })
  return { paramValue, canaries }
}

/** A text of a new secret that is no member of a setting. */
export function canaryText(what: string): Canary {
  return { what, value: unique(what), needle: unique(what) }
}

/** The forms in which a secret could be written down, reversibly. */
function disguises(needle: string): string[] {
  const bytes = Buffer.from(needle)
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4)
      .replace(/.{0,4}$/, ''),
  )
  const der = needle.length === 64 && /^[A-Za-z0-9+/]+$/.test(needle) ? [Buffer.from(needle, 'base64').toString('hex')] : []
  return [needle, encodeURIComponent(needle), bytes.toString('hex'), ...base64, ...der]
}

/** Which of the secrets stand in a text or in bytes, an archive's files unpacked. */
export function canariesIn(canaries: readonly Canary[], content: string | Buffer): string[] {
  const texts = typeof content === 'string' ? [content] : [content.toString('latin1'), content.toString('utf16le'), ...unpacked(content)]
  return canaries.filter(({ needle }) => disguises(needle).some((form) => texts.some((text) => text.includes(form)))).map(({ what }) => what)
}

/** The files of a ZIP archive, or nothing. */
function unpacked(bytes: Buffer): string[] {
  const found: string[] = []
  const signature = Buffer.from('PK\u0003\u0004')
  for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 4)) {
    if (bytes.readUInt16LE(at + 8) !== 8) continue
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    found.push(inflateRawSync(bytes.subarray(start)).toString())
  }
  return found
}
