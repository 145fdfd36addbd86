import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { notificationPath } from '@nameplane/contract/system/payment'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { accountWithin } from '../../../access/access-scope.ts'
import { platformActor, type Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { heldBooksCurrency } from '../../../settings/books.ts'
import { PaymentProviderProblem, type PaymentProvider, type PaymentProviderName } from '../../../integrations/payment/payment.ts'
import type { PaymentParts } from './payment-parts.ts'
import { save } from './payment-settlement.ts'
import { isOf, lockedPayment, newNumber, paymentOf, stateOf, type PaymentRow } from './payment.store.ts'

export type NewPayment = {
  purpose: PaymentRow['purpose']
  /** Whose balance it is for; null for a test. */
  accountId: number | null
  provider: PaymentProviderName
  amountCents: number
  /** The caller's Idempotency-Key; null without. */
  key: string | null
}

/** Half an hour to pay. */
const lifeMs = 30 * 60_000
/** Longer than any call to a provider lasts: whoever asked and did not come back is gone. */
const askingMs = 15_000

const titles: Record<PaymentRow['purpose'], string> = { recharge: 'Account top-up', test: 'Payment test' }

/** The key as it is kept: no two callers share one. */
export function requestKeyOf(actor: Actor, call: string, key: string | null): string | null {
  return key === null ? null : `${call}:${actor.kind}:${actor.accountId ?? 0}:${key}`
}

/** What was asked for; the same key with another request is refused. */
export function requestHashOf(request: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(request)).digest()
}

/**
 * Makes a payment and asks its provider for what the payer is shown. The row is there before the provider hears of it, so
 * that a notification always finds it. With a key, every repeat gets the same payment and the same offer.
 */
export async function createPayment(parts: PaymentParts, db: Db, actor: Actor, wanted: NewPayment): Promise<PaymentRow> {
  const provider = await parts.providerOf(db, wanted.provider)
  if (!provider) throw new Problem('payment_provider_off')
  const publicUrl = await parts.publicUrl(db)
  if (publicUrl === '') throw new Problem('payment_address_missing')
  const row = await inserted(parts, db, actor, wanted, provider)
  return offered(parts, db, provider, row, publicUrl, actor.address)
}

async function inserted(parts: PaymentParts, db: Db, actor: Actor, wanted: NewPayment, provider: PaymentProvider): Promise<PaymentRow> {
  const requestKey = requestKeyOf(actor, 'payment', wanted.key)
  const requestHash = requestHashOf([wanted.purpose, wanted.accountId, wanted.provider, wanted.amountCents])
  return change(db, actor, 'payment.create', async (c) => {
    if (wanted.accountId !== null) {
      const account = await c.tx
        .selectFrom('account')
        .select('id')
        .where('id', '=', wanted.accountId)
        .where(accountWithin(actor.accessScope))
        .forShare()
        .executeTakeFirst()
      if (!account) throw new Problem('account_missing')
    }
    const inBooks = await heldBooksCurrency(c.tx)
    if (provider.currency !== inBooks) throw new Problem('payment_currency_other', { params: { books: inBooks } })
    const now = parts.now()
    const row = await c.tx
      .insertInto('payment')
      .values({
        out_trade_no: newNumber(wanted.purpose === 'test' ? 'T' : 'P', now),
        purpose: wanted.purpose,
        account_id: wanted.accountId,
        provider: provider.name,
        merchant: provider.merchant,
        app: provider.app,
        amount_cents: wanted.amountCents,
        currency: provider.currency,
        provider_no: null,
        request_key: requestKey,
        request_hash: requestKey === null ? null : requestHash,
        created_by: actor.name,
        created_at: now,
        expires_at: new Date(now.getTime() + lifeMs),
        next_query_at: new Date(now.getTime() + askingMs),
      })
      .onConflict((conflict) => conflict.column('request_key').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) {
      c.nothingChanged()
      const known = await c.tx.selectFrom('payment').selectAll().where('request_key', '=', requestKey).executeTakeFirstOrThrow()
      if (!known.request_hash?.equals(requestHash)) throw new Problem('idempotency_key_reused')
      return known
    }
    c.audit({
      type: 'payment',
      id: row.id,
      name: row.out_trade_no,
      after: { purpose: row.purpose, account_id: row.account_id, provider: row.provider, amount_cents: row.amount_cents, currency: row.currency },
    })
    return row
  })
}

/** The payment with its offer. One caller asks the provider; the others wait for what that one gets. */
async function offered(parts: PaymentParts, db: Db, provider: PaymentProvider, row: PaymentRow, publicUrl: string, payerAddress: string): Promise<PaymentRow> {
  if (row.offer !== null) return row
  // Asked again with the same key after the settings were changed: whom it was made with cannot be asked any more.
  if (!isOf(row, provider) || row.currency !== provider.currency) throw new Problem('payment_provider_off')
  if (await isMineToAsk(parts, db, row)) return ask(parts, db, provider, row, publicUrl, payerAddress)
  for (const endsAt = performance.now() + askingMs; performance.now() < endsAt; await pause(50)) {
    const now = await paymentOf(db, row.id)
    if (now?.offer) return now
    if (now && now.problem !== '')
      throw new Problem(stateOf(now) === 'failed' ? 'payment_refused' : 'payment_unanswered', { params: { provider: provider.name } })
  }
  throw new Problem('payment_unanswered', { params: { provider: provider.name } })
}

async function isMineToAsk(parts: PaymentParts, db: Db, row: PaymentRow): Promise<boolean> {
  const now = parts.now()
  const { numUpdatedRows } = await db
    .updateTable('payment')
    .set({ offer_asked_at: now, problem: '' })
    .where('id', '=', row.id)
    .where('status', '=', 10)
    .where('offer', 'is', null)
    .where((of) => of.or([of('offer_asked_at', 'is', null), of('offer_asked_at', '<', new Date(now.getTime() - askingMs)), of('problem', '!=', '')]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function ask(parts: PaymentParts, db: Db, provider: PaymentProvider, row: PaymentRow, publicUrl: string, payerAddress: string): Promise<PaymentRow> {
  try {
    const offer = await provider.create({
      outTradeNo: row.out_trade_no,
      amountCents: row.amount_cents,
      currency: row.currency,
      title: titles[row.purpose],
      expiresAt: row.expires_at,
      notifyUrl: publicUrl + notificationPath(provider.name),
      returnUrl: `${publicUrl}/`,
      payerAddress,
    })
    const shown = { kind: offer.kind, url: offer.url, ...(offer.fields ? { fields: offer.fields } : {}) }
    await db
      .updateTable('payment')
      .set((of) => ({ offer: JSON.stringify(shown), provider_no: of.fn.coalesce('provider_no', of.val(offer.providerNo)), updated_at: parts.now() }))
      .where('id', '=', row.id)
      .execute()
    return (await paymentOf(db, row.id))!
  } catch (cause) {
    if (!(cause instanceof PaymentProviderProblem)) throw cause
    parts.log({ level: 'warn', event: 'payment not created', payment: row.out_trade_no, provider: provider.name, reason: cause.message })
    await noteFailure(parts, db, row, cause)
    const code = cause.kind === 'refused' ? 'payment_refused' : 'payment_unanswered'
    throw new Problem(code, { params: { provider: provider.name, reason: cause.providerCode } })
  }
}

/** A refusal is final; without an answer the provider may have made it, so that it is asked later. */
async function noteFailure(parts: PaymentParts, db: Db, row: PaymentRow, cause: PaymentProviderProblem): Promise<void> {
  if (cause.kind !== 'refused') {
    await db
      .updateTable('payment')
      .set({ problem: `${cause.kind} at creation` })
      .where('id', '=', row.id)
      .where('offer', 'is', null)
      .execute()
    return
  }
  await change(db, platformActor(`payment ${row.provider}`), 'payment.settle', async (c) => {
    const now = await lockedPayment(c.tx, row.id)
    if (stateOf(now) !== 'pending') return c.nothingChanged()
    await save(c, now, 'failed', { problem: `refused: ${cause.providerCode}`, next_query_at: null }, parts.now())
  })
}
