import type { FastifyRequest } from 'fastify'
import type { Answered } from '@nameplane/contract/endpoint'
import { payment } from '@nameplane/contract/system/payment'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { createPayment } from './payment-order.service.ts'
import type { PaymentParts } from './payment-parts.ts'
import { refundPayment } from './payment-refund.service.ts'
import { paymentWithin, type PaymentRow } from './payment.store.ts'

/** The caller's Idempotency-Key; null without one. */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[A-Za-z0-9._-]{1,64}$/.test(key)) throw new Problem('idempotency_key_malformed')
  return key
}

function shown(row: PaymentRow): Answered<typeof payment.info>['data'] {
  return {
    id: row.id,
    outTradeNo: row.out_trade_no,
    purpose: row.purpose,
    provider: row.provider,
    userId: row.account_id,
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    currency: row.currency,
    status: row.status,
    offer: row.offer,
    problem: row.problem,
    createTime: row.created_at,
    expireTime: row.expires_at,
    payTime: row.paid_at,
  }
}

export function paymentRoutes(parts: PaymentParts): Route[] {
  return [
    route(payment.info, async ({ db, actor, input }) => {
      const row = await paymentWithin(db, actor.accessScope, input.id)
      if (!row) throw new Problem('payment_missing')
      return { data: shown(row) }
    }),
    route(payment.try, async ({ db, actor, input, request }) => ({
      data: shown(await createPayment(parts, db, actor, { purpose: 'test', accountId: null, ...input, key: keyOf(request) })),
    })),
    route(payment.recharge, async ({ db, actor, input: { userId, ...order }, request }) => ({
      data: shown(await createPayment(parts, db, actor, { purpose: 'recharge', accountId: userId, ...order, key: keyOf(request) })),
    })),
    route(payment.refund, async ({ db, actor, input: { id, ...wanted }, request }) => {
      const refund = await refundPayment(parts, db, actor, { paymentId: id, ...wanted, key: keyOf(request) })
      return { data: { id: refund.id, refundNo: refund.refund_no, amountCents: refund.amount_cents, status: refund.status, problem: refund.problem } }
    }),
  ]
}
