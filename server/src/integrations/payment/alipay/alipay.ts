import * as z from 'zod/mini'
import { centsFromDecimal, decimalFromCents } from '@nameplane/contract/money'
import { alipayHosts, type Alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { outbound } from '../../http/outbound.ts'
import {
  PaymentProviderProblem,
  type Clock,
  type PaymentProvider,
  type ProviderConnection,
  type ProviderPayment,
  type ProviderRefund,
  type RefundKey,
} from '../payment.ts'
import { answered, jsonOf } from '../provider-call.ts'
import { isSignedBy } from '../rsa.ts'
import { alipayKeys } from './alipay-keys.ts'
import { tradeState, verifiedNotification } from './alipay-notification.ts'
import { alipayTime, cutAnswer, momentOf, signedCall } from './alipay-signature.ts'

const textType = 'text/plain; charset=utf-8'
/** Never an order of ours: those have 29 letters. */
const probeNumber = 'PROBE000000000000000000000000000'

/** What every answer says of itself. */
const Outcome = z.object({ code: z.string().check(z.maxLength(10)), sub_code: z.optional(z.string().check(z.maxLength(100))) })
const Precreated = z.object({ out_trade_no: z.string(), qr_code: z.string().check(z.regex(/^https:\/\/[^\s\\]{1,500}$/)) })
const Trade = z.object({
  trade_no: z.string().check(z.minLength(1), z.maxLength(64)),
  out_trade_no: z.string(),
  trade_status: z.string(),
  total_amount: z.string(),
  trans_currency: z.optional(z.string()),
  send_pay_date: z.optional(z.string()),
})
const RefundQuery = z.object({
  trade_no: z.optional(z.string()),
  out_trade_no: z.optional(z.string()),
  out_request_no: z.optional(z.string()),
  refund_amount: z.optional(z.string()),
  refund_status: z.optional(z.string()),
})

/** Where the calls of a setting go; nothing but Alipay's gateways. */
export function alipayConnection(gateway: string): ProviderConnection {
  return outbound({ family: 'payment', baseUrl: gateway, allowedHosts: alipayHosts })
}

/**
 * Alipay's open platform. Its answers are believed only with a signature over the text of their member as it came. The
 * money's owner is not named in answers to queries, only in notifications: those calls are made with our own keys.
 * @throws PaymentKeyProblem for keys that cannot be what they should be
 */
export function alipayProvider(setting: Alipay, connection: ProviderConnection, now: Clock): PaymentProvider {
  const keys = alipayKeys(setting)

  const fieldsOf = (method: string, content: object, more: Record<string, string> = {}): Record<string, string> =>
    signedCall(
      {
        app_id: keys.appId,
        method,
        format: 'JSON',
        charset: 'utf-8',
        sign_type: 'RSA2',
        timestamp: alipayTime(now()),
        version: '1.0',
        ...(keys.numbers ? { app_cert_sn: keys.numbers.app, alipay_root_cert_sn: keys.numbers.root } : {}),
        ...more,
        biz_content: JSON.stringify(content),
      },
      keys.privateKey,
    )

  /** One call; null where Alipay says, with its signature, that there is no such trade. */
  async function asked<Schema extends z.ZodMiniType>(
    method: string,
    content: object,
    schema: Schema,
    more: Record<string, string> = {},
  ): Promise<z.output<Schema> | null> {
    const { biz_content, ...query } = fieldsOf(method, content, more)
    const reply = await answered('alipay', connection, {
      method: 'POST',
      path: '',
      query,
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams({ biz_content: biz_content! }).toString(),
      isIdempotent: true,
    })
    const said = proven(reply.body, `${method.replaceAll('.', '_')}_response`)
    const outcome = fitted(Outcome, said)
    if (outcome.code === '10000') return fitted(schema, said)
    const code = outcome.sub_code ?? outcome.code
    if (code === 'ACQ.TRADE_NOT_EXIST') return null
    // 20000: the service is out; ACQ.SYSTEM_ERROR and 10003: nobody knows whether it was done.
    const isUnknown = outcome.code === '20000' || outcome.code === '10003' || /SYSTEM_ERROR|unknow-error/i.test(code)
    throw new PaymentProviderProblem(isUnknown ? 'unanswered' : 'refused', `alipay: refused with ${code}`, code)
  }

  function proven(body: Buffer, member: string): unknown {
    const text = body.toString('utf8')
    const cut = cutAnswer(text, member)
    if (!cut) {
      // What is refused before the call is even known comes without a signature, under a name of its own.
      const error = cutAnswer(text, 'error_response')
      const outcome = error ? Outcome.safeParse(jsonOf('alipay', Buffer.from(error.content))) : null
      const code = outcome?.success ? (outcome.data.sub_code ?? outcome.data.code) : ''
      throw new PaymentProviderProblem(
        code === '' ? 'unanswered' : 'refused',
        `alipay: ${code === '' ? 'no answer to the request' : `refused with ${code}`}`,
        code,
      )
    }
    if (cut.sign === null) return unsignedRefusal(cut.content)
    if (keys.numbers && cut.certificateNumber !== keys.numbers.alipay)
      throw new PaymentProviderProblem('untrusted', 'alipay: an answer signed with another certificate')
    if (!isSignedBy(cut.content, cut.sign, keys.publicKey)) throw new PaymentProviderProblem('untrusted', 'alipay: an answer not signed by Alipay')
    return jsonOf('alipay', Buffer.from(cut.content))
  }

  /** Calls with a wrong signature are refused without one; nothing else is believed without. */
  function unsignedRefusal(content: string): never {
    const outcome = Outcome.safeParse(jsonOf('alipay', Buffer.from(content)))
    if (outcome.success && outcome.data.code.startsWith('4') && outcome.data.sub_code?.startsWith('isv.'))
      throw new PaymentProviderProblem('refused', `alipay: refused with ${outcome.data.sub_code}`, outcome.data.sub_code)
    throw new PaymentProviderProblem('untrusted', 'alipay: an answer without a signature')
  }

  const query = async (outTradeNo: string): Promise<ProviderPayment | null> => {
    const trade = await asked('alipay.trade.query', { out_trade_no: outTradeNo }, Trade)
    if (trade === null) return null
    return {
      outTradeNo: trade.out_trade_no,
      providerNo: trade.trade_no,
      state: tradeState(trade.trade_status, trade.send_pay_date !== undefined && trade.send_pay_date !== ''),
      amountCents: centsFromDecimal(trade.total_amount),
      currency: trade.trans_currency ?? 'CNY',
      merchant: null,
      app: null,
      paidAt: momentOf(trade.send_pay_date),
    }
  }

  const refundOf = async ({ outTradeNo, refundNo }: Pick<RefundKey, 'outTradeNo' | 'refundNo'>): Promise<ProviderRefund | null> => {
    const found = await asked('alipay.trade.fastpay.refund.query', { out_trade_no: outTradeNo, out_request_no: refundNo }, RefundQuery)
    // Without a state there was no such refund, or it went wrong: both mean that the money is still here.
    if (!found || found.refund_status === undefined || found.out_request_no === undefined) return null
    if (found.out_trade_no !== outTradeNo) throw new PaymentProviderProblem('untrusted', 'alipay: an answer about another trade')
    return {
      refundNo: found.out_request_no,
      providerRefundNo: null,
      state: found.refund_status === 'REFUND_SUCCESS' ? 'refund-completed' : 'refunding',
      amountCents: centsFromDecimal(found.refund_amount ?? '') ?? -1,
      currency: 'CNY',
    }
  }

  return {
    name: 'alipay',
    methodCode: 2,
    merchant: keys.sellerId,
    app: keys.appId,
    currency: 'CNY',
    async create(order) {
      const content = {
        out_trade_no: order.outTradeNo,
        total_amount: decimalFromCents(order.amountCents),
        subject: order.title,
        time_expire: alipayTime(order.expiresAt),
      }
      if (setting.product === 'page') {
        const fields = fieldsOf(
          'alipay.trade.page.pay',
          { ...content, product_code: 'FAST_INSTANT_TRADE_PAY', seller_id: keys.sellerId },
          { notify_url: order.notifyUrl, return_url: order.returnUrl },
        )
        return { kind: 'redirect', url: `${setting.gateway}?${new URLSearchParams(fields).toString()}`, providerNo: null }
      }
      const made = await asked('alipay.trade.precreate', { ...content, seller_id: keys.sellerId }, Precreated, { notify_url: order.notifyUrl })
      if (made?.out_trade_no !== order.outTradeNo) throw new PaymentProviderProblem('untrusted', 'alipay: an answer about another trade')
      return { kind: 'qr', url: made.qr_code, providerNo: null }
    },
    query: ({ outTradeNo }) => query(outTradeNo),
    verifyNotification: async (raw) => verifiedNotification(raw, keys, now()),
    refunds: {
      async create(order) {
        const done = await asked(
          'alipay.trade.refund',
          { out_trade_no: order.outTradeNo, refund_amount: decimalFromCents(order.amountCents), out_request_no: order.refundNo, refund_reason: order.reason },
          z.object({ out_trade_no: z.string() }),
        )
        if (done === null) throw new PaymentProviderProblem('refused', 'alipay: trade not found', 'ACQ.TRADE_NOT_EXIST')
        // The answer names the sum of all refunds; what became of this one only its own query says.
        const pending: ProviderRefund = {
          refundNo: order.refundNo,
          providerRefundNo: null,
          state: 'refunding',
          amountCents: order.amountCents,
          currency: 'CNY',
        }
        return (await refundOf(order)) ?? pending
      },
      query: refundOf,
    },
    async probe() {
      await query(probeNumber)
    },
    answers: { success: { status: 200, contentType: textType, body: 'success' }, failure: { status: 200, contentType: textType, body: 'fail' } },
  }
}

function fitted<Schema extends z.ZodMiniType>(schema: Schema, said: unknown): z.output<Schema> {
  const found = schema.safeParse(said)
  if (!found.success) throw new PaymentProviderProblem('unanswered', 'alipay: the answer lacks required fields')
  return found.data
}
