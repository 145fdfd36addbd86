import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { payment } from '@nameplane/contract/system/payment'
import { problemText } from '@nameplane/contract/problems'
import { setting } from '@nameplane/contract/system/setting'
import { alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { books } from '@nameplane/contract/system/settings/books'
import { epay } from '@nameplane/contract/system/settings/payment-epay'
import { stripe } from '@nameplane/contract/system/settings/payment-stripe'
import { tokenPay } from '@nameplane/contract/system/settings/payment-tokenpay'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { up } from '../../../db/migrations/0028-books-and-creators.ts'
import { alipaySetting } from '../../../integrations/payment/alipay/fake-alipay.testing.ts'
import { askForPending } from './payment-poll.ts'
import { newPayer, scriptedParts, scriptedProvider, type ScriptedProvider } from './scripted-provider.testing.ts'

/* docs/decisions/one-currency.md: the books have one currency, and every way into them asks for it. */

let test: TestApp
let provider: ScriptedProvider
const parts = scriptedParts(() => provider)
let userId: number

beforeAll(async () => void (test = await createTestApp({ now: parts.now }, { payments: parts })))
afterAll(() => test.close())
beforeEach(async () => {
  provider = scriptedProvider()
  parts.clock.at = new Date('2026-03-10T12:00:00Z')
  for (const table of ['ledger_entry', 'payment'] as const) await test.db.deleteFrom(table).execute()
  await test.db.deleteFrom('account').where('type', '=', 2).execute()
  for (const key of [alipay.key, epay.key, stripe.key, tokenPay.key, books.key])
    await test.db
      .updateTable('system_config')
      .set({ param_value: '{}', status: key === books.key ? 1 : 0 })
      .where('param_key', '=', key)
      .execute()
  userId = await newPayer(test, 'payer-of-books')
})

const stripeValue = { secretKey: 'sk_test_key', webhookSecret: 'whsec_hook' }
const tokenPayValue = { serviceUrl: 'https://pay.example', token: 'token' }
const epayValue = { serviceUrl: 'https://pay.example', pid: '1001', version: 'v1', key: 'key' }

async function save(key: string, paramValue: object, status: 0 | 1) {
  const { config: record } = await test.call(setting.ofKey, { key })
  return test.call(setting.update, { id: record.id, paramValue, status })
}
const setBooks = (currency: string) => save(books.key, { currency }, 1)
const isOn = async (key: string) => (await test.call(setting.ofKey, { key })).config.status === 1
const valueOf = async (key: string) => JSON.parse((await test.call(setting.ofKey, { key })).config.paramValue) as Record<string, unknown>
const insertPayment = (purpose: 'recharge' | 'test', currency = 'CNY', outTradeNo = `P-${purpose}-${currency}`) =>
  test.db
    .insertInto('payment')
    .values({
      out_trade_no: outTradeNo,
      purpose,
      account_id: purpose === 'recharge' ? userId : null,
      provider: 'wechat',
      merchant: 'M1',
      app: 'A1',
      amount_cents: 1500,
      currency,
      provider_no: null,
      request_key: null,
      request_hash: null,
      created_by: 'test',
      expires_at: new Date(parts.clock.at.getTime() + 1_800_000),
      next_query_at: parts.clock.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

describe('a provider', () => {
  type Case = [what: string, inBooks: string, key: string, value: object, status: 0 | 1, isTaken: boolean]
  it.each<Case>([
    ['in the currency of the books', 'CNY', stripe.key, { ...stripeValue, currency: 'CNY' }, 1, true],
    ['in another currency', 'CNY', stripe.key, { ...stripeValue, currency: 'USD' }, 1, false],
    ['in another currency, not in use', 'CNY', stripe.key, { ...stripeValue, currency: 'USD' }, 0, false],
    ['that says no currency, which is yuan', 'USD', stripe.key, stripeValue, 1, false],
    ['in the other currency of the books', 'USD', stripe.key, { ...stripeValue, currency: 'USD' }, 1, true],
    ['of coins in another currency', 'CNY', tokenPay.key, { ...tokenPayValue, currency: 'EUR' }, 1, false],
    ['of coins in the currency of the books', 'EUR', tokenPay.key, { ...tokenPayValue, currency: 'EUR' }, 1, true],
  ])('%s (books in %s, %s)', async (_, inBooks, key, value, status, isTaken) => {
    await setBooks(inBooks)
    if (isTaken) {
      await save(key, value, status)
      expect(await isOn(key)).toBe(status === 1)
    } else {
      expect(await refusalOf(save(key, value, status))).toMatchObject({
        problem: 'payment_currency_other',
        fields: { currency: 'payment_currency_other' },
        params: { books: inBooks },
      })
      expect(await valueOf(key)).toEqual({})
    }
  })

  it.each([
    [alipay.key, alipaySetting],
    [epay.key, epayValue],
  ])('%s takes yuan only: with other books it can be filled in, and not be used', async (key, value) => {
    await setBooks('USD')
    expect(await refusalOf(save(key, value, 1))).toMatchObject({ problem: 'payment_currency_other', params: { books: 'USD' } })
    await save(key, value, 0)
    const { config: record } = await test.call(setting.ofKey, { key })
    expect(await refusalOf(test.call(setting.setStatusSafely, { id: record.id, status: 1 }))).toMatchObject({ problem: 'payment_currency_other' })
    expect(await isOn(key)).toBe(false)
    await setBooks('CNY')
    await test.call(setting.setStatusSafely, { id: record.id, status: 1 })
    expect(await isOn(key)).toBe(true)
  })

  it('in another currency, from before there was this rule, can be switched off, makes no payment and says why in both languages', async () => {
    await setSetting(test.db, stripe, { ...stripeValue, currency: 'USD' })
    provider = scriptedProvider({ currency: 'USD' })
    for (const call of [
      () => test.call(payment.recharge, { userId, provider: 'wechat', amountCents: 1500 }),
      () => test.call(payment.try, { provider: 'wechat', amountCents: 1 }),
    ])
      expect(await refusalOf(call())).toMatchObject({ problem: 'payment_currency_other', params: { books: 'CNY' } })
    expect([provider.counts.create, (await test.db.selectFrom('payment').select('id').execute()).length]).toEqual([0, 0])
    await save(stripe.key, await valueOf(stripe.key), 0)
    expect(await isOn(stripe.key)).toBe(false)
    expect(problemText('payment_currency_other', 'zh', { books: 'CNY' })).toBe('平台以 CNY 记账，收款也必须使用 CNY')
    expect(problemText('payment_currency_other', 'en', { books: 'CNY' })).toBe('Payments must use the billing currency CNY')
  })
})

describe('the currency of the books', () => {
  it.each<[string, () => Promise<unknown>, string | null]>([
    ['while nothing was counted', async () => {}, null],
    ['beside a test payment, which is in no books', () => insertPayment('test'), null],
    ['once a recharge was begun', () => insertPayment('recharge'), 'books_currency_fixed'],
    ['once a balance is there', () => test.db.updateTable('account').set({ balance_cents: 1 }).where('id', '=', userId).execute(), 'books_currency_fixed'],
    [
      'once a balance moved, though it is empty again',
      () =>
        test.db
          .insertInto('ledger_entry')
          .values({ account_id: userId, account_name: 'x', kind: 'refund', amount_cents: -1, balance_after_cents: 0, payment_id: null, refund_id: null })
          .execute(),
      'books_currency_fixed',
    ],
    ['while a provider in it is in use', () => save(stripe.key, { ...stripeValue, currency: 'CNY' }, 1), 'books_currency_in_use'],
    ['while a provider of yuan is in use', () => save(epay.key, epayValue, 1), 'books_currency_in_use'],
    ['while a provider in it is set and not in use', () => save(stripe.key, { ...stripeValue, currency: 'CNY' }, 0), null],
  ])('changes %s, or is refused', async (_, first, code) => {
    await first()
    if (code === null) {
      await setBooks('USD')
      expect(await valueOf(books.key)).toEqual({ currency: 'USD' })
    } else {
      expect(await refusalOf(setBooks('USD'))).toMatchObject({ problem: code, fields: { currency: code } })
      // Saving what is there already changes nothing, and is no reason to refuse.
      await setBooks('CNY')
    }
  })

  it('does not come back from an older state either, nor by being switched off', async () => {
    await setBooks('USD')
    await setBooks('EUR')
    await test.db.updateTable('account').set({ balance_cents: 500 }).where('id', '=', userId).execute()
    const { config: record } = await test.call(setting.ofKey, { key: books.key })
    const { data } = await test.call(setting.history, { id: record.id, page: 1, limit: 10 })
    const older = data.list.find((one) => one.paramValue.includes('USD'))!
    expect(await refusalOf(test.call(setting.restore, { id: record.id, versionId: older.id }))).toMatchObject({ problem: 'books_currency_fixed' })
    await test.call(setting.setStatusSafely, { id: record.id, status: 0 })
    const shown = (await test.call(user.list, { page: 1, limit: 20 })).data.list.find((row) => row.id === userId)
    expect(shown).toMatchObject({ balanceCents: 500, currency: 'EUR' })
  })

  it('cannot change while a payment is being made in it', async () => {
    let outcome: unknown
    provider.beforeAnswer = async () => {
      outcome = await refusalOf(setBooks('USD'))
    }
    await test.call(payment.recharge, { userId, provider: 'wechat', amountCents: 1500 })
    expect(outcome).toMatchObject({ problem: 'books_currency_fixed' })
  })
})

describe('money in another currency, ordered before the books had one', () => {
  const balance = async () => (await test.db.selectFrom('account').select('balance_cents').where('id', '=', userId).executeTakeFirstOrThrow()).balance_cents
  const row = (id: number) => test.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it.each([
    ['CNY', 1500, ''],
    ['USD', 0, 'the books are in CNY'],
  ])('in %s adds %d to the balance', async (currency, cents, problem) => {
    const made = await insertPayment('recharge', currency)
    provider.orders.set(made.out_trade_no, {
      outTradeNo: made.out_trade_no,
      providerNo: 'N1',
      state: 'paid',
      amountCents: 1500,
      currency,
      merchant: 'M1',
      app: 'A1',
      paidAt: null,
    })
    await askForPending(parts, test.db)
    expect([await balance(), await row(made.id)]).toMatchObject([cents, { status: 14, problem }])
    // It goes back in what it was paid in, and takes from the balance only what it added.
    provider.refundState = 'refund-failed'
    await test.call(payment.refund, { id: made.id, amountCents: 500 })
    expect(await balance()).toBe(cents)
    provider.refundState = 'refund-completed'
    await test.call(payment.refund, { id: made.id, amountCents: 500 })
    expect(await balance()).toBe(Math.max(0, cents - 500))
    expect([...provider.refundRows.values()].map((one) => one.currency)).toEqual([currency, currency])
  })

  /** As the tables were before the migration. */
  async function migrated(rows: [currency: string, isCredited: boolean][]) {
    for (const [index, [currency, isCredited]] of rows.entries()) {
      const { id } = await insertPayment('recharge', currency, `P-${index}`)
      if (isCredited)
        await test.db
          .insertInto('ledger_entry')
          .values({ account_id: userId, account_name: 'x', kind: 'recharge', amount_cents: 1, balance_after_cents: 1, payment_id: id, refund_id: null })
          .execute()
    }
    return test.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('system_config').where('param_key', '=', books.key).execute()
      await tx.schema.alterTable('account').dropColumn('created_by').execute()
      await up(tx as unknown as Kysely<unknown>)
      const record = await tx.selectFrom('system_config').select('param_value').where('param_key', '=', books.key).executeTakeFirst()
      const problems = await tx.selectFrom('payment').select(['currency', 'problem']).where('problem', '!=', '').orderBy('id').execute()
      return { books: record?.param_value['currency'] ?? null, problems: problems.map((one) => `${one.currency}: ${one.problem}`) }
    })
  }
  const flagged = (of: string, inBooks: string) => `${of}: credited one to one, the books are in ${inBooks}`
  it.each<[string, [string, boolean][], { books: string | null; problems: string[] }]>([
    ['nothing is left to the default', [], { books: null, problems: [] }],
    ['yuan', [['CNY', true]], { books: 'CNY', problems: [] }],
    ['dollars alone', [['USD', true], ['USD', false]], { books: 'USD', problems: [] }], // oxfmt-ignore
    ['what was credited counts before what was begun', [['USD', true], ['CNY', false], ['CNY', false]], { books: 'USD', problems: [] }], // oxfmt-ignore
    ['begun only', [['EUR', false]], { books: 'EUR', problems: [] }],
    ['two, as much of each', [['USD', true], ['CNY', true]], { books: 'CNY', problems: [flagged('USD', 'CNY')] }], // oxfmt-ignore
    ['two, more of one', [['USD', true], ['USD', true], ['CNY', true]], { books: 'USD', problems: [flagged('CNY', 'USD')] }], // oxfmt-ignore
  ])('from before is migrated: %s', async (_, rows, expected) => {
    expect(await migrated(rows)).toEqual(expected)
  })
})
