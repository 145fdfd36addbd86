import type { PaymentProviderKey } from '@nameplane/contract/system/payment'
import type { Bilingual } from '../../../../i18n/messages.ts'

/** What the providers are called. */
export const providerNames: Readonly<Record<PaymentProviderKey, Bilingual>> = {
  wechat: { zh: '微信支付', en: 'WeChat Pay' },
  alipay: { zh: '支付宝', en: 'Alipay' },
  stripe: { zh: 'Stripe', en: 'Stripe' },
  tokenpay: { zh: 'TokenPay', en: 'TokenPay' },
  epay: { zh: '彩虹易支付', en: 'Rainbow EPay' },
}
