import { createHash, createHmac } from 'node:crypto'
import { startFakeOutside, type FakeOutside, type FakeAnswer, type FakeCall } from '../../../../../tests/support/fake-outside.ts'

/*
 * A TokenPay on loopback, from its documentation and its answers, with a signature rule of its own writing. Strict about
 * method, path, content type, fields, amounts and coins, with TokenPay's own words for what is wrong.
 */

export type TokenPayOrder = { id: string; outOrderId: string; actualAmount: number; currency: string; status: 0 | 1 | 2; notifyUrl: string } & Record<
  string,
  unknown
>

export type FakeTokenPay = FakeOutside & {
  readonly orders: Map<string, TokenPayOrder>
  /** The body of its notification of an order, signed; `changed` is signed too. */
  notification(id: string, changed?: Record<string, unknown>): string
}

export function sign(fields: Record<string, unknown>, token: string, digest: 'md5' | 'hmac-sha256'): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'Signature' && fields[name] !== undefined && fields[name] !== null && fields[name] !== '')
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map((name) => `${name}=${String(fields[name])}`)
    .join('&')
  const md5 = createHash('md5').update(text).update(token)
  return digest === 'md5' ? md5.digest('hex') : createHmac('sha256', Buffer.from(token)).update(text).digest('hex')
}

const known = new Set(['OutOrderId', 'OrderUserKey', 'ActualAmount', 'Currency', 'NotifyUrl', 'RedirectUrl', 'PassThroughInfo', 'Signature'])

export async function startFakeTokenPay(token: string, digest: 'md5' | 'hmac-sha256', coins = ['TRX', 'USDT_TRC20']): Promise<FakeTokenPay> {
  const orders = new Map<string, TokenPayOrder>()
  const refused = (message: string): FakeAnswer => ({ body: { success: false, message } })
  const idOf = (count: number): string => `6324ddd2-4677-7914-0010-${count.toString(16).padStart(12, '0')}`
  let baseUrl = ''

  const create = (call: FakeCall): FakeAnswer => {
    if (call.headers['content-type'] !== 'application/json') return { status: 415, body: '' }
    const sent = JSON.parse(call.body.toString()) as Record<string, unknown>
    for (const name of Object.keys(sent)) if (!known.has(name)) return refused(`unknown field ${name}`)
    for (const name of ['OutOrderId', 'OrderUserKey', 'Currency']) if (typeof sent[name] !== 'string' || sent[name] === '') return refused(`${name}为必传参数`)
    const amount = sent['ActualAmount']
    if (typeof amount !== 'number') return refused('ActualAmount为必传参数')
    if (sent['Signature'] !== sign(sent, token, digest)) return refused('签名验证失败！')
    if (!coins.includes(String(sent['Currency']))) return refused('不支持的币种')
    if (amount <= 0 || Math.round(amount * 100) / 100 !== amount) return refused('金额有误！')
    let order = [...orders.values()].find((one) => one.outOrderId === sent['OutOrderId'] && one.currency === sent['Currency'] && one.status !== 2)
    if (!order) {
      const [outOrderId, notifyUrl, currency] = [String(sent['OutOrderId']), String(sent['NotifyUrl']), String(sent['Currency'])]
      order = { id: idOf(orders.size + 1), outOrderId, actualAmount: amount, currency, status: 0, notifyUrl, amount: amount * 2.5, isDynamicAmount: false }
      orders.set(order.id, order)
    }
    const info = {
      ActualAmount: String(order.actualAmount),
      Amount: '2.5',
      BaseCurrency: 'CNY',
      BlockChainName: 'TRON',
      CurrencyName: 'TRX',
      Id: order.id,
      OutOrderId: order.outOrderId,
      OrderUserKey: sent['OrderUserKey'],
      QrCodeBase64: 'data:image/png;base64,xx',
      ToAddress: 'T1',
    }
    return { body: { success: true, message: '创建订单成功！', data: `${baseUrl}/Pay?Id=${order.id}`, info } }
  }

  const query = (call: FakeCall): FakeAnswer => {
    const [id, signature] = [call.query.get('Id') ?? '', call.query.get('Signature')]
    if (signature !== sign({ Id: id }, token, digest)) return refused('签名验证失败！')
    const order = orders.get(id)
    if (!order) return refused('订单不存在！')
    return { body: { success: true, message: '订单信息获取成功！', data: { ...order, status: ['Pending', 'Paid', 'Expired'][order.status] } } }
  }

  const fake = await startFakeOutside((call) => {
    if (call.method === 'POST' && call.path === '/CreateOrder' && call.rawQuery === '') return create(call)
    if (call.method === 'GET' && call.path === '/Query') return query(call)
    return { status: 404, body: '' }
  })
  ;({ baseUrl } = fake)
  return {
    ...fake,
    orders,
    notification(id, changed = {}) {
      const order = orders.get(id)!
      const fields: Record<string, unknown> = {
        ActualAmount: String(order.actualAmount),
        Amount: '34.91',
        BaseCurrency: 'CNY',
        BlockChainName: 'TRON',
        BlockTransactionId: '375859c36dc5f5d227b10912b5ec70d36dd34446028064956cb60cdbb74432f5',
        Currency: order.currency,
        CurrencyName: 'TRX',
        FromAddress: 'TYYjzt6AWhe9hAg9DrhiYXEWKDksyohgQa',
        Id: id,
        IsDynamicAmount: 0,
        OrderUserKey: order.outOrderId,
        OutOrderId: order.outOrderId,
        PayTime: '2026-11-21 18:08:39',
        Status: 1,
        ToAddress: 'TLUF41C386CMU1Wc8pTSCE4QaiZ2xkhTCb',
        ...changed,
      }
      return JSON.stringify({ ...fields, Signature: sign(fields, token, digest) })
    },
  }
}
