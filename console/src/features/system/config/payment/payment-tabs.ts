import type { ConfigTab } from '../config-tabs.tsx'

export const paymentTabs: readonly ConfigTab[] = [
  { path: '/system/config/payment/wechat', label: { zh: '微信支付', en: 'WeChat Pay' } },
  { path: '/system/config/payment/alipay', label: { zh: '支付宝', en: 'Alipay' } },
  { path: '/system/config/payment/stripe', label: { zh: 'Stripe', en: 'Stripe' } },
  { path: '/system/config/payment/tokenpay', label: { zh: 'TokenPay', en: 'TokenPay' } },
  { path: '/system/config/payment/epay', label: { zh: '彩虹易支付', en: 'Rainbow EPay' } },
  { path: '/system/config/payment/address', label: { zh: '外网地址', en: 'Public address' } },
]
