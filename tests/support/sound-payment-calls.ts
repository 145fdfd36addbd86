import type { SmallWorld } from './small-world.ts'

/** Sound calls of payments; see sound-calls.ts. */
export const soundPaymentCalls: Record<string, (world: SmallWorld) => Record<string, unknown>> = {
  'payment.info': ({ paymentId }) => ({ id: paymentId }),
  'payment.try': () => ({ provider: 'alipay', amountCents: 1 }),
  'payment.recharge': ({ payerId }) => ({ userId: payerId, provider: 'alipay', amountCents: 100 }),
  'payment.refund': ({ paymentId }) => ({ id: paymentId, amountCents: 100, reason: 'asked for' }),
}
