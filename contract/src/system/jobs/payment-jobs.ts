import * as z from 'zod/mini'
import { jobKind } from '../job-kind.ts'

/** Asks providers for payments and refunds that wait: notifications may be lost, and some providers repeat them only twice. */
export const paymentAskPending = jobKind('payment_ask_pending', {
  title: { zh: '查询待支付订单与退款', en: 'Check pending payments and refunds' },
  does: {
    zh: '向支付渠道查询待支付的订单和处理中的退款，直到有最终结果或过期',
    en: 'Checks pending payments and refunds with the providers until they are final or expired',
  },
  params: z.object({}),
  fields: [],
  own: { cron: '* * * * *', staysOn: { zh: '暂停后充值可能不会到账', en: 'If paused, top-ups may not be credited' } },
})
