import * as z from 'zod/mini'
import { asCode, asNeeded } from '../../fields.ts'
import { declareSetting } from '../setting-declaration.ts'
import { looksLikePrivateKey, looksLikePublicKey, secretText } from './payment-keys.ts'
import '../payment-problems.ts'

const required = (code: 'required' | 'invalid_value', pattern: RegExp, length: number) =>
  asCode(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(length), z.regex(pattern, code)))

/** WeChat Pay, API v3. How WeChat's own signatures are checked is `verifyBy`: its public key, or its platform certificates. */
export const WechatPay = z
  .object({
    appId: required('invalid_value', /^(wx[0-9A-Za-z]{6,30})?$/, 32),
    mchId: required('invalid_value', /^(\d{6,32})?$/, 32),
    /** Serial number of the merchant's API certificate, in hexadecimal. */
    serialNo: required('invalid_value', /^([0-9A-Fa-f]{8,64})?$/, 64),
    /** The content of apiclient_key.pem. */
    privateKey: secretText(looksLikePrivateKey, 'payment_key_invalid'),
    /** 32 bytes: AES-256 keys are neither shorter nor longer. */
    apiV3Key: secretText((text) => /^[\x21-\x7e]{32}$/.test(text)),
    verifyBy: z._default(z.enum(['public-key', 'certificates']), 'public-key'),
    publicKeyId: asNeeded(asCode(z._default(z.string().check(z.trim(), z.maxLength(80), z.regex(/^(PUB_KEY_ID_[0-9A-Za-z]+)?$/, 'invalid_value')), ''))),
    publicKey: asNeeded(
      z._default(
        z.string().check(
          z.trim(),
          z.maxLength(8192),
          z.refine((text: string) => text === '' || looksLikePublicKey(text), { error: 'payment_key_invalid' }),
        ),
        '',
      ),
    ),
    /** Address of WeChat's API; the other one is for when this one fails. */
    gateway: z._default(z.string().check(z.trim(), z.maxLength(200), z.url({ error: 'invalid_url' })), 'https://api.mch.weixin.qq.com'),
  })
  .check(
    z.refine((of) => of.verifyBy !== 'public-key' || of.publicKeyId !== '', { error: 'required', path: ['publicKeyId'] }),
    z.refine((of) => of.verifyBy !== 'public-key' || of.publicKey !== '', { error: 'required', path: ['publicKey'] }),
  )
export type WechatPay = z.output<typeof WechatPay>

/** Hosts of WeChat's payment API. */
export const wechatPayHosts = ['api.mch.weixin.qq.com', 'api2.mch.weixin.qq.com'] as const

export const wechatPay = declareSetting('PAYMENT_WECHAT', {
  class: 'payment',
  remark: { zh: '微信支付', en: 'WeChat Pay' },
  value: WechatPay,
  names: {
    appId: { zh: 'AppID', en: 'App ID' },
    mchId: { zh: '商户号', en: 'Merchant ID' },
    serialNo: { zh: '证书序列号', en: 'Certificate serial number' },
    privateKey: { zh: '商户私钥', en: 'Merchant private key' },
    apiV3Key: { zh: 'APIv3 密钥', en: 'API v3 key' },
    verifyBy: { zh: '验签方式', en: 'Verification method' },
    publicKeyId: { zh: '微信支付公钥 ID', en: 'WeChat Pay public key ID' },
    publicKey: { zh: '微信支付公钥', en: 'WeChat Pay public key' },
    gateway: { zh: '接口地址', en: 'API endpoint' },
  },
  secrets: ['privateKey', 'apiV3Key'],
  sentTo: { privateKey: ['gateway', 'appId', 'mchId'] },
  screen: '/system/config/payment/wechat',
  startsOff: true,
  isTestable: true,
  readBy: 'top-ups, test payments, refunds and notifications of WeChat Pay',
})
