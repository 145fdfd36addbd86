import type { PaymentProviderKey } from '@nameplane/contract/system/payment'
import type { OutboundClient } from '../http/outbound.ts'

/*
 * The port to those who take money for us. An adapter is a function of its typed setting, a connection and a
 * clock that answers a `PaymentProvider`; it keeps no state, reads no database and credits nobody. Amounts are whole
 * cents of the currency. What the platform makes of an answer is features/system/payment's.
 */

/** Providers with an adapter. The name stands in notification paths and in rows: it never changes. */
export type PaymentProviderName = PaymentProviderKey

/** The states of an order (spec point 3) in our own words. */
export const paymentStateCodes = {
  unknown: 0,
  pending: 10,
  expired: 11,
  closed: 12,
  failed: 13,
  paid: 14,
  refunding: 15,
  refunded: 16,
  'awaiting-refund': 20,
  'refund-expired': 21,
  'refund-closed': 22,
  'refund-failed': 23,
  'refund-completed': 24,
} as const
export type PaymentState = keyof typeof paymentStateCodes

/**
 * What a provider can say of a payment. `refunding` and `refunded` say that money came in and went back, in whole or
 * in part. Only `paid` credits.
 */
export type ProviderPaymentState = Extract<PaymentState, 'pending' | 'paid' | 'closed' | 'expired' | 'failed' | 'refunding' | 'refunded'>

/** What a provider can say of one refund. */
export type ProviderRefundState = Extract<PaymentState, 'refunding' | 'refund-completed' | 'refund-failed' | 'refund-closed'>

/** What a provider is to collect. */
export type PaymentOrder = {
  /** Our own number: letters and digits, 32 at most, never used twice. */
  outTradeNo: string
  amountCents: number
  /** ISO 4217, capital letters. */
  currency: string
  /** Platform's own words: never text of a user, since not every signature rule escapes it. */
  title: string
  expiresAt: Date
  notifyUrl: string
  /** Where the payer's browser comes back to; its arrival proves nothing. */
  returnUrl: string
  /** The payer's address, for providers that ask for it. */
  payerAddress: string
}

/** What the payer is to be shown. */
export type PaymentOffer = {
  /** `qr`: `url` is the text of a QR code; `redirect`: the browser goes to `url`; `form`: it posts `fields` there. */
  kind: 'qr' | 'redirect' | 'form'
  url: string
  fields?: Readonly<Record<string, string>>
  /** The provider's own number where it gives one already. */
  providerNo: string | null
}

/** Which payment is meant: by our number, and by the provider's where we know it. */
export type PaymentKey = { outTradeNo: string; providerNo: string | null }

/** A payment as its provider tells it. */
export type ProviderPayment = {
  outTradeNo: string
  /** The same in every answer and notification of one payment; empty while the provider has none, never once it is paid. */
  providerNo: string
  state: ProviderPaymentState
  /** What was ordered, not what was paid after discounts; null only where an answer about an unpaid one does not name it. */
  amountCents: number | null
  currency: string
  /** Whose money it is; null only where the provider's answer does not name it at all. Must equal the provider's `merchant`. */
  merchant: string | null
  /** The application it was made with; null where the answer does not name it. Must equal the provider's `app`. */
  app: string | null
  /** When it was paid, as far as the provider says. */
  paidAt: Date | null
}

export type RefundOrder = PaymentKey & {
  /** Our own number of the refund, as `outTradeNo`; the same number asks for the same refund. */
  refundNo: string
  amountCents: number
  /** The whole payment's amount. */
  totalCents: number
  currency: string
  /** Platform's own words. */
  reason: string
  notifyUrl: string
}

export type RefundKey = PaymentKey & { refundNo: string; providerRefundNo: string | null }

/** A refund as its provider tells it. */
export type ProviderRefund = { refundNo: string; providerRefundNo: string | null; state: ProviderRefundState; amountCents: number; currency: string }

/** A notification as it came, before anybody trusts a byte of it. */
export type RawNotification = {
  method: 'GET' | 'POST'
  /** Names in lower case; a header sent twice is joined by `, ` as HTTP has it. */
  headers: Readonly<Record<string, string | undefined>>
  /** What stands behind the `?`, undecoded; empty without. */
  query: string
  body: Buffer
}

/** A genuine notification. `eventId` is the same whenever the provider repeats it, and no other's. */
export type PaymentNotification =
  | { eventId: string; kind: 'payment'; payment: ProviderPayment }
  | { eventId: string; kind: 'refund'; outTradeNo: string; refund: ProviderRefund }
  /** Genuine, but nothing that moves money of ours; it is answered as taken. */
  | { eventId: string; kind: 'other'; what: string }

/** What the provider wants to hear. */
export type NotificationAnswer = { status: number; contentType: string; body: string }

export type PaymentProvider = {
  readonly name: PaymentProviderName
  /** The spec's payment-method code of orders. */
  readonly methodCode: number
  /** Who receives the money, as the provider names us. */
  readonly merchant: string
  /** Our application; empty where the provider knows none. */
  readonly app: string
  readonly currency: string
  /** Orders the payment. @throws PaymentProviderProblem */
  create(order: PaymentOrder): Promise<PaymentOffer>
  /** Asks for the payment; null when the provider does not know it. @throws PaymentProviderProblem */
  query(key: PaymentKey): Promise<ProviderPayment | null>
  /**
   * Proves a notification genuine over its raw bytes, then reads it. It says what the provider said: comparing merchant,
   * amount, currency and state with our row is the caller's. @throws NotificationProblem
   */
  verifyNotification(raw: RawNotification): Promise<PaymentNotification>
  /** Absent for providers that cannot send money back. */
  readonly refunds: {
    /** Asks for a refund; asking again with the same `refundNo` moves no more money. @throws PaymentProviderProblem */
    create(order: RefundOrder): Promise<ProviderRefund>
    /** Null when the provider does not know it. @throws PaymentProviderProblem */
    query(key: RefundKey): Promise<ProviderRefund | null>
  } | null
  /** Makes one real, signed call that changes nothing, so that the keys are proven. @throws PaymentProviderProblem */
  probe(): Promise<void>
  readonly answers: { success: NotificationAnswer; failure: NotificationAnswer }
}

/** Where an adapter's calls go: the outbound client, bound to the provider's address. */
export type ProviderConnection = OutboundClient

/** The clock of an adapter. */
export type Clock = () => Date

/**
 * Why a notification was not believed. `signature`: not the provider's; `stale`: too old or from the future;
 * `malformed`: not of the form that the provider sends; `key`: signed with a key that we do not know.
 */
export type NotificationReason = 'signature' | 'stale' | 'malformed' | 'key'

/** A notification that proves nothing. The message is for the log and holds no secret. */
export class NotificationProblem extends Error {
  override name = 'NotificationProblem'
  readonly reason: NotificationReason
  constructor(reason: NotificationReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * Why a call gave nothing. `refused`: the provider said no, and nothing was moved; `unanswered`: nobody knows whether it
 * was done, since no answer came or a broken one; `untrusted`: an answer came whose signature is not the provider's.
 */
type ProviderProblemKind = 'refused' | 'unanswered' | 'untrusted'

/** A call that gave nothing; the message holds no secret. */
export class PaymentProviderProblem extends Error {
  override name = 'PaymentProviderProblem'
  readonly kind: ProviderProblemKind
  /** The provider's own code; empty without. */
  readonly providerCode: string
  constructor(kind: ProviderProblemKind, message: string, providerCode = '', options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.providerCode = providerCode
  }
}

/** Keys or certificates of a setting that cannot be what they should be; the message names the field, never what it holds. */
export class PaymentKeyProblem extends Error {
  override name = 'PaymentKeyProblem'
}
