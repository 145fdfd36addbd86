import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { epay } from '@nameplane/contract/system/settings/payment-epay'
import { stripe } from '@nameplane/contract/system/settings/payment-stripe'
import { tokenPay } from '@nameplane/contract/system/settings/payment-tokenpay'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import type { FakeOutside } from '../../../../../tests/support/fake-outside.ts'
import { allowLoopback } from '../../../integrations/http/loopback.testing.ts'
import { startFakeEpay, type FakeEpay } from '../../../integrations/payment/epay/fake-epay.testing.ts'
import type { PaymentProviderName } from '../../../integrations/payment/payment.ts'
import { startFakeStripe, type FakeStripe } from '../../../integrations/payment/stripe/fake-stripe.testing.ts'
import { startFakeTokenPay, type FakeTokenPay } from '../../../integrations/payment/tokenpay/fake-tokenpay.testing.ts'
import { askForPending } from './payment-poll.ts'
import { paymentPartsOfSettings } from './payment-parts.ts'

/* Payments from the form to the balance, with the providers as the settings have them and strict peers in their place. */

let test: TestApp
let at = new Date('2026-11-21T10:00:00Z')
const now = (): Date => at
let fakeStripe: FakeStripe
let fakeTokenPay: FakeTokenPay
let fakeEpay: FakeEpay
let restore: () => void
let userId = 0
const logged: Record<string, unknown>[] = []

const save = async (key: string, paramValue: object, status: 0 | 1 = 1): Promise<void> => {
  const { config: record } = await test.call(setting.ofKey, { key })
  await test.call(setting.update, { id: record.id, paramValue, status, rowVersion: record.rowVersion })
}

beforeAll(async () => {
  test = await createTestApp({ now }, { log: (line) => void logged.push(line) })
  fakeStripe = await startFakeStripe('sk_test_canary0key', 'whsec_canary0hook', now)
  fakeTokenPay = await startFakeTokenPay('canary-token', 'hmac-sha256')
  fakeEpay = await startFakeEpay('1001')
  fakeEpay.now = now
  const gateway = { serviceUrl: fakeEpay.baseUrl, pid: '1001', way: 'alipay' }
  await save(platformAddress.key, { publicUrl: 'https://console.example' })
  await save(stripe.key, { secretKey: 'sk_test_canary0key', webhookSecret: 'whsec_canary0hook', currency: 'CNY', gateway: fakeStripe.baseUrl })
  await save(tokenPay.key, { serviceUrl: fakeTokenPay.baseUrl, token: 'canary-token', digest: 'hmac-sha256', coin: 'USDT_TRC20', currency: 'CNY' })
  await save(epay.key, { ...gateway, version: 'v2', merchantPrivateKey: fakeEpay.keys.merchantPrivate, platformPublicKey: fakeEpay.keys.platformPublic })
})
afterAll(async () => {
  for (const fake of [fakeStripe, fakeTokenPay, fakeEpay]) await fake.close()
  await test.close()
})
beforeEach(async () => {
  restore = allowLoopback({ impatience: { connectMs: 400, totalMs: 800 } })
  at = new Date('2026-11-21T10:00:00Z')
  const name = `payer-${Math.random().toString(36).slice(2, 10)}`
  const user = await test.db
    .insertInto('account')
    .values({ username: name, type: 2, password_hash: '', language: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  userId = user.id
})
afterEach(() => restore())

let keys = 0
type Made = { code: number; problem?: string; data: { id: number; outTradeNo: string; status: number; offer: { kind: string; url: string } } }
const recharge = async (provider: PaymentProviderName, key = `k-${(keys += 1)}`): Promise<Made> => {
  const headers = { authorization: `Bearer ${test.adminToken}`, 'idempotency-key': key }
  const answer = await test.app.inject({ method: 'POST', url: '/api/sys/payment/recharge', headers, payload: { userId, provider, amountCents: 1500 } })
  return answer.json<Made>()
}
const balance = async () => (await test.db.selectFrom('account').select('balance_cents').where('id', '=', userId).executeTakeFirstOrThrow()).balance_cents
const row = (id: number) => test.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const poll = () =>
  askForPending(
    paymentPartsOfSettings(now, () => undefined),
    test.db,
  )

/** A provider with its peer: how the payer pays there, and how it tells. */
type Outer = {
  name: PaymentProviderName
  fake: () => FakeOutside
  /** Of our number, the provider's. */
  find: (outTradeNo: string) => string | undefined
  pay: (providerNo: string) => void
  notify: (providerNo: string, changed?: { amount?: boolean; forged?: boolean }) => Promise<{ status: number; body: string }>
  success: string
}
const post = async (url: string, payload: string | Buffer, headers: Record<string, string>) => {
  const answer = await test.app.inject({ method: 'POST', url, payload, headers })
  return { status: answer.statusCode, body: answer.body }
}
const outers: Outer[] = [
  {
    name: 'stripe',
    fake: () => fakeStripe,
    find: (outTradeNo) => [...fakeStripe.sessions.values()].find((one) => one['client_reference_id'] === outTradeNo)?.['id'] as string | undefined,
    pay: (id) => fakeStripe.pay(id),
    notify(id, { amount = false, forged = false } = {}) {
      const session = fakeStripe.sessions.get(id)!
      const told = fakeStripe.event('checkout.session.completed', amount ? { ...session, amount_total: 1 } : session, {
        id: `evt_${id}_${String(session['payment_status'])}`,
        at,
        ...(forged ? { secret: 'whsec_other' } : {}),
      })
      return post('/api/app/payment/notify/stripe', told.body, { 'content-type': 'application/json', 'stripe-signature': told.signature })
    },
    success: '{"received":true}',
  },
  {
    name: 'tokenpay',
    fake: () => fakeTokenPay,
    find: (outTradeNo) => [...fakeTokenPay.orders.values()].find((one) => one.outOrderId === outTradeNo)?.id,
    pay: (id) => void (fakeTokenPay.orders.get(id)!.status = 1),
    notify(id, { amount = false, forged = false } = {}) {
      const body = fakeTokenPay.notification(id, amount ? { ActualAmount: '0.01' } : {})
      return post('/api/app/payment/notify/tokenpay', forged ? body.replace('"Status":1', '"Status":0') : body, { 'content-type': 'application/json' })
    },
    success: 'ok',
  },
  {
    name: 'epay',
    fake: () => fakeEpay,
    find: (outTradeNo) => [...fakeEpay.orders.values()].find((one) => one.out_trade_no === outTradeNo)?.trade_no,
    pay: (id) => void (fakeEpay.orders.get(id)!.status = 1),
    async notify(id, { amount = false, forged = false } = {}) {
      const fields = fakeEpay.notification(id, 'v2', amount ? { money: '0.01' } : {})
      if (forged) fields.set('money', '15.01')
      const answer = await test.app.inject({ method: 'GET', url: `/api/app/payment/notify/epay?${new URLSearchParams([...fields]).toString()}` })
      return { status: answer.statusCode, body: answer.body }
    },
    success: 'success',
  },
]

describe.each(outers)('a recharge by $name', (outer) => {
  it('is credited once its notification came, and once only', async () => {
    const { data } = await recharge(outer.name)
    expect(data.status).toBe(10)
    const providerNo = outer.find(data.outTradeNo)!
    outer.pay(providerNo)
    for (let times = 0; times < 3; times += 1) expect(await outer.notify(providerNo)).toEqual({ status: 200, body: outer.success })
    await Promise.all([outer.notify(providerNo), outer.notify(providerNo), poll()])
    expect(await balance()).toBe(1500)
    expect(await row(data.id)).toMatchObject({ status: 14, problem: '', provider_no: providerNo })
  })

  it('is credited by asking where no notification ever came', async () => {
    const { data } = await recharge(outer.name)
    outer.pay(outer.find(data.outTradeNo)!)
    at = new Date(at.getTime() + 60_000)
    await poll()
    expect(await balance()).toBe(1500)
  })

  it('is not credited by a notification that came before the payment', async () => {
    const { data } = await recharge(outer.name)
    const providerNo = outer.find(data.outTradeNo)!
    await outer.notify(providerNo)
    expect(await balance()).toBe(0)
    outer.pay(providerNo)
    expect(await outer.notify(providerNo)).toEqual({ status: 200, body: outer.success })
    expect(await balance()).toBe(1500)
  })

  it('is not credited by a forged notification, nor by one of another amount', async () => {
    const { data } = await recharge(outer.name)
    const providerNo = outer.find(data.outTradeNo)!
    expect((await outer.notify(providerNo, { forged: true })).status).toBe(400)
    expect((await row(data.id)).problem).toBe('')
    await outer.notify(providerNo, { amount: true })
    expect(await balance()).toBe(0)
    expect((await row(data.id)).status).toBe(10)
  })

  it('is credited although the answer to the order was lost', async () => {
    outer.fake().failNext('answer-lost', 'no-answer', 'no-answer')
    const { data, problem } = await recharge(outer.name, `lost-${outer.name}`)
    const made = problem ? await test.db.selectFrom('payment').selectAll().where('account_id', '=', userId).executeTakeFirstOrThrow() : await row(data.id)
    const providerNo = outer.find(made.out_trade_no)!
    outer.pay(providerNo)
    expect(await outer.notify(providerNo)).toEqual({ status: 200, body: outer.success })
    expect(await balance()).toBe(1500)
    expect((await row(made.id)).provider_no).toBe(providerNo)
  })

  it('is not credited while the provider does not confirm', async () => {
    const { data } = await recharge(outer.name)
    const providerNo = outer.find(data.outTradeNo)!
    outer.pay(providerNo)
    outer.fake().failAlways('status-500')
    expect((await outer.notify(providerNo)).status).toBe(400)
    expect(await balance()).toBe(0)
    outer.fake().failAlways(null)
    restore()
    restore = allowLoopback({ impatience: { connectMs: 400, totalMs: 800 } })
    expect(await outer.notify(providerNo)).toEqual({ status: 200, body: outer.success })
    expect(await balance()).toBe(1500)
  })
})

describe('a setting', () => {
  it.each([
    [stripe.key, 'stripe'],
    [tokenPay.key, 'tokenpay'],
    [epay.key, 'epay'],
  ] as const)('%s that is switched off offers nothing, and still tells genuine notifications from others', async (key, name) => {
    const { config: record } = await test.call(setting.ofKey, { key })
    await test.call(setting.update, {
      id: record.id,
      paramValue: JSON.parse(record.paramValue) as Record<string, unknown>,
      status: 0,
      rowVersion: record.rowVersion,
    })
    expect((await recharge(name)).problem).toBe('payment_provider_off')
    expect((await test.app.inject({ method: 'POST', url: `/api/app/payment/notify/${name}`, payload: {} })).statusCode).toBe(400)
    // The masked secrets were kept: switched on again it works.
    const again = await test.call(setting.ofKey, { key })
    await test.call(setting.update, {
      id: again.config.id,
      paramValue: JSON.parse(again.config.paramValue) as Record<string, unknown>,
      status: 1,
      rowVersion: again.config.rowVersion,
    })
    expect((await recharge(name)).data.status).toBe(10)
  })

  it('changes what is asked for: the coin of TokenPay, the way of EPay, the version of EPay', async () => {
    const changed = async (key: string, members: object) => {
      const { config: record } = await test.call(setting.ofKey, { key })
      await save(key, { ...(JSON.parse(record.paramValue) as object), ...members })
    }
    await changed(tokenPay.key, { coin: 'TRX' })
    const { data } = await recharge('tokenpay')
    expect(fakeTokenPay.orders.get(outers[1]!.find(data.outTradeNo)!)!.currency).toBe('TRX')
    await changed(epay.key, { way: 'wxpay' })
    const other = await recharge('epay')
    expect(fakeEpay.orders.get(outers[2]!.find(other.data.outTradeNo)!)!.type).toBe('wxpay')
    await changed(epay.key, { version: 'v1', key: fakeEpay.md5Key })
    const old = await recharge('epay')
    expect(fakeEpay.calls.at(-1)!.path).toBe('/mapi.php')
    expect(old.data.offer.kind).toBe('qr')
    await changed(epay.key, { version: 'v2' })
  })

  it('keeps its secrets to itself', async () => {
    const secrets = ['canary0key', 'canary0hook', 'canary-token', fakeEpay.md5Key, fakeEpay.keys.merchantPrivate.slice(100, 200)]
    const shown = JSON.stringify([await Promise.all([stripe.key, tokenPay.key, epay.key].map((key) => test.call(setting.ofKey, { key }))), logged])
    const stored = JSON.stringify(await test.db.selectFrom('system_config').selectAll().execute())
    const trail = JSON.stringify(await test.db.selectFrom('audit_entry').selectAll().execute())
    const payments = JSON.stringify(await test.db.selectFrom('payment').selectAll().execute())
    for (const secret of secrets) for (const text of [shown, stored, trail, payments]) expect(text.includes(secret), secret.slice(0, 9)).toBe(false)
  })
})

describe('a refund', () => {
  it.each(['stripe', 'epay'] as const)('by %s moves once', async (name) => {
    const outer = outers.find((one) => one.name === name)!
    const { data } = await recharge(name)
    const providerNo = outer.find(data.outTradeNo)!
    outer.pay(providerNo)
    await outer.notify(providerNo)
    const ask = async () =>
      test.app.inject({
        method: 'POST',
        url: '/api/sys/payment/refund',
        headers: { authorization: `Bearer ${test.adminToken}`, 'idempotency-key': `refund-${data.id}` },
        payload: { id: data.id, amountCents: 500 },
      })
    await ask()
    const again = (await ask()).json<{ data: { status: number } }>()
    expect(again.data.status).toBe(24)
    expect(await balance()).toBe(1000)
    expect(await row(data.id)).toMatchObject({ status: 14, refunded_cents: 500 })
  })

  it('by TokenPay is not offered', async () => {
    const { data } = await recharge('tokenpay')
    const providerNo = outers[1]!.find(data.outTradeNo)!
    outers[1]!.pay(providerNo)
    await outers[1]!.notify(providerNo)
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/sys/payment/refund',
      headers: { authorization: `Bearer ${test.adminToken}` },
      payload: { id: data.id, amountCents: 500 },
    })
    expect(answer.json<{ problem: string }>().problem).toBe('payment_refund_unsupported')
    expect(await balance()).toBe(1500)
  })
})
