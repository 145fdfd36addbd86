import type { TestApp } from '../../../../../tests/support/app.ts'

/** What a call of this API was answered. */
export type Said = { status: number; body: unknown; text: string; type: string }

export type Caller = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, headers?: Record<string, string>) => Promise<Said>

/** Calls below `/api/v1/servers/localhost` with this token; a path that begins with `/api` is whole. */
export function callerOf({ app }: Pick<TestApp, 'app'>, token: string | null): Caller {
  return async (method, path, body, headers = {}) => {
    const answer = await app.inject({
      method,
      url: path.startsWith('/api') ? path : `/api/v1/servers/localhost${path}`,
      headers: { ...(token === null ? {} : { 'x-api-key': token }), ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const type = String(answer.headers['content-type'] ?? '')
    return { status: answer.statusCode, text: answer.body, type, body: type.startsWith('application/json') ? answer.json() : null }
  }
}

/** A record set as this API shows it. */
export type ShownSet = {
  comments: { content: string; modified_at: number; account: string }[]
  name: string
  records: { content: string; disabled: boolean }[]
  ttl: number
  type: string
}

/** The sets of a zone, those of its service group left out. */
export async function setsOf(call: Caller, zone: string): Promise<ShownSet[]> {
  const { body } = await call('GET', `/zones/${zone}.`)
  return (body as { rrsets: ShownSet[] }).rrsets.filter(({ name, type }) => name !== `${zone}.` || (type !== 'SOA' && type !== 'NS'))
}
