import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from './column-types.ts'

/* Money: payments that providers collect, what they told of them, refunds, and the ledger of balances. Amounts are cents. */

type JsonOf<Value> = ColumnType<Value, string, string>

/** What the payer is shown. */
export type StoredOffer = { kind: 'qr' | 'redirect' | 'form'; url: string; fields?: Record<string, string> }

export type PaymentTable = {
  id: Generated<number>
  /** Our own number, which the provider knows it by. */
  out_trade_no: string
  /** `test`: made on the settings page, credits nobody. */
  purpose: 'recharge' | 'test'
  /** Whose balance it is for; null for a test, and once the account is gone. */
  account_id: number | null
  provider: string
  /** Who was to receive it when it was made. */
  merchant: string
  app: string
  amount_cents: number
  currency: string
  /** The spec's order codes. */
  status: Generated<number>
  provider_no: string | null
  offer: ColumnType<StoredOffer | null, string | null | undefined, string | null>
  /** When the provider was last asked to make it. */
  offer_asked_at: NullableTimestamp
  refunded_cents: Generated<number>
  /** Why it is not as it should be, for whoever looks into it; empty: nothing. */
  problem: Generated<string>
  /** The Idempotency-Key it was made with, with its caller. */
  request_key: string | null
  request_hash: Buffer | null
  created_by: string
  created_at: Timestamp
  expires_at: Timestamp
  paid_at: NullableTimestamp
  /** When the provider is asked next; null: never again. */
  next_query_at: NullableTimestamp
  queries: Generated<number>
  updated_at: Timestamp
}

export type PaymentNotificationTable = {
  id: Generated<number>
  provider: string
  event_id: string
  payment_id: number | null
  method: string
  query: string
  headers: JsonOf<Record<string, string>>
  /** Byte for byte as it came. */
  body: Buffer
  outcome: Generated<string>
  /** How often it came. */
  times: Generated<number>
  received_at: Timestamp
  updated_at: Timestamp
}

export type PaymentRefundTable = {
  id: Generated<number>
  payment_id: number
  refund_no: string
  amount_cents: number
  status: Generated<number>
  provider_refund_no: string | null
  reason: Generated<string>
  problem: Generated<string>
  request_key: string | null
  request_hash: Buffer | null
  created_by: string
  created_at: Timestamp
  next_query_at: NullableTimestamp
  queries: Generated<number>
  updated_at: Timestamp
}

export type LedgerEntryTable = {
  id: Generated<number>
  account_id: number
  account_name: string
  kind: 'recharge' | 'refund' | 'refund_returned' | 'verification_fee'
  /** Above 0: in; below: out. */
  amount_cents: number
  balance_after_cents: number
  payment_id: number | null
  refund_id: number | null
  verification_id: ColumnType<number | null, number | null | undefined, number | null>
  at: Timestamp
}

declare module './tables.ts' {
  interface Tables {
    payment: PaymentTable
    payment_notification: PaymentNotificationTable
    payment_refund: PaymentRefundTable
    ledger_entry: LedgerEntryTable
  }
}
