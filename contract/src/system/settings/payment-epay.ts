import * as z from 'zod/mini'
import { asCode, asNeeded } from '../../fields.ts'
import { secretMask } from '../../secret-mask.ts'
import { declareSetting } from '../setting-declaration.ts'
import { looksLikePrivateKey, looksLikePublicKey, serviceUrl } from './payment-keys.ts'
import '../payment-problems.ts'

/** How a gateway collects, in its own words. */
export const epayWays = ['alipay', 'wxpay', 'qqpay', 'bank', 'jdpay'] as const

/** One of the versions asks for it. */
const keyText = (fits: (text: string) => boolean, code: 'invalid_value' | 'payment_key_invalid') =>
  asNeeded(
    z._default(
      z.string().check(
        z.trim(),
        z.maxLength(8192),
        z.refine((text: string) => text === '' || text === secretMask || fits(text), { error: code }),
      ),
      '',
    ),
  )

/** A gateway of Rainbow EPay (彩虹易支付). Version 2 signs with RSA; version 1 with MD5, its key travels in addresses. */
export const Epay = z
  .object({
    version: z._default(z.enum(['v2', 'v1']), 'v2'),
    serviceUrl,
    pid: asCode(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(20), z.regex(/^([1-9]\d*)?$/, 'invalid_value'))),
    way: z._default(z.enum(epayWays), 'alipay'),
    merchantPrivateKey: keyText(looksLikePrivateKey, 'payment_key_invalid'),
    platformPublicKey: keyText(looksLikePublicKey, 'payment_key_invalid'),
    /** Version 1 only. */
    key: keyText((text) => /^[\x21-\x7e]{1,200}$/.test(text), 'invalid_value'),
  })
  .check(
    z.refine((of) => of.version !== 'v2' || of.merchantPrivateKey !== '', { error: 'required', path: ['merchantPrivateKey'] }),
    z.refine((of) => of.version !== 'v2' || of.platformPublicKey !== '', { error: 'required', path: ['platformPublicKey'] }),
    z.refine((of) => of.version !== 'v1' || of.key !== '', { error: 'required', path: ['key'] }),
  )
export type Epay = z.output<typeof Epay>

export const epay = declareSetting('PAYMENT_EPAY', {
  class: 'payment',
  value: Epay,
  names: {
    version: { zh: '接口版本', en: 'API version' },
    serviceUrl: { zh: '网关地址', en: 'Gateway URL' },
    pid: { zh: '商户 ID', en: 'Merchant ID' },
    way: { zh: '付款方式', en: 'Payment method' },
    merchantPrivateKey: { zh: '商户私钥', en: 'Merchant private key' },
    platformPublicKey: { zh: '平台公钥', en: 'Platform public key' },
    key: { zh: '商户密钥', en: 'Merchant key' },
  },
  secrets: ['merchantPrivateKey', 'key'],
  sentTo: { merchantPrivateKey: ['serviceUrl', 'pid'], key: ['serviceUrl', 'pid'] },
  screen: '/system/config/payment/epay',
  startsOff: true,
  isTestable: true,
  readBy: 'top-ups, test payments, refunds and notifications of Rainbow EPay',
})
