import { Stripe } from 'stripe'
import { startFakeOutside, type FakeOutside, type FakeAnswer, type FakeCall } from '../../../../../tests/support/fake-outside.ts'
import { stripeVersion } from './stripe-calls.ts'

/*
 * Stripe on loopback, as strict as Stripe: key, pinned version, form encoding, known parameters only, amounts, times,
 * Idempotency-Keys that are remembered with what they were used for, and Stripe's own error codes.
 */

type StripeObject = Record<string, unknown>

export type FakeStripe = FakeOutside & {
  readonly sessions: Map<string, StripeObject>
  readonly refunds: Map<string, StripeObject>
  /** The payer pays; or does not, in the end. */
  pay(sessionId: string): void
  fail(sessionId: string): void
  expire(sessionId: string): void
  /** As Stripe does after a day. */
  forgetKeys(): void
  /** A signed webhook of an object as it is now. */
  event(type: string, object: StripeObject, changed?: { id?: string; livemode?: boolean; secret?: string; at?: Date }): { body: Buffer; signature: string }
}

const failure = (status: number, type: string, code: string): FakeAnswer => ({
  status,
  headers: { 'request-id': 'req_1' },
  body: { error: { type, code, message: `refused: ${code}` } },
})

export async function startFakeStripe(secretKey: string, webhookSecret: string, now: () => Date): Promise<FakeStripe> {
  const sessions = new Map<string, StripeObject>()
  const refunds = new Map<string, StripeObject>()
  const intents = new Map<string, StripeObject>()
  const keys = new Map<string, { params: string; answer: FakeAnswer }>()
  const livemode = secretKey.includes('_live_')
  const seconds = (): number => Math.floor(now().getTime() / 1000)
  let count = 0
  const idOf = (prefix: string): string => `${prefix}_${livemode ? 'live' : 'test'}_${String((count += 1)).padStart(8, '0')}`

  const createSession = (params: URLSearchParams): FakeAnswer => {
    const known =
      /^(mode|client_reference_id|success_url|cancel_url|expires_at|adaptive_pricing\[enabled\]|metadata\[\w+\]|payment_intent_data\[metadata\]\[\w+\]|line_items\[0\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\])$/
    for (const name of params.keys()) if (!known.test(name)) return failure(400, 'invalid_request_error', 'parameter_unknown')
    const text = (name: string): string => params.get(name) ?? ''
    for (const name of ['mode', 'success_url', 'line_items[0][price_data][product_data][name]', 'client_reference_id'])
      if (text(name) === '') return failure(400, 'invalid_request_error', 'parameter_missing')
    if (text('mode') !== 'payment' || text('line_items[0][quantity]') !== '1' || text('adaptive_pricing[enabled]') !== 'false')
      return failure(400, 'invalid_request_error', 'parameter_invalid')
    const amount = text('line_items[0][price_data][unit_amount]')
    const currency = text('line_items[0][price_data][currency]')
    if (!/^[1-9]\d{0,7}$/.test(amount)) return failure(400, 'invalid_request_error', 'parameter_invalid_integer')
    if (!/^[a-z]{3}$/.test(currency)) return failure(400, 'invalid_request_error', 'invalid_currency')
    const expires = Number(text('expires_at'))
    if (!Number.isInteger(expires) || expires < seconds() + 1800 || expires > seconds() + 86_400)
      return failure(400, 'invalid_request_error', 'expires_at_invalid')
    if (!text('success_url').startsWith('https://') && !text('success_url').startsWith('http://127'))
      return failure(400, 'invalid_request_error', 'url_invalid')
    const id = idOf('cs')
    const session = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      livemode,
      client_reference_id: text('client_reference_id'),
      amount_total: Number(amount),
      amount_subtotal: Number(amount),
      currency,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      url: `https://checkout.stripe.com/c/pay/${id}`,
      metadata: { out_trade_no: text('payment_intent_data[metadata][out_trade_no]') },
      expires_at: expires,
    }
    sessions.set(id, session)
    return { body: session }
  }

  const createRefund = (params: URLSearchParams): FakeAnswer => {
    for (const name of params.keys())
      if (!/^(payment_intent|amount|metadata\[\w+\])$/.test(name)) return failure(400, 'invalid_request_error', 'parameter_unknown')
    const intent = intents.get(params.get('payment_intent') ?? '')
    if (!intent) return failure(404, 'invalid_request_error', 'resource_missing')
    const amount = Number(params.get('amount'))
    const charge = intent['latest_charge'] as { amount: number; amount_refunded: number; currency: string } | null
    if (!Number.isInteger(amount) || amount < 1) return failure(400, 'invalid_request_error', 'parameter_invalid_integer')
    if (!charge) return failure(400, 'invalid_request_error', 'charge_not_refundable')
    if (charge.amount_refunded + amount > charge.amount) return failure(400, 'invalid_request_error', 'amount_too_large')
    charge.amount_refunded += amount
    const metadata = { out_trade_no: params.get('metadata[out_trade_no]') ?? '', refund_no: params.get('metadata[refund_no]') ?? '' }
    const refund = { id: idOf('re'), object: 'refund', amount, currency: charge.currency, status: 'succeeded', metadata, payment_intent: intent['id'] }
    refunds.set(refund.id, refund)
    return { body: refund }
  }

  const page = (data: StripeObject[]): FakeAnswer => ({ body: { object: 'list', url: '/v1', has_more: false, data } })
  const missing = failure(404, 'invalid_request_error', 'resource_missing')
  const expanded = (call: FakeCall, name: string, session: StripeObject): StripeObject => ({
    ...session,
    payment_intent: call.query.get('expand[0]') === name ? (intents.get(String(session['payment_intent'])) ?? null) : session['payment_intent'],
  })

  const answer = (call: FakeCall): FakeAnswer => {
    if (call.headers.authorization !== `Bearer ${secretKey}`) return failure(401, 'invalid_request_error', 'api_key_invalid')
    if (call.headers['stripe-version'] !== stripeVersion) return failure(400, 'invalid_request_error', 'version_invalid')
    if (call.method === 'POST') {
      const key = call.headers['idempotency-key']
      if (call.headers['content-type'] !== 'application/x-www-form-urlencoded') return failure(400, 'invalid_request_error', 'content_type')
      if (typeof key !== 'string' || key.length > 255) return failure(400, 'invalid_request_error', 'idempotency_key_missing')
      const params = call.body.toString()
      const before = keys.get(key)
      if (before) return before.params === params + call.path ? before.answer : failure(400, 'idempotency_error', 'idempotency_key_in_use')
      const work = { '/v1/checkout/sessions': createSession, '/v1/refunds': createRefund }[call.path]
      if (!work) return failure(404, 'invalid_request_error', 'url_unknown')
      const made = work(new URLSearchParams(params))
      if ((made.status ?? 200) === 200) keys.set(key, { params: params + call.path, answer: { ...made, body: structuredClone(made.body as object) } })
      return made
    }
    if (call.path === '/v1/checkout/sessions') {
      const wanted = call.query.get('payment_intent')
      return page(
        [...sessions.values()]
          .filter((one) => wanted === null || one['payment_intent'] === wanted)
          .map((one) => expanded(call, 'data.payment_intent.latest_charge', one)),
      )
    }
    if (call.path === '/v1/payment_intents/search') {
      const found = /^metadata\['out_trade_no'\]:'([A-Za-z0-9]+)'$/.exec(call.query.get('query') ?? '')
      if (!found) return failure(400, 'invalid_request_error', 'query_invalid')
      return page([...intents.values()].filter((one) => (one['metadata'] as Record<string, string>)['out_trade_no'] === found[1]))
    }
    if (call.path === '/v1/refunds') return page([...refunds.values()].filter((one) => one['payment_intent'] === call.query.get('payment_intent')))
    const [, kind = '', id = ''] = /^\/v1\/(checkout\/sessions|refunds)\/(\w+)$/.exec(call.path) ?? []
    const found = kind === 'refunds' ? refunds.get(id) : sessions.get(id)
    if (!found) return missing
    return { body: kind === 'refunds' ? found : expanded(call, 'payment_intent.latest_charge', found) }
  }

  const begin = (sessionId: string, status: string, hasCharge: boolean): StripeObject => {
    const session = sessions.get(sessionId)!
    const { amount_total: amount, currency, metadata } = session
    const latest_charge = hasCharge ? { id: idOf('ch'), object: 'charge', created: seconds(), amount, currency, amount_refunded: 0 } : null
    const intent: StripeObject = { id: idOf('pi'), object: 'payment_intent', status, metadata, latest_charge }
    intents.set(String(intent['id']), intent)
    session['payment_intent'] = intent['id']
    session['status'] = 'complete'
    return session
  }

  const fake = await startFakeOutside(answer)
  return {
    ...fake,
    sessions,
    refunds,
    forgetKeys: () => keys.clear(),
    pay: (id) => void (begin(id, 'succeeded', true)['payment_status'] = 'paid'),
    fail: (id) => void begin(id, 'requires_payment_method', false),
    expire: (id) => void (sessions.get(id)!['status'] = 'expired'),
    event(type, object, changed = {}) {
      const id = changed.id ?? `evt_${(count += 1)}`
      const payload = JSON.stringify({
        id,
        object: 'event',
        api_version: stripeVersion,
        created: seconds(),
        type,
        livemode: changed.livemode ?? livemode,
        data: { object },
        pending_webhooks: 1,
        request: null,
      })
      const timestamp = Math.floor((changed.at ?? now()).getTime() / 1000)
      return {
        body: Buffer.from(payload),
        signature: Stripe.webhooks.generateTestHeaderString({ payload, secret: changed.secret ?? webhookSecret, timestamp }),
      }
    },
  }
}
