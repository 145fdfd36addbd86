import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { limits } from '../limits.ts'
import { listOfTexts } from '../list-of-texts.ts'
import { Flag, Id, Ids, listQuery, pageOf, Version } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { Time } from '../time.ts'
import './domain-primary.ts'
import { HostName } from './service-group.ts'

/** Whose name servers a domain shows: those of its service group, those of its owner, or its own. */
export const nameserverChoices = ['user', 'platform', 'own'] as const

/** How the addresses of a name server stand; `unknown`: nobody was asked, or nobody answered, or no node has an address. */
export const nameserverAddressStates = ['unknown', 'correct', 'incomplete', 'missing', 'foreign'] as const

/** The name servers that the domains of a user show instead of those of their service groups. */
export const VanityNameserver = z.object({
  id: z.number(),
  userId: z.number(),
  username: z.string(),
  /** Lower-case ASCII without the final dot. */
  names: z.array(z.string()),
  /** Domains of the user that show them, as far as the caller reaches. */
  domainCount: z.number(),
  rowVersion: z.number(),
  createTime: Time,
  updateTime: Time,
})
export type VanityNameserver = z.infer<typeof VanityNameserver>

/** What a domain shows, and what it could show. */
export const NameserverChoice = z.object({
  /** Of the domain. */
  id: z.number(),
  choice: z.enum(nameserverChoices),
  /** Its own; empty unless these are chosen. */
  names: z.array(z.string()),
  /** Those of its owner; empty where there are none. */
  userNames: z.array(z.string()),
  /** Those of its service group. */
  platformNames: z.array(z.string()),
  /** Of the domain. */
  rowVersion: z.number(),
})
export type NameserverChoice = z.infer<typeof NameserverChoice>

/** A name server, and the addresses at which its nodes are to be found. */
export const NameserverAddresses = z.object({
  name: z.string(),
  state: z.enum(nameserverAddressStates),
  /** Those that it should have: of the nodes. */
  wanted: z.array(z.string()),
  /** Those that it has; null where nobody was asked or answered. */
  found: z.nullable(z.array(z.string())),
  /** Of the wanted ones, those that it lacks. */
  lacking: z.array(z.string()),
  /** The domain of the platform that the name lies in, where the caller may view its records; null for others. */
  zone: z.nullable(z.object({ id: z.number(), domain: z.string(), userId: z.number(), isEditable: z.boolean() })),
})
export type NameserverAddresses = z.infer<typeof NameserverAddresses>

/** As host names are: letters, digits and hyphens (RFC 1123 §2.1). */
const NameserverName = HostName.check(z.refine((name: string) => !name.includes('_'), { error: 'invalid_domain' }))

const most = limits.vanityNameservers

function namesOf(least: number) {
  return listOfTexts(
    z.array(NameserverName).check(
      z.check((context) => {
        const names = context.value
        if (names.length < least || names.length > most.max)
          context.issues.push({ code: 'custom', input: names, message: 'vanity_nameserver_count', params: { minimum: most.min, maximum: most.max } })
        const twice = names.find((name, index) => names.indexOf(name) < index)
        if (twice !== undefined) context.issues.push({ code: 'custom', input: names, message: 'vanity_nameserver_twice', params: { name: twice } })
      }),
    ),
  )
}

const Names = namesOf(most.min)
/** Whose name servers are meant: of a set, or of a domain. */
const which = { of: z.enum(['user', 'domain']), id: Id }

export const vanityNameserver = {
  list: endpoint('GET sys/dns/vanity_nameserver/list', {
    summary: 'List the vanity name servers of users within the data scope of the caller',
    access: 'vanity_nameserver.read',
    input: listQuery(['username', 'createTime', 'updateTime'], { search: z.optional(z.string().check(z.trim(), z.maxLength(80))) }),
    reply: z.object({ data: pageOf(VanityNameserver) }),
  }),
  save: endpoint('POST sys/dns/vanity_nameserver/save', {
    summary: 'Add vanity name servers to a user. All domains of the user that follow them are republished.',
    access: 'vanity_nameserver.write',
    input: z.object({ userId: Id, names: Names }),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['owner_missing', 'vanity_nameserver_exists', 'vanity_nameserver_cname', 'beyond_reach'],
  }),
  update: endpoint('POST sys/dns/vanity_nameserver/update', {
    summary: 'Change the vanity name servers of a user. All domains of the user that follow them are republished.',
    access: 'vanity_nameserver.write',
    input: z.object({ id: Id, rowVersion: z.optional(Version), names: Names }),
    problems: ['vanity_nameserver_missing', 'vanity_nameserver_cname', 'changed_meanwhile', 'beyond_reach'],
  }),
  delete: endpoint('POST sys/dns/vanity_nameserver/delete', {
    summary: 'Delete vanity name servers of users. Their domains show the name servers of their service groups again.',
    access: 'vanity_nameserver.delete',
    input: z.object({ ids: Ids }),
    problems: ['vanity_nameserver_missing', 'beyond_reach'],
  }),
  choice: endpoint('GET sys/dns/vanity_nameserver/choice', {
    summary: 'Get whose name servers a domain shows, and those that it could show',
    access: 'domain.read',
    users: 'own',
    input: z.object({ id: Id }),
    reply: z.object({ data: NameserverChoice }),
    problems: ['domain_missing'],
  }),
  choose: endpoint('POST sys/dns/vanity_nameserver/choose', {
    summary: 'Choose the name servers of a domain: those of its owner, of its service group, or its own. Nodes answer with them immediately.',
    access: 'vanity_nameserver.choose',
    users: 'own',
    input: z.object({ id: Id, rowVersion: z.optional(Version), choice: z.enum(nameserverChoices), names: z._default(namesOf(0), []) }),
    problems: ['domain_missing', 'domain_locked', 'domain_transferred', 'vanity_nameserver_count', 'vanity_nameserver_cname', 'changed_meanwhile'],
  }),
  addresses: endpoint('GET sys/dns/vanity_nameserver/addresses', {
    summary:
      'Get the addresses that vanity name servers should have, and those that they have in domains of the platform; with `asks`, of other names what resolvers say. These are asked once every 3 seconds per caller.',
    access: ['domain.read', 'vanity_nameserver.read'],
    users: 'own',
    input: z.object({ ...which, asks: z._default(Flag, false) }),
    /** `isPublished`: whether nodes were given the names for all domains that show them. */
    reply: z.object({ data: z.object({ list: z.array(NameserverAddresses), isPublished: z.boolean() }) }),
    problems: ['domain_missing', 'vanity_nameserver_missing', 'nameserver_check_too_often', 'right_missing'],
  }),
  createAddresses: endpoint('POST sys/dns/vanity_nameserver/create_addresses', {
    summary: 'Add the A and AAAA records that vanity name servers lack, in domains of the platform that the caller may edit',
    access: 'record.write',
    users: 'own',
    input: z.object(which),
    reply: z.object({ data: z.object({ added: z.number() }) }),
    problems: ['domain_missing', 'domain_locked', 'vanity_nameserver_missing', 'vanity_nameserver_complete', 'vanity_nameserver_refused', 'right_missing'],
  }),
}

export const rights = {
  'vanity_nameserver.read': { zh: '查看自定义 NS', en: 'View vanity name servers' },
  'vanity_nameserver.write': { zh: '添加与修改自定义 NS', en: 'Add and edit vanity name servers' },
  'vanity_nameserver.delete': { zh: '删除自定义 NS', en: 'Delete vanity name servers' },
  'vanity_nameserver.choose': { zh: '选择域名的 NS', en: 'Choose name servers of domains', ofDomains: true },
} as const

export const problems = {
  vanity_nameserver_missing: { zh: '自定义 NS 不存在', en: 'Vanity name servers not found' },
  vanity_nameserver_exists: { zh: '该用户已有自定义 NS', en: 'The user already has vanity name servers' },
  vanity_nameserver_count: { zh: '请输入 {minimum}～{maximum} 个名称', en: 'Enter {minimum} to {maximum, name}' },
  vanity_nameserver_twice: { zh: '名称重复：{name}', en: 'Name entered twice: {name}' },
  vanity_nameserver_cname: { zh: '{name} 有 CNAME 记录，不能用作 NS', en: '{name} has a CNAME record and cannot be a name server' },
  vanity_nameserver_complete: { zh: '没有可以添加的地址记录', en: 'No address records to add' },
  vanity_nameserver_refused: {
    zh: '不能添加 {name} 的地址记录，请在其域名的解析记录中处理',
    en: 'Address records of {name} cannot be added. Check the records of its domain.',
  },
} as const
registerProblems(problems)

export const auditWords = {
  'vanity_nameserver.create': { zh: '添加自定义 NS', en: 'Vanity name servers added' },
  'vanity_nameserver.update': { zh: '修改自定义 NS', en: 'Vanity name servers changed' },
  'vanity_nameserver.delete': { zh: '删除自定义 NS', en: 'Vanity name servers deleted' },
  'vanity_nameserver.choose': { zh: '选择域名的 NS', en: 'Name servers of a domain chosen' },
  'vanity_nameserver.create_addresses': { zh: '添加 NS 的地址记录', en: 'Address records of name servers added' },
} as const

export const logWords = { vanity_nameserver: { zh: '自定义 NS', en: 'Vanity name servers' } } as const

/** What the fields of vanity name servers are called, beside those that are called so everywhere. */
export const fieldNames = {
  names: { zh: '名称', en: 'Names' },
  choice: { zh: '使用的 NS', en: 'Name servers in use' },
  userId: { zh: '用户', en: 'User' },
  username: { zh: '用户', en: 'User' },
  domainCount: { zh: '域名', en: 'Domains' },
} as const satisfies NamesFor<typeof vanityNameserver.save>

export const menu = [{ path: '/dns/serve/vanity', right: 'vanity_nameserver.read', place: 15 }] as const

export const terms = [
  {
    zh: '自定义 NS',
    en: 'vanity name server',
    word: 'vanityNameserver',
    meaning: 'A name of a user or domain under which nodes are name servers, shown instead of the names of the service group',
  },
] as const
