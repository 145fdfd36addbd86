import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PaymentProvider, RawNotification } from '../payment.ts'
import { reasonOf } from '../payment-outcomes.testing.ts'
import type { FakeStripe } from './fake-stripe.testing.ts'
import { openStripeScene, order, refund, webhookSecret, type StripeScene } from './stripe-scene.testing.ts'

let scene: StripeScene
let fake: FakeStripe
let provider: PaymentProvider
beforeEach(async () => {
  scene = await openStripeScene()
  ;({ fake, provider } = scene)
})
afterEach(() => scene.close())

describe('a webhook', () => {
  const raw = ({ body, signature }: { body: Buffer; signature: string }, changed: Partial<RawNotification> = {}): RawNotification => ({
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    query: '',
    body,
    ...changed,
  })
  const paid = async () => {
    const providerNo = await scene.ordered()
    fake.pay(providerNo)
    return { providerNo, session: fake.sessions.get(providerNo)! }
  }
  it.each([
    ['checkout.session.completed', 'paid'],
    ['checkout.session.async_payment_succeeded', 'paid'],
    ['checkout.session.async_payment_failed', 'failed'],
  ])('%s says that a payment is %s', async (type, state) => {
    const { providerNo, session } = await paid()
    expect(await provider.verifyNotification(raw(fake.event(type, session, { id: 'evt_1' })))).toEqual({
      eventId: 'evt_1',
      kind: 'payment',
      payment: {
        outTradeNo: order.outTradeNo,
        providerNo,
        state,
        amountCents: 1999,
        currency: 'CNY',
        merchant: null,
        app: 'test',
        paidAt: state === 'paid' ? scene.now : null,
      },
    })
  })

  it('of a session that is complete and not paid yet says that it waits', async () => {
    const providerNo = await scene.ordered()
    fake.sessions.get(providerNo)!['status'] = 'complete'
    const told = await provider.verifyNotification(raw(fake.event('checkout.session.completed', fake.sessions.get(providerNo)!)))
    expect(told).toMatchObject({ kind: 'payment', payment: { state: 'pending' } })
  })

  it('says what became of a refund of ours', async () => {
    const { providerNo } = await paid()
    const { providerRefundNo } = await provider.refunds!.create({ ...refund, providerNo })
    const object = fake.refunds.get(providerRefundNo!)!
    for (const [status, state] of Object.entries({ pending: 'refunding', succeeded: 'refund-completed', failed: 'refund-failed', canceled: 'refund-closed' }))
      expect(await provider.verifyNotification(raw(fake.event('refund.updated', { ...object, status })))).toMatchObject({
        kind: 'refund',
        outTradeNo: order.outTradeNo,
        refund: { refundNo: refund.refundNo, providerRefundNo, state, amountCents: 999, currency: 'CNY' },
      })
  })

  it.each<[string, string, (session: Record<string, unknown>) => void]>([
    ['of something else', 'customer.created', () => undefined],
    ['of a type that is a name of every object', 'constructor', () => undefined],
    ['of another one’s session', 'checkout.session.completed', (session) => (session['client_reference_id'] = null)],
    ['of a session with another’s reference', 'checkout.session.completed', (session) => (session['client_reference_id'] = 'cart:1/2')],
    ['of a subscription', 'checkout.session.completed', (session) => (session['mode'] = 'subscription')],
  ])('%s is none of ours, and moves nothing', async (_, type, change) => {
    const { session } = await paid()
    change(session)
    expect(await provider.verifyNotification(raw(fake.event(type, session)))).toMatchObject({ kind: 'other', what: type })
  })

  it('of a refund that was made by hand moves nothing', async () => {
    const { providerNo } = await paid()
    const { providerRefundNo } = await provider.refunds!.create({ ...refund, providerNo })
    const object = { ...fake.refunds.get(providerRefundNo!)!, metadata: {} }
    expect(await provider.verifyNotification(raw(fake.event('refund.updated', object)))).toMatchObject({ kind: 'other' })
  })

  const event = (content: object): Buffer => Buffer.from(JSON.stringify(content))
  it.each<[string, (told: { body: Buffer; signature: string }) => Partial<RawNotification>, string]>([
    ['that is asked for by GET', () => ({ method: 'GET' }), 'malformed'],
    ['without a content type', ({ signature }) => ({ headers: { 'stripe-signature': signature } }), 'malformed'],
    ['that is a form', ({ signature }) => ({ headers: { 'content-type': 'application/x-www-form-urlencoded', 'stripe-signature': signature } }), 'malformed'],
    ['that is JSON of another kind', ({ signature }) => ({ headers: { 'content-type': 'application/jsonp', 'stripe-signature': signature } }), 'malformed'],
    ['without a signature', () => ({ headers: { 'content-type': 'application/json' } }), 'signature'],
    ['with two signature headers of others', ({ body }) => ({ body: Buffer.concat([body, Buffer.from(' ')]) }), 'signature'],
  ])('%s is not believed', async (_, changed, reason) => {
    const { session } = await paid()
    const told = fake.event('checkout.session.completed', session)
    expect(await reasonOf(provider, raw(told, changed(told)))).toBe(reason)
  })

  it('of the other world is not believed, even with the right signature', async () => {
    const { session } = await paid()
    expect(await reasonOf(provider, raw(fake.event('checkout.session.completed', session, { livemode: true })))).toBe('malformed')
    expect(await reasonOf(provider, raw(fake.event('checkout.session.completed', { ...session, livemode: true })))).toBe('malformed')
    expect(await reasonOf(scene.providerWith({ secretKey: 'sk_live_1' }), raw(fake.event('checkout.session.completed', session)))).toBe('malformed')
  })

  it('that is old, early or signed by another is not believed', async () => {
    const { session } = await paid()
    for (const seconds of [-301, 301]) {
      const at = new Date(scene.now.getTime() + seconds * 1000)
      expect(await reasonOf(provider, raw(fake.event('checkout.session.completed', session, { at })))).toBe('stale')
    }
    const ofOther = raw(fake.event('checkout.session.completed', session, { secret: 'whsec_other' }))
    expect(await reasonOf(provider, ofOther)).toBe('signature')
    expect(await reasonOf(scene.providerWith({ previousWebhookSecret: 'whsec_other' }), ofOther)).toBe('believed')
    expect(await reasonOf(scene.providerWith({ webhookSecret: '' }), raw(fake.event('checkout.session.completed', session)))).toBe('key')
  })

  it.each<[string, object]>([
    ['no object', []],
    ['null', { value: null }],
    ['an event without an id', { object: 'event', type: 'a', livemode: false, created: 1, data: { object: { object: 'x' } } }],
    ['an event with another’s id', { id: 'cs_1', object: 'event', type: 'a', livemode: false, created: 1, data: { object: { object: 'x' } } }],
    ['a thin event', { id: 'evt_1', object: 'v2.core.event', type: 'a', livemode: false, created: 1, data: { object: { object: 'x' } } }],
    ['an event without livemode', { id: 'evt_1', object: 'event', type: 'a', created: 1, data: { object: { object: 'x' } } }],
    ['an event without content', { id: 'evt_1', object: 'event', type: 'a', livemode: false, created: 1, data: {} }],
    [
      'a session that is none',
      { id: 'evt_1', object: 'event', type: 'checkout.session.completed', livemode: false, created: 1, data: { object: { object: 'charge' } } },
    ],
    ['a refund that is none', { id: 'evt_1', object: 'event', type: 'refund.updated', livemode: false, created: 1, data: { object: { object: 'charge' } } }],
  ])('that is signed but holds %s is not read', async (_, content) => {
    const { Stripe } = await import('stripe')
    const body = event(content)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body.toString(), secret: webhookSecret, timestamp: scene.now.getTime() / 1000 })
    expect(await reasonOf(provider, raw({ body, signature }))).toBe('malformed')
  })

  it('that is signed but no JSON is not read', async () => {
    const { Stripe } = await import('stripe')
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: '{', secret: webhookSecret, timestamp: scene.now.getTime() / 1000 })
    expect(await reasonOf(provider, raw({ body: Buffer.from('{'), signature }))).toBe('malformed')
  })
})
