import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import type { Db } from '../../../db/connection.ts'
import type { PaymentProvider, PaymentProviderName } from '../../../integrations/payment/payment.ts'
import { configuredProvider } from '../../../integrations/payment/providers.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'

/** What payments need of the platform. */
export type PaymentParts = {
  /** The provider as the settings have it now; null while it is off or not filled in. */
  providerOf: (db: Db, name: PaymentProviderName) => Promise<PaymentProvider | null>
  /** The same also while it is off: what was begun is brought to its end, since the money may be on its way. */
  keptProviderOf: (db: Db, name: PaymentProviderName) => Promise<PaymentProvider | null>
  /** Where the platform is reached from outside, without a slash at its end; empty while nobody said so. */
  publicUrl: (db: Db) => Promise<string>
  now: () => Date
  log: (line: Record<string, unknown>) => void
}

/** Payments as the settings have them. */
export function paymentPartsOfSettings(now: () => Date, log: (line: Record<string, unknown>) => void): PaymentParts {
  return {
    providerOf: (db, name) => configuredProvider(db, name, now),
    keptProviderOf: (db, name) => configuredProvider(db, name, now, { whetherInUseOrNot: true }),
    publicUrl: async (db) => (await readSettingOrDefault(db, platformAddress)).publicUrl,
    now,
    log,
  }
}
