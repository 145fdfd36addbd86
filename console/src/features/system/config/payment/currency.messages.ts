import { defineMessages } from '../../../../i18n/messages.ts'

export const currencyMessages = defineMessages({
  zh: {
    title: '记账币种',
    help: '余额、价格和充值都以同一币种计算，平台不做换算',
    fields: { currency: '币种' },
    currencyHelp: '产生第一笔充值或余额后不能更改',
    providers: '微信支付、支付宝和彩虹易支付只收人民币；选择其他币种时，可使用 Stripe 和 TokenPay。',
  },
  en: {
    title: 'Currency of the books',
    help: 'Balances, prices and recharges are all in one currency; nothing is converted',
    fields: { currency: 'Currency' },
    currencyHelp: 'Cannot be changed once there is a recharge or a balance',
    providers: 'WeChat Pay, Alipay and Rainbow EPay take yuan only. With another currency, use Stripe and TokenPay.',
  },
})
