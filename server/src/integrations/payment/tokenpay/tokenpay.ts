import * as z from 'zod/mini'
import { centsFromDecimal, decimalFromCents } from '@nameplane/contract/money'
import type { TokenPay } from '@nameplane/contract/system/settings/payment-tokenpay'
import { outbound } from '../../http/outbound.ts'
import {
  NotificationProblem,
  PaymentProviderProblem,
  type Clock,
  type PaymentKey,
  type PaymentNotification,
  type PaymentOrder,
  type PaymentProvider,
  type ProviderConnection,
  type ProviderPayment,
  type RawNotification,
} from '../payment.ts'
import { answered, isPaymentPage, jsonOf } from '../provider-call.ts'
import { FieldsProblem, jsonFields, type SignedFields } from '../signed-fields.ts'
import { isTokenPaySigned, tokenPaySignature } from './tokenpay-signature.ts'

/** Where the calls go: the merchant's own service, anywhere on the Internet. */
export function tokenPayConnection(serviceUrl: string): ProviderConnection {
  return outbound({ family: 'payment', baseUrl: serviceUrl })
}

const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
/** TokenPay writes amounts as numbers in some answers and as texts in others. */
const decimal = z.union([z.string(), z.pipe(z.number(), z.transform(String))])

const Created = z.object({
  success: z.literal(true),
  data: z.string(),
  info: z.object({ Id: uuid, OutOrderId: z.string(), ActualAmount: decimal, BaseCurrency: z.string() }),
})
const Refused = z.object({ success: z.literal(false), message: z.optional(z.string()) })

/** One order, as its query answers it; the notification has the same fields with capital letters. */
const Order = z.object({
  id: uuid,
  outOrderId: z.string(),
  actualAmount: decimal,
  amount: z.optional(decimal),
  payAmount: z.optional(z.nullable(decimal)),
  baseCurrency: z.optional(z.nullable(z.string())),
  status: z.union([z.string(), z.number()]),
  isDynamicAmount: z.optional(z.nullable(z.union([z.boolean(), z.number(), z.string()]))),
})
type Order = z.infer<typeof Order>

/** Numbers in notifications, names or numbers in answers to a query. */
const states: Readonly<Record<string, ProviderPayment['state']>> = {
  '0': 'pending',
  '1': 'paid',
  '2': 'expired',
  Pending: 'pending',
  Paid: 'paid',
  Expired: 'expired',
}

/** An order that TokenPay never has: asking for it proves the address and the token. */
const noOrder = '00000000-0000-0000-0000-000000000000'

/** What TokenPay says, in its own words, when the signature is right but nothing is there. */
const unknownOrder = /不存在/
const wrongSignature = /签名/

/**
 * TokenPay (LightCountry/TokenPay), a service the merchant runs for payments in coins. It cannot send money back. Its
 * answers are not signed, so https alone says whose they are; notifications are, and are asked about again by their Id.
 */
export function tokenPayProvider(setting: TokenPay, connection: ProviderConnection, _now: Clock): PaymentProvider {
  const signed = (fields: SignedFields): string => tokenPaySignature(fields, setting.token, setting.digest)

  const asked = async (id: string): Promise<unknown> => {
    const query = { Id: id, Signature: signed(new Map([['Id', id]])) }
    const reply = await answered('tokenpay', connection, { method: 'GET', path: '/Query', query, isIdempotent: true })
    return jsonOf('tokenpay', reply.body)
  }

  return {
    name: 'tokenpay',
    methodCode: 8,
    merchant: '',
    app: '',
    currency: setting.currency,

    async create(order: PaymentOrder) {
      if (order.currency !== setting.currency || order.amountCents < 1) throw new PaymentProviderProblem('refused', 'tokenpay: amount not possible', 'amount')
      // Without trailing zeros every implementation prints the number as it was sent, so that all sign the same text.
      const amount = decimalFromCents(order.amountCents).replace(/\.?0+$/, '')
      const fields = new Map([
        ['OutOrderId', order.outTradeNo],
        // An address of its own for each order: what a user typed has no place in a signed field.
        ['OrderUserKey', order.outTradeNo],
        ['ActualAmount', amount],
        ['Currency', setting.coin],
        ['NotifyUrl', order.notifyUrl],
        ['RedirectUrl', order.returnUrl],
      ])
      if ([...fields.values()].some((text) => text.includes('&'))) throw new PaymentProviderProblem('refused', 'tokenpay: an address contains &', 'url')
      const members = [...fields, ['Signature', signed(fields)] as const].map(
        ([name, text]) => `${JSON.stringify(name)}:${name === 'ActualAmount' ? text : JSON.stringify(text)}`,
      )
      const reply = await answered('tokenpay', connection, {
        method: 'POST',
        path: '/CreateOrder',
        headers: { 'content-type': 'application/json' },
        body: `{${members.join(',')}}`,
        // It does not lock: two at once could make two orders of one number.
        isIdempotent: false,
      })
      const answer = jsonOf('tokenpay', reply.body)
      const refused = Refused.safeParse(answer)
      if (refused.success) throw new PaymentProviderProblem('refused', 'tokenpay: the order was refused', codeOf(refused.data.message))
      const created = Created.safeParse(answer)
      if (!created.success) throw new PaymentProviderProblem('unanswered', 'tokenpay: the answer has not the documented form')
      const { info, data: page } = created.data
      if (info.OutOrderId !== order.outTradeNo || centsFromDecimal(info.ActualAmount) !== order.amountCents || info.BaseCurrency !== order.currency)
        throw new PaymentProviderProblem('untrusted', 'tokenpay: the created order is not the requested one')
      if (!isPaymentPage(page, setting.serviceUrl)) throw new PaymentProviderProblem('untrusted', 'tokenpay: the payment page is not an https address')
      return { kind: 'redirect', url: page, providerNo: info.Id }
    },

    async query(key: PaymentKey): Promise<ProviderPayment | null> {
      // It finds orders by its own number only. Ordering again with our number gives that one.
      if (key.providerNo === null) throw new PaymentProviderProblem('refused', 'tokenpay: an order is found by its own number only', 'no_provider_number')
      if (!uuid.safeParse(key.providerNo).success) throw new PaymentProviderProblem('refused', 'tokenpay: invalid order number', 'no_provider_number')
      const answer = await asked(key.providerNo)
      const refused = Refused.safeParse(answer)
      if (refused.success) {
        if (unknownOrder.test(refused.data.message ?? '')) return null
        throw new PaymentProviderProblem('refused', 'tokenpay: the question was refused', codeOf(refused.data.message))
      }
      const found = z.object({ success: z.literal(true), data: Order }).safeParse(answer)
      const payment = found.success ? paymentOf(found.data.data, setting.currency) : null
      if (!payment) throw new PaymentProviderProblem('unanswered', 'tokenpay: the answer has not the documented form')
      if (payment.providerNo !== key.providerNo || payment.outTradeNo !== key.outTradeNo)
        throw new PaymentProviderProblem('untrusted', 'tokenpay: the answer is about another order')
      return payment
    },

    verifyNotification: (raw: RawNotification) => Promise.resolve().then(() => verified(raw, setting)),

    refunds: null,

    async probe() {
      const refused = Refused.safeParse(await asked(noOrder))
      if (!refused.success) throw new PaymentProviderProblem('unanswered', 'tokenpay: the answer has not the documented form')
      const message = refused.data.message ?? ''
      if (!unknownOrder.test(message)) throw new PaymentProviderProblem('refused', 'tokenpay: the question was refused', codeOf(message))
    },

    answers: { success: { status: 200, contentType: 'text/plain', body: 'ok' }, failure: { status: 400, contentType: 'text/plain', body: 'fail' } },
  }
}

/** TokenPay has no codes, only words; the two that tell something are named. */
function codeOf(message = ''): string {
  return wrongSignature.test(message) ? 'signature' : unknownOrder.test(message) ? 'unknown_order' : 'refused'
}

function verified(raw: RawNotification, setting: TokenPay): PaymentNotification {
  if (raw.method !== 'POST' || raw.query !== '') throw new NotificationProblem('malformed', 'tokenpay: notifications are posted, without a query')
  if (!/^application\/json(?:;|$)/.test(raw.headers['content-type'] ?? '')) throw new NotificationProblem('malformed', 'tokenpay: notifications are JSON')
  if (setting.token === '') throw new NotificationProblem('key', 'tokenpay: no token is set')
  let fields: SignedFields
  try {
    fields = jsonFields(raw.body)
  } catch (cause) {
    if (cause instanceof FieldsProblem) throw new NotificationProblem('malformed', `tokenpay: ${cause.message}`, { cause })
    throw cause
  }
  if (!isTokenPaySigned(fields, setting.token, setting.digest))
    throw new NotificationProblem('signature', 'tokenpay: the signature is not that of these fields')
  const order = Order.safeParse({
    id: fields.get('Id'),
    outOrderId: fields.get('OutOrderId'),
    actualAmount: fields.get('ActualAmount'),
    amount: fields.get('Amount'),
    payAmount: fields.get('PayAmount'),
    baseCurrency: fields.get('BaseCurrency'),
    status: fields.get('Status'),
    isDynamicAmount: fields.get('IsDynamicAmount'),
  })
  // Nothing stands in for a currency that is not named.
  const payment = order.success ? paymentOf(order.data, '') : null
  if (!payment) throw new NotificationProblem('malformed', 'tokenpay: the notification has not the documented fields')
  return { eventId: `${payment.providerNo}:${payment.state}`, kind: 'payment', payment }
}

/** `currency` stands in for the base currency where the answer does not name it. */
function paymentOf(order: Order, currency: string): ProviderPayment | null {
  const status = String(order.status)
  const state = Object.hasOwn(states, status) ? states[status] : undefined
  const ordered = centsFromDecimal(order.actualAmount)
  const base = order.baseCurrency ?? currency
  if (state === undefined || ordered === null || !/^[A-Za-z0-9]{1,32}$/.test(order.outOrderId) || !/^[A-Z]{3}$/.test(base)) return null
  const amountCents = state === 'paid' && isDynamic(order) ? paidShare(ordered, order) : ordered
  if (amountCents === null) return null
  // PayTime is in the service's own time zone, which it does not name.
  return { outTradeNo: order.outOrderId, providerNo: order.id, state, amountCents, currency: base, merchant: null, app: null, paidAt: null }
}

function isDynamic(order: Order): boolean {
  return !['0', 'false', '', 'undefined', 'null'].includes(String(order.isDynamicAmount))
}

/**
 * A service may be set to take somewhat more or less coins than were asked for. Who paid less has paid that share of the
 * order, rounded down, so that it does not pass for the whole.
 */
function paidShare(orderedCents: number, order: Order): number | null {
  const [asked, paid] = [coins(order.amount), coins(order.payAmount ?? undefined)]
  if (asked === null || paid === null || asked === 0n) return null
  return paid >= asked ? orderedCents : Number((BigInt(orderedCents) * paid) / asked)
}

/** An amount of coins in its smallest unit, 18 decimals at most. */
function coins(text: string | undefined): bigint | null {
  const found = /^(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text ?? '')
  return found ? BigInt(`${found[1] ?? ''}${(found[2] ?? '').padEnd(18, '0')}`) : null
}
