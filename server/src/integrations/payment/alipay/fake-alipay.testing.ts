import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, webcrypto, type KeyObject } from 'node:crypto'
import type { Alipay } from '@nameplane/contract/system/settings/payment-alipay'
import type { RawNotification } from '../payment.ts'
import { vendorKey } from '../wechat/wechat-vectors.testing.ts'
import { startFakeVendor, type FakeReply, type FakeRequest, type FakeVendor } from '../fake-vendor.testing.ts'

/* Alipay's gateway as far as the platform uses it, strict where the real one is; its cryptography is WebCrypto's, ours is not. */

const { subtle } = webcrypto
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const
const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const app = keyPair()
const theirs = keyPair()
export const strangerKey = keyPair().privateKey
export const gatewayKey = theirs.privateKey
const pem = (key: KeyObject): string => key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString()

export const alipaySetting: Alipay = {
  appId: '2021001161683774',
  sellerId: '2088831204659217',
  privateKey: pem(app.privateKey),
  keyMode: 'public-key',
  alipayPublicKey: pem(theirs.publicKey),
  appCertificate: '',
  alipayCertificate: '',
  alipayRootCertificate: '',
  product: 'qr',
  gateway: 'https://openapi.alipay.com/gateway.do',
}

type Trade = { total: string; status: string; tradeNo: string; paidAt: string | null }
type Refund = { tradeNo: string; amount: string; status: string }

export type FakeAlipay = FakeVendor & {
  readonly setting: Alipay
  readonly trades: Map<string, Trade>
  readonly refunds: Map<string, Refund>
  /** Certificates instead of plain keys: the vendor's published key signs on both sides, under this number. */
  certificateNumber: string | null
  spoiled: 'unsigned' | 'other-key' | 'reordered' | null
  /** The last answer's text with our signature check's view of it changed: what a man in the middle would send. */
  rewrite: ((text: string) => string) | null
  pay(outTradeNo: string): void
  notification(changed?: Record<string, string | undefined>, options?: { key?: KeyObject; type?: string }): Promise<RawNotification>
}

export async function signature(text: string, key: KeyObject): Promise<string> {
  const imported = await subtle.importKey('pkcs8', key.export({ type: 'pkcs8', format: 'der' }), algorithm, false, ['sign'])
  return Buffer.from(await subtle.sign(algorithm, imported, Buffer.from(text))).toString('base64')
}

/** The text that is signed, once more: names in order, nothing escaped, the signature itself left out. */
export function canonical(fields: Record<string, string>, left: readonly string[]): string {
  const names = Object.keys(fields)
    .filter((name) => !left.includes(name) && fields[name] !== '')
    .sort()
  return names.map((name) => `${name}=${fields[name]}`).join('&')
}

const beijing = (at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' }).format(at)

export async function startFakeAlipay(now: () => Date): Promise<FakeAlipay> {
  const trades = new Map<string, Trade>()
  const refunds = new Map<string, Refund>()
  const certifiedKey = await subtle.importKey('spki', createPublicKey(vendorKey).export({ type: 'spki', format: 'der' }), algorithm, false, ['verify'])
  const appKey = await subtle.importKey('spki', app.publicKey.export({ type: 'spki', format: 'der' }), algorithm, false, ['verify'])

  async function replied(method: string, told: Record<string, unknown>): Promise<FakeReply> {
    // PHP escapes slashes: what is signed is this text, not what it means.
    const content = JSON.stringify(told).replaceAll('/', '\\/')
    const own = fake.certificateNumber === null ? theirs.privateKey : createPrivateKey(vendorKey)
    const sign = await signature(content, fake.spoiled === 'other-key' ? strangerKey : own)
    const number = fake.certificateNumber === null ? '' : `,"alipay_cert_sn":"${fake.certificateNumber}"`
    const shown = fake.spoiled === 'reordered' ? JSON.stringify(Object.fromEntries(Object.entries(told).toReversed())) : content
    const text = `{"${method.replaceAll('.', '_')}_response":${shown}${fake.spoiled === 'unsigned' ? '' : `${number},"sign":"${sign}"`}}`
    return { status: 200, headers: { 'content-type': 'text/html;charset=utf-8' }, body: fake.rewrite ? fake.rewrite(text) : text }
  }
  const done = (method: string, told: Record<string, unknown>) => replied(method, { code: '10000', msg: 'Success', ...told })
  const refused = (method: string, code: string, sub_code: string) => replied(method, { code, msg: 'Business Failed', sub_code, sub_msg: sub_code })

  async function answer({ method: verb, path, query, headers, body }: FakeRequest): Promise<FakeReply> {
    const fields = { ...Object.fromEntries(new URLSearchParams(query)), ...Object.fromEntries(new URLSearchParams(body.toString())) } as Record<string, string>
    const { method = '', sign = '' } = fields
    const unsigned = (sub: string): FakeReply => ({
      status: 200,
      headers: {},
      body: JSON.stringify({ [`${method.replaceAll('.', '_')}_response`]: { code: '40002', msg: 'Invalid Arguments', sub_code: sub, sub_msg: sub } }),
    })
    if (verb !== 'POST' || path !== '/gateway.do' || !/^application\/x-www-form-urlencoded;\s*charset=utf-8$/i.test(headers['content-type'] ?? ''))
      return { status: 400, headers: {}, body: '' }
    if (fields['app_id'] !== alipaySetting.appId) return unsigned('isv.invalid-app-id')
    if (fields['sign_type'] !== 'RSA2') return unsigned('isv.invalid-signature-type')
    if (fields['charset'] !== 'utf-8' || fields['version'] !== '1.0' || fields['format'] !== 'JSON') return unsigned('isv.invalid-format')
    if (![-2, -1, 0, 1, 2].some((seconds) => fields['timestamp'] === beijing(new Date(now().getTime() + seconds * 1000))))
      return unsigned('isv.invalid-timestamp')
    if (
      fake.certificateNumber !== null &&
      (!/^[0-9a-f]{32}$/.test(fields['app_cert_sn'] ?? '') || !/^[0-9a-f]{32}(_[0-9a-f]{32})*$/.test(fields['alipay_root_cert_sn'] ?? ''))
    )
      return unsigned('isv.missing-app-cert-sn')
    if (
      !(await subtle.verify(
        algorithm,
        fake.certificateNumber === null ? appKey : certifiedKey,
        Buffer.from(sign, 'base64'),
        Buffer.from(canonical(fields, ['sign'])),
      ))
    )
      return unsigned('isv.invalid-signature')
    const content = JSON.parse(fields['biz_content'] ?? '{}') as Record<string, string>
    const { out_trade_no: number = '', out_request_no: refundNo = '' } = content
    if (!/^[0-9A-Za-z_]{1,64}$/.test(number)) return refused(method, '40004', 'ACQ.INVALID_PARAMETER')
    const trade = trades.get(number)
    if (method === 'alipay.trade.precreate') {
      if (!/^\d+\.\d\d$/.test(content['total_amount'] ?? '') || !content['subject'] || !fields['notify_url']?.startsWith('https://'))
        return refused(method, '40004', 'ACQ.INVALID_PARAMETER')
      if (content['seller_id'] !== alipaySetting.sellerId || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(content['time_expire'] ?? ''))
        return refused(method, '40004', 'ACQ.INVALID_PARAMETER')
      if (trade && trade.status !== 'WAIT_BUYER_PAY') return refused(method, '40004', 'ACQ.TRADE_HAS_SUCCESS')
      trades.set(number, { total: content['total_amount']!, status: 'WAIT_BUYER_PAY', tradeNo: `2026031022001${randomBytes(6).toString('hex')}`, paidAt: null })
      return done(method, { out_trade_no: number, qr_code: `https://qr.alipay.com/${number.slice(-12).toLowerCase()}` })
    }
    if (!trade) return refused(method, '40004', 'ACQ.TRADE_NOT_EXIST')
    if (method === 'alipay.trade.query')
      return done(method, {
        out_trade_no: number,
        trade_no: trade.tradeNo,
        trade_status: trade.status,
        total_amount: trade.total,
        buyer_logon_id: '支付***@example.com',
        ...(trade.paidAt === null ? {} : { send_pay_date: trade.paidAt }),
      })
    if (method === 'alipay.trade.refund') {
      const sum = [...refunds].filter(([, one]) => one.tradeNo === trade.tradeNo).reduce((all, [, one]) => all + Math.round(Number(one.amount) * 100), 0)
      const known = refunds.get(refundNo)
      if (trade.status !== 'TRADE_SUCCESS' || !refundNo) return refused(method, '40004', 'ACQ.TRADE_STATUS_ERROR')
      if (!known && sum + Math.round(Number(content['refund_amount']) * 100) > Math.round(Number(trade.total) * 100))
        return refused(method, '40004', 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
      if (!known) refunds.set(refundNo, { tradeNo: trade.tradeNo, amount: content['refund_amount']!, status: 'REFUND_SUCCESS' })
      return done(method, { out_trade_no: number, trade_no: trade.tradeNo, fund_change: known ? 'N' : 'Y', refund_fee: content['refund_amount'] })
    }
    if (method === 'alipay.trade.fastpay.refund.query') {
      const refund = refunds.get(refundNo)
      return done(
        method,
        refund && refund.tradeNo === trade.tradeNo
          ? {
              out_trade_no: number,
              trade_no: trade.tradeNo,
              out_request_no: refundNo,
              refund_amount: refund.amount,
              refund_status: refund.status,
              total_amount: trade.total,
            }
          : { out_trade_no: number, trade_no: trade.tradeNo },
      )
    }
    return refused(method, '40001', 'isv.missing-method')
  }

  const line = await startFakeVendor(answer)
  const fake: FakeAlipay = Object.assign(line, {
    setting: { ...alipaySetting, gateway: `${line.url}/gateway.do` },
    trades,
    refunds,
    certificateNumber: null as FakeAlipay['certificateNumber'],
    spoiled: null as FakeAlipay['spoiled'],
    rewrite: null as FakeAlipay['rewrite'],
    pay(outTradeNo: string) {
      const trade = trades.get(outTradeNo)
      if (trade) Object.assign(trade, { status: 'TRADE_SUCCESS', paidAt: beijing(now()) })
    },
    async notification(changed: Record<string, string | undefined> = {}, options: { key?: KeyObject; type?: string } = {}): Promise<RawNotification> {
      const fields: Record<string, string> = Object.fromEntries(
        Object.entries({
          gmt_create: beijing(now()),
          charset: 'utf-8',
          subject: 'Account recharge',
          buyer_id: '2088102534368455',
          invoice_amount: '100.00',
          notify_id: '2026031000222155624068450559358070',
          fund_bill_list: '[{"amount":"100.00","fundChannel":"ALIPAYACCOUNT"}]',
          notify_type: 'trade_status_sync',
          trade_status: 'TRADE_SUCCESS',
          receipt_amount: '100.00',
          app_id: alipaySetting.appId,
          seller_id: alipaySetting.sellerId,
          gmt_payment: beijing(now()),
          notify_time: beijing(now()),
          version: '1.0',
          out_trade_no: 'P20260310ABCDEF',
          total_amount: '100.00',
          trade_no: '2026031022001468450512505578',
          auth_app_id: alipaySetting.appId,
          buyer_logon_id: '支付***@126.com',
          ...changed,
        }).filter((one): one is [string, string] => one[1] !== undefined),
      )
      const sign = await signature(canonical(fields, ['sign', 'sign_type']), options.key ?? theirs.privateKey)
      const form = new URLSearchParams({ ...fields, sign_type: options.type ?? 'RSA2', sign })
      return { method: 'POST', query: '', headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body: Buffer.from(form.toString()) }
    },
  })
  return fake
}
