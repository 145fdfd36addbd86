import type * as z from 'zod/mini'
import { problems } from '@nameplane/contract/problems'
import { isPhone } from '@nameplane/contract/rules'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import { alibabaSms, gatewaySms, tencentSms } from '@nameplane/contract/system/settings/sms'
import { smsExamples, smsTargetOf, type SmsScenarioKey } from '@nameplane/contract/system/sms/sms-scenarios'
import { settingTester, type SettingTester } from '../../settings/setting-tester.ts'
import type { Words } from '../http/failure-words.ts'
import { sendByAlibaba } from './alibaba-sms.ts'
import { sendByGateway } from './gateway-sms.ts'
import { smsFailureWords, smsTakenWords } from './sms-words.ts'
import { maskedPhone } from './sms-values.ts'
import { SmsProblem, type SmsMessage } from './sms.ts'
import { sendByTencent } from './tencent-sms.ts'

type WithTemplates = { readonly templateIds: Readonly<Record<SmsScenarioKey, { readonly id: string; readonly content: string }>> }

/** Sends a message of a scenario to the phone given, with the values of its example; also where the scenario is not switched on yet. */
function smsTester<Value extends z.core.$ZodType<WithTemplates>>(
  setting: Setting<Value>,
  provider: Words,
  kind: 'id' | 'content',
  send: (value: z.output<Value>, message: SmsMessage, signal: AbortSignal) => Promise<void>,
): SettingTester {
  return settingTester(setting, async (value, { target, language, signal }) => {
    const { phone, scenario } = smsTargetOf(target)
    if (!isPhone(phone)) return { isPassed: false, message: problems.invalid_phone[language] }
    if (scenario === null) return { isPassed: false, message: problems.invalid_value[language] }
    if (value.templateIds[scenario][kind] === '')
      return { isPassed: false, message: problems[kind === 'id' ? 'sms_test_without_id' : 'sms_test_without_content'][language] }
    try {
      await send(value, { scenario, phone, values: smsExamples(scenario, language) }, signal)
      return { isPassed: true, message: smsTakenWords(provider, maskedPhone(phone), language) }
    } catch (cause) {
      if (cause instanceof SmsProblem) return { isPassed: false, message: smsFailureWords(provider, cause.code, language) }
      throw cause
    }
  })
}

/** What tries each SMS provider: a real message. */
export const smsTesters: readonly SettingTester[] = [
  smsTester(tencentSms, { zh: '腾讯云', en: 'Tencent Cloud' }, 'id', sendByTencent),
  smsTester(alibabaSms, { zh: '阿里云', en: 'Alibaba Cloud' }, 'id', sendByAlibaba),
  smsTester(gatewaySms, { zh: '短信网关', en: 'SMS gateway' }, 'content', sendByGateway),
]
