import type { Stripe } from 'stripe'
import { OutboundProblem } from '../../http/outbound-problem.ts'
import { PaymentProviderProblem, type ProviderConnection } from '../payment.ts'

/** The version of Stripe's interface that this adapter was written and proven against; the library of another version does not compile. */
export const stripeVersion = '2026-10-28.endive'

/**
 * Stripe's own library over the platform's outbound client: its requests obey the same rules of addresses, redirects,
 * time and size as all others, and what it says of this machine (system, library, timings) is left out.
 */
export async function stripeLibrary(secretKey: string, connection: ProviderConnection): Promise<Stripe> {
  const { Stripe: Library } = await import('stripe')
  return new Library(secretKey, { apiVersion: stripeVersion, telemetry: false, maxNetworkRetries: 0, httpClient: clientOver(connection) })
}

const ownHeaders = new Set(['content-length', 'x-stripe-client-user-agent', 'x-stripe-client-telemetry', 'user-agent'])

/** The library's way to the network. Its retries are off: the outbound client tries again where a call may be repeated. */
function clientOver(connection: ProviderConnection) {
  return {
    getClientName: () => 'nameplane',
    async makeRequest(_host: string, _port: string, pathAndQuery: string, method: string, headers: object, requestBody: string) {
      const kept = Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (ownHeaders.has(name.toLowerCase()) || value === undefined ? [] : [[name, String(value)]])),
      )
      const [path = '', query = ''] = pathAndQuery.split('?', 2)
      const isPost = method === 'POST'
      const reply = await connection.call({
        method: isPost ? 'POST' : 'GET',
        path,
        ...(query === '' ? {} : { query: Object.fromEntries(new URLSearchParams(query)) }),
        headers: kept,
        ...(isPost ? { body: requestBody } : {}),
        isIdempotent: !isPost || Object.keys(kept).some((name) => name.toLowerCase() === 'idempotency-key'),
      })
      return {
        getStatusCode: () => reply.status,
        getHeaders: () => Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, value ?? ''])),
        getRawResponse: () => ({}),
        toStream: () => {
          throw new Error('streams are not used')
        },
        toJSON: () => Promise.resolve().then(() => jsonObject(reply.body)),
      }
    },
  }
}

/** The library reads members of what it gets without looking what it is. */
function jsonObject(body: Buffer): unknown {
  const found: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  if (found === null || typeof found !== 'object' || Array.isArray(found)) throw new SyntaxError('not an object')
  return found
}

/** One call of the library; `notFound` is what an unknown object means. @throws PaymentProviderProblem, without Stripe's own words: they quote what was sent */
export async function stripeCall<Answer, Missing = never>(work: () => Promise<Answer>, notFound?: () => Missing): Promise<Answer | Missing> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof PaymentProviderProblem) throw cause
    const outboundProblem = outboundBelow(cause)
    if (outboundProblem) throw new PaymentProviderProblem('unanswered', `stripe: ${outboundProblem.reason}`, '', { cause: outboundProblem })
    const { statusCode: status, code, type } = fault(cause)
    if (status === 404 && code === 'resource_missing' && notFound) return notFound()
    // 409 and 429 say that another request holds the object, or that there were too many: nothing is decided.
    const isRefusal = status >= 400 && status < 500 && status !== 409 && status !== 429 && type !== 'StripeAPIError'
    throw new PaymentProviderProblem(isRefusal ? 'refused' : 'unanswered', `stripe: ${status === 0 ? 'no usable answer' : `status ${status}`}`, code || type)
  }
}

function fault(cause: unknown): { statusCode: number; code: string; type: string } {
  if (cause === null || typeof cause !== 'object') return { statusCode: 0, code: '', type: '' }
  const text = (name: string): string => {
    const value: unknown = Reflect.get(cause, name)
    return typeof value === 'string' && /^[\w.-]{1,100}$/.test(value) ? value : ''
  }
  const status: unknown = Reflect.get(cause, 'statusCode')
  return { statusCode: typeof status === 'number' ? status : 0, code: text('code'), type: text('type') }
}

/** The library wraps what its client threw. */
function outboundBelow(cause: unknown): OutboundProblem | null {
  if (cause instanceof OutboundProblem) return cause
  const below: unknown = cause !== null && typeof cause === 'object' ? (Reflect.get(cause, 'detail') ?? Reflect.get(cause, 'exception')) : null
  return below instanceof OutboundProblem ? below : null
}
