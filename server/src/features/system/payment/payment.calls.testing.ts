import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

export const validCalls: ValidCalls = {
  'payment.info': ({ paymentId }) => ({ id: paymentId }),
  'payment.try': () => ({ provider: 'alipay', amountCents: 1 }),
  'payment.recharge': ({ payerId }) => ({ userId: payerId, provider: 'alipay', amountCents: 100 }),
  'payment.refund': ({ paymentId }) => ({ id: paymentId, amountCents: 100, reason: 'asked for' }),
}
