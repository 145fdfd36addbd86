import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeFaults } from '../../../../../tests/support/fake-outside.ts'
import { PaymentKeyProblem, type PaymentOrder, type PaymentProvider } from '../payment.ts'
import { problemOf } from '../payment-outcomes.testing.ts'
import type { FakeStripe } from './fake-stripe.testing.ts'
import { openStripeScene, order, refund, start, type StripeScene } from './stripe-scene.testing.ts'

let scene: StripeScene
let fake: FakeStripe
let provider: PaymentProvider
beforeEach(async () => {
  scene = await openStripeScene()
  ;({ fake, provider } = scene)
})
afterEach(() => scene.close())

describe('an order', () => {
  it('becomes a page of Stripe', async () => {
    const offer = await provider.create(order)
    expect(offer).toEqual({
      kind: 'redirect',
      url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//),
      providerNo: expect.stringMatching(/^cs_test_/),
    })
    const [call] = fake.calls
    const sent = new URLSearchParams(call!.body.toString())
    expect(call!.headers['idempotency-key']).toBe('nameplane-payment-P20261121ABCDEF')
    expect(sent.get('line_items[0][price_data][unit_amount]')).toBe('1999')
    expect(sent.get('line_items[0][price_data][currency]')).toBe('cny')
    expect(sent.get('client_reference_id')).toBe(order.outTradeNo)
  })

  it('says nothing about this machine', async () => {
    await provider.create(order)
    expect(Object.keys(fake.calls[0]!.headers).filter((name) => name.startsWith('x-stripe'))).toEqual([])
    expect(fake.calls[0]!.headers['user-agent'] ?? '').not.toContain('Stripe')
  })

  it('that is sent again, later too, is the same one', async () => {
    const first = await provider.create(order)
    scene.now = new Date(start.getTime() + 600_000)
    expect(await provider.create(order)).toEqual(first)
    expect(fake.sessions.size).toBe(1)
  })

  it('whose answer was lost is the same one when it is sent again', async () => {
    fake.failNext('answer-lost')
    const { providerNo } = await provider.create(order)
    expect([...fake.sessions.keys()]).toEqual([providerNo])
  })

  it.each<[string, Partial<PaymentOrder>]>([
    ['of nothing', { amountCents: 0 }],
    ['of less than nothing', { amountCents: -1 }],
    ['of half a cent', { amountCents: 0.5 }],
    ['in another currency', { currency: 'USD' }],
  ])('%s is refused before Stripe hears of it', async (_, changed) => {
    expect((await problemOf(provider.create({ ...order, ...changed }))).kind).toBe('refused')
    expect(fake.calls).toHaveLength(0)
  })

  it('in yen has no hundredths', async () => {
    await scene.providerWith({ currency: 'JPY' }).create({ ...order, currency: 'JPY', amountCents: 50_000 })
    expect([...fake.sessions.values()][0]).toMatchObject({ amount_total: 500, currency: 'jpy' })
    expect((await problemOf(scene.providerWith({ currency: 'JPY' }).create({ ...order, currency: 'JPY', amountCents: 50_050 }))).kind).toBe('refused')
  })

  it('with a wrong key is refused', async () => {
    const problem = await problemOf(scene.providerWith({ secretKey: 'sk_test_other' }).create(order))
    expect(problem).toMatchObject({ kind: 'refused', providerCode: 'api_key_invalid' })
  })

  it('that runs out too late is refused by Stripe', async () => {
    const problem = await problemOf(provider.create({ ...order, expiresAt: new Date(start.getTime() + 86_400_000) }))
    expect(problem).toMatchObject({ kind: 'refused', providerCode: 'expires_at_invalid' })
  })
})

describe('a question', () => {
  it('finds the payment in each of its states', async () => {
    const providerNo = await scene.ordered()
    const key = { outTradeNo: order.outTradeNo, providerNo }
    const known = { outTradeNo: order.outTradeNo, providerNo, amountCents: 1999, currency: 'CNY', merchant: null, app: 'test' }
    expect(await provider.query(key)).toEqual({ ...known, state: 'pending', paidAt: null })
    scene.now = new Date(start.getTime() + 60_000)
    fake.pay(providerNo)
    expect(await provider.query(key)).toEqual({ ...known, state: 'paid', paidAt: scene.now })
    await provider.refunds!.create({ ...refund, providerNo })
    expect(await provider.query(key)).toMatchObject({ state: 'refunded' })
  })

  it('finds a failed and an expired payment', async () => {
    const providerNo = await scene.ordered()
    fake.fail(providerNo)
    expect(await provider.query({ outTradeNo: order.outTradeNo, providerNo })).toMatchObject({ state: 'failed' })
    const other = (await provider.create({ ...order, outTradeNo: 'P2' })).providerNo!
    fake.expire(other)
    expect(await provider.query({ outTradeNo: 'P2', providerNo: other })).toMatchObject({ state: 'expired' })
  })

  it('finds a payment that was begun by our number alone', async () => {
    const providerNo = await scene.ordered()
    expect(await provider.query({ outTradeNo: order.outTradeNo, providerNo: null })).toBeNull()
    fake.pay(providerNo)
    expect(await provider.query({ outTradeNo: order.outTradeNo, providerNo: null })).toMatchObject({ providerNo, state: 'paid' })
  })

  it('about nothing finds nothing', async () => expect(await provider.query({ outTradeNo: 'P9', providerNo: 'cs_test_9' })).toBeNull())

  it('does not believe an answer about another payment', async () => {
    const providerNo = await scene.ordered()
    expect((await problemOf(provider.query({ outTradeNo: 'P9', providerNo }))).kind).toBe('untrusted')
  })

  it.each<[string, (session: Record<string, unknown>) => void]>([
    ['another amount', (session) => (session['amount_total'] = 'much')],
    ['another kind of object', (session) => (session['object'] = 'checkout')],
    ['an unknown state', (session) => (session['status'] = 'done')],
    ['an unknown state of payment', (session) => (session['payment_status'] = 'PAID')],
    ['a negative amount', (session) => (session['amount_total'] = -1999)],
  ])('does not take %s for an answer', async (_, change) => {
    const providerNo = await scene.ordered()
    change(fake.sessions.get(providerNo)!)
    expect((await problemOf(provider.query({ outTradeNo: order.outTradeNo, providerNo }))).kind).toBe('unanswered')
  })

  it('never takes a free session for a paid one', async () => {
    const providerNo = await scene.ordered()
    Object.assign(fake.sessions.get(providerNo)!, { status: 'complete', payment_status: 'no_payment_required' })
    expect(await provider.query({ outTradeNo: order.outTradeNo, providerNo })).toMatchObject({ state: 'pending' })
  })
})

describe('a refund', () => {
  it('moves money once however often it is asked for', async () => {
    const providerNo = await scene.ordered()
    fake.pay(providerNo)
    const first = await provider.refunds!.create({ ...refund, providerNo })
    expect(first).toEqual({
      refundNo: refund.refundNo,
      providerRefundNo: expect.stringMatching(/^re_/),
      state: 'refund-completed',
      amountCents: 999,
      currency: 'CNY',
    })
    expect(await provider.refunds!.create({ ...refund, providerNo })).toEqual(first)
    expect(await provider.refunds!.query({ ...refund, providerNo, providerRefundNo: null })).toEqual(first)
    expect(await provider.refunds!.query({ ...refund, providerNo, providerRefundNo: first.providerRefundNo })).toEqual(first)
    expect(fake.refunds.size).toBe(1)
  })

  it('is found again after Stripe has forgotten the Idempotency-Key', async () => {
    const providerNo = await scene.ordered()
    fake.pay(providerNo)
    const key = { ...refund, providerNo }
    expect(await provider.refunds!.query({ ...key, providerRefundNo: null })).toBeNull()
    const first = await provider.refunds!.create(key)
    fake.forgetKeys()
    expect(await provider.refunds!.create(key)).toEqual(first)
    expect(fake.refunds.size).toBe(1)
  })

  it.each<[string, Partial<typeof refund>, string]>([
    ['more than was paid', { amountCents: 2000 }, 'amount'],
    ['nothing', { amountCents: 0 }, 'amount'],
    ['another currency', { currency: 'USD' }, 'amount'],
  ])('of %s is refused', async (_, changed, code) => {
    const providerNo = await scene.ordered()
    fake.pay(providerNo)
    expect(await problemOf(provider.refunds!.create({ ...refund, ...changed, providerNo }))).toMatchObject({ kind: 'refused', providerCode: code })
    expect(fake.refunds.size).toBe(0)
  })

  it('of what was not paid is refused', async () => {
    const providerNo = await scene.ordered()
    expect(await problemOf(provider.refunds!.create({ ...refund, providerNo }))).toMatchObject({ kind: 'refused', providerCode: 'no_payment' })
  })

  it('beyond what is left is refused by Stripe', async () => {
    const providerNo = await scene.ordered()
    fake.pay(providerNo)
    await provider.refunds!.create({ ...refund, providerNo, amountCents: 1500 })
    const problem = await problemOf(provider.refunds!.create({ ...refund, providerNo, refundNo: 'R2', amountCents: 500 }))
    expect(problem).toMatchObject({ kind: 'refused', providerCode: 'amount_too_large' })
  })

  it('of the same number with another amount is not taken for it', async () => {
    const providerNo = await scene.ordered()
    fake.pay(providerNo)
    await provider.refunds!.create({ ...refund, providerNo })
    expect((await problemOf(provider.refunds!.create({ ...refund, providerNo, amountCents: 998 }))).kind).toBe('untrusted')
  })
})

it('is not spoken with keys of two worlds', () => {
  expect(() => scene.providerWith({ publishableKey: 'pk_live_1' })).toThrow(PaymentKeyProblem)
  expect(() => scene.providerWith({ publishableKey: 'pk_test_1' })).not.toThrow()
  expect(() => scene.providerWith({ secretKey: 'rk_live_1', publishableKey: 'pk_live_1' })).not.toThrow()
})

describe('a try of the settings', () => {
  it('passes with the right key', async () => expect(await provider.probe()).toBeUndefined())
  it('does not with another', async () =>
    expect(await problemOf(scene.providerWith({ secretKey: 'sk_test_x' }).probe())).toMatchObject({ kind: 'refused', providerCode: 'api_key_invalid' }))
})

describe('Stripe out of order', () => {
  it.each(fakeFaults)('leaves nobody believing anything: %s', async (fault) => {
    const providerNo = await scene.ordered()
    fake.pay(providerNo)
    fake.failAlways(fault)
    const key = { outTradeNo: order.outTradeNo, providerNo }
    expect((await problemOf(provider.query(key))).kind).toBe('unanswered')
    scene.forgetFailures()
    expect((await problemOf(provider.create({ ...order, outTradeNo: 'P3' }))).kind).toBe('unanswered')
    scene.forgetFailures()
    expect((await problemOf(provider.refunds!.create({ ...refund, providerNo }))).kind).toBe('unanswered')
  })
})
