import type { AlibabaSms } from '@nameplane/contract/system/settings/sms'
import { callAlibaba } from '../cloud/alibaba-cloud.ts'
import { codeOf } from '../cloud/cloud-problem.ts'
import { SmsProblem, type SmsMessage } from './sms.ts'
import { asSmsProblem } from './sms-failure.ts'
import { fittedValues } from './sms-values.ts'

/** Sends through Alibaba Cloud: SendSms of 2017-05-25, one number a call. @throws SmsProblem */
export async function sendByAlibaba(provider: AlibabaSms, message: SmsMessage, signal?: AbortSignal): Promise<void> {
  const values = fittedValues(message)
  const cloud = { family: 'sms', baseUrl: provider.endpoint, version: '2017-05-25', accessKeyId: provider.secretid, accessKeySecret: provider.secretkey }
  const query = {
    PhoneNumbers: message.phone,
    SignName: provider.signname,
    TemplateCode: provider.templateIds[message.scenario].id,
    TemplateParam: JSON.stringify(Object.fromEntries(values)),
  }
  const answer = await callAlibaba(cloud, 'SendSms', { query }, { isIdempotent: false, signal }).catch(asSmsProblem('Alibaba Cloud'))
  const code = codeOf(answer['Code'])
  if (code !== 'OK') throw new SmsProblem(code, `Alibaba Cloud: ${code}`, { mayHaveBeenSent: code === 'bad-answer' })
}
