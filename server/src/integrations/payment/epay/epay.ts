import { centsFromDecimal, decimalFromCents } from '@nameplane/contract/money'
import type { Epay } from '@nameplane/contract/system/settings/payment-epay'
import { outbound } from '../../http/outbound.ts'
import {
  NotificationProblem,
  PaymentProviderProblem,
  type Clock,
  type PaymentKey,
  type PaymentNotification,
  type PaymentOffer,
  type PaymentOrder,
  type PaymentProvider,
  type ProviderConnection,
  type ProviderPayment,
  type ProviderRefund,
  type RawNotification,
  type RefundKey,
  type RefundOrder,
} from '../payment.ts'
import { answered, isPaymentPage } from '../provider-call.ts'
import { rsaPrivateKey, rsaPublicKey } from '../rsa.ts'
import { FieldsProblem, jsonFields, queryFields, type SignedFields } from '../signed-fields.ts'
import { epayMd5, epayRsa, isEpayMd5Signed, isEpayRsaSigned } from './epay-signature.ts'

/** Where the calls go: the merchant's gateway, anywhere on the Internet, https only. */
export function epayConnection(serviceUrl: string): ProviderConnection {
  return outbound({ family: 'payment', baseUrl: serviceUrl })
}

/** How far a signed answer's or notification's clock may be from ours. Seconds; the gateway's own rule. */
const toleranceSeconds = 300

/** Gateways of Rainbow EPay take yuan. */
const currency = 'CNY'

/** 3 frozen and 4 only authorised: money that is not ours yet. */
const states: ReadonlyMap<string, ProviderPayment['state']> = new Map([
  ['0', 'pending'],
  ['1', 'paid'],
  ['2', 'refunded'],
  ['3', 'pending'],
  ['4', 'pending'],
])

const noSuchOrder = /订单号?不存在/
const noSuchRefund = /退款记录不存在/

/**
 * Rainbow EPay (彩虹易支付): many small gateways speak it. Version 2 signs with RSA in both directions, version 1 with MD5.
 * @throws PaymentKeyProblem for keys that cannot be what they should be
 */
export function epayProvider(setting: Epay, connection: ProviderConnection, now: Clock): PaymentProvider {
  const calls = setting.version === 'v2' ? callsV2(setting, connection, now) : callsV1(setting, connection)

  return {
    name: 'epay',
    methodCode: 9,
    merchant: setting.pid,
    app: '',
    currency,

    async create(order: PaymentOrder): Promise<PaymentOffer> {
      if (order.currency !== currency || order.amountCents < 1) throw new PaymentProviderProblem('refused', 'epay: amount not possible', 'amount')
      const answer = await calls.create({
        type: setting.way,
        out_trade_no: order.outTradeNo,
        notify_url: order.notifyUrl,
        return_url: order.returnUrl,
        name: order.title,
        money: decimalFromCents(order.amountCents),
        clientip: order.payerAddress,
        device: 'pc',
      })
      const offer = offerOf(answer, setting.serviceUrl)
      if (!offer) throw new PaymentProviderProblem('refused', 'epay: the gateway offers no way to pay that this platform can show', 'pay_type')
      return offer
    },

    async query(key: PaymentKey): Promise<ProviderPayment | null> {
      const answer = await calls.query(key.providerNo === null ? { out_trade_no: key.outTradeNo } : { trade_no: key.providerNo })
      if (answer === null) return null
      const payment = paymentOf(answer)
      if (!payment) throw new PaymentProviderProblem('unanswered', 'epay: the answer lacks the documented fields')
      if (payment.outTradeNo !== key.outTradeNo || (key.providerNo !== null && payment.providerNo !== key.providerNo))
        throw new PaymentProviderProblem('untrusted', 'epay: the answer is about another order')
      return payment
    },

    verifyNotification: (raw: RawNotification) => Promise.resolve().then(() => verified(raw, calls.prove)),

    refunds: calls.refunds,

    probe: () => calls.probe(),

    answers: { success: { status: 200, contentType: 'text/plain', body: 'success' }, failure: { status: 400, contentType: 'text/plain', body: 'fail' } },
  }
}

type Calls = {
  create: (fields: Readonly<Record<string, string>>) => Promise<SignedFields>
  query: (fields: Readonly<Record<string, string>>) => Promise<SignedFields | null>
  refunds: PaymentProvider['refunds']
  probe: () => Promise<void>
  /** @throws NotificationProblem for fields that the gateway has not signed, in the one way that is set */
  prove: (fields: SignedFields) => void
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** What the payer is shown, and words for people: the only members of answers that may hold any text. */
const freeFields = ['pay_info', 'payurl', 'qrcode', 'urlscheme', 'html', 'msg']

function readFields(body: Buffer): SignedFields {
  try {
    return jsonFields(body, freeFields)
  } catch (cause) {
    if (cause instanceof FieldsProblem) throw new PaymentProviderProblem('unanswered', `epay: ${cause.message}`, '', { cause })
    throw cause
  }
}

/** What is sent: text with & would move the boundary of a field. */
function ownFields(fields: Readonly<Record<string, string>>): Map<string, string> {
  if (Object.values(fields).some((text) => text.includes('&'))) throw new PaymentProviderProblem('refused', 'epay: a field contains &', 'field')
  return new Map(Object.entries(fields))
}

const formOf = (fields: SignedFields): string => new URLSearchParams([...fields]).toString()

function refusal(answer: SignedFields): PaymentProviderProblem {
  const message = answer.get('msg') ?? ''
  return new PaymentProviderProblem('refused', 'epay: the gateway refused', /签名|验签|密钥/.test(message) ? 'signature' : `code ${answer.get('code') ?? ''}`)
}

function callsV2(setting: Epay, connection: ProviderConnection, now: Clock): Calls {
  const merchant = rsaPrivateKey(setting.merchantPrivateKey, 'merchantPrivateKey')
  const platform = rsaPublicKey(setting.platformPublicKey, 'platformPublicKey')

  /** What a signed answer says; refusals are not signed, so they are returned as such and nothing is concluded from them but the refusal. */
  const call = async (path: string, sent: Readonly<Record<string, string>>, isIdempotent: boolean): Promise<{ isDone: boolean; answer: SignedFields }> => {
    const fields = ownFields({ ...sent, pid: setting.pid, timestamp: String(Math.floor(now().getTime() / 1000)) })
    fields.set('sign', epayRsa(fields, merchant)).set('sign_type', 'RSA')
    const reply = await answered('epay', connection, { method: 'POST', path: `/api/${path}`, headers: form, body: formOf(fields), isIdempotent })
    const answer = readFields(reply.body)
    if (answer.get('code') !== '0') return { isDone: false, answer }
    // Words for people are signed without escaping too; where they could be read as another field, the answer proves nothing.
    if (answer.get('sign_type') !== 'RSA' || (answer.get('msg') ?? '').includes('&') || !isEpayRsaSigned(answer, platform))
      throw new PaymentProviderProblem('untrusted', 'epay: the answer is not signed by the platform')
    if (!isFresh(answer.get('timestamp'), now()))
      throw new PaymentProviderProblem('untrusted', 'epay: the answer is older than five minutes, or from the future')
    return { isDone: true, answer }
  }

  const refundOf = (answer: SignedFields, key: RefundKey): ProviderRefund => {
    const amountCents = centsFromDecimal(answer.get('money') ?? '')
    if (amountCents === null) throw new PaymentProviderProblem('unanswered', 'epay: the answer lacks the documented fields')
    if (answer.get('out_refund_no') !== key.refundNo || (key.providerNo !== null && answer.get('trade_no') !== key.providerNo))
      throw new PaymentProviderProblem('untrusted', 'epay: the answer is about another refund')
    return { refundNo: key.refundNo, providerRefundNo: answer.get('refund_no') ?? null, state: 'refund-completed', amountCents, currency }
  }

  /** `isDone` is false for a refund that the gateway has written down and not made: it waits for the same number to be asked again. */
  const refundAsked = async (key: RefundKey): Promise<{ isDone: boolean; refund: ProviderRefund } | null> => {
    const { isDone, answer } = await call('pay/refundquery', { out_refund_no: key.refundNo }, true)
    if (!isDone && noSuchRefund.test(answer.get('msg') ?? '')) return null
    if (!isDone) throw refusal(answer)
    return { isDone: answer.get('status') === '1', refund: refundOf(answer, key) }
  }

  return {
    async create(fields) {
      const { isDone, answer } = await call('pay/create', { ...fields, method: 'web' }, false)
      if (!isDone) throw refusal(answer)
      return answer
    },
    async query(fields) {
      const { isDone, answer } = await call('pay/query', fields, true)
      if (!isDone && noSuchOrder.test(answer.get('msg') ?? '')) return null
      if (!isDone) throw refusal(answer)
      return own(answer, setting.pid)
    },
    refunds: {
      async create(order: RefundOrder) {
        if (order.currency !== currency || order.amountCents < 1 || order.amountCents > order.totalCents)
          throw new PaymentProviderProblem('refused', 'epay: amount not possible', 'amount')
        // The gateway tells repeats by the refund's number, but only from six signs on.
        if (order.refundNo.length < 6) throw new PaymentProviderProblem('refused', 'epay: the number of the refund is too short', 'refund_no')
        const which: Record<string, string> = order.providerNo === null ? { out_trade_no: order.outTradeNo } : { trade_no: order.providerNo }
        const { isDone, answer } = await call('pay/refund', { ...which, money: decimalFromCents(order.amountCents), out_refund_no: order.refundNo }, true)
        const key = { ...order, providerRefundNo: null }
        if (!isDone) {
          // A refusal is not signed: before the money counts as unmoved, the signed answer about this number is asked for.
          const asked = await refundAsked(key)
          if (asked === null) throw refusal(answer)
          if (!asked.isDone) throw new PaymentProviderProblem('unanswered', 'epay: the refund is recorded, but not completed yet')
          return sameRefund(asked.refund, order)
        }
        return sameRefund(refundOf(answer, key), order)
      },
      async query(key: RefundKey) {
        const asked = await refundAsked(key)
        return asked?.isDone === true ? asked.refund : null
      },
    },
    async probe() {
      const { isDone, answer } = await call('merchant/info', {}, true)
      if (!isDone) throw refusal(answer)
      own(answer, setting.pid)
    },
    prove(fields) {
      // The message does not choose how it is proven: a version 2 merchant never believes an MD5.
      if (fields.get('sign_type') !== 'RSA') throw new NotificationProblem('signature', 'epay: the signature is not of the type RSA')
      if (!isEpayRsaSigned(fields, platform)) throw new NotificationProblem('signature', 'epay: the signature is not that of these fields')
      if (!isFresh(fields.get('timestamp'), now()))
        throw new NotificationProblem('stale', 'epay: the notification is older than five minutes, or from the future')
    },
  }
}

/** The same number always means the same refund. */
function sameRefund(refund: ProviderRefund, order: RefundOrder): ProviderRefund {
  if (refund.amountCents !== order.amountCents) throw new PaymentProviderProblem('untrusted', 'epay: the refund of this number has another amount')
  return refund
}

/** MD5, with the key in the address of each question: only for gateways that cannot do better. Its refunds have no number to tell a repeat by. */
function callsV1(setting: Epay, connection: ProviderConnection): Calls {
  const asked = async (query: Readonly<Record<string, string>>): Promise<SignedFields> => {
    const reply = await answered('epay', connection, { method: 'GET', path: '/api.php', query, isIdempotent: true })
    return readFields(reply.body)
  }
  return {
    async create(sent) {
      const fields = ownFields({ ...sent, pid: setting.pid })
      fields.set('sign', epayMd5(fields, setting.key)).set('sign_type', 'MD5')
      const reply = await answered('epay', connection, { method: 'POST', path: '/mapi.php', headers: form, body: formOf(fields), isIdempotent: false })
      const answer = readFields(reply.body)
      if (answer.get('code') !== '1') throw refusal(answer)
      return answer
    },
    async query(fields) {
      const answer = await asked({ act: 'order', pid: setting.pid, key: setting.key, ...fields })
      if (answer.get('code') === '1') return own(answer, setting.pid)
      if (noSuchOrder.test(answer.get('msg') ?? '')) return null
      throw refusal(answer)
    },
    refunds: null,
    async probe() {
      const answer = await asked({ act: 'query', pid: setting.pid, key: setting.key })
      if (answer.get('code') !== '1') throw refusal(answer)
      own(answer, setting.pid)
    },
    prove(fields) {
      if (setting.key === '') throw new NotificationProblem('key', 'epay: no key is set')
      if (fields.get('sign_type') !== 'MD5') throw new NotificationProblem('signature', 'epay: the signature is not of the type MD5')
      if (!isEpayMd5Signed(fields, setting.key)) throw new NotificationProblem('signature', 'epay: the signature is not that of these fields')
    },
  }
}

function own(answer: SignedFields, pid: string): SignedFields {
  if (answer.get('pid') !== pid) throw new PaymentProviderProblem('untrusted', 'epay: the answer is about another merchant')
  return answer
}

function offerOf(answer: SignedFields, serviceUrl: string): PaymentOffer | null {
  const providerNo = answer.get('trade_no') ?? null
  const kind = answer.get('pay_type')
  const qr = kind === 'qrcode' ? answer.get('pay_info') : answer.get('qrcode')
  if (qr !== undefined && /^[!-~]{1,1024}$/.test(qr)) return { kind: 'qr', url: qr, providerNo }
  const page = kind === 'jump' ? answer.get('pay_info') : answer.get('payurl')
  return page !== undefined && isPaymentPage(page, serviceUrl) ? { kind: 'redirect', url: page, providerNo } : null
}

function isFresh(timestamp: string | undefined, now: Date): boolean {
  return /^[1-9]\d{9}$/.test(timestamp ?? '') && Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp)) <= toleranceSeconds
}

/** Its times are in the gateway's own zone, which it does not name. */
function paymentOf(fields: SignedFields, state = states.get(fields.get('status') ?? '')): ProviderPayment | null {
  const [outTradeNo = '', providerNo = ''] = [fields.get('out_trade_no'), fields.get('trade_no')]
  const amountCents = centsFromDecimal(fields.get('money') ?? '')
  const sentBack = centsFromDecimal(fields.get('refundmoney') || '0')
  if (state === undefined || amountCents === null || sentBack === null) return null
  if (!/^[A-Za-z0-9]{1,32}$/.test(outTradeNo) || !/^[A-Za-z0-9_-]{1,64}$/.test(providerNo)) return null
  const merchant = fields.get('pid') ?? null
  return { outTradeNo, providerNo, state: state === 'paid' && sentBack > 0 ? 'refunded' : state, amountCents, currency, merchant, app: null, paidAt: null }
}

function verified(raw: RawNotification, prove: Calls['prove']): PaymentNotification {
  if (raw.method !== 'GET' || raw.body.length > 0) throw new NotificationProblem('malformed', 'epay: notifications come as a query, without a body')
  let fields: SignedFields
  try {
    fields = queryFields(raw.query)
  } catch (cause) {
    if (cause instanceof FieldsProblem) throw new NotificationProblem('malformed', `epay: ${cause.message}`, { cause })
    throw cause
  }
  prove(fields)
  const status = fields.get('trade_status') ?? ''
  const payment = paymentOf(fields, 'paid')
  if (!payment || payment.merchant === null || !/^[A-Z_]{1,32}$/.test(status))
    throw new NotificationProblem('malformed', 'epay: the notification lacks the documented fields')
  const eventId = `${payment.providerNo}:${status}`
  return status === 'TRADE_SUCCESS' ? { eventId, kind: 'payment', payment } : { eventId, kind: 'other', what: status }
}
