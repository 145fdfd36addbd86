import { alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { books } from '@nameplane/contract/system/settings/books'
import { epay } from '@nameplane/contract/system/settings/payment-epay'
import { stripe } from '@nameplane/contract/system/settings/payment-stripe'
import { tokenPay } from '@nameplane/contract/system/settings/payment-tokenpay'
import { wechatPay } from '@nameplane/contract/system/settings/payment-wechat'
import { Problem } from '../../../problem.ts'
import { heldBooksCurrency, isMoneyCounted } from '../../../settings/books.ts'
import type { Members } from '../../../settings/secret-members.ts'
import type { SettingRule } from '../../../settings/setting-rule.ts'

/* The platform keeps its books in one currency, and nothing is converted: docs/decisions/one-currency.md. */

/** Providers that charge in yuan, whatever is set. */
const yuanOnly: readonly string[] = [wechatPay.key, alipay.key, epay.key]
/** Providers whose settings say what they charge in. */
const withCurrency: readonly string[] = [stripe.key, tokenPay.key]

function currencyOf(key: string, value: Members): string {
  const { currency } = value
  return yuanOnly.includes(key) || typeof currency !== 'string' ? 'CNY' : currency
}

/** A provider charges in the currency of the books, or is not in use. */
export const providerCurrencyRule: SettingRule = {
  keys: [...yuanOnly, ...withCurrency],
  async check(tx, key, before, after) {
    // Switching off is always possible, and so is filling in keys while it is off.
    if (!after.isInUse && currencyOf(key, before.value) === currencyOf(key, after.value)) return
    const inBooks = await heldBooksCurrency(tx)
    if (currencyOf(key, after.value) === inBooks) return
    const params = { books: inBooks }
    throw new Problem(
      'payment_currency_other',
      withCurrency.includes(key) ? { params: { ...params, currency: params }, fields: { currency: 'payment_currency_other' } } : { params },
    )
  },
}

/** The currency of the books stays once anything is counted in it; before, it changes only to what the providers in use charge in. */
export const booksRule: SettingRule = {
  keys: [books.key],
  async check(tx, key, before, after) {
    const wanted = currencyOf(key, after.value)
    if (currencyOf(key, before.value) === wanted) return
    const refused = (code: 'books_currency_fixed' | 'books_currency_in_use') => new Problem(code, { fields: { currency: code } })
    if (await isMoneyCounted(tx)) throw refused('books_currency_fixed')
    const providers = await tx
      .selectFrom('system_config')
      .select(['param_key', 'param_value'])
      .where('param_key', 'in', providerCurrencyRule.keys)
      .where('status', '=', 1)
      .execute()
    if (providers.some((row) => currencyOf(row.param_key, row.param_value) !== wanted)) throw refused('books_currency_in_use')
  },
}
