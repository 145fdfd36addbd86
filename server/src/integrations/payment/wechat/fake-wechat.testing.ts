import { generateKeyPairSync, randomBytes, webcrypto, type KeyObject } from 'node:crypto'
import type { WechatPay } from '@nameplane/contract/system/settings/payment-wechat'
import type { RawNotification } from '../payment.ts'
import { startFakeVendor, type FakeReply, type FakeRequest, type FakeVendor } from '../fake-vendor.testing.ts'

/*
 * WeChat Pay as far as the platform uses it, strict where the real one is. It signs, verifies and encrypts with WebCrypto,
 * so that it shares no line with what it tests; the Python of the oracle test is the second opinion on both.
 */

const { subtle } = webcrypto
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

export type Order = {
  outTradeNo: string
  total: number
  notifyUrl: string
  state: string
  transactionId: string
  currency: string
  appid: string
  mchid: string
}
type RefundRow = { out_refund_no: string; out_trade_no: string; refund_id: string; status: string; refund: number }

export type FakeWechat = FakeVendor & {
  readonly setting: WechatPay
  readonly orders: Map<string, Order>
  readonly refunds: Map<string, RefundRow>
  /** Signs by this platform certificate instead of the public key, and gives it out. */
  certificate: { pem: string; serial: string; key: KeyObject; sealedWith?: string; announced?: string; givenOutBy?: KeyObject } | null
  /** How answers are spoiled: signed by another key, not signed at all, with an old time. */
  spoiled: 'unsigned' | 'other-key' | 'old' | null
  /** The payer pays. */
  pay(outTradeNo: string): void
  /** A notification of what is told, signed and sealed as WeChat does. */
  notification(event: string, original: string, told: object, changed?: NotificationChanges): Promise<RawNotification>
  /** What a query and a notification say of an order. */
  tradeOf(order: Order): Record<string, unknown>
}

export type NotificationChanges = {
  id?: string
  at?: Date
  key?: KeyObject
  serial?: string
  apiV3Key?: string
  /** Changes the envelope before it is signed. */
  envelope?: (envelope: Record<string, unknown>) => void
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const merchant = keyPair()
const platform = keyPair()
/** A key of nobody that the platform knows. */
export const strangerKey = keyPair().privateKey
export const platformKey = platform.privateKey

const pem = (key: KeyObject): string => key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString()

export const wechatSetting: WechatPay = {
  appId: 'wx0123456789abcdef',
  mchId: '1900000001',
  serialNo: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  privateKey: pem(merchant.privateKey),
  apiV3Key: 'ApiV3KeyOfTheTest0123456789abcde',
  verifyBy: 'public-key',
  publicKeyId: 'PUB_KEY_ID_0114232134912410000000000000',
  publicKey: pem(platform.publicKey),
  gateway: 'https://api.mch.weixin.qq.com',
}

async function importSign(key: KeyObject) {
  return subtle.importKey('pkcs8', key.export({ type: 'pkcs8', format: 'der' }), algorithm, false, ['sign'])
}

async function signature(key: KeyObject, text: string | Buffer): Promise<string> {
  return Buffer.from(await subtle.sign(algorithm, await importSign(key), Buffer.from(text))).toString('base64')
}

/** Encrypts as RFC 5116's AEAD_AES_256_GCM: WebCrypto puts the tag behind the ciphertext by itself. */
export async function sealed(plain: string, apiV3Key: string, associated: string) {
  const nonce = randomBytes(6).toString('hex')
  const key = await subtle.importKey('raw', Buffer.from(apiV3Key), 'AES-GCM', false, ['encrypt'])
  const bytes = await subtle.encrypt(
    { name: 'AES-GCM', iv: Buffer.from(nonce), additionalData: Buffer.from(associated), tagLength: 128 },
    key,
    Buffer.from(plain),
  )
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: Buffer.from(bytes).toString('base64'), nonce, associated_data: associated }
}

/** @param now the vendor's clock */
export async function startFakeWechat(now: () => Date): Promise<FakeWechat> {
  const orders = new Map<string, Order>()
  const refunds = new Map<string, RefundRow>()
  const nonces = new Set<string>()
  const merchantKey = await subtle.importKey('spki', merchant.publicKey.export({ type: 'spki', format: 'der' }), algorithm, false, ['verify'])

  async function replied(status: number, told: object, signedBy?: KeyObject): Promise<FakeReply> {
    const body = JSON.stringify(told)
    const timestamp = String(Math.floor(now().getTime() / 1000) - (fake.spoiled === 'old' ? 301 : 0))
    const nonce = randomBytes(16).toString('hex')
    const key = fake.spoiled === 'other-key' ? strangerKey : (signedBy ?? fake.certificate?.key ?? platform.privateKey)
    const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' }
    if (fake.spoiled !== 'unsigned')
      Object.assign(headers, {
        'Wechatpay-Timestamp': timestamp,
        'Wechatpay-Nonce': nonce,
        'Wechatpay-Serial': fake.certificate?.serial ?? wechatSetting.publicKeyId,
        'Wechatpay-Signature-Type': 'WECHATPAY2-SHA256-RSA2048',
        'Wechatpay-Signature': await signature(key, `${timestamp}\n${nonce}\n${body}\n`),
      })
    return { status, headers, body }
  }
  const refused = (status: number, code: string): Promise<FakeReply> => replied(status, { code, message: code })

  async function isSigned({ method, path, query, headers, body }: FakeRequest): Promise<boolean> {
    const found =
      /^WECHATPAY2-SHA256-RSA2048 mchid="(\d+)",nonce_str="([A-Z0-9]{32})",timestamp="(\d{10})",serial_no="([0-9A-F]{40})",signature="([A-Za-z0-9+/=]+)"$/.exec(
        headers.authorization ?? '',
      )
    if (!found) return false
    const [, mchid, nonce, timestamp, serial, signed] = found as unknown as [string, string, string, string, string, string]
    if (mchid !== wechatSetting.mchId || serial !== wechatSetting.serialNo || nonces.has(nonce)) return false
    if (Math.abs(Number(timestamp) - now().getTime() / 1000) > 300) return false
    nonces.add(nonce)
    const text = `${method}\n${path}${query === '' ? '' : `?${query}`}\n${timestamp}\n${nonce}\n${body.toString()}\n`
    return subtle.verify(algorithm, merchantKey, Buffer.from(signed, 'base64'), Buffer.from(text))
  }

  async function answer(request: FakeRequest): Promise<FakeReply> {
    if (request.headers.accept !== 'application/json') return refused(406, 'PARAM_ERROR')
    if (request.method === 'POST' && !request.headers['content-type']?.startsWith('application/json')) return refused(415, 'PARAM_ERROR')
    if (!(await isSigned(request))) return refused(401, 'SIGN_ERROR')
    const { method, path, query } = request
    if (method === 'POST' && path === '/v3/pay/transactions/native' && query === '') return native(JSON.parse(request.body.toString()) as Record<string, never>)
    if (method === 'POST' && path === '/v3/refund/domestic/refunds' && query === '') return refund(JSON.parse(request.body.toString()) as Record<string, never>)
    if (method === 'GET' && path === '/v3/certificates' && query === '') {
      if (!fake.certificate) return refused(404, 'RESOURCE_NOT_EXISTS')
      const { serial, pem: text, sealedWith = wechatSetting.apiV3Key, announced = serial } = fake.certificate
      const encrypt_certificate = await sealed(text, sealedWith, 'certificate')
      return replied(
        200,
        { data: [{ serial_no: announced, effective_time: '2021-04-27T16:55:23+08:00', expire_time: '2031-04-25T16:55:23+08:00', encrypt_certificate }] },
        fake.certificate.givenOutBy,
      )
    }
    const trade = /^\/v3\/pay\/transactions\/out-trade-no\/([0-9A-Za-z_*|-]{6,32})$/.exec(path)
    if (method === 'GET' && trade && query === `mchid=${wechatSetting.mchId}`) {
      const order = orders.get(trade[1]!)
      return order ? replied(200, fake.tradeOf(order)) : refused(404, 'ORDER_NOT_EXIST')
    }
    const back = /^\/v3\/refund\/domestic\/refunds\/([0-9A-Za-z_*|-]{1,64})$/.exec(path)
    if (method === 'GET' && back && query === '') {
      const row = refunds.get(back[1]!)
      return row ? replied(200, refundTold(row)) : refused(404, 'RESOURCE_NOT_EXISTS')
    }
    return refused(404, 'NOT_FOUND')
  }

  async function native(body: Record<string, never>): Promise<FakeReply> {
    const { appid, mchid, description, out_trade_no, time_expire, notify_url, amount } = body as unknown as Record<string, string> & {
      amount: { total: number; currency: string }
    }
    const isRight =
      appid === wechatSetting.appId &&
      mchid === wechatSetting.mchId &&
      typeof description === 'string' &&
      description !== '' &&
      Buffer.byteLength(description) <= 127 &&
      /^[0-9A-Za-z_*|-]{6,32}$/.test(String(out_trade_no)) &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(String(time_expire)) &&
      /^https:\/\/[^?\s]+$/.test(String(notify_url)) &&
      Number.isInteger(amount?.total) &&
      amount.total > 0 &&
      amount.currency === 'CNY'
    if (!isRight) return refused(400, 'PARAM_ERROR')
    const known = orders.get(out_trade_no!)
    if (known && known.total !== amount.total) return refused(400, 'INVALID_REQUEST')
    if (known && known.state !== 'NOTPAY') return refused(400, 'ORDERPAID')
    orders.set(out_trade_no!, {
      outTradeNo: out_trade_no!,
      total: amount.total,
      notifyUrl: notify_url!,
      state: 'NOTPAY',
      transactionId: `42000${Date.now()}${orders.size}`,
      currency: 'CNY',
      appid,
      mchid,
    })
    return replied(200, { code_url: `weixin://wxpay/bizpayurl?pr=${out_trade_no!.slice(-9)}` })
  }

  async function refund(body: Record<string, never>): Promise<FakeReply> {
    const { out_trade_no, out_refund_no, notify_url, amount } = body as unknown as Record<string, string> & {
      amount: { refund: number; total: number; currency: string }
    }
    const order = orders.get(out_trade_no!)
    if (!order) return refused(404, 'RESOURCE_NOT_EXISTS')
    const known = refunds.get(out_refund_no!)
    if (known) return known.refund === amount.refund ? replied(200, refundTold(known)) : refused(400, 'PARAM_ERROR')
    const before = [...refunds.values()].filter((row) => row.out_trade_no === out_trade_no).reduce((sum, row) => sum + row.refund, 0)
    if (order.state !== 'SUCCESS' && order.state !== 'REFUND') return refused(400, 'INVALID_REQUEST')
    if (amount.total !== order.total || amount.currency !== 'CNY' || before + amount.refund > order.total || !notify_url?.startsWith('https:'))
      return refused(400, 'PARAM_ERROR')
    const row = {
      out_refund_no: out_refund_no!,
      out_trade_no: out_trade_no!,
      refund_id: `50${refunds.size}${Date.now()}`,
      status: 'PROCESSING',
      refund: amount.refund,
    }
    refunds.set(row.out_refund_no, row)
    order.state = 'REFUND'
    return replied(200, refundTold(row))
  }

  const refundTold = ({ refund: amount, ...row }: RefundRow) => ({
    ...row,
    channel: 'ORIGINAL',
    amount: { refund: amount, total: orders.get(row.out_trade_no)!.total, payer_refund: amount, currency: 'CNY' },
  })

  const line = await startFakeVendor(answer)
  const fake: FakeWechat = Object.assign(line, {
    setting: { ...wechatSetting, gateway: line.url },
    orders,
    refunds,
    certificate: null as FakeWechat['certificate'],
    spoiled: null as FakeWechat['spoiled'],
    pay(outTradeNo: string) {
      const order = orders.get(outTradeNo)
      if (order) order.state = 'SUCCESS'
    },
    tradeOf: (order: Order) => ({
      appid: order.appid,
      mchid: order.mchid,
      out_trade_no: order.outTradeNo,
      trade_state: order.state,
      trade_state_desc: '',
      amount: { total: order.total, payer_total: order.total, currency: order.currency, payer_currency: 'CNY' },
      ...(order.state === 'SUCCESS' || order.state === 'REFUND'
        ? { transaction_id: order.transactionId, trade_type: 'NATIVE', bank_type: 'OTHERS', success_time: '2026-03-10T20:01:00+08:00', payer: { openid: 'o1' } }
        : {}),
    }),
    async notification(event: string, original: string, told: object, changed: NotificationChanges = {}): Promise<RawNotification> {
      const timestamp = String(Math.floor((changed.at ?? now()).getTime() / 1000))
      const nonce = randomBytes(16).toString('hex')
      const envelope: Record<string, unknown> = {
        id: changed.id ?? `EV-${randomBytes(8).toString('hex')}`,
        create_time: (changed.at ?? now()).toISOString(),
        resource_type: 'encrypt-resource',
        event_type: event,
        summary: '支付成功',
        resource: { original_type: original, ...(await sealed(JSON.stringify(told), changed.apiV3Key ?? wechatSetting.apiV3Key, original)) },
      }
      changed.envelope?.(envelope)
      const body = Buffer.from(JSON.stringify(envelope))
      return {
        method: 'POST',
        query: '',
        body,
        headers: {
          'content-type': 'application/json',
          'wechatpay-timestamp': timestamp,
          'wechatpay-nonce': nonce,
          'wechatpay-serial': changed.serial ?? fake.certificate?.serial ?? wechatSetting.publicKeyId,
          'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
          'wechatpay-signature': await signature(
            changed.key ?? fake.certificate?.key ?? platform.privateKey,
            Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]),
          ),
        },
      }
    },
  })
  return fake
}
