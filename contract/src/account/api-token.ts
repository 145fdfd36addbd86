import * as z from 'zod/mini'
import { isNetwork } from '@nameplane/dns-text/addresses'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Id, Ids, jsonOr, listQuery, numeric, pageOf } from '../paging.ts'
import { rights } from '../rights.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'

/** A key by which programs call the API; the secret itself is shown once, and only its hash is kept. */
export const ApiToken = z.object({
  id: z.number(),
  name: z.string(),
  /** How the token begins, to know it by; empty for those of earlier versions. */
  prefix: z.string(),
  userId: z.number(),
  username: z.string(),
  /** Rights that it is cut to; null for all of its owner's. */
  scopes: z.nullable(z.array(z.enum(rights))),
  /** Addresses and networks that it may be used from; none: from anywhere. */
  networks: z.array(z.string()),
  /** Calls within five minutes; null for any number. */
  callsPerFiveMinutes: z.nullable(z.number()),
  createTime: Time,
  expireTime: z.nullable(Time),
  lastUseTime: z.nullable(Time),
  lastUseAddress: z.string(),
})
export type ApiToken = z.output<typeof ApiToken>

const name = plainText(60).check(z.minLength(1, 'required'))
const scopes = z._default(z.nullable(jsonOr(z.array(z.enum(rights)).check(z.minLength(1, 'required')))), null)
const networks = z._default(jsonOr(z.array(z.string().check(z.trim(), z.refine(isNetwork, { error: 'invalid_client_network' }))).check(z.maxLength(50))), [])
const callsPerFiveMinutes = z._default(z.nullable(numeric().check(z.int(), z.minimum(1), z.maximum(1_000_000))), limits.apiTokenCallsPerFiveMinutes)
const fields = { name, scopes, networks, callsPerFiveMinutes }

export const apiToken = {
  list: endpoint('GET sys/token/list', {
    summary: 'API keys of all accounts, one page; their secrets are nowhere kept',
    access: 'api_token.read',
    input: listQuery(['name', 'createTime', 'expireTime', 'lastUseTime'], { search: z._default(z.string().check(z.trim(), z.maxLength(64)), '') }),
    reply: z.object({ data: pageOf(ApiToken) }),
  }),
  save: endpoint('POST sys/token/save', {
    summary: 'Makes an API key of the caller’s own, with rights that the caller holds; `token` is shown this once',
    access: 'api_token.write',
    whileImpersonating: 'refused',
    input: z.object({
      ...fields,
      /** Days until it expires; null for never. */
      days: z._default(z.nullable(numeric().check(z.int(), z.minimum(1), z.maximum(3650))), 365),
      /** The caller's own password. */
      password: z.string().check(z.minLength(1, 'required'), z.maxLength(256)),
    }),
    reply: z.object({ data: z.object({ id: z.number(), token: z.string() }) }),
    problems: ['api_tokens_full', 'api_token_beyond_own', 'password_wrong', 'login_locked'],
  }),
  update: endpoint('POST sys/token/update', {
    summary: 'Changes what an API key of the caller’s own is called and may do',
    access: 'api_token.write',
    whileImpersonating: 'refused',
    input: z.object({ id: Id, ...fields }),
    problems: ['api_token_missing', 'api_token_own', 'api_token_beyond_own'],
  }),
  delete: endpoint('POST sys/token/delete', {
    summary: 'Deletes API keys; calls with them are refused at once',
    access: 'api_token.write',
    input: z.object({ ids: Ids }),
    problems: ['api_token_missing', 'api_token_own'],
  }),
}
