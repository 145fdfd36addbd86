import * as z from 'zod/mini'
import { asCode } from '../../fields.ts'
import { declareSetting } from '../setting-declaration.ts'
import { secretText, serviceUrl } from './payment-keys.ts'
import '../payment-problems.ts'

/** Currencies that a TokenPay can have its prices in (its BaseCurrency). */
export const tokenPayCurrencies = ['CNY', 'USD', 'EUR', 'GBP', 'AUD', 'HKD', 'TWD', 'SGD'] as const

/** TokenPay (LightCountry/TokenPay), which the merchant runs: payments in coins. */
export const TokenPay = z.object({
  serviceUrl,
  /** Its ApiToken. */
  token: secretText((text) => /^[\x21-\x7e]{1,200}$/.test(text)),
  /** As its Signature:UseHmacSha256 says. MD5 is for services that are older than this option. */
  digest: z._default(z.enum(['hmac-sha256', 'md5']), 'hmac-sha256'),
  /** What is paid in, as TokenPay names it. */
  coin: asCode(
    z._default(
      z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(64), z.regex(/^([A-Za-z0-9]+(_[A-Za-z0-9]+)*)?$/, 'invalid_value')),
      'USDT_TRC20',
    ),
  ),
  currency: z._default(z.enum(tokenPayCurrencies), 'CNY'),
})
export type TokenPay = z.output<typeof TokenPay>

export const tokenPay = declareSetting('PAYMENT_TOKENPAY', {
  class: 'payment',
  remark: { zh: 'TokenPay', en: 'TokenPay' },
  value: TokenPay,
  names: {
    serviceUrl: { zh: '服务地址', en: 'Service URL' },
    token: { zh: 'API 令牌', en: 'API token' },
    digest: { zh: '签名方式', en: 'Signature' },
    coin: { zh: '收款币种', en: 'Coin' },
    currency: { zh: '法币币种', en: 'Currency' },
  },
  secrets: ['token'],
  sentTo: { token: ['serviceUrl'] },
  screen: '/system/config/payment/tokenpay',
  startsOff: true,
  isTestable: true,
  readBy: 'top-ups, test payments and notifications of TokenPay',
})
