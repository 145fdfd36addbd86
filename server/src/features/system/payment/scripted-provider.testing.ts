import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TestApp } from '../../../../../tests/support/app.ts'
import {
  NotificationProblem,
  type PaymentProviderProblem,
  type PaymentNotification,
  type PaymentOrder,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  type RawNotification,
} from '../../../integrations/payment/payment.ts'
import type { PaymentParts } from './payment-parts.ts'

/* A provider in whose place tests stand: what it knows, what it says and when is theirs to decide. */

export const notificationSecret = 'of the test'

export type ScriptedProvider = PaymentProvider & {
  orders: Map<string, ProviderPayment>
  refundRows: Map<string, ProviderRefund>
  counts: { create: number; query: number; refund: number }
  /** Called before an order is answered: a slow one waits here, a failing one throws. */
  beforeAnswer: ((order: PaymentOrder) => Promise<void>) | null
  /** Thrown by every query. */
  queryFails: PaymentProviderProblem | null
  refundFails: PaymentProviderProblem | null
  /** What a new refund says of itself. */
  refundState: ProviderRefund['state']
  pay(outTradeNo: string): void
}

export function scriptedProvider(changed: Partial<Pick<PaymentProvider, 'merchant' | 'app' | 'currency' | 'refunds'>> = {}): ScriptedProvider {
  const orders = new Map<string, ProviderPayment>()
  const refundRows = new Map<string, ProviderRefund>()
  const provider: ScriptedProvider = {
    name: 'wechat',
    methodCode: 3,
    merchant: 'M1',
    app: 'A1',
    currency: 'CNY',
    orders,
    refundRows,
    counts: { create: 0, query: 0, refund: 0 },
    beforeAnswer: null,
    queryFails: null,
    refundFails: null,
    refundState: 'refunding',
    async create(order) {
      provider.counts.create += 1
      if (!orders.has(order.outTradeNo))
        orders.set(order.outTradeNo, {
          outTradeNo: order.outTradeNo,
          providerNo: `N${order.outTradeNo}`,
          state: 'pending',
          amountCents: order.amountCents,
          currency: order.currency,
          merchant: provider.merchant,
          app: provider.app,
          paidAt: null,
        })
      await provider.beforeAnswer?.(order)
      return { kind: 'qr', url: `weixin://pay/${order.outTradeNo}`, providerNo: null }
    },
    async query({ outTradeNo }) {
      provider.counts.query += 1
      if (provider.queryFails) throw provider.queryFails
      return orders.get(outTradeNo) ?? null
    },
    async verifyNotification(raw) {
      const mac = createHmac('sha256', notificationSecret).update(raw.body).digest()
      const sent = Buffer.from(raw.headers['x-signature'] ?? '', 'hex')
      if (sent.length !== mac.length || !timingSafeEqual(mac, sent)) throw new NotificationProblem('signature', 'not signed')
      const read = JSON.parse(raw.body.toString()) as PaymentNotification
      return read.kind === 'payment' && read.payment.paidAt ? { ...read, payment: { ...read.payment, paidAt: new Date(read.payment.paidAt) } } : read
    },
    refunds: {
      async create(order) {
        provider.counts.refund += 1
        if (provider.refundFails?.kind === 'refused') throw provider.refundFails
        const row: ProviderRefund = refundRows.get(order.refundNo) ?? {
          refundNo: order.refundNo,
          providerRefundNo: `F${order.refundNo}`,
          state: provider.refundState,
          amountCents: order.amountCents,
          currency: order.currency,
        }
        refundRows.set(order.refundNo, row)
        if (provider.refundFails) throw provider.refundFails
        return row
      },
      query: async ({ refundNo }) => refundRows.get(refundNo) ?? null,
    },
    probe: async () => {},
    answers: {
      success: { status: 200, contentType: 'text/plain; charset=utf-8', body: 'success' },
      failure: { status: 500, contentType: 'text/plain; charset=utf-8', body: 'fail' },
    },
    pay(outTradeNo) {
      const order = orders.get(outTradeNo)
      if (order) orders.set(outTradeNo, { ...order, state: 'paid', paidAt: new Date('2026-03-10T12:01:00Z') })
    },
    ...changed,
  }
  return provider
}

/** A notification as the scripted provider signs it. */
export function signedNotification(notification: PaymentNotification): RawNotification {
  const body = Buffer.from(JSON.stringify(notification))
  return { method: 'POST', query: '', body, headers: { 'x-signature': createHmac('sha256', notificationSecret).update(body).digest('hex') } }
}

/** Payments with a scripted provider and a clock of the test's own. */
export function scriptedParts(provider: () => PaymentProvider | null): PaymentParts & { clock: { at: Date }; lines: Record<string, unknown>[] } {
  const clock = { at: new Date('2026-03-10T12:00:00Z') }
  const lines: Record<string, unknown>[] = []
  return {
    providerOf: async (_db, name) => (name === 'wechat' ? provider() : null),
    keptProviderOf: async (_db, name) => (name === 'wechat' ? provider() : null),
    publicUrl: async () => 'https://dns.example',
    now: () => clock.at,
    log: (line) => void lines.push(line),
    clock,
    lines,
  }
}

let payers = 0
/** A user of a test, who pays; answers the id. */
export async function newPayer({ db }: Pick<TestApp, 'db'>, username = `payer-${(payers += 1)}`): Promise<number> {
  const row = { username, type: 2, password_hash: '', language: null }
  return (await db.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** What tests before have begun is asked about no more. */
export async function forgetPending({ db }: Pick<TestApp, 'db'>): Promise<void> {
  for (const table of ['payment', 'payment_refund'] as const) await db.updateTable(table).set({ next_query_at: null }).execute()
}
