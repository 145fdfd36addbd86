import { OutboundProblem } from '../http/outbound-problem.ts'
import { PaymentProviderProblem, type PaymentProviderName, type ProviderConnection } from './payment.ts'

type Call = Parameters<ProviderConnection['call']>[0]
type Reply = Awaited<ReturnType<ProviderConnection['call']>>

/**
 * One call to a provider that answers 200 whenever it did what was asked.
 * @throws PaymentProviderProblem: `refused` for a status that says so, `unanswered` where nobody knows
 */
export async function answered(name: PaymentProviderName, connection: ProviderConnection, call: Call): Promise<Reply> {
  const reply = await connection.call(call).catch((cause: unknown) => {
    if (cause instanceof OutboundProblem) throw new PaymentProviderProblem('unanswered', `${name}: ${cause.reason}`, '', { cause })
    throw cause
  })
  if (reply.status === 200) return reply
  const isRefusal = reply.status >= 400 && reply.status < 500 && reply.status !== 408 && reply.status !== 409 && reply.status !== 429
  throw new PaymentProviderProblem(isRefusal ? 'refused' : 'unanswered', `${name}: the answer has the status ${reply.status}`, String(reply.status))
}

/** What an answer says as JSON. @throws PaymentProviderProblem `unanswered` when it says nothing */
export function jsonOf(name: PaymentProviderName, body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw new PaymentProviderProblem('unanswered', `${name}: the answer is not JSON`, '', { cause })
  }
}

/** Where a payer may be sent: https, or the service itself wherever its owner has put it. */
export function isPaymentPage(page: string, serviceUrl: string): boolean {
  if (!URL.canParse(page) || /[\s\\]/.test(page)) return false
  const url = new URL(page)
  return url.username === '' && url.password === '' && (url.protocol === 'https:' || url.origin === new URL(serviceUrl).origin)
}
