import { change } from '../changes/change.ts'
import type { Db, Tx } from '../db/connection.ts'
import { updateAccounts, type AccountSet } from '../features/account/account/account.store.ts'
import { book } from '../finance/ledger.ts'
import { booksCurrency } from '../settings/books.ts'
import type { Actor } from '../access/actor.ts'
import { paymentStateCodes, type PaymentState } from '../integrations/payment/payment.ts'
import { daysBefore, type PastEvent } from './demo-past.ts'
import { Random } from './random.ts'

const dayMs = 86_400_000

/** What the owners of the demo world are, in their order. */
const owners: readonly AccountSet[] = [
  { email: 'chen@customer.example', mobile: '13800000001', tags: ['VIP'], verified: 1, remark: '重点客户' },
  { email: 'lin@customer.example', mobile: '13800000002', tags: ['企业'], verified: 1 },
  { email: 'wang@customer.example', type: 3, tags: ['VIP', '代理'], verified: 1, remark: '华东代理' },
  { email: 'zhao@customer.example', mobile: '13800000004' },
  { email: 'mei@customer.example', language: 'en', tags: ['试用'] },
]

export async function describeOwners(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const [index, id] of ids.entries()) await updateAccounts(tx, [id], owners[index] ?? {})
}

/** Who is to have received seeded payments. */
export const demoMerchant = 'demo'

const payments: readonly { owner: number; daysAgo: number; cents: number; provider: string; state: PaymentState }[] = [
  { owner: 0, daysAgo: 31, cents: 50_000, provider: 'alipay', state: 'paid' },
  { owner: 1, daysAgo: 27, cents: 20_000, provider: 'wechat', state: 'paid' },
  { owner: 2, daysAgo: 19, cents: 100_000, provider: 'alipay', state: 'paid' },
  { owner: 0, daysAgo: 12, cents: 30_000, provider: 'wechat', state: 'paid' },
  { owner: 3, daysAgo: 8, cents: 10_000, provider: 'stripe', state: 'expired' },
  { owner: 3, daysAgo: 8, cents: 10_000, provider: 'alipay', state: 'paid' },
  { owner: 4, daysAgo: 2, cents: 5_000, provider: 'wechat', state: 'closed' },
]

/** Payments of the owners, of which the paid ones are in the ledger and in their balances. */
export function paymentEvents(db: Db, actor: Actor, ids: readonly number[], now: Date): PastEvent[] {
  return payments.map((planned, index) => {
    const at = daysBefore(now, planned.daysAgo)
    return { at, work: () => pay(db, { ...actor, seededAt: at }, ids[planned.owner]!, `DEMO${String(index + 1).padStart(8, '0')}`, planned) }
  })
}

async function pay(
  db: Db,
  actor: Actor & { seededAt: Date },
  accountId: number,
  outTradeNo: string,
  { cents, provider, state }: (typeof payments)[number],
): Promise<void> {
  const at = actor.seededAt
  await change(db, actor, 'payment.settle', async ({ tx, audit }) => {
    const isPaid = state === 'paid'
    const { id } = await tx
      .insertInto('payment')
      .values({
        ...{ out_trade_no: outTradeNo, purpose: 'recharge', account_id: accountId, provider, merchant: demoMerchant, app: demoMerchant },
        ...{ amount_cents: cents, currency: await booksCurrency(tx), status: paymentStateCodes[state], provider_no: isPaid ? `${outTradeNo}P` : null },
        ...{ request_key: null, request_hash: null, created_by: 'seed', created_at: at, updated_at: at },
        ...{ expires_at: new Date(at.getTime() + 1_800_000), paid_at: isPaid ? at : null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    audit({ type: 'payment', id, name: outTradeNo, after: { status: paymentStateCodes[state], amount_cents: cents } })
    if (!isPaid) return
    const booking = await book(tx, { accountId, kind: 'recharge', amountCents: cents, paymentId: id, refundId: null })
    if (booking.state !== 'booked') throw new Error(`the payment ${outTradeNo} cannot be booked: ${booking.state}`)
    await tx.updateTable('ledger_entry').set({ at }).where('payment_id', '=', id).execute()
    audit({
      ...{ type: 'account', id: accountId, name: booking.username },
      ...{ before: { balance_cents: booking.beforeCents }, after: { balance_cents: booking.afterCents } },
    })
  })
}

/** What marks seeded sign-ins. */
export const demoRequest = 'seed'

/** Administrators of the demo world who are only told of. */
export const toldAdministrators = ['mei.zhang', 'tom.li'] as const

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
] as const

/** Where somebody of the demo world sits: always at the same place. */
export function placeOf(username: string): { address: string; agent: string } {
  const random = new Random(`place of ${username}`)
  return { address: `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.between(1, 254)}`, agent: random.pick(agents) }
}

const refusals = ['password', 'password', 'captcha', 'name', 'second_factor', 'locked'] as const

/** Sign-ins of five weeks: each day of everybody who works that day, and now and then one that was refused. */
export async function plantSignIns(db: Db, users: readonly { id: number; username: string }[], now: Date): Promise<void> {
  const people = [...toldAdministrators.map((username) => ({ id: null, username })), ...users]
  const rows = []
  const last = new Map<number, Date>()
  for (let daysAgo = 35; daysAgo >= 0; daysAgo -= 1) {
    for (const { id, username } of people) {
      const random = new Random(`sign-ins of ${username} ${daysAgo} days ago`)
      if (!random.perMille(id === null ? 800 : 450)) continue
      const tries = random.perMille(150) ? ['refused', 'ok'] : ['ok']
      const begun = now.getTime() - daysAgo * dayMs - random.between(10, 600) * 60_000
      for (const [index, outcome] of tries.entries()) {
        const at = new Date(begun + index * 90_000)
        const result = outcome === 'ok' ? 'ok' : random.pick(refusals)
        rows.push({
          ...{ at, minute: new Date(Math.floor(at.getTime() / 60_000) * 60_000), is_user: id !== null, account_id: id, username, result },
          ...{ second_factor: id === null && result === 'ok' ? 'totp' : '', duration_ms: random.between(60, 240), request_id: demoRequest },
          ...placeOf(username),
        })
        if (id !== null && result === 'ok') last.set(id, at)
      }
    }
  }
  await db.insertInto('sign_in_attempt').values(rows).execute()
  for (const [id, at] of last) await db.updateTable('account').set({ last_sign_in_at: at }).where('id', '=', id).execute()
}
