import { isPhone } from '@nameplane/contract/rules'
import { smsScenarios, type SmsScenarioKey } from '@nameplane/contract/system/sms/sms-scenarios'
import { SmsProblem, type SmsMessage } from './sms.ts'

/**
 * The values of a message in the order of its scenario, each as a vendor takes it: one line, without the brackets of a signature,
 * cut to its length. A code is never changed: one that does not fit is a fault of ours.
 * @throws SmsProblem `bad-message`
 */
export function fittedValues(message: SmsMessage): readonly (readonly [name: string, value: string])[] {
  if (!isPhone(message.phone)) throw new SmsProblem('bad-message', 'the phone number of a text message is none')
  const given = message.values as Readonly<Record<string, string>>
  return smsScenarios[message.scenario].variables.map(({ key, maximum }) => {
    const value = given[key] ?? ''
    if (key === 'code' && !/^\d{6}$/.test(value)) throw new SmsProblem('bad-message', 'a code has six digits')
    return [key, fitted(value, maximum)]
  })
}

function fitted(value: string, maximum: number): string {
  const line = value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[【】]/g, '')
    .trim()
  return Array.from(line).slice(0, maximum).join('')
}

/** A phone number as it may be shown: `138****0000`. */
export function maskedPhone(phone: string): string {
  return phone.length < 8 ? '****' : `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

/** Whether a provider's templates send a scenario at all. */
export function sends(templates: Readonly<Record<SmsScenarioKey, { readonly status: number }>>, scenario: SmsScenarioKey): boolean {
  return templates[scenario].status === 1
}
