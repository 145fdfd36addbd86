import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { proofLength } from '../../../../../tests/support/proof-length.ts'
import { PaymentProviderProblem, type PaymentNotification } from '../../../integrations/payment/payment.ts'
import { askForPending } from './payment-poll.ts'
import { forgetPending, newPayer, scriptedParts, scriptedProvider, signedNotification, type ScriptedProvider } from './scripted-provider.testing.ts'

/** Keys of the run, each sent 2 to 50 times at once; 1,000 are some 26,000 calls. */
const keysOfRun = proofLength({ full: 1000, part: 30 })

let provider: ScriptedProvider
const parts = scriptedParts(() => provider)
const test = await createTestApp({ now: parts.now }, { payments: parts })
afterAll(() => test.close())
let userId: number
beforeEach(async () => {
  provider = scriptedProvider()
  await forgetPending(test)
  parts.clock.at = new Date('2026-03-10T12:00:00Z')
  userId = await newPayer(test)
})

type Answer = {
  code: number
  problem?: string
  data: { id: number; outTradeNo: string; status: number; refundNo: string; amountCents: number; problem: string }
}
const send = async (path: string, payload: object, key?: string): Promise<Answer> => {
  const headers = { authorization: `Bearer ${test.adminToken}`, ...(key === undefined ? {} : { 'idempotency-key': key }) }
  return (await test.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload })).json<Answer>()
}
const recharge = (key?: string, amountCents = 10_000) => send('sys/payment/recharge', { userId, provider: 'wechat', amountCents }, key)
const refund = (id: number, amountCents: number, key?: string) => send('sys/payment/refund', { id, amountCents, reason: 'asked for' }, key)
const minutes = (count: number) => void (parts.clock.at = new Date(parts.clock.at.getTime() + count * 60_000))
const poll = () => askForPending(parts, test.db)
const balance = async () => (await test.db.selectFrom('account').select('balance_cents').where('id', '=', userId).executeTakeFirstOrThrow()).balance_cents
const entries = () =>
  test.db.selectFrom('ledger_entry').select(['kind', 'amount_cents', 'balance_after_cents']).where('account_id', '=', userId).orderBy('id').execute()
const row = (id: number) => test.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const refundRow = (id: number) => test.db.selectFrom('payment_refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const problem = (kind: 'refused' | 'unanswered') => new PaymentProviderProblem(kind, `wechat: ${kind}`, 'CODE')

async function paid(amountCents = 10_000): Promise<{ id: number; outTradeNo: string }> {
  const { data } = await recharge(undefined, amountCents)
  provider.pay(data.outTradeNo)
  minutes(1)
  await poll()
  expect(await balance()).toBe(amountCents)
  return data
}
const arrived = (refundNo: string, state: 'refunding' | 'refund-completed' | 'refund-failed' | 'refund-closed') =>
  void provider.refundRows.set(refundNo, { ...provider.refundRows.get(refundNo)!, state })

describe('a refund', () => {
  it('leaves the balance at once, and the payment is refunded once the money is back', async () => {
    const { id } = await paid()
    const { data } = await refund(id, 10_000)
    expect(data).toMatchObject({ status: 15, amountCents: 10_000 })
    expect([await balance(), (await row(id)).status]).toEqual([0, 15])
    arrived(data.refundNo, 'refund-completed')
    minutes(1)
    await poll()
    expect(await refundRow(data.id)).toMatchObject({ status: 24, provider_refund_no: `F${data.refundNo}`, next_query_at: null })
    expect(await row(id)).toMatchObject({ status: 16, refunded_cents: 10_000 })
    expect(await entries()).toEqual([
      { kind: 'recharge', amount_cents: 10_000, balance_after_cents: 10_000 },
      { kind: 'refund', amount_cents: -10_000, balance_after_cents: 0 },
    ])
  })

  it('in parts never gives back more than was paid', async () => {
    const { id } = await paid()
    provider.refundState = 'refund-completed'
    expect((await refund(id, 4000)).data.status).toBe(24)
    expect(await row(id)).toMatchObject({ status: 14, refunded_cents: 4000 })
    expect((await refund(id, 6001)).problem).toBe('refund_beyond_paid')
    expect((await refund(id, 6000)).data.status).toBe(24)
    expect(await row(id)).toMatchObject({ status: 16, refunded_cents: 10_000 })
    expect((await refund(id, 1)).problem).toBe('payment_not_paid')
    expect([await balance(), provider.counts.refund]).toEqual([0, 2])
  })

  it('asked for twenty times at once without a key gives back once', async () => {
    const { id } = await paid()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(id, 10_000)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(answers.filter((answer) => answer.problem === 'refund_beyond_paid')).toHaveLength(19)
    expect([await balance(), provider.counts.refund]).toEqual([0, 1])
  })

  it('never takes more than the balance still holds', async () => {
    const { id } = await paid()
    await test.db.updateTable('account').set({ balance_cents: 2000 }).where('id', '=', userId).execute()
    expect((await refund(id, 2001)).problem).toBe('refund_beyond_balance')
    expect([await balance(), (await row(id)).status, provider.counts.refund]).toEqual([2000, 14, 0])
    expect((await refund(id, 2000)).code).toBe(1)
    expect(await balance()).toBe(0)
  })

  it.each([
    ['refund-failed', 23],
    ['refund-closed', 22],
  ] as const)('that ends as %s gives the balance back, once', async (state, status) => {
    const { id } = await paid()
    const { data } = await refund(id, 3000)
    expect(await balance()).toBe(7000)
    arrived(data.refundNo, state)
    minutes(1)
    await Promise.all([poll(), poll(), poll()])
    await poll()
    expect([await balance(), (await row(id)).status, (await refundRow(data.id)).status]).toEqual([10_000, 14, status])
    expect((await refund(id, 10_000)).code).toBe(1)
  })

  it('that the provider refuses has failed, and the balance is whole again', async () => {
    const { id } = await paid()
    provider.refundFails = problem('refused')
    const { data } = await refund(id, 3000)
    expect(data).toMatchObject({ status: 23, problem: 'refused: CODE' })
    expect([await balance(), (await row(id)).status]).toEqual([10_000, 14])
  })

  it('without an answer waits, and the job asks with the same number', async () => {
    const { id } = await paid()
    provider.refundFails = problem('unanswered')
    const { data } = await refund(id, 3000)
    expect(data.status).toBe(20)
    expect(await balance()).toBe(7000)
    provider.refundFails = null
    minutes(1)
    await poll()
    expect(await refundRow(data.id)).toMatchObject({ status: 15 })
    arrived(data.refundNo, 'refund-completed')
    minutes(1)
    await poll()
    expect([(await refundRow(data.id)).status, provider.refundRows.size, await balance()]).toEqual([24, 1, 7000])
  })

  it('that never reached the provider is asked for again by the job', async () => {
    const { id } = await paid()
    provider.refundFails = problem('unanswered')
    const { data } = await refund(id, 3000)
    provider.refundRows.clear()
    provider.refundFails = null
    minutes(1)
    await poll()
    expect([...provider.refundRows.keys()]).toEqual([data.refundNo])
  })

  it('that the provider has lost after it took it is asked for again, with the same number', async () => {
    const { id } = await paid()
    const { data } = await refund(id, 3000)
    expect(data.status).toBe(15)
    provider.refundRows.clear()
    minutes(1)
    await poll()
    expect([...provider.refundRows.keys()]).toEqual([data.refundNo])
    expect(await balance()).toBe(7000)
  })

  it('of what was paid after its account was gone moves no balance', async () => {
    const { data } = await recharge()
    await test.db.deleteFrom('account').where('id', '=', userId).execute()
    provider.pay(data.outTradeNo)
    minutes(1)
    await poll()
    expect(await row(data.id)).toMatchObject({ status: 14, problem: 'account missing' })
    expect((await refund(data.id, 10_000)).code).toBe(1)
    expect(await entries()).toEqual([])
  })

  it('of what was credited to an account that is gone is refused', async () => {
    const { id } = await paid()
    await test.db.deleteFrom('account').where('id', '=', userId).execute()
    expect((await refund(id, 100)).problem).toBe('account_missing')
    expect(provider.counts.refund).toBe(0)
  })

  it('is not undone by an older word that the payment is paid', async () => {
    const { id, outTradeNo } = await paid()
    const { data } = await refund(id, 10_000)
    const say = async (eventId: string) => {
      const { headers, body } = signedNotification({ eventId, kind: 'payment', payment: provider.orders.get(outTradeNo)! })
      const sent = { 'content-type': 'application/json', ...(headers as object) }
      return (await test.app.inject({ method: 'POST', url: '/api/app/payment/notify/wechat', headers: sent, payload: body })).body
    }
    expect([await say(`A-${outTradeNo}`), (await row(id)).status]).toEqual(['success', 15])
    arrived(data.refundNo, 'refund-completed')
    minutes(1)
    await poll()
    expect([await say(`B-${outTradeNo}`), (await row(id)).status, await balance()]).toEqual(['success', 16, 0])
  })

  it.each([
    // The payer's bank sent back what had arrived: the provider has the money again, and so has the balance.
    ['refund-completed', 'refund-failed', 23, 10_000],
    ['refund-completed', 'refunding', 24, 7000],
    ['refund-failed', 'refund-completed', 23, 10_000],
    ['refund-closed', 'refund-failed', 22, 10_000],
  ] as const)('that has ended as %s and of which %s is told later', async (first, later, status, left) => {
    const { id, outTradeNo } = await paid()
    const { data } = await refund(id, 3000)
    arrived(data.refundNo, first)
    minutes(1)
    await poll()
    arrived(data.refundNo, later)
    const { headers, body } = signedNotification({ eventId: `L-${data.refundNo}`, kind: 'refund', outTradeNo, refund: provider.refundRows.get(data.refundNo)! })
    const sent = { 'content-type': 'application/json', ...(headers as object) }
    for (let times = 0; times < 3; times++) await test.app.inject({ method: 'POST', url: '/api/app/payment/notify/wechat', headers: sent, payload: body })
    expect([(await refundRow(data.id)).status, await balance()]).toEqual([status, left])
    expect(await row(id)).toMatchObject({ status: 14, refunded_cents: 10_000 - left })
  })

  it('told by a notification is asked about, not believed', async () => {
    const { id, outTradeNo } = await paid()
    const { data } = await refund(id, 3000)
    const notice: PaymentNotification = {
      eventId: `RE-${data.refundNo}`,
      kind: 'refund',
      outTradeNo,
      refund: { ...provider.refundRows.get(data.refundNo)!, state: 'refund-failed' },
    }
    const tell = async () => {
      const { headers, body } = signedNotification(notice)
      return test.app.inject({
        method: 'POST',
        url: '/api/app/payment/notify/wechat',
        headers: { 'content-type': 'application/json', ...(headers as object) },
        payload: body,
      })
    }
    await tell()
    expect([(await refundRow(data.id)).status, await balance()]).toEqual([15, 7000])
    arrived(data.refundNo, 'refund-completed')
    minutes(1)
    await poll()
    expect((await tell()).body).toBe('success')
    expect([(await refundRow(data.id)).status, await balance()]).toEqual([24, 7000])
  })

  it.each([
    ['another amount', { amountCents: 1 }],
    ['another currency', { currency: 'USD' }],
    ['another number', { refundNo: 'R-other' }],
  ])('of which the provider tells %s moves nothing', async (_, changed) => {
    const { id } = await paid()
    const { data } = await refund(id, 3000)
    provider.refundRows.set(data.refundNo, { ...provider.refundRows.get(data.refundNo)!, state: 'refund-failed', ...changed })
    minutes(1)
    await poll()
    expect(await refundRow(data.id)).toMatchObject({ status: 15, problem: 'differs' })
    expect(await balance()).toBe(7000)
  })

  it('of what was never paid, through another merchant, or where there is no way back is refused', async () => {
    const { data } = await recharge()
    expect((await refund(data.id, 100)).problem).toBe('payment_not_paid')
    const { id } = await paid()
    provider = scriptedProvider({ merchant: 'M2' })
    expect((await refund(id, 100)).problem).toBe('payment_provider_off')
    provider = scriptedProvider({ refunds: null })
    expect((await refund(id, 100)).problem).toBe('payment_refund_unsupported')
    expect((await refund(999_999_999, 100)).problem).toBe('payment_missing')
    expect(await balance()).toBe(10_000)
  })

  it('of a test payment goes back to the payer and touches no balance', async () => {
    const { data } = await send('sys/payment/try', { provider: 'wechat' })
    provider.pay(data.outTradeNo)
    minutes(1)
    await poll()
    expect((await refund(data.id, 1)).code).toBe(1)
    expect(await entries()).toEqual([])
  })
})

describe('the same Idempotency-Key', () => {
  it('sent 2 to 50 times at once makes one payment, and every answer is the same', { timeout: 30_000 + keysOfRun * 1500 }, async () => {
    for (let run = 0; run < keysOfRun; run++) {
      const before = provider.counts.create
      const times = 2 + ((run * 17) % 49)
      const answers = await Promise.all(Array.from({ length: times }, () => recharge(`pay-${userId}-${run}`)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1)
      expect(answers.every(({ code }) => code === 1)).toBe(true)
      expect(provider.counts.create - before).toBe(1)
    }
    const { count } = await test.db
      .selectFrom('payment')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('account_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(keysOfRun)
  })

  it('gives back once however often it is sent', async () => {
    for (let run = 0; run < 5; run++) {
      const { id } = await paid()
      const answers = await Promise.all(Array.from({ length: 10 * run + 2 }, () => refund(id, 10_000, `back-${userId}-${run}`)))
      expect(new Set(answers.map(({ data }) => data.refundNo)).size).toBe(1)
      expect(await balance()).toBe(0)
    }
    expect(provider.refundRows.size).toBe(5)
  })

  it('with another request is refused', async () => {
    expect((await recharge(`other-${userId}`)).code).toBe(1)
    expect((await recharge(`other-${userId}`, 20_000)).problem).toBe('idempotency_key_reused')
    const { id } = await paid()
    expect((await refund(id, 100, `back-other-${userId}`)).code).toBe(1)
    expect((await refund(id, 200, `back-other-${userId}`)).problem).toBe('idempotency_key_reused')
  })

  it('of two callers is two keys', async () => {
    const token = await test.tokenWith(['payment.write'])
    const ask = (bearer: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/sys/payment/try',
        headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': `two-${userId}` },
        payload: { provider: 'wechat' },
      })
    const [one, other] = [(await ask(test.adminToken)).json<Answer>(), (await ask(token)).json<Answer>()]
    expect(one.data.outTradeNo).not.toBe(other.data.outTradeNo)
  })

  it('whose first answer was cut gets the payment that was made', async () => {
    provider.beforeAnswer = () => Promise.reject(problem('unanswered'))
    expect((await recharge(`cut-${userId}`)).problem).toBe('payment_unanswered')
    provider.beforeAnswer = null
    const again = await recharge(`cut-${userId}`)
    expect(again).toMatchObject({ code: 1, data: { status: 10 } })
    expect(provider.orders.size).toBe(1)
  })

  it.each([{ merchant: 'M2' }, { app: 'A2' }])('is not asked of %o what was begun with another', async (changed) => {
    provider.beforeAnswer = () => Promise.reject(problem('unanswered'))
    expect((await recharge(`moved-${userId}`)).problem).toBe('payment_unanswered')
    provider = scriptedProvider(changed)
    expect((await recharge(`moved-${userId}`)).problem).toBe('payment_provider_off')
    expect(provider.counts.create).toBe(0)
  })
})
