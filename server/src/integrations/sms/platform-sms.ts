import type { Db } from '../../db/connection.ts'
import { countSms } from './sms-limits.ts'
import { readSmsProvider } from './sms-providers.ts'
import { SmsProblem, type Sms } from './sms.ts'

/** Sends through the provider that is on in the settings, read at each message so that a change acts at once. */
export function platformSms(db: Db): Sms {
  return {
    async isSetUp(scenario) {
      try {
        return (await readSmsProvider(db))?.sends(scenario) === true
      } catch (cause) {
        if (cause instanceof SmsProblem) return false
        throw cause
      }
    },
    async send({ scenario, phone, address, values }) {
      const provider = await readSmsProvider(db)
      if (!provider?.sends(scenario)) throw new SmsProblem('not-set-up', 'no SMS provider is set up for this kind of message')
      if (!(await countSms(db, phone, address))) throw new SmsProblem('too-often', 'this phone or this address has had as many text messages as it may')
      await provider.send({ scenario, phone, values: await values() })
    },
  }
}
