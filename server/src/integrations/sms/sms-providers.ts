import type * as z from 'zod/mini'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import { alibabaSms, gatewaySms, tencentSms } from '@nameplane/contract/system/settings/sms'
import type { SmsScenarioKey } from '@nameplane/contract/system/sms/sms-scenarios'
import type { Db } from '../../db/connection.ts'
import { SealProblem } from '../../secrets/seal.ts'
import { readSetting } from '../../settings/settings.ts'
import { sendByAlibaba } from './alibaba-sms.ts'
import { sendByGateway } from './gateway-sms.ts'
import { SmsProblem, type SmsMessage } from './sms.ts'
import { sends } from './sms-values.ts'
import { sendByTencent } from './tencent-sms.ts'

/** A provider that is on, with its keys. */
export type ReadyProvider = {
  sends(scenario: SmsScenarioKey): boolean
  /** @throws SmsProblem */
  send(message: SmsMessage): Promise<void>
}

type Templates = { readonly templateIds: Readonly<Record<SmsScenarioKey, { readonly status: number }>> }
type Reader = (db: Db) => Promise<ReadyProvider | null>

const reader =
  <Value extends z.core.$ZodType<Templates>>(setting: Setting<Value>, send: (value: z.output<Value>, message: SmsMessage) => Promise<void>): Reader =>
  async (db) => {
    const value = await readSetting(db, setting)
    return value && { sends: (scenario) => sends(value.templateIds, scenario), send: (message) => send(value, message) }
  }

const readers: readonly Reader[] = [reader(tencentSms, sendByTencent), reader(alibabaSms, sendByAlibaba), reader(gatewaySms, sendByGateway)]

/** The provider that is on, read anew at each message; null when there is none. @throws SmsProblem `sealed` */
export async function readSmsProvider(db: Db): Promise<ReadyProvider | null> {
  try {
    for (const read of readers) {
      const provider = await read(db)
      if (provider) return provider
    }
    return null
  } catch (cause) {
    if (cause instanceof SealProblem) throw new SmsProblem('sealed', 'the key of the SMS provider cannot be opened with this master key', { cause })
    throw cause
  }
}
