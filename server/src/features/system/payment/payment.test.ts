import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { payment } from '@nameplane/contract/system/payment'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { PaymentProviderProblem, type PaymentNotification, type ProviderPayment } from '../../../integrations/payment/payment.ts'
import { askForPending } from './payment-poll.ts'
import { forgetPending, newPayer, scriptedParts, scriptedProvider, signedNotification, type ScriptedProvider } from './scripted-provider.testing.ts'

let provider: ScriptedProvider
const parts = scriptedParts(() => provider)
const test = await createTestApp({ now: parts.now }, { payments: parts })
afterAll(() => test.close())
let userId: number
beforeEach(async () => {
  provider = scriptedProvider()
  await forgetPending(test)
  parts.clock.at = new Date('2026-03-10T12:00:00Z')
  userId = await newPayer(test)
})

let keys = 0
const send = async (path: string, payload: object, key: string | null = `key-${(keys += 1)}`) => {
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${test.adminToken}`, 'accept-language': 'en', ...(key === null ? {} : { 'idempotency-key': key }) },
    payload,
  })
  return answer.json<{ code: number; problem?: string; data: { id: number; outTradeNo: string; status: number; refundNo: string } }>()
}
const recharge = async (amountCents = 10_000) => (await send('sys/payment/recharge', { userId, provider: 'wechat', amountCents })).data
const notify = async (notification: PaymentNotification, changed: { body?: Buffer } = {}) => {
  const { headers, body } = signedNotification(notification)
  return test.app.inject({
    method: 'POST',
    url: '/api/app/payment/notify/wechat',
    headers: { 'content-type': 'application/json', 'x-signature': headers['x-signature']! },
    payload: changed.body ?? body,
  })
}
const paidNotice = (outTradeNo: string, changed: Partial<ProviderPayment> = {}, eventId = `E-${outTradeNo}`): PaymentNotification => ({
  eventId,
  kind: 'payment',
  payment: { ...provider.orders.get(outTradeNo)!, state: 'paid', ...changed },
})
const balance = async () => (await test.db.selectFrom('account').select('balance_cents').where('id', '=', userId).executeTakeFirstOrThrow()).balance_cents
const entries = () => test.db.selectFrom('ledger_entry').selectAll().where('account_id', '=', userId).orderBy('id').execute()
const state = async (id: number) => await test.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const minutes = (count: number) => void (parts.clock.at = new Date(parts.clock.at.getTime() + count * 60_000))
const poll = () => askForPending(parts, test.db)
const unanswered = () => new PaymentProviderProblem('unanswered', 'wechat: no answer')

/** The balance is the sum of its entries, each of which says what it was afterwards. */
async function expectSoundLedger(): Promise<void> {
  let sum = 0
  for (const entry of await entries()) {
    sum += entry.amount_cents
    expect(entry.balance_after_cents).toBe(sum)
    expect(sum).toBeGreaterThanOrEqual(0)
  }
  expect(await balance()).toBe(sum)
}

describe('a recharge', () => {
  it('shows the payer a code, and credits once the provider has confirmed it', async () => {
    const made = await recharge()
    expect(made).toMatchObject({ status: 10, offer: { kind: 'qr', url: `weixin://pay/${made.outTradeNo}` }, amountCents: 10_000, currency: 'CNY' })
    expect(made.outTradeNo).toMatch(/^P\d{8}[0-9A-F]{20}$/)
    provider.pay(made.outTradeNo)
    const answer = await notify(paidNotice(made.outTradeNo))
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([200, 'success', 'text/plain; charset=utf-8'])
    expect(await state(made.id)).toMatchObject({ status: 14, provider_no: `N${made.outTradeNo}`, problem: '', next_query_at: null })
    expect(await entries()).toMatchObject([{ kind: 'recharge', amount_cents: 10_000, balance_after_cents: 10_000, payment_id: made.id }])
    await expectSoundLedger()
  })

  it('leaves what came byte for byte, and says in the audit trail what it moved', async () => {
    const made = await recharge()
    provider.pay(made.outTradeNo)
    const notice = paidNotice(made.outTradeNo)
    await notify(notice)
    const kept = await test.db.selectFrom('payment_notification').selectAll().where('event_id', '=', notice.eventId).executeTakeFirstOrThrow()
    expect(kept.body.equals(signedNotification(notice).body)).toBe(true)
    expect(kept).toMatchObject({ outcome: 'credited', times: 1, payment_id: made.id })
    const audit = await test.db.selectFrom('audit_entry').selectAll().where('action', '=', 'payment.settle').orderBy('id', 'desc').limit(2).execute()
    expect(audit.map((entry) => [entry.actor_kind, entry.actor_name, entry.target_type])).toEqual([
      ['platform', 'payment wechat', 'account'],
      ['platform', 'payment wechat', 'payment'],
    ])
    expect(audit[0]).toMatchObject({ before: { balance_cents: 0 }, after: { balance_cents: 10_000 } })
  })

  it.each([0, 99, 150, 10_050, -100, 1.5, 100_000_100])('of %d cents is refused: 1.00 at least, whole amounts only', async (amountCents) => {
    expect((await send('sys/payment/recharge', { userId, provider: 'wechat', amountCents })).problem).toBeDefined()
    expect(provider.counts.create).toBe(0)
  })

  it('for nobody, or through a provider that is off, is refused before anybody is asked', async () => {
    expect((await send('sys/payment/recharge', { userId: 999_999_999, provider: 'wechat', amountCents: 100 })).problem).toBe('account_missing')
    expect((await send('sys/payment/recharge', { userId, provider: 'stripe', amountCents: 100 })).problem).toBe('payment_provider_off')
    expect(provider.counts.create).toBe(0)
  })

  it('that the provider refuses has failed, and one without an answer stays open', async () => {
    provider.beforeAnswer = () => Promise.reject(new PaymentProviderProblem('refused', 'wechat: NO_AUTH', 'NO_AUTH'))
    expect(await send('sys/payment/recharge', { userId, provider: 'wechat', amountCents: 100 })).toMatchObject({ problem: 'payment_refused' })
    provider.beforeAnswer = () => Promise.reject(unanswered())
    expect(await send('sys/payment/recharge', { userId, provider: 'wechat', amountCents: 100 })).toMatchObject({ problem: 'payment_unanswered' })
    const rows = await test.db.selectFrom('payment').select(['status', 'problem']).where('account_id', '=', userId).orderBy('id').execute()
    expect(rows).toEqual([
      { status: 13, problem: 'refused: NO_AUTH' },
      { status: 10, problem: 'unanswered at creation' },
    ])
  })

  it('that was paid although its answer never came is credited by the job', async () => {
    provider.beforeAnswer = () => Promise.reject(unanswered())
    await send('sys/payment/recharge', { userId, provider: 'wechat', amountCents: 5000 })
    const [outTradeNo] = provider.orders.keys()
    provider.pay(outTradeNo!)
    minutes(1)
    await poll()
    expect(await balance()).toBe(5000)
  })

  it('whose notification comes before the answer is credited once, and its answer still comes', async () => {
    provider.beforeAnswer = async ({ outTradeNo }) => {
      provider.pay(outTradeNo)
      expect((await notify(paidNotice(outTradeNo))).body).toBe('success')
    }
    const made = await recharge()
    expect(made).toMatchObject({ status: 14, offer: { kind: 'qr' } })
    await poll()
    expect(await balance()).toBe(10_000)
    await expectSoundLedger()
  })
})

describe('a test payment of the settings page', () => {
  it('is of one cent, ends as paid, and credits nobody', async () => {
    const before = (await test.db.selectFrom('ledger_entry').selectAll().execute()).length
    const made = (await send('sys/payment/try', { provider: 'wechat' })).data
    expect(made).toMatchObject({ amountCents: 1, purpose: 'test', userId: null })
    provider.pay(made.outTradeNo)
    expect((await notify(paidNotice(made.outTradeNo))).body).toBe('success')
    expect(await state(made.id)).toMatchObject({ status: 14 })
    expect((await test.db.selectFrom('ledger_entry').selectAll().execute()).length).toBe(before)
    expect((await test.call(payment.info, { id: made.id })).data).toMatchObject({ status: 14, purpose: 'test' })
  })
})

describe('nothing is credited by a notification', () => {
  it.each<[string, (made: { outTradeNo: string }) => Partial<ProviderPayment>, string]>([
    ['of a smaller amount', () => ({ amountCents: 100 }), 'differs: amount'],
    ['of a larger amount', () => ({ amountCents: 1_000_000 }), 'differs: amount'],
    ['without an amount', () => ({ amountCents: null }), 'differs: amount'],
    ['in another currency', () => ({ currency: 'JPY' }), 'differs: currency'],
    ['for another merchant', () => ({ merchant: 'M2' }), 'differs: merchant'],
    ['for another app', () => ({ app: 'A2' }), 'differs: app'],
    ['without the provider’s number', () => ({ providerNo: '' }), 'differs: provider-number'],
  ])('%s, and the payment says why', async (_, changed, problem) => {
    const made = await recharge()
    provider.pay(made.outTradeNo)
    const answer = await notify(paidNotice(made.outTradeNo, changed(made)))
    expect([answer.statusCode, answer.body]).toEqual([500, 'fail'])
    expect(await state(made.id)).toMatchObject({ status: 10, problem })
    expect(await balance()).toBe(0)
  })

  it.each<[string, Partial<ProviderPayment>]>([
    ['of another amount', { amountCents: 100 }],
    ['of another currency', { currency: 'USD' }],
    ['of another merchant', { merchant: 'M2' }],
    ['of another app', { app: 'A2' }],
    ['of another payment', { outTradeNo: 'P-other' }],
  ])('that is right while the provider, when asked, tells %s', async (_, changed) => {
    const made = await recharge()
    const notice = paidNotice(made.outTradeNo)
    provider.pay(made.outTradeNo)
    provider.orders.set(made.outTradeNo, { ...provider.orders.get(made.outTradeNo)!, ...changed })
    expect((await notify(notice)).body).toBe('fail')
    expect(await balance()).toBe(0)
  })

  it('that the provider, when asked, does not confirm', async () => {
    const made = await recharge()
    expect((await notify(paidNotice(made.outTradeNo))).body).toBe('fail')
    provider.queryFails = unanswered()
    expect((await notify(paidNotice(made.outTradeNo))).body).toBe('fail')
    expect(await balance()).toBe(0)
    // The same event is heard again once the provider can be asked.
    provider.queryFails = null
    provider.pay(made.outTradeNo)
    expect((await notify(paidNotice(made.outTradeNo))).body).toBe('success')
    expect(await balance()).toBe(10_000)
  })

  it('of a payment that we never made, that is not signed, or to a provider that is off', async () => {
    const made = await recharge()
    provider.pay(made.outTradeNo)
    const notice = paidNotice(made.outTradeNo)
    expect(
      (await notify({ ...notice, payment: { ...(notice as { payment: ProviderPayment }).payment, outTradeNo: 'P-none' } } as PaymentNotification)).body,
    ).toBe('fail')
    expect((await notify(notice, { body: Buffer.concat([signedNotification(notice).body, Buffer.from(' ')]) })).body).toBe('fail')
    const before = await test.db.selectFrom('payment_notification').select('id').execute()
    expect((await notify(notice, { body: Buffer.from('{}') })).statusCode).toBe(500)
    // What is not genuine is not even kept: anybody could fill the table.
    expect((await test.db.selectFrom('payment_notification').select('id').execute()).length).toBe(before.length)
    const off = await test.app.inject({ method: 'POST', url: '/api/app/payment/notify/stripe', headers: { 'content-type': 'application/json' }, payload: '{}' })
    expect(off.statusCode).toBe(404)
    expect(await balance()).toBe(0)
  })
})

describe('a notification that comes again', () => {
  it('credits once: twenty at a time, and again later', async () => {
    const made = await recharge()
    provider.pay(made.outTradeNo)
    const answers = await Promise.all(Array.from({ length: 20 }, () => notify(paidNotice(made.outTradeNo))))
    expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, () => 'success'))
    minutes(60)
    expect((await notify(paidNotice(made.outTradeNo))).body).toBe('success')
    expect(await entries()).toHaveLength(1)
    await expectSoundLedger()
    const kept = await test.db.selectFrom('payment_notification').selectAll().where('payment_id', '=', made.id).execute()
    expect(kept).toMatchObject([{ times: 21, outcome: 'credited' }])
  })

  it('under another id credits once, and so does the job beside it', async () => {
    const made = await recharge()
    provider.pay(made.outTradeNo)
    minutes(1)
    await Promise.all([...Array.from({ length: 10 }, (_, index) => notify(paidNotice(made.outTradeNo, {}, `E-${made.outTradeNo}-${index}`))), poll(), poll()])
    expect(await entries()).toHaveLength(1)
    expect(await balance()).toBe(10_000)
  })

  it('after a newer one changes nothing: closed or pending does not undo paid', async () => {
    const made = await recharge()
    provider.pay(made.outTradeNo)
    await notify(paidNotice(made.outTradeNo))
    for (const told of ['pending', 'closed', 'failed', 'expired'] as const) {
      await notify(paidNotice(made.outTradeNo, { state: told }, `E-${made.outTradeNo}-${told}`))
      provider.orders.set(made.outTradeNo, { ...provider.orders.get(made.outTradeNo)!, state: told })
      await notify(paidNotice(made.outTradeNo, { state: told }, `E-${made.outTradeNo}-${told}-2`))
    }
    expect(await state(made.id)).toMatchObject({ status: 14 })
    expect(await balance()).toBe(10_000)
  })
})

describe('the job', () => {
  it('asks less and less often, until the time to pay has passed', async () => {
    const made = await recharge()
    const asked: number[] = []
    for (let minute = 0; minute < 40; minute++) {
      const before = provider.counts.query
      await poll()
      if (provider.counts.query > before) asked.push(minute)
      minutes(1)
    }
    expect(asked.length).toBeLessThan(12)
    expect(asked.at(-1)).toBeGreaterThanOrEqual(32)
    expect(await state(made.id)).toMatchObject({ status: 11 })
  })

  it('asks each hour for a day about an expired payment that its provider still lets be paid, and credits it', async () => {
    const [paid, never] = [await recharge(), await recharge()]
    minutes(60)
    await poll()
    expect([(await state(paid.id)).status, (await state(never.id)).status]).toEqual([11, 11])
    const before = provider.counts.query
    minutes(59)
    await poll()
    expect(provider.counts.query).toBe(before)
    provider.pay(paid.outTradeNo)
    minutes(2)
    await poll()
    expect(await state(paid.id)).toMatchObject({ status: 14, next_query_at: null })
    expect(await balance()).toBe(10_000)
    for (let hour = 0; hour < 30; hour++) {
      minutes(61)
      await poll()
    }
    expect(await state(never.id)).toMatchObject({ status: 11, next_query_at: null })
    expect(provider.counts.query - before).toBeLessThan(30)
  })

  it('is over with an expired payment that its provider does not know', async () => {
    const made = await recharge()
    provider.orders.clear()
    minutes(60)
    await poll()
    expect(await state(made.id)).toMatchObject({ status: 11, next_query_at: null })
  })

  it.each([
    ['closed', 12],
    ['failed', 13],
    ['expired', 11],
  ] as const)('brings what is %s to its end', async (told, status) => {
    const made = await recharge()
    provider.orders.set(made.outTradeNo, { ...provider.orders.get(made.outTradeNo)!, state: told })
    minutes(1)
    await poll()
    expect(await state(made.id)).toMatchObject({ status, next_query_at: null })
    expect(await balance()).toBe(0)
  })

  it('keeps a payment open while its provider does not answer, and calls it unknown after a week', async () => {
    const made = await recharge()
    provider.queryFails = unanswered()
    minutes(60)
    await poll()
    expect(await state(made.id)).toMatchObject({ status: 10 })
    minutes(8 * 24 * 60)
    await poll()
    expect(await state(made.id)).toMatchObject({ status: 0 })
  })

  it.each([{ merchant: 'M2' }, { app: 'A2' }])('does not take silence for an answer when the settings name another one: %o', async (changed) => {
    const made = await recharge()
    provider = scriptedProvider(changed)
    minutes(60)
    await poll()
    expect([provider.counts.query, (await state(made.id)).status]).toEqual([0, 10])
  })

  it('credits money that came after the time to pay: a late notification is still money', async () => {
    const made = await recharge()
    minutes(60)
    await poll()
    expect(await state(made.id)).toMatchObject({ status: 11 })
    provider.pay(made.outTradeNo)
    expect((await notify(paidNotice(made.outTradeNo))).body).toBe('success')
    expect(await state(made.id)).toMatchObject({ status: 14 })
    expect(await balance()).toBe(10_000)
  })

  it('credits nobody when the account is gone, and says so', async () => {
    const made = await recharge()
    await test.db.deleteFrom('account').where('id', '=', userId).execute()
    provider.pay(made.outTradeNo)
    minutes(1)
    await poll()
    expect(await state(made.id)).toMatchObject({ status: 14, problem: 'account missing', account_id: null })
  })
})

it('an Idempotency-Key of another form is refused', async () => {
  for (const key of ['', 'a b', 'x'.repeat(65), 'a,b'])
    expect((await send('sys/payment/try', { provider: 'wechat' }, key)).problem, key).toBe('idempotency_key_malformed')
  expect(await refusalOf(test.call(payment.info, { id: 999_999_999 }))).toMatchObject({ problem: 'payment_missing' })
})
