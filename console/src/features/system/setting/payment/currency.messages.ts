import { defineMessages } from '../../../../i18n/messages.ts'

export const currencyMessages = defineMessages({
  zh: {
    help: '余额、价格和充值都以同一币种计算，平台不做换算',
    helps: { currency: '产生第一笔充值或余额后不能更改' },
    providers: '微信支付、支付宝和彩虹易支付只收人民币。选择其他币种时，可使用 Stripe 和 TokenPay。',
  },
  en: {
    help: 'Balances, prices and top-ups use one currency. The platform does not convert.',
    helps: { currency: 'Cannot be changed after the first top-up or balance' },
    providers: 'WeChat Pay, Alipay and Rainbow EPay accept CNY only. For other currencies, use Stripe or TokenPay.',
  },
})
