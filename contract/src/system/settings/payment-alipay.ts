import * as z from 'zod/mini'
import { asCode, asNeeded } from '../../fields.ts'
import { declareSetting } from '../setting-declaration.ts'
import { looksLikeCertificates, looksLikePrivateKey, looksLikePublicKey, secretText } from './payment-keys.ts'
import '../payment-problems.ts'

/** One of the ways to check signatures asks for it. */
const keyText = (fits: (text: string) => boolean, length: number) =>
  asNeeded(
    z._default(
      z.string().check(
        z.trim(),
        z.maxLength(length),
        z.refine((text: string) => text === '' || fits(text), { error: 'payment_key_invalid' }),
      ),
      '',
    ),
  )

/** Alipay's open platform, RSA2 only. Alipay is known by its plain public key, or by certificates. */
export const Alipay = z
  .object({
    appId: asCode(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(32), z.regex(/^(\d{10,32})?$/, 'invalid_value'))),
    /** The account that receives the money (PID), as notifications name it. */
    sellerId: asCode(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(32), z.regex(/^(2088\d{12})?$/, 'invalid_value'))),
    privateKey: secretText(looksLikePrivateKey, 'payment_key_invalid'),
    keyMode: z._default(z.enum(['public-key', 'certificates']), 'public-key'),
    alipayPublicKey: keyText(looksLikePublicKey, 8192),
    appCertificate: keyText(looksLikeCertificates, 16_384),
    alipayCertificate: keyText(looksLikeCertificates, 16_384),
    alipayRootCertificate: keyText(looksLikeCertificates, 65_536),
    /** `page`: Alipay's own payment page; `qr`: a code to scan. */
    product: z._default(z.enum(['page', 'qr']), 'page'),
    gateway: z._default(z.string().check(z.trim(), z.maxLength(200), z.url({ error: 'invalid_url' })), 'https://openapi.alipay.com/gateway.do'),
  })
  .check(
    z.refine((of) => of.keyMode !== 'public-key' || of.alipayPublicKey !== '', { error: 'required', path: ['alipayPublicKey'] }),
    z.refine((of) => of.keyMode !== 'certificates' || of.appCertificate !== '', { error: 'required', path: ['appCertificate'] }),
    z.refine((of) => of.keyMode !== 'certificates' || of.alipayCertificate !== '', { error: 'required', path: ['alipayCertificate'] }),
    z.refine((of) => of.keyMode !== 'certificates' || of.alipayRootCertificate !== '', { error: 'required', path: ['alipayRootCertificate'] }),
  )
export type Alipay = z.output<typeof Alipay>

/** Hosts of Alipay's gateway, the sandbox among them. */
export const alipayHosts = ['openapi.alipay.com', 'openapi-sandbox.dl.alipaydev.com'] as const

export const alipay = declareSetting('PAYMENT_ALIPAY', {
  class: 'payment',
  value: Alipay,
  names: {
    appId: { zh: 'AppID', en: 'App ID' },
    sellerId: { zh: '收款账号 PID', en: 'Seller ID (PID)' },
    privateKey: { zh: '应用私钥', en: 'Application private key' },
    keyMode: { zh: '加签模式', en: 'Signing mode' },
    alipayPublicKey: { zh: '支付宝公钥', en: 'Alipay public key' },
    appCertificate: { zh: '应用公钥证书', en: 'Application certificate' },
    alipayCertificate: { zh: '支付宝公钥证书', en: 'Alipay certificate' },
    alipayRootCertificate: { zh: '支付宝根证书', en: 'Alipay root certificate' },
    product: { zh: '付款方式', en: 'Payment method' },
    gateway: { zh: '网关', en: 'Gateway' },
  },
  secrets: ['privateKey'],
  sentTo: { privateKey: ['gateway', 'appId'] },
  screen: '/system/config/payment/alipay',
  startsOff: true,
  isTestable: true,
  readBy: 'top-ups, test payments, refunds and notifications of Alipay',
})
