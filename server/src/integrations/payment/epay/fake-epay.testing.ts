import { createHash, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { startFakeOutside, type FakeOutside, type FakeAnswer, type FakeCall } from '../../../../../tests/support/fake-outside.ts'

/*
 * A gateway of Rainbow EPay on loopback, both versions, from its published documents, with a signature rule of its own
 * writing: it knows one merchant, checks fields, signature and time, and answers with the gateway's own codes and words.
 */

export type EpayOrder = { trade_no: string; out_trade_no: string; money: string; status: number; type: string; refundmoney: string; name: string }

export type FakeEpay = FakeOutside & {
  readonly orders: Map<string, EpayOrder>
  readonly refunds: Map<string, { refund_no: string; trade_no: string; money: string; status: number }>
  /** What merchants enter. */
  readonly keys: { merchantPrivate: string; platformPublic: string; platform: KeyObject }
  readonly md5Key: string
  /** How pages to pay on are offered. */
  payType: 'qrcode' | 'jump' | 'html'
  /** Whether refunds are written down without being made. */
  isRefundStuck: boolean
  /** Changes a signed answer: before it is signed, and after. */
  changeContent: ((fields: Record<string, string | number>) => void) | null
  changeAnswer: ((fields: Record<string, string | number>) => void) | null
  now: () => Date
  notification(tradeNo: string, version: 'v1' | 'v2', changed?: Record<string, string>): Map<string, string>
}

const blank = /^[ \t\n\r\0\v]*$/

function textOf(fields: Record<string, string>): string {
  return Object.entries(fields)
    .filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && !blank.test(value))
    .sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .reduce((text, [name, value]) => `${text}&${name}=${value}`, '')
    .slice(1)
}

export const rsaSign = (fields: Record<string, string>, key: KeyObject): string => sign('RSA-SHA256', Buffer.from(textOf(fields)), key).toString('base64')
export const md5Sign = (fields: Record<string, string>, key: string): string =>
  createHash('md5')
    .update(textOf(fields) + key)
    .digest('hex')

const merchantPair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const platformPair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const der = (key: KeyObject, type: 'pkcs8' | 'spki'): string => key.export({ format: 'der', type: type as 'pkcs8' }).toString('base64')

export async function startFakeEpay(pid: string): Promise<FakeEpay> {
  const orders = new Map<string, EpayOrder>()
  const refunds: FakeEpay['refunds'] = new Map()
  const md5Key = '89unJUB8HZ54Hj7x4nUj56HN4nUzUJ8i'
  const seconds = (): number => Math.floor(fake.now().getTime() / 1000)
  const refused = (code: number, msg: string): FakeAnswer => ({ body: { code, msg } })
  const signed = (content: Record<string, string | number>): FakeAnswer => {
    const fields: Record<string, string | number> = { ...content, timestamp: String(seconds()), sign_type: 'RSA' }
    fake.changeContent?.(fields)
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
    const body = { ...fields, sign: rsaSign(texts, platformPair.privateKey) }
    fake.changeAnswer?.(body)
    return { body }
  }

  const formOf = (call: FakeCall): Record<string, string> | null => {
    if (call.headers['content-type'] !== 'application/x-www-form-urlencoded') return null
    const params = [...new URLSearchParams(call.body.toString())]
    return new Set(params.map(([name]) => name)).size === params.length ? Object.fromEntries(params) : null
  }

  const made = (sent: Record<string, string>): EpayOrder | FakeAnswer => {
    for (const name of ['type', 'out_trade_no', 'notify_url', 'name', 'money', 'clientip']) if (!sent[name]) return refused(-1, `${name}不能为空`)
    if (!/^\d+\.\d\d$/.test(sent['money']!) || Number(sent['money']) <= 0) return refused(-1, '金额不合法')
    if (!/^[a-zA-Z0-9._\-|]+$/.test(sent['out_trade_no']!)) return refused(-1, '订单号(out_trade_no)格式不正确')
    const old = [...orders.values()].find((one) => one.out_trade_no === sent['out_trade_no'])
    if (old && old.money !== sent['money']) return refused(-1, '支付参数有变化，请更换订单号重新发起支付')
    if (old) return old
    const order = {
      trade_no: `20261121${String(orders.size + 1).padStart(11, '0')}`,
      out_trade_no: sent['out_trade_no']!,
      money: sent['money']!,
      status: 0,
      type: sent['type']!,
      refundmoney: '',
      name: sent['name']!,
    }
    orders.set(order.trade_no, order)
    return order
  }
  const isOrder = (found: EpayOrder | FakeAnswer): found is EpayOrder => 'trade_no' in found

  const found = (sent: Record<string, string>): EpayOrder | undefined =>
    sent['trade_no'] ? orders.get(sent['trade_no']) : [...orders.values()].find((one) => one.out_trade_no === sent['out_trade_no'])
  const shown = (order: EpayOrder): Record<string, string | number> => ({ ...order, pid, addtime: '2026-11-21 18:00:00', buyer: '' })

  const refund = (sent: Record<string, string>): FakeAnswer => {
    const order = found(sent)
    if (!order) return refused(-1, '当前订单不存在！')
    if (!/^\d+\.\d\d$/.test(sent['money'] ?? '')) return refused(-1, '金额输入错误')
    const number = sent['out_refund_no'] ?? ''
    const old = refunds.get(number)
    const answer = (of: { refund_no: string; money: string }): FakeAnswer =>
      signed({
        code: 0,
        refund_no: of.refund_no,
        out_refund_no: number,
        trade_no: order.trade_no,
        money: of.money,
        reducemoney: of.money,
        msg: `退款成功！退款金额¥${of.money}`,
      })
    if (old?.status === 1) return answer(old)
    if (order.status !== 1) return refused(-1, '只支持退款已支付状态的订单')
    if (Number(order.refundmoney || '0') + Number(sent['money']) > Number(order.money)) return refused(-1, '退款金额不能大于订单金额')
    const record = {
      refund_no: `R${String(refunds.size + 1).padStart(8, '0')}`,
      trade_no: order.trade_no,
      money: sent['money']!,
      status: fake.isRefundStuck ? 0 : 1,
    }
    refunds.set(number, old ? Object.assign(old, { status: record.status }) : record)
    if (record.status === 0) return refused(-1, '退款失败')
    order.refundmoney = (Number(order.refundmoney || '0') + Number(record.money)).toFixed(2)
    return answer(refunds.get(number)!)
  }

  const v2 = (call: FakeCall): FakeAnswer => {
    const sent = formOf(call)
    if (!sent?.['pid']) return refused(-4, '未传入任何参数')
    if (sent['pid'] !== pid) return refused(-1, '商户不存在！')
    if (sent['sign_type'] !== 'RSA') return refused(-3, '该商户只能使用RSA签名类型')
    if (!/^\d{10}$/.test(sent['timestamp'] ?? '') || Math.abs(seconds() - Number(sent['timestamp'])) > 300)
      return refused(-3, '时间戳字段不正确，请检查服务器时间')
    const key = createPublicKey(merchantPair.publicKey.export({ format: 'pem', type: 'spki' }))
    if (!verify('RSA-SHA256', Buffer.from(textOf(sent)), key, Buffer.from(sent['sign'] ?? '', 'base64'))) return refused(-3, 'RSA签名校验失败')
    switch (call.path) {
      case '/api/pay/create': {
        const order = made(sent)
        if (!isOrder(order)) return order
        const page = {
          qrcode: 'weixin://wxpay/bizpayurl?pr=04IPMKM&x=1',
          jump: `${fake.baseUrl}/pay/submit/${order.trade_no}/?a=1&b=2`,
          html: '<form></form>',
        }[fake.payType]
        return signed({ code: 0, trade_no: order.trade_no, pay_type: fake.payType, pay_info: page })
      }
      case '/api/pay/query': {
        const order = found(sent)
        return order ? signed({ code: 0, ...shown(order) }) : refused(-1, '订单号不存在')
      }
      case '/api/pay/refund':
        return refund(sent)
      case '/api/pay/refundquery': {
        const record = refunds.get(sent['out_refund_no'] ?? '')
        return record ? signed({ code: 0, out_refund_no: sent['out_refund_no']!, ...record }) : refused(-1, '退款记录不存在')
      }
      case '/api/merchant/info':
        return signed({ code: 0, pid: Number(pid), status: 1, money: '10.50', order_num: 3 })
    }
    return refused(-5, '接口方法不存在')
  }

  const v1 = (call: FakeCall): FakeAnswer => {
    if (call.path === '/mapi.php') {
      const sent = call.method === 'POST' ? formOf(call) : null
      if (!sent || sent['pid'] !== pid) return refused(-4, '未传入任何参数')
      if (sent['sign_type'] !== 'MD5' || sent['sign'] !== md5Sign(sent, md5Key)) return refused(-3, 'MD5签名校验失败')
      const order = made(sent)
      if (!isOrder(order)) return order
      if (fake.payType === 'html') return { body: { code: 1, trade_no: order.trade_no, html: '<form>&</form>' } }
      const page = fake.payType === 'qrcode' ? { qrcode: 'https://qr.alipay.com/x?a=1&b=2' } : { payurl: `${fake.baseUrl}/pay/submit/${order.trade_no}/` }
      return { body: { code: 1, trade_no: order.trade_no, ...page } }
    }
    const query = Object.fromEntries(call.query)
    if (call.method !== 'GET') return { status: 405, body: '' }
    if (query['pid'] !== pid) return refused(-3, '商户ID不存在')
    if (query['key'] !== md5Key) return refused(-3, '商户密钥错误')
    if (query['act'] === 'query') return { body: { code: 1, pid: Number(pid), active: 1, money: '0.00' } }
    const order = query['act'] === 'order' ? found(query) : undefined
    return order ? { body: { code: 1, msg: 'succ', ...shown(order), status: String(order.status) } } : refused(-1, '订单号不存在')
  }

  const base = await startFakeOutside((call) => (call.path.startsWith('/api/') && call.method === 'POST' ? v2(call) : v1(call)))
  const fake: FakeEpay = {
    ...base,
    orders,
    refunds,
    keys: { merchantPrivate: der(merchantPair.privateKey, 'pkcs8'), platformPublic: der(platformPair.publicKey, 'spki'), platform: platformPair.privateKey },
    md5Key,
    payType: 'qrcode',
    isRefundStuck: false,
    changeContent: null,
    changeAnswer: null,
    now: () => new Date(),
    notification(tradeNo, version, changed = {}) {
      const order = orders.get(tradeNo)!
      const fields: Record<string, string> = {
        pid,
        trade_no: tradeNo,
        out_trade_no: order.out_trade_no,
        api_trade_no: '40001249985198893',
        type: order.type,
        trade_status: 'TRADE_SUCCESS',
        name: order.name,
        money: order.money,
        buyer: '',
        ...(version === 'v2' ? { timestamp: String(seconds()), addtime: '2026-11-21 18:00:00' } : {}),
        ...changed,
      }
      const signature = version === 'v2' ? rsaSign(fields, platformPair.privateKey) : md5Sign(fields, md5Key)
      return new Map(Object.entries({ ...fields, sign: signature, sign_type: version === 'v2' ? 'RSA' : 'MD5' }))
    },
  }
  return fake
}
