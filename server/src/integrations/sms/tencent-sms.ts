import type { TencentSms } from '@nameplane/contract/system/settings/sms'
import { codeOf, objectOf } from '../cloud/cloud-problem.ts'
import { callTencent } from '../cloud/tencent-cloud.ts'
import { SmsProblem, type SmsMessage } from './sms.ts'
import { asSmsProblem } from './sms-failure.ts'
import { fittedValues } from './sms-values.ts'

/** Sends through Tencent Cloud: SendSms of 2021-01-11, one number a call. @throws SmsProblem */
export async function sendByTencent(provider: TencentSms, message: SmsMessage, signal?: AbortSignal): Promise<void> {
  const values = fittedValues(message)
  // The numbers of the specification are those of the mainland: 1 and digits.
  const phone = `+86${message.phone}`
  const cloud = {
    family: 'sms',
    baseUrl: provider.endpoint,
    service: 'sms',
    version: '2021-01-11',
    region: provider.region,
    secretId: provider.secretid,
    secretKey: provider.secretkey,
  }
  const parameters = {
    PhoneNumberSet: [phone],
    SmsSdkAppId: provider.sdkappId,
    SignName: provider.signname,
    TemplateId: provider.templateIds[message.scenario].id,
    TemplateParamSet: values.map(([, value]) => value),
  }
  const response = await callTencent(cloud, 'SendSms', parameters, { isIdempotent: false, signal }).catch(asSmsProblem('Tencent Cloud'))
  const states = response['SendStatusSet']
  const state = Array.isArray(states) && states.length === 1 ? objectOf(states[0]) : null
  if (!state || state['PhoneNumber'] !== phone) throw new SmsProblem('bad-answer', 'Tencent Cloud: bad-answer', { mayHaveBeenSent: true })
  if (state['Code'] !== 'Ok') throw new SmsProblem(codeOf(state['Code']), `Tencent Cloud: ${codeOf(state['Code'])}`)
}
