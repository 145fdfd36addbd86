import type * as z from 'zod/mini'
import type { Setting } from '@nameplane/contract/system/setting'
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
    const config = await read(wechatPay)
    return config && wechatPayProvider(config, wechatConnection(config.gateway), now, storeOf(`${config.mchId} ${config.serialNo} ${config.apiV3Key}`))
  },
  async alipay(read, now) {
    const config = await read(alipay)
    return config && alipayProvider(config, alipayConnection(config.gateway), now)
  },
  async stripe(read, now) {
    const config = await read(stripe)
    return config && stripeProvider(config, stripeConnection(config.gateway), now)
  },
  async tokenpay(read, now) {
    const config = await read(tokenPay)
    return config && tokenPayProvider(config, tokenPayConnection(config.serviceUrl), now)
  },
  async epay(read, now) {
    const config = await read(epay)
    return config && epayProvider(config, epayConnection(config.serviceUrl), now)
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
