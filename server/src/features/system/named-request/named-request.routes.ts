import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { isSuccess } from '@nameplane/contract/envelope'
import { isProblemCode } from '@nameplane/contract/problems'
import { accountActions, commonActions, namedRequest } from '@nameplane/contract/system/named-request'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'

type Named = { method: string; url: string; param: Record<string, string | number | boolean> }
type Envelope = Record<string, unknown> & { params?: Record<string, unknown>; fields?: Record<string, unknown> }

/** What identifies the caller and its language; the named call judges them for itself. */
const passedOn = ['authorization', 'cookie', 'token', 'accept-language', 'sec-fetch-site', 'origin', 'host', 'user-agent'] as const

/** Answers the named call as it would answer the same caller directly: with its own right, rules and reply. */
async function answerNamed(actions: readonly Endpoint[], named: Named, request: FastifyRequest): Promise<Record<string, unknown>> {
  const path = named.url.replace(/^\/(antsxdp|api)\//, '').replace(/^\//, '')
  const action = actions.find((endpoint) => endpoint.path === path && endpoint.method === named.method)
  if (!action) throw new Problem('unknown_action', { fields: { url: 'unknown_action' } })
  const fields = Object.fromEntries(Object.entries(named.param).map(([name, value]) => [name, String(value)]))
  const answer = await request.server.inject({
    method: action.method,
    url: `/api/${action.path}`,
    remoteAddress: request.ip,
    headers: Object.fromEntries(passedOn.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]]))),
    ...(action.method === 'GET' ? { query: fields } : { payload: fields }),
  })
  const { code, ...members } = answer.json<Envelope>()
  if (isSuccess(code)) return members
  if (typeof members.problem !== 'string' || !isProblemCode(members.problem)) throw new Error(`the named call ${action.path} answered ${answer.statusCode}`)
  const wrong = Object.values(members.fields ?? {}).find((problem): problem is string => typeof problem === 'string')
  const fieldProblem = wrong !== undefined && isProblemCode(wrong) ? wrong : members.problem
  throw new Problem(members.problem, {
    params: members.params ?? {},
    status: answer.statusCode,
    ...(members.fields ? { fields: { param: fieldProblem } } : {}),
  })
}

export const namedRequestRoutes: Route[] = [
  route(namedRequest.common, ({ input, request }) => answerNamed(commonActions, input, request)),
  route(namedRequest.commonBelowSys, ({ input, request }) => answerNamed(commonActions, input, request)),
  route(namedRequest.account, ({ input, request }) => answerNamed(accountActions, { ...input, param: { ...input.param, ...input.params } }, request)),
]
