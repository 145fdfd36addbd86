import { booksRule, providerCurrencyRule } from '../features/system/payment/payment-currency.ts'
import type { SettingRule } from '../settings/setting-rule.ts'

/** What looks at changes of settings beside their own schemas, one line each. */
export const settingRules: readonly SettingRule[] = [booksRule, providerCurrencyRule]
