import * as z from 'zod/mini'
import { domainToAscii } from '@nameplane/dns-text/names'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { asCode } from '../fields.ts'
import { Id, Ids, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { isDomain, plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { registerProblems } from '../problem-text.ts'

/** A name server's or mailbox' name: absolute, stored lower-case ASCII without the final dot. */
export const HostName = asCode(
  z.pipe(
    z.string().check(
      z.trim(),
      z.minLength(1, 'required'),
      z.refine((text: string) => isDomain(text.replace(/\.$/, '')) && !text.startsWith('*'), { error: 'invalid_domain' }),
    ),
    z.transform((text: string) => domainToAscii(text.replace(/\.$/, '')).toLowerCase()),
  ),
)

/** A set of nodes and the names they go by: a new domain's SOA and NS come from its service group. */
export const ServiceGroup = z.object({
  id: z.number(),
  name: z.string(),
  weight: z.number(),
  /** 1 usable for new domains, 0 not. */
  status: z.number(),
  remark: z.string(),
  /** SOA MNAME and RNAME (RFC 1035 §3.3.13). */
  mname: z.string(),
  rname: z.string(),
  /** NS1 … NS6. */
  nameservers: z.array(z.string()),
  isDefault: z.boolean(),
  domainCount: z.number(),
  nodeCount: z.number(),
  rowVersion: z.number(),
  createTime: Time,
  updateTime: Time,
})
export type ServiceGroup = z.infer<typeof ServiceGroup>

const fields = {
  name: plainText(80).check(z.minLength(1, 'required')),
  weight: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(9999)), 0),
  status: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(1)), 1),
  remark: z._default(plainText(200), ''),
  mname: HostName,
  rname: HostName,
  ns1: HostName,
  ns2: HostName,
  ns3: z.optional(z.union([z.literal(''), HostName])),
  ns4: z.optional(z.union([z.literal(''), HostName])),
  ns5: z.optional(z.union([z.literal(''), HostName])),
  ns6: z.optional(z.union([z.literal(''), HostName])),
}

export const serviceGroup = {
  list: endpoint('GET sys/dns/service_group/list', {
    summary: 'List service groups',
    access: 'service_group.read',
    input: listQuery(['name', 'weight', 'createTime', 'updateTime'], { search: z.optional(z.string().check(z.trim(), z.maxLength(80))) }),
    reply: z.object({ data: pageOf(ServiceGroup) }),
  }),
  save: endpoint('POST sys/dns/service_group/save', {
    summary: 'Add a service group',
    access: 'service_group.write',
    input: z.object(fields),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['service_group_exists', 'beyond_reach'],
  }),
  update: endpoint('POST sys/dns/service_group/update', {
    summary: 'Edit a service group. The SOA and NS of its domains are republished.',
    access: 'service_group.write',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }),
    problems: ['service_group_missing', 'service_group_exists', 'changed_meanwhile'],
  }),
  delete: endpoint('POST sys/dns/service_group/delete', {
    summary: 'Delete service groups that no domain uses',
    access: 'service_group.delete',
    input: z.object({ ids: Ids }),
    problems: ['service_group_missing', 'service_group_in_use', 'service_group_default'],
  }),
}

export const rights = {
  'service_group.read': { zh: '查看服务组', en: 'View service groups' },
  'service_group.write': { zh: '修改服务组', en: 'Edit service groups' },
  'service_group.delete': { zh: '删除服务组', en: 'Delete service groups' },
  'node.read': { zh: '查看节点', en: 'View nodes' },
} as const

export const problems = {
  service_group_missing: { zh: '服务组不存在', en: 'Service group not found' },
  service_group_exists: { zh: '服务组名称已存在', en: 'Service group name already exists' },
  service_group_in_use: { zh: '服务组正在使用，不能删除：{count} 个域名（含回收站）', en: 'Service group in use by {count, domain}, recycle bin included' },
  service_group_default: { zh: '默认服务组不能删除', en: 'The default service group cannot be deleted' },
} as const
registerProblems(problems)

export const auditWords = {
  'service_group.create': { zh: '添加服务组', en: 'Service group added' },
  'service_group.update': { zh: '修改服务组', en: 'Service group changed' },
  'service_group.delete': { zh: '删除服务组', en: 'Service group deleted' },
} as const

export const logWords = { service_group: { zh: '服务组', en: 'Service group' } } as const

/** What the fields of service groups are called, beside those that are called so everywhere. */
export const fieldNames = {
  weight: { zh: '排序权重', en: 'Weight' },
  mname: { zh: '主服务器（MNAME）', en: 'Primary server (MNAME)' },
  rname: { zh: '管理员邮箱（RNAME）', en: 'Contact (RNAME)' },
  nameservers: { zh: 'NS', en: 'NS' },
  ns1: { zh: 'NS1', en: 'NS1' },
  ns2: { zh: 'NS2', en: 'NS2' },
  ns3: { zh: 'NS3', en: 'NS3' },
  ns4: { zh: 'NS4', en: 'NS4' },
  ns5: { zh: 'NS5', en: 'NS5' },
  ns6: { zh: 'NS6', en: 'NS6' },
  domainCount: { zh: '域名', en: 'Domains' },
  nodeCount: { zh: '节点', en: 'Nodes' },
} as const satisfies NamesFor<typeof serviceGroup.save>

export const menu = [{ path: '/dns/serve/group', right: 'service_group.read', buttons: ['node.read'], place: 10 }] as const

export const terms = [{ zh: '服务组', en: 'service group', word: 'service_group', meaning: 'The nodes and name servers (NS, SOA) of its domains' }] as const
