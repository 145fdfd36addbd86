import * as z from 'zod/mini'
import { asCode } from '../../fields.ts'
import { isUrl } from '../../rules.ts'
import { declareSetting } from '../setting-declaration.ts'
import { secretText } from './payment-keys.ts'
import '../../account/verification-problems.ts'
import '../setting-problems.ts'

const appId = asCode(z.string('required').check(z.trim(), z.minLength(1, 'required'), z.maxLength(32), z.regex(/^(wx[0-9A-Za-z]{6,30})?$/, 'invalid_value')))
const appSecret = secretText((text) => /^[\x21-\x7e]{16,64}$/.test(text))

/** Where WeChat's API answers; WeChat has several addresses of the same API. */
const apiAddress = asCode(
  z._default(
    z.string().check(
      z.trim(),
      z.maxLength(200),
      z.refine((text: string) => isServiceAddress(text), { error: 'invalid_url' }),
      z.refine((text: string) => !isServiceAddress(text) || new URL(text).hostname.endsWith('.weixin.qq.com'), {
        error: 'verification_address_foreign',
        params: { vendor: 'WeChat' },
      }),
    ),
    'https://api.weixin.qq.com',
  ),
)

function isServiceAddress(text: string): boolean {
  return /^https:\/\/[^/]/i.test(text) && isUrl(text) && !/[?#@\\]/.test(text)
}

/** A website application of WeChat's open platform: people scan WeChat's own page. */
export const WechatWebsite = z.object({ appId, appSecret, apiAddress })
export type WechatWebsite = z.output<typeof WechatWebsite>

/** An official account: people scan a code of the account, which then tells this platform and answers with six digits. */
export const WechatAccount = z.object({
  appId,
  appSecret,
  /** The word that signs what WeChat sends here; chosen by whoever sets the account up. */
  token: secretText((text) => /^[A-Za-z0-9]{3,32}$/.test(text)),
  /** 43 letters and digits, base64 of 32 bytes. With it nothing is taken that is not encrypted; empty: WeChat sends plain text. */
  encodingAesKey: z._default(
    z.string().check(
      z.trim(),
      z.refine((text: string) => /^([A-Za-z0-9]{43}|\*{6})?$/.test(text), { error: 'invalid_value' }),
    ),
    '',
  ),
  apiAddress,
})
export type WechatAccount = z.output<typeof WechatAccount>

const shared = {
  class: 'wechat',
  startsOff: true,
  exclusiveGroup: 'wechat-sign-in',
  isTestable: true,
  readBy: 'the sign-in page and account security, where administrators link WeChat and sign in by scanning a QR code',
} as const

export const wechatWebsite = declareSetting('WECHAT_WEBSITE', {
  ...shared,
  remark: { zh: '微信扫码登录：网站应用', en: 'WeChat sign-in: website app' },
  value: WechatWebsite,
  names: { appId: { zh: 'AppID', en: 'AppID' }, appSecret: { zh: 'AppSecret', en: 'AppSecret' }, apiAddress: { zh: '接口地址', en: 'API endpoint' } },
  secrets: ['appSecret'],
  sentTo: { appSecret: ['apiAddress', 'appId'] },
  screen: '/system/config/wechat-code/website',
})

export const wechatAccount = declareSetting('WECHAT_ACCOUNT', {
  ...shared,
  value: WechatAccount,
  names: {
    appId: { zh: 'AppID', en: 'AppID' },
    appSecret: { zh: 'AppSecret', en: 'AppSecret' },
    token: { zh: '令牌（Token）', en: 'Token' },
    encodingAesKey: { zh: '消息加解密密钥（EncodingAESKey）', en: 'EncodingAESKey' },
    apiAddress: { zh: '接口地址', en: 'API endpoint' },
  },
  secrets: ['appSecret', 'token', 'encodingAesKey'],
  sentTo: { appSecret: ['apiAddress', 'appId'] },
  screen: '/system/config/wechat-code/account',
})
