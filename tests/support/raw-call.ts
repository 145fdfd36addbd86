import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pathParameters, type Endpoint } from '@nameplane/contract/endpoint'

export type RawCall = {
  token?: string | null
  headers?: Record<string, string>
  /** How a POST carries its input. */
  encoding?: 'json' | 'form'
  root?: '/api/' | '/antsxdp/'
}

/** Fields as a form or a query carries them: an array is the same name several times, an object its JSON text. */
export function formOf(input: Record<string, unknown>): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    const values = Array.isArray(value) && value.every((one) => typeof one !== 'object') ? value : [value]
    for (const one of values) fields.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
  }
  return fields
}

/** What the server gets of a form or a query: text, or an array of texts for a repeated name. */
export function receivedForm(fields: URLSearchParams): Record<string, unknown> {
  const received: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const name of new Set(fields.keys())) {
    const values = fields.getAll(name)
    received[name] = values.length > 1 ? values : values[0]
  }
  return received
}

/**
 * One request with any input, its answer untouched. Path parameters are taken out of the input. A stream of events is left
 * as soon as it has begun.
 */
export async function rawCall(
  app: FastifyInstance,
  endpoint: Endpoint,
  input: unknown,
  { token = null, headers = {}, encoding = 'json', root = '/api/' }: RawCall = {},
): Promise<LightMyRequestResponse> {
  let path = root + endpoint.path
  let sent = input
  for (const name of pathParameters(endpoint.path)) {
    const { [name]: value, ...rest } = sent as Record<string, unknown>
    path = path.replace(`{${name}}`, encodeURIComponent(formOf({ value }).getAll('value').join(',')))
    sent = rest
  }
  const isObject = sent !== null && typeof sent === 'object' && !Array.isArray(sent)
  const query = endpoint.method === 'GET' && isObject ? formOf(sent as Record<string, unknown>).toString() : ''
  const payload = endpoint.method === 'GET' ? undefined : encoding === 'form' ? formOf(sent as Record<string, unknown>).toString() : JSON.stringify(sent)
  const asked: InjectOptions = {
    method: endpoint.method,
    url: query === '' ? path : `${path}?${query}`,
    headers: {
      'accept-language': 'en',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined ? {} : { 'content-type': encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  }
  if (endpoint.answers !== 'stream') return app.inject(asked)
  return beginningOf(await app.inject({ ...asked, payloadAsStream: true }))
}

async function beginningOf(answer: LightMyRequestResponse): Promise<LightMyRequestResponse> {
  const body = answer.stream()
  let text = ''
  for await (const piece of body) {
    text += String(piece)
    if (answer.headers['content-type']?.toString().startsWith('text/event-stream')) break
  }
  // Whoever asked is gone: the server is to notice.
  answer.raw.res.destroy()
  return Object.assign(answer, { body: text, payload: text, json: () => JSON.parse(text) as never })
}
