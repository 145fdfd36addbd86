import type { PaymentProviderKey } from '@nameplane/contract/system/payment'
import type { Bilingual } from '../../../../i18n/messages.ts'
import type { ConfigTab } from '../config-tabs.tsx'

/** What the providers are called. */
export const providerNames: Readonly<Record<PaymentProviderKey, Bilingual>> = {
  wechat: { zh: '微信支付', en: 'WeChat Pay' },
  alipay: { zh: '支付宝', en: 'Alipay' },
  stripe: { zh: 'Stripe', en: 'Stripe' },
  tokenpay: { zh: 'TokenPay', en: 'TokenPay' },
  epay: { zh: '彩虹易支付', en: 'Rainbow EPay' },
}

export const paymentTabs: readonly ConfigTab[] = [
  { path: '/system/config/payment/wechat', label: providerNames.wechat },
  { path: '/system/config/payment/alipay', label: providerNames.alipay },
  { path: '/system/config/payment/stripe', label: providerNames.stripe },
  { path: '/system/config/payment/tokenpay', label: providerNames.tokenpay },
  { path: '/system/config/payment/epay', label: providerNames.epay },
  { path: '/system/config/payment/address', label: { zh: '外网地址', en: 'Public address' } },
  { path: '/system/config/payment/currency', label: { zh: '记账币种', en: 'Currency' } },
]
