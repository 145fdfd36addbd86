import type { GatewaySms } from '@nameplane/contract/system/settings/sms'
import { filledSmsContent } from '@nameplane/contract/system/sms/sms-scenarios'
import { outbound } from '../http/outbound.ts'
import { SmsProblem, type SmsMessage } from './sms.ts'
import { asSmsProblem } from './sms-failure.ts'
import { fittedValues } from './sms-values.ts'

/**
 * Sends through a plain HTTP gateway (as smsbao.com describes its own): GET …/sms?u=&p=&m=&c=, answered by a number, 0 for success.
 * The key travels in the query, so only ever under TLS, and no text of ours names the query.
 * @throws SmsProblem
 */
export async function sendByGateway(provider: GatewaySms, message: SmsMessage, signal?: AbortSignal): Promise<void> {
  const content = filledSmsContent(provider.templateIds[message.scenario].content, Object.fromEntries(fittedValues(message)))
  // The address may be given with the last part of its path or without.
  const isWhole = provider.api_addr.endsWith('/sms')
  const reply = await outbound({ family: 'sms', baseUrl: provider.api_addr, answerBytes: 4096 })
    .call({
      method: 'GET',
      path: isWhole ? '' : '/sms',
      query: { u: provider.username, p: provider.api_key, m: message.phone, c: content },
      isIdempotent: false,
      ...(signal ? { signal } : {}),
    })
    .catch(asSmsProblem('SMS gateway'))
  const answer = reply.body.toString('utf8').trim()
  if (reply.status !== 200 || !/^-?\d{1,4}$/.test(answer)) throw new SmsProblem('bad-answer', 'SMS gateway: bad-answer', { mayHaveBeenSent: true })
  if (answer !== '0') throw new SmsProblem(answer, `SMS gateway: ${answer}`)
}
