import { expect } from 'vitest'
import { thrownBy } from '../../../../tests/support/thrown.ts'
import { NotificationProblem, PaymentProviderProblem, type PaymentOrder, type PaymentProvider, type RawNotification } from './payment.ts'

/** The problem that a call of a provider ends in. Secrets of tests are named ‘canary’: it tells none. */
export async function problemOf(work: Promise<unknown>): Promise<PaymentProviderProblem> {
  const cause = await thrownBy(PaymentProviderProblem, work)
  expect(JSON.stringify([cause.message, cause.providerCode])).not.toContain('anary')
  return cause
}

/** Why a notification is not believed, or `believed`. */
export async function reasonOf(provider: Pick<PaymentProvider, 'verifyNotification'>, notification: RawNotification): Promise<string> {
  return provider.verifyNotification(notification).then(
    () => 'believed',
    (cause: unknown) => {
      if (cause instanceof NotificationProblem) return cause.reason
      throw cause
    },
  )
}

let orders = 0
/** An order of 100 yuan that no other has the number of. */
export const newOrder = (provider: 'wechat' | 'alipay', changed: Partial<PaymentOrder> = {}): PaymentOrder => ({
  outTradeNo: `P20260310X${String((orders += 1)).padStart(8, '0')}`,
  amountCents: 10_000,
  currency: 'CNY',
  title: 'Account recharge',
  expiresAt: new Date('2026-03-10T12:30:00Z'),
  notifyUrl: `https://dns.example/api/app/payment/notify/${provider}`,
  returnUrl: 'https://dns.example/',
  payerAddress: '192.0.2.1',
  ...changed,
})
