import * as z from 'zod/mini'
import { isNetwork } from '@nameplane/dns-text/addresses'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { limits } from '../limits.ts'
import { Id, Ids, jsonOr, listOf, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { RightName } from '../right.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { registerProblems } from '../problem-text.ts'

/** Which of the domains that its owner reaches a token does: all, chosen ones, or those of chosen service groups. */
export const tokenScopes = ['all', 'domains', 'groups'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** A key by which programs call the API; the secret itself is shown once, and only its hash is kept. */
export const ApiToken = z.object({
  id: z.number(),
  name: z.string(),
  /** How the token begins, to know it by; empty for those of earlier versions. */
  prefix: z.string(),
  userId: z.number(),
  username: z.string(),
  /** Rights that it is cut to; null for all of its owner's. */
  scopes: z.nullable(z.array(RightName)),
  dataScope: z.enum(tokenScopes),
  /** With the scope `domains`; one that is removed for good leaves the list. */
  domainIds: z.array(z.number()),
  /** Those of them that the caller reaches; all of them for the owner. */
  domains: z.array(z.object({ id: z.number(), domain: z.string() })),
  /** With the scope `groups`. */
  serviceGroupIds: z.array(z.number()),
  /** Addresses and networks that it may be used from; none: from anywhere. */
  networks: z.array(z.string()),
  /** Calls within five minutes; null for any number. */
  callsPerFiveMinutes: z.nullable(z.number()),
  createTime: Time,
  expireTime: z.nullable(Time),
  lastUseTime: z.nullable(Time),
  lastUseAddress: z.string(),
  /** Raised by every change. */
  rowVersion: z.number(),
})
export type ApiToken = z.output<typeof ApiToken>

const name = plainText(60).check(z.minLength(1, 'required'))
/** None that is not chosen; null for all of the owner's. */
const scopes = jsonOr(
  z.pipe(
    // One alone is a text in a form.
    z.transform((value: unknown) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value)),
    z.nullable(z.array(RightName).check(z.minLength(1, 'required'))),
  ),
)
const dataScope = z.enum(tokenScopes)
/** With the scope that they belong to, and only then. */
const chosen = z._default(listOf(Id, limits.apiTokenScope), [])
const networks = z._default(jsonOr(z.array(z.string().check(z.trim(), z.refine(isNetwork, { error: 'invalid_client_network' }))).check(z.maxLength(50))), [])
const callsPerFiveMinutes = z._default(z.nullable(numeric().check(z.int(), z.minimum(1), z.maximum(1_000_000))), limits.apiTokenCallsPerFiveMinutes)
const fields = { name, networks, callsPerFiveMinutes, domainIds: chosen, serviceGroupIds: chosen }

const refusals = ['api_token_beyond_own', 'api_token_beyond_domains', 'domain_missing', 'service_group_missing', 'session_confirmation_due'] as const

export const apiToken = {
  list: endpoint('GET sys/token/list', {
    summary: 'List the API tokens of all accounts. Their secrets are not stored.',
    access: 'api_token.read',
    input: listQuery(['name', 'createTime', 'expireTime', 'lastUseTime'], { search: z._default(z.string().check(z.trim(), z.maxLength(64)), '') }),
    reply: z.object({ data: pageOf(ApiToken) }),
  }),
  save: endpoint('POST sys/token/save', {
    summary: 'Create an API token with permissions of the caller. `token` is returned only once.',
    access: 'api_token.write',
    whileImpersonating: 'refused',
    input: z.object({
      ...fields,
      scopes,
      dataScope: z._default(dataScope, 'all'),
      /** Days until it expires; null for never. */
      days: z._default(z.nullable(numeric().check(z.int(), z.minimum(1), z.maximum(3650))), 365),
      /** The caller's own password. */
      password: z.string().check(z.minLength(1, 'required'), z.maxLength(256)),
    }),
    reply: z.object({ data: z.object({ id: z.number(), token: z.string() }) }),
    problems: [...refusals, 'api_tokens_full', 'password_wrong', 'login_locked'],
  }),
  update: endpoint('POST sys/token/update', {
    summary: 'Edit the name, permissions and data scope of an API token of the caller. Its secret stays. Without `scopes` or `dataScope` they stay too.',
    access: 'api_token.write',
    whileImpersonating: 'refused',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields, scopes: z.optional(scopes), dataScope: z.optional(dataScope) }),
    problems: [...refusals, 'api_token_missing', 'api_token_own', 'changed_meanwhile'],
  }),
  delete: endpoint('POST sys/token/delete', {
    summary: 'Delete API tokens. Calls with them are refused immediately.',
    access: 'api_token.delete',
    input: z.object({ ids: Ids }),
    problems: ['api_token_missing', 'api_token_own', 'beyond_own_rights'],
  }),
}

export const rights = {
  'api_token.read': { zh: '查看 API 令牌', en: 'View API tokens' },
  'api_token.write': { zh: '创建与修改 API 令牌', en: 'Create and edit API tokens' },
  'api_token.delete': { zh: '删除 API 令牌', en: 'Delete API tokens' },
} as const

export const problems = {
  api_token_missing: { zh: 'API 令牌不存在，或不属于你', en: 'API token not found, or not yours' },
  api_token_own: { zh: '令牌不能修改或删除自身', en: 'A token cannot change or delete itself' },
  api_tokens_full: { zh: '每个账号最多 {maximum} 个 API 令牌', en: 'At most {maximum, API token} per account' },
  api_token_beyond_own: { zh: '令牌的权限不能超出你自己的权限', en: 'A token cannot have permissions you do not have' },
  api_token_beyond_domains: {
    zh: '限定数据范围的令牌只能有域名与解析的权限',
    en: 'A token with a limited data scope can only have permissions for domains and records',
  },
  api_token_too_often: { zh: '该 API 令牌调用过于频繁，请稍后重试', en: 'Too many calls with this API token. Try again later.' },
} as const
registerProblems(problems)

export const auditWords = {
  'api_key.create': { zh: '创建 API 令牌', en: 'API token created' },
  'api_key.update': { zh: '修改 API 令牌', en: 'API token changed' },
  'api_key.delete': { zh: '删除 API 令牌', en: 'API token deleted' },
} as const

export const logWords = { api_key: { zh: 'API 令牌', en: 'API token' }, api_token: { zh: 'API 令牌', en: 'API token' } } as const

/** What the fields of API tokens are called. */
export const fieldNames = {
  expiresAt: { zh: '到期时间', en: 'Expires' },
  scopes: { zh: '权限', en: 'Permissions' },
  dataScope: { zh: '数据范围', en: 'Data scope' },
  domainIds: { zh: '域名', en: 'Domains' },
  domains: { zh: '域名', en: 'Domains' },
  serviceGroupIds: { zh: '服务组', en: 'Service groups' },
  serviceGroups: { zh: '服务组', en: 'Service groups' },
  networks: { zh: '允许的网络', en: 'Allowed networks' },
  callsPerFiveMinutes: { zh: '调用上限', en: 'Call limit' },
  days: { zh: '有效期', en: 'Valid for' },
  password: { zh: '登录密码', en: 'Your password' },
  prefix: { zh: '令牌开头', en: 'Token prefix' },
  username: { zh: '所属账号', en: 'Account' },
  expireTime: { zh: '到期时间', en: 'Expires' },
  lastUseTime: { zh: '最近使用', en: 'Last used' },
} as const satisfies NamesFor<typeof apiToken.save>

export const terms = [
  {
    zh: 'API 令牌',
    en: 'API token',
    word: 'api_token',
    meaning: 'Lets a program call the API with permissions of its owner, optionally limited by domain, service group, network and expiry',
  },
] as const
