import type * as z from 'zod/mini'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import { alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { epay } from '@nameplane/contract/system/settings/payment-epay'
import { stripe } from '@nameplane/contract/system/settings/payment-stripe'
import { tokenPay } from '@nameplane/contract/system/settings/payment-tokenpay'
import { wechatPay, wechatPayHosts } from '@nameplane/contract/system/settings/payment-wechat'
import type { Db } from '../../db/connection.ts'
import { readSetting } from '../../settings/settings.ts'
import { outbound } from '../http/outbound.ts'
import { alipayConnection, alipayProvider } from './alipay/alipay.ts'
import { epayConnection, epayProvider } from './epay/epay.ts'
import { PaymentKeyProblem, type Clock, type PaymentProvider, type PaymentProviderName, type ProviderConnection } from './payment.ts'
import { stripeConnection, stripeProvider } from './stripe/stripe.ts'
import { tokenPayConnection, tokenPayProvider } from './tokenpay/tokenpay.ts'
import { CertificateStore } from './wechat/wechat-keys.ts'
import { wechatPayProvider } from './wechat/wechat-pay.ts'

/** Platform certificates of WeChat outlive a call: one store for each set of keys. */
const certificateStores = new Map<string, CertificateStore>()

export function wechatConnection(gateway: string): ProviderConnection {
  return outbound({ family: 'payment', baseUrl: gateway, allowedHosts: wechatPayHosts })
}

type Read = <Value extends z.core.$ZodType>(setting: Setting<Value>) => Promise<z.output<Value> | null>

const sources: Record<PaymentProviderName, (read: Read, now: Clock) => Promise<PaymentProvider | null>> = {
  async wechat(read, now) {
    const setting = await read(wechatPay)
    return setting && wechatPayProvider(setting, wechatConnection(setting.gateway), now, storeOf(`${setting.mchId} ${setting.serialNo} ${setting.apiV3Key}`))
  },
  async alipay(read, now) {
    const setting = await read(alipay)
    return setting && alipayProvider(setting, alipayConnection(setting.gateway), now)
  },
  async stripe(read, now) {
    const setting = await read(stripe)
    return setting && stripeProvider(setting, stripeConnection(setting.gateway), now)
  },
  async tokenpay(read, now) {
    const setting = await read(tokenPay)
    return setting && tokenPayProvider(setting, tokenPayConnection(setting.serviceUrl), now)
  },
  async epay(read, now) {
    const setting = await read(epay)
    return setting && epayProvider(setting, epayConnection(setting.serviceUrl), now)
  },
}

function storeOf(key: string): CertificateStore {
  const store = certificateStores.get(key) ?? new CertificateStore()
  if (!certificateStores.has(key)) {
    // Keys that were replaced are not asked about again.
    certificateStores.clear()
    certificateStores.set(key, store)
  }
  return store
}

/**
 * A provider as the settings have it at this moment; null while it is off, not filled in, or has keys that are none.
 * `whetherInUseOrNot`: also while it is off, for payments that were begun before.
 */
export async function configuredProvider(
  db: Db,
  name: PaymentProviderName,
  now: Clock,
  reading: { whetherInUseOrNot?: boolean } = {},
): Promise<PaymentProvider | null> {
  try {
    return await sources[name]((setting) => readSetting(db, setting, reading), now)
  } catch (cause) {
    if (cause instanceof PaymentKeyProblem) return null
    throw cause
  }
}
