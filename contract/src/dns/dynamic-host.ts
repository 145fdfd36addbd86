import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { FieldNames, NamesFor } from '../field-names.ts'
import { Id, Ids, listQuery, pageOf } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { Time } from '../time.ts'
import { LineCode } from './record.ts'

/** Where routers and their like tell their address, in the form of dyndns2. */
export const dynamicUpdatePath = '/nic/update'

/** One host, on one line, whose address a credential may change; the secret is shown once, and only its hash is kept. */
export const DynamicHost = z.object({
  id: z.number(),
  domainId: z.number(),
  /** Owner relative to the domain; `@` is the apex. */
  host: z.string(),
  line: z.string(),
  /** What its records there say now, the paused ones too. */
  addresses: z.array(z.string()),
  /** The account in whose name the address is changed. */
  username: z.string(),
  createTime: Time,
  /** Noted once a minute at most. */
  lastUseTime: z.nullable(Time),
  /** From where; empty: never used. */
  lastUseAddress: z.string(),
})
export type DynamicHost = z.infer<typeof DynamicHost>

const Host = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(255))

const MadeCredential = z.object({ id: z.number(), hostname: z.string(), secret: z.string() })

export const dynamicHost = {
  list: endpoint('GET sys/dns/dynamic_host/list', {
    summary: 'List hosts of a domain with a credential for dynamic updates. Secrets are not stored.',
    access: 'dynamic_host.read',
    input: listQuery(['host', 'createTime', 'lastUseTime'], { domainId: Id, search: z.optional(z.string().check(z.trim(), z.maxLength(80))) }),
    reply: z.object({ data: pageOf(DynamicHost) }),
    problems: ['domain_missing'],
  }),
  save: endpoint('POST sys/dns/dynamic_host/save', {
    summary:
      'Create a credential that changes the A and AAAA records of one host on one line. `secret` is returned only once. Requires the permission to edit records.',
    access: 'dynamic_host.write',
    whileImpersonating: 'refused',
    input: z.object({ domainId: Id, host: Host, line: z._default(LineCode, 'default') }),
    reply: z.object({ data: MadeCredential }),
    problems: [
      'domain_missing',
      'dynamic_host_without_address',
      'dynamic_host_wildcard',
      'dynamic_host_exists',
      'too_many_dynamic_hosts',
      'right_missing',
      'beyond_reach',
    ],
  }),
  renew: endpoint('POST sys/dns/dynamic_host/renew', {
    summary: 'Give a credential a new secret, which is returned only once. The old one is refused from then on. Updates then appear in the name of the caller.',
    access: 'dynamic_host.write',
    whileImpersonating: 'refused',
    input: z.object({ id: Id }),
    reply: z.object({ data: MadeCredential }),
    problems: ['dynamic_host_missing', 'right_missing', 'beyond_reach'],
  }),
  delete: endpoint('POST sys/dns/dynamic_host/delete', {
    summary: 'Revoke credentials. Their next update is refused.',
    access: 'dynamic_host.delete',
    input: z.object({ ids: Ids }),
    problems: ['dynamic_host_missing'],
  }),
}

export const rights = {
  'dynamic_host.read': { zh: '查看动态更新凭据', en: 'View dynamic update credentials', ofDomains: true },
  'dynamic_host.write': { zh: '创建与更换动态更新凭据', en: 'Create and renew dynamic update credentials', ofDomains: true },
  'dynamic_host.delete': { zh: '吊销动态更新凭据', en: 'Revoke dynamic update credentials', ofDomains: true },
} as const

export const problems = {
  dynamic_host_missing: { zh: '凭据不存在或已吊销', en: 'Credential not found or revoked' },
  dynamic_host_exists: { zh: '该主机记录在此线路上已有凭据，可更换其密码', en: 'This host already has a credential on this line. Renew its password instead.' },
  dynamic_host_without_address: {
    zh: '该主机记录在此线路上没有 A 或 AAAA 记录，请先添加',
    en: 'This host has no A or AAAA record on this line. Add one first.',
  },
  dynamic_host_wildcard: { zh: '泛解析不能动态更新', en: 'Wildcard hosts cannot be updated dynamically' },
  too_many_dynamic_hosts: { zh: '一个域名最多 {maximum} 个动态更新凭据', en: 'At most {maximum, credential} in a domain' },
} as const
registerProblems(problems)

export const auditWords = {
  'dynamic_host.create': { zh: '创建动态更新凭据', en: 'Dynamic update credential created' },
  'dynamic_host.renew': { zh: '更换动态更新凭据', en: 'Dynamic update credential renewed' },
  'dynamic_host.delete': { zh: '吊销动态更新凭据', en: 'Dynamic update credential revoked' },
  'record.dynamic': { zh: '动态更新解析记录', en: 'Records updated dynamically' },
} as const

export const logWords = { dynamic_host: { zh: '动态更新', en: 'Dynamic update' } } as const

export const fieldNames = {
  host: { zh: '主机记录', en: 'Host' },
  domainId: { zh: '域名', en: 'Domain' },
  addresses: { zh: '当前地址', en: 'Current address' },
  lastUseTime: { zh: '最近更新请求', en: 'Last request' },
  lastUseAddress: { zh: '请求来源', en: 'Requested from' },
} as const satisfies NamesFor<typeof dynamicHost.save> & FieldNames

export const menu = [{ path: '/dns/domain/list/admin/{domain}/{id}/{userId}/dynamic', right: 'dynamic_host.read', hidden: true, place: 35 }] as const

export const terms = [
  {
    zh: '动态更新',
    en: 'dynamic update',
    word: 'dynamicHost',
    meaning: 'A router or program tells the current address of one host with a credential for it (dyndns2). Stored as `dynamic_host`.',
  },
] as const
