import { alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { alipaySetting } from '../../server/src/integrations/payment/alipay/fake-alipay.testing.ts'
import type { TestApp } from './app.ts'
import { setSetting } from './settings.ts'

/** A user with a balance, and the payment that it came by. */
export type FixturePayments = { paymentId: number; payerId: number }

/** Alipay is set up so that its payment page can be made and nobody can be called: that host is no gateway of theirs. */
export async function makeFixturePayments({ db }: Pick<TestApp, 'db'>, name: string): Promise<FixturePayments> {
  const isSetUp = await db.selectFrom('system_config').select('id').where('param_key', '=', alipay.key).where('status', '=', 1).executeTakeFirst()
  if (!isSetUp) {
    await setSetting(db, platformAddress, { publicUrl: 'https://dns.example' })
    await setSetting(db, alipay, { ...alipaySetting, product: 'page', gateway: 'https://gateway.example/gateway.do' })
  }
  const payer = await db
    .insertInto('account')
    .values({ username: `payer-of-${name}`, type: 2, password_hash: '', language: null, balance_cents: 5000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payment = await db
    .insertInto('payment')
    .values({
      out_trade_no: `P-${name}`,
      purpose: 'recharge',
      account_id: payer.id,
      provider: 'alipay',
      merchant: alipaySetting.sellerId,
      app: alipaySetting.appId,
      amount_cents: 5000,
      currency: 'CNY',
      status: 14,
      provider_no: null,
      request_key: null,
      request_hash: null,
      created_by: 'test',
      expires_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { paymentId: payment.id, payerId: payer.id }
}
