import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { asCode } from '../fields.ts'
import type { FieldNames, NamesFor } from '../field-names.ts'
import { Id, Ids, listQuery, pageOf, Version } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { Time } from '../time.ts'
import { tsigAlgorithms } from './tsig-key.ts'

/** A TSIG key (RFC 8945) whose holder changes records of one domain by DNS messages (RFC 2136), as far as its policy says. */
export const UpdateKey = z.object({
  id: z.number(),
  domainId: z.number(),
  name: z.string(),
  /** The name that messages are signed with: the name of the key below that of the domain, without the final dot. */
  keyName: z.string(),
  algorithm: z.enum(tsigAlgorithms),
  /** A line for each name or subtree: the host, then its types. */
  policy: z.string(),
  rowVersion: z.number(),
  createTime: Time,
  updateTime: Time,
  /** Noted once a minute at most. */
  lastUseTime: z.nullable(Time),
  lastUseAddress: z.string(),
})
export type UpdateKey = z.infer<typeof UpdateKey>

const fields = { policy: asCode(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(5000))) }

const MadeKey = z.object({ id: z.number(), keyName: z.string(), algorithm: z.enum(tsigAlgorithms), secret: z.string() })

const refusals = ['update_policy_invalid', 'right_missing', 'beyond_reach'] as const

export const updateKey = {
  list: endpoint('GET sys/dns/update_key/list', {
    summary: 'List keys for DNS UPDATE of a domain. Secrets are not returned.',
    access: 'update_key.read',
    input: listQuery(['name', 'createTime', 'updateTime', 'lastUseTime'], { domainId: Id, search: z.optional(z.string().check(z.trim(), z.maxLength(80))) }),
    reply: z.object({ data: pageOf(UpdateKey) }),
    problems: ['domain_missing'],
  }),
  save: endpoint('POST sys/dns/update_key/save', {
    summary: 'Create a key for DNS UPDATE. `secret` is returned only once. Requires the permission to edit records.',
    access: 'update_key.write',
    whileImpersonating: 'refused',
    input: z.object({
      domainId: Id,
      name: asCode(z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'update_key_name_invalid'))),
      algorithm: z._default(z.enum(tsigAlgorithms), 'hmac-sha256'),
      ...fields,
    }),
    reply: z.object({ data: MadeKey }),
    problems: [...refusals, 'domain_missing', 'update_key_exists', 'update_key_name_invalid', 'too_many_update_keys'],
  }),
  update: endpoint('POST sys/dns/update_key/update', {
    summary: 'Change what a key for DNS UPDATE may change. Requires the permission to edit records.',
    access: 'update_key.write',
    whileImpersonating: 'refused',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }),
    problems: [...refusals, 'update_key_missing', 'changed_meanwhile'],
  }),
  renew: endpoint('POST sys/dns/update_key/renew', {
    summary: 'Give a key for DNS UPDATE a new secret, which is returned only once. Nodes refuse the old one within a second.',
    access: 'update_key.write',
    whileImpersonating: 'refused',
    input: z.object({ id: Id }),
    reply: z.object({ data: MadeKey }),
    problems: ['update_key_missing', 'right_missing', 'beyond_reach'],
  }),
  delete: endpoint('POST sys/dns/update_key/delete', {
    summary: 'Delete keys for DNS UPDATE. Nodes refuse them within a second.',
    access: 'update_key.delete',
    input: z.object({ ids: Ids }),
    problems: ['update_key_missing'],
  }),
}

export const rights = {
  'update_key.read': { zh: '查看更新密钥', en: 'View update keys', ofDomains: true },
  'update_key.write': { zh: '添加与修改更新密钥', en: 'Add and edit update keys', ofDomains: true },
  'update_key.delete': { zh: '删除更新密钥', en: 'Delete update keys', ofDomains: true },
} as const

export const problems = {
  update_key_missing: { zh: '更新密钥不存在', en: 'Update key not found' },
  update_key_exists: { zh: '该域名已有同名的更新密钥', en: 'The domain already has an update key with this name' },
  update_key_name_invalid: { zh: '仅限小写字母、数字与连字符，最多 40 个字符', en: 'Only letters, digits and hyphens, at most 40 characters' },
  update_policy_invalid: {
    zh: '第 {row} 行有误：应为主机记录和记录类型，如 _acme-challenge TXT',
    en: 'Line {row}: enter a host and types, such as _acme-challenge TXT',
  },
  too_many_update_keys: { zh: '一个域名最多 {maximum} 个更新密钥', en: 'At most {maximum, update key} in a domain' },
} as const
registerProblems(problems)

export const auditWords = {
  'update_key.create': { zh: '添加更新密钥', en: 'Update key added' },
  'update_key.update': { zh: '修改更新密钥', en: 'Update key changed' },
  'update_key.renew': { zh: '更换更新密钥', en: 'Update key renewed' },
  'update_key.delete': { zh: '删除更新密钥', en: 'Update key deleted' },
} as const

export const logWords = { update_key: { zh: '更新密钥', en: 'Update key' } } as const

export const fieldNames = {
  domainId: { zh: '域名', en: 'Domain' },
  keyName: { zh: '密钥名称', en: 'Key name' },
  algorithm: { zh: '算法', en: 'Algorithm' },
  policy: { zh: '允许修改', en: 'May change' },
  lastUseTime: { zh: '最近更新请求', en: 'Last request' },
  lastUseAddress: { zh: '请求来源', en: 'Requested from' },
} as const satisfies NamesFor<typeof updateKey.save> & FieldNames

export const menu = [{ path: '/dns/domain/list/admin/{domain}/{id}/{userId}/update', right: 'update_key.read', hidden: true, place: 37 }] as const

export const terms = [
  {
    zh: '更新密钥',
    en: 'update key',
    word: 'updateKey',
    meaning: 'A TSIG key with which a program changes records of a domain by DNS messages (RFC 2136), as far as its policy says',
  },
] as const
