import * as z from 'zod/mini'
import { declareSetting } from '../setting-declaration.ts'

/** What the books of a platform can be in: capital letters of ISO 4217, each with a smallest unit that its providers know. */
export const bookCurrencies = ['CNY', 'USD', 'EUR', 'GBP', 'HKD', 'JPY', 'KRW', 'SGD', 'TWD', 'AUD', 'CAD', 'NZD', 'CHF', 'MYR', 'THB', 'VND'] as const

/** The one currency of balances, prices and recharges. It stays once there is a recharge or a balance (docs/decisions/one-currency.md). */
export const Books = z.object({ currency: z._default(z.enum(bookCurrencies), 'CNY') })

export const books = declareSetting('BOOKS', {
  class: 'payment',
  value: Books,
  names: { currency: { zh: '币种', en: 'Currency' } },
  screen: '/system/config/payment/currency',
  readBy: 'balances, prices and top-ups: the currency of their amounts and the providers that can be used',
})
