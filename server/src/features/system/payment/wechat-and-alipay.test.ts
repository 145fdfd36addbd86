import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { payment } from '@nameplane/contract/system/payment'
import { alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { wechatPay } from '@nameplane/contract/system/settings/payment-wechat'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { secretMask } from '@nameplane/contract/secret-mask'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { allowLoopback } from '../../../integrations/http/loopback.testing.ts'
import { startFakeAlipay, type FakeAlipay } from '../../../integrations/payment/alipay/fake-alipay.testing.ts'
import type { RawNotification } from '../../../integrations/payment/payment.ts'
import { fakeFaults } from '../../../integrations/payment/fake-vendor.testing.ts'
import { startFakeWechat, strangerKey, type FakeWechat } from '../../../integrations/payment/wechat/fake-wechat.testing.ts'
import { askForPending } from './payment-poll.ts'
import { paymentPartsOfSettings } from './payment-parts.ts'
import { newPayer } from './scripted-provider.testing.ts'

/* From the settings page to the balance, with vendors of our own that refuse what the real ones would. */

const clock = { at: new Date('2026-03-10T12:00:00Z') }
const now = () => clock.at
let test: TestApp
let fakeWechat: FakeWechat
let fakeAlipay: FakeAlipay
let restore: () => void
let userId: number

beforeAll(async () => {
  restore = allowLoopback({ impatience: { totalMs: 400, connectMs: 300 } })
  fakeWechat = await startFakeWechat(now)
  fakeAlipay = await startFakeAlipay(now)
  test = await createTestApp({ now })
  await setSetting(test.db, platformAddress, { publicUrl: 'https://dns.example' })
  await setSetting(test.db, wechatPay, fakeWechat.setting)
  await setSetting(test.db, alipay, fakeAlipay.setting)
  userId = await newPayer(test, 'payer')
})
afterAll(async () => {
  await test.close()
  await fakeWechat.close()
  await fakeAlipay.close()
  restore()
})
afterEach(() => {
  fakeWechat.fault = null
  fakeAlipay.fault = null
  restore()
  restore = allowLoopback({ impatience: { totalMs: 400, connectMs: 300 } })
})

const balance = async () => (await test.db.selectFrom('account').select('balance_cents').where('id', '=', userId).executeTakeFirstOrThrow()).balance_cents
const send = (path: string, { headers, body }: RawNotification) =>
  test.app.inject({
    method: 'POST',
    url: path,
    headers: Object.fromEntries(Object.entries(headers).filter((one): one is [string, string] => one[1] !== undefined)),
    payload: body,
  })
const recharge = async (provider: 'wechat' | 'alipay', amountCents = 10_000) => (await test.call(payment.recharge, { userId, provider, amountCents })).data
const poll = () =>
  askForPending(
    paymentPartsOfSettings(now, () => {}),
    test.db,
  )
const minutes = (count: number) => void (clock.at = new Date(clock.at.getTime() + count * 60_000))

const vendors = {
  wechat: {
    path: '/api/app/payment/notify/wechat',
    fake: () => fakeWechat,
    notification: (outTradeNo: string) =>
      fakeWechat.notification('TRANSACTION.SUCCESS', 'transaction', fakeWechat.tradeOf(fakeWechat.orders.get(outTradeNo)!), { id: `E${outTradeNo}` }),
    success: '{"code":"SUCCESS","message":""}',
    url: /^weixin:\/\/wxpay\/bizpayurl/,
  },
  alipay: {
    path: '/api/app/payment/notify/alipay',
    fake: () => fakeAlipay,
    notification: (outTradeNo: string) => {
      const trade = fakeAlipay.trades.get(outTradeNo)!
      return fakeAlipay.notification({ out_trade_no: outTradeNo, trade_no: trade.tradeNo, total_amount: trade.total, notify_id: `N${outTradeNo}` })
    },
    success: 'success',
    url: /^https:\/\/qr\.alipay\.com\//,
  },
} as const

describe.each(['wechat', 'alipay'] as const)('with %s', (name) => {
  const vendor = vendors[name]

  it('a recharge goes from the order over the notification to the balance, once', async () => {
    const before = await balance()
    const made = await recharge(name)
    expect(made.offer).toMatchObject({ kind: 'qr', url: expect.stringMatching(vendor.url) as string })
    const unpaid = name === 'wechat' ? null : await vendor.notification(made.outTradeNo)
    // Genuine, but the vendor does not confirm it: nothing moves.
    if (unpaid) expect((await send(vendor.path, unpaid)).body).not.toBe('success')
    expect(await balance()).toBe(before)
    vendor.fake().pay(made.outTradeNo)
    const answers = await Promise.all([1, 2, 3].map(async () => send(vendor.path, await vendor.notification(made.outTradeNo))))
    expect(answers.map((answer) => [answer.statusCode, answer.body])).toEqual([1, 2, 3].map(() => [200, vendor.success]))
    expect(await balance()).toBe(before + 10_000)
    expect((await test.call(payment.info, { id: made.id })).data).toMatchObject({ status: 14, problem: '' })
  })

  it('a recharge whose notification is lost is found by the job', async () => {
    const before = await balance()
    const made = await recharge(name, 2300)
    vendor.fake().pay(made.outTradeNo)
    minutes(1)
    await poll()
    expect(await balance()).toBe(before + 2300)
  })

  it('a refund takes the balance and reaches the vendor', async () => {
    const made = await recharge(name, 5000)
    vendor.fake().pay(made.outTradeNo)
    minutes(1)
    await poll()
    const before = await balance()
    const { data } = await test.call(payment.refund, { id: made.id, amountCents: 1200 })
    expect(vendor.fake().refunds.has(data.refundNo)).toBe(true)
    if (name === 'wechat') fakeWechat.refunds.get(data.refundNo)!.status = 'SUCCESS'
    minutes(1)
    await poll()
    expect((await test.call(payment.info, { id: made.id })).data).toMatchObject({ status: 14, refundedCents: 1200 })
    expect(await balance()).toBe(before - 1200)
  })

  it('a test on the settings page proves the keys that are saved', async () => {
    const { config: record } = await test.call(setting.ofKey, { key: name === 'wechat' ? wechatPay.key : alipay.key })
    const paramValue = JSON.parse(record.paramValue) as Record<string, unknown>
    expect(paramValue['privateKey']).toBe(secretMask)
    // A test goes by the machine's clock.
    const before = clock.at
    clock.at = new Date()
    expect((await test.call(setting.test, { paramKey: record.paramKey, paramValue })).data).toMatchObject({ isPassed: true })
    const wrong = { ...paramValue, privateKey: strangerKey.export({ type: 'pkcs8', format: 'pem' }) }
    expect((await test.call(setting.test, { paramKey: record.paramKey, paramValue: wrong })).data).toMatchObject({ isPassed: false })
    clock.at = before
  })

  it('switched off it takes no orders, and what was begun is still brought to its end', async () => {
    const [noticed, lost] = [await recharge(name, 4000), await recharge(name, 600)]
    for (const { outTradeNo } of [noticed, lost]) vendor.fake().pay(outTradeNo)
    const before = await balance()
    const key = name === 'wechat' ? wechatPay.key : alipay.key
    await test.db.updateTable('system_config').set({ status: 0 }).where('param_key', '=', key).execute()
    expect(await refusalOf(test.call(payment.recharge, { userId, provider: name, amountCents: 100 }))).toMatchObject({ problem: 'payment_provider_off' })
    expect((await send(vendor.path, await vendor.notification(noticed.outTradeNo))).body).toBe(vendor.success)
    minutes(1)
    await poll()
    expect(await balance()).toBe(before + 4600)
    expect(await test.call(payment.refund, { id: noticed.id, amountCents: 100 })).toMatchObject({ data: { amountCents: 100 } })
    await test.db.updateTable('system_config').set({ status: 1 }).where('param_key', '=', key).execute()
  })

  it.each([...fakeFaults, 'down' as const])('%s, while an order is made and while a notification is checked, credits nothing wrong', async (fault) => {
    const before = await balance()
    const made = await recharge(name)
    vendor.fake().pay(made.outTradeNo)
    const raw = await vendor.notification(made.outTradeNo)
    if (fault === 'down') restore = allowLoopback({ route: () => 'http://127.0.0.1:9' })
    else vendor.fake().fault = fault
    expect(await refusalOf(test.call(payment.recharge, { userId, provider: name, amountCents: 100 }))).toMatchObject({ problem: 'payment_unanswered' })
    const answer = await send(vendor.path, raw)
    expect(answer.body).not.toBe(vendor.success)
    expect(await balance()).toBe(before)
    // The console goes on working meanwhile.
    expect((await test.call(payment.info, { id: made.id })).data.status).toBe(10)
    vendor.fake().fault = null
    restore()
    restore = allowLoopback({ impatience: { totalMs: 400, connectMs: 300 } })
    expect((await send(vendor.path, raw)).body).toBe(vendor.success)
    expect(await balance()).toBe(before + 10_000)
  })
})
