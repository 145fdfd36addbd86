import type { KeyObject } from 'node:crypto'
import type * as z from 'zod/mini'
import type { WechatPay } from '@nameplane/contract/system/settings/payment-wechat'
import { OutboundProblem } from '../../http/outbound-problem.ts'
import {
  NotificationProblem,
  PaymentProviderProblem,
  type Clock,
  type PaymentNotification,
  type PaymentProvider,
  type ProviderConnection,
  type RawNotification,
} from '../payment.ts'
import { jsonOf } from '../provider-call.ts'
import { Certificates, CodeUrl, Envelope, paymentOf, Refund, RefundNotice, refundOf, refundOfNotice, Refusal, Trade } from './wechat-bodies.ts'
import { CertificateStore, platformCertificate, wechatKeys, type PlatformCertificate, type WechatKeys } from './wechat-keys.ts'
import { authorizationOf, opened, proveSigned, serialOf } from './wechat-signature.ts'

const jsonType = 'application/json; charset=utf-8'
/** Never an order of ours: those have 29 letters. */
const probeNumber = 'PROBE0000000000000000000000000000'.slice(0, 32)

type Reply = Awaited<ReturnType<ProviderConnection['call']>>
type Request = { method: 'GET' | 'POST'; path: string; query?: Record<string, string>; body?: object; isIdempotent: boolean }

/**
 * WeChat Pay, API v3, QR codes of the merchant's own orders. Its answers are believed only with WeChat's signature; what
 * refuses a call (a status of 400 and above) moves no money and may come without one.
 * @throws PaymentKeyProblem for keys that cannot be what they should be
 */
export function wechatPayProvider(setting: WechatPay, connection: ProviderConnection, now: Clock, certificates = new CertificateStore()): PaymentProvider {
  const keys = wechatKeys(setting)

  async function sent({ method, path, query, body, isIdempotent }: Request): Promise<Reply> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const search = query === undefined ? '' : new URLSearchParams(query).toString()
    const target = search === '' ? path : `${path}?${search}`
    try {
      return await connection.call({
        method,
        path,
        ...(search === '' ? {} : { query: search }),
        headers: {
          authorization: authorizationOf(keys, { method, target, body: text }, now()),
          accept: 'application/json',
          'user-agent': 'Nameplane',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: text }),
        isIdempotent,
      })
    } catch (cause) {
      if (cause instanceof OutboundProblem) throw new PaymentProviderProblem('unanswered', `wechat: ${cause.message}`, cause.reason, { cause })
      throw cause
    }
  }

  /** The answer's body, proven; null where it says that there is no such thing. */
  async function asked<Schema extends z.ZodMiniType>(request: Request, schema: Schema, absent: readonly string[] = []): Promise<z.output<Schema> | null> {
    const reply = await sent(request)
    if (reply.status >= 500 || reply.status === 429) throw new PaymentProviderProblem('unanswered', `wechat: status ${reply.status}`, String(reply.status))
    if (reply.status >= 400) {
      const code = codeOf(reply)
      if (reply.status === 404 && absent.includes(code)) {
        if (serialOf(reply.headers) !== null) await proven(reply)
        return null
      }
      throw new PaymentProviderProblem('refused', `wechat: refused with ${code === '' ? reply.status : code}`, code)
    }
    await proven(reply)
    return read(schema, reply.body)
  }

  async function proven(reply: Reply): Promise<void> {
    try {
      const serial = serialOf(reply.headers)
      const key = serial === null ? null : await keyOf(serial)
      if (!key) throw new NotificationProblem('key', 'signed with a key that is not known')
      proveSigned(reply.headers, reply.body, key, now())
    } catch (cause) {
      if (cause instanceof NotificationProblem) throw new PaymentProviderProblem('untrusted', `wechat: an answer ${cause.message}`, cause.reason, { cause })
      throw cause
    }
  }

  async function keyOf(serial: string): Promise<KeyObject | null> {
    if (keys.publicKey) return serial === keys.publicKey.id ? keys.publicKey.key : null
    return certificates.keyOf(serial, now(), () => platformCertificates(keys, sent, now))
  }

  async function must<Schema extends z.ZodMiniType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
    return (await asked(request, schema))!
  }

  return {
    name: 'wechat',
    methodCode: 3,
    merchant: keys.mchId,
    app: keys.appId,
    currency: 'CNY',
    async create(order) {
      const { code_url } = await must(
        {
          method: 'POST',
          path: '/v3/pay/transactions/native',
          body: {
            appid: keys.appId,
            mchid: keys.mchId,
            description: order.title,
            out_trade_no: order.outTradeNo,
            time_expire: order.expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
            notify_url: order.notifyUrl,
            amount: { total: order.amountCents, currency: order.currency },
          },
          // The same number again gives the same order's code.
          isIdempotent: true,
        },
        CodeUrl,
      )
      return { kind: 'qr', url: code_url, providerNo: null }
    },
    async query({ outTradeNo }) {
      const trade = await asked(
        { method: 'GET', path: `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}`, query: { mchid: keys.mchId }, isIdempotent: true },
        Trade,
        ['ORDER_NOT_EXIST', 'ORDERNOTEXIST'],
      )
      return trade === null ? null : paymentOf(trade)
    },
    verifyNotification: (raw) => verified(raw, keys, keyOf, now()),
    refunds: {
      async create(order) {
        return refundOf(
          await must(
            {
              method: 'POST',
              path: '/v3/refund/domestic/refunds',
              body: {
                out_trade_no: order.outTradeNo,
                out_refund_no: order.refundNo,
                reason: order.reason,
                notify_url: order.notifyUrl,
                amount: { refund: order.amountCents, total: order.totalCents, currency: order.currency },
              },
              isIdempotent: true,
            },
            Refund,
          ),
        )
      },
      async query({ refundNo }) {
        const refund = await asked({ method: 'GET', path: `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`, isIdempotent: true }, Refund, [
          'RESOURCE_NOT_EXISTS',
        ])
        return refund === null ? null : refundOf(refund)
      },
    },
    async probe() {
      // Certificates prove the API v3 key too: they come sealed with it.
      if (!keys.publicKey && (await platformCertificates(keys, sent, now)).length === 0)
        throw new PaymentProviderProblem('untrusted', 'wechat: no platform certificate opens with the API v3 key', 'apiV3Key')
      const reply = await sent({ method: 'GET', path: `/v3/pay/transactions/out-trade-no/${probeNumber}`, query: { mchid: keys.mchId }, isIdempotent: true })
      const code = codeOf(reply)
      if (reply.status >= 500) throw new PaymentProviderProblem('unanswered', `wechat: status ${reply.status}`, String(reply.status))
      if (reply.status !== 404 || !['ORDER_NOT_EXIST', 'ORDERNOTEXIST'].includes(code))
        throw new PaymentProviderProblem('refused', `wechat: refused with ${code === '' ? reply.status : code}`, code)
      if (serialOf(reply.headers) !== null) await proven(reply)
    },
    answers: {
      success: { status: 200, contentType: jsonType, body: '{"code":"SUCCESS","message":""}' },
      failure: { status: 500, contentType: jsonType, body: '{"code":"FAIL","message":"not taken"}' },
    },
  }
}

function codeOf(reply: Reply): string {
  try {
    const read = Refusal.safeParse(jsonOf('wechat', reply.body))
    return read.success ? read.data.code : ''
  } catch {
    return ''
  }
}

function read<Schema extends z.ZodMiniType>(schema: Schema, body: Buffer): z.output<Schema> {
  const found = schema.safeParse(jsonOf('wechat', body))
  if (!found.success) throw new PaymentProviderProblem('unanswered', 'wechat: the answer lacks what it should say')
  return found.data
}

/** The platform's certificates: each opens with the API v3 key, and the answer is signed by one of them. */
async function platformCertificates(keys: WechatKeys, sent: (request: Request) => Promise<Reply>, now: Clock): Promise<readonly PlatformCertificate[]> {
  const reply = await sent({ method: 'GET', path: '/v3/certificates', isIdempotent: true })
  if (reply.status !== 200)
    throw new PaymentProviderProblem(reply.status < 500 ? 'refused' : 'unanswered', `wechat: certificates: status ${reply.status}`, codeOf(reply))
  const { data } = read(Certificates, reply.body)
  const certificates = data.flatMap(({ serial_no, encrypt_certificate }) => {
    try {
      return platformCertificate(opened(encrypt_certificate, keys.apiV3Key).toString('utf8'), serial_no) ?? []
    } catch (cause) {
      if (cause instanceof NotificationProblem) return []
      throw cause
    }
  })
  const signer = certificates.find(({ serial }) => serial === serialOf(reply.headers))
  if (!signer) return []
  try {
    proveSigned(reply.headers, reply.body, signer.key, now())
  } catch (cause) {
    if (cause instanceof NotificationProblem) return []
    throw cause
  }
  return certificates
}

/** A notification that is WeChat's own and fresh, opened. Nothing of it is parsed before its signature is proven. */
async function verified(raw: RawNotification, keys: WechatKeys, keyOf: (serial: string) => Promise<KeyObject | null>, at: Date): Promise<PaymentNotification> {
  if (raw.method !== 'POST' || raw.query !== '') throw new NotificationProblem('malformed', 'not sent as WeChat sends')
  const serial = serialOf(raw.headers)
  if (serial === null) throw new NotificationProblem('signature', 'a header of the signature is missing')
  const key = await keyOf(serial).catch((cause: unknown) => {
    if (cause instanceof PaymentProviderProblem) throw new NotificationProblem('key', 'the keys of WeChat could not be fetched', { cause })
    throw cause
  })
  if (!key) throw new NotificationProblem('key', 'signed with a key that is not known')
  proveSigned(raw.headers, raw.body, key, at)
  const envelope = fitted(Envelope, raw.body)
  const { event_type: event, resource, id } = envelope
  const inner = opened(resource, keys.apiV3Key)
  if (event === 'TRANSACTION.SUCCESS' && resource.original_type === 'transaction') {
    const payment = paymentOf(fitted(Trade, inner))
    if (payment.state === 'paid' && (payment.providerNo === '' || payment.amountCents === null))
      throw new NotificationProblem('malformed', 'a payment without number or amount')
    return { eventId: id, kind: 'payment', payment }
  }
  if (/^REFUND\.(SUCCESS|ABNORMAL|CLOSED)$/.test(event) && resource.original_type === 'refund') {
    const notice = fitted(RefundNotice, inner)
    if (notice.mchid !== keys.mchId) throw new NotificationProblem('malformed', 'a refund of another merchant')
    return { eventId: id, kind: 'refund', outTradeNo: notice.out_trade_no, refund: refundOfNotice(notice) }
  }
  return { eventId: id, kind: 'other', what: event }
}

function fitted<Schema extends z.ZodMiniType>(schema: Schema, bytes: Buffer): z.output<Schema> {
  try {
    const found = schema.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    if (found.success) return found.data
  } catch {
    // Said below.
  }
  throw new NotificationProblem('malformed', 'not of the form that WeChat sends')
}
