import * as z from 'zod/mini'
import { isIpv4, isIpv6, isNetwork } from '@nameplane/dns-text/addresses'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { asCode } from '../fields.ts'
import { listOfTexts } from '../list-of-texts.ts'
import { Id, Ids, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { DomainName } from './domain.ts'
import { tsigAlgorithms, tsigProblems, TsigSecret } from './tsig-key.ts'

/** Which domains a server may have. */
export const transferScopes = ['all', 'chosen'] as const
/** Why a server has not acknowledged a change. */
export const notifyFailures = ['silent', 'unsigned', 'refused', 'unreachable'] as const
/** How a zone was last transferred; `nothing`: the server had it as it was. */
export const transferKinds = ['whole', 'differences', 'nothing'] as const

/** A name server of others, such as Knot, BIND, NSD or PowerDNS, that may have whole zones (RFC 5936). */
export const Secondary = z.object({
  id: z.number(),
  name: z.string(),
  /** 1 in use, 0 not. */
  status: z.number(),
  remark: z.string(),
  /** Addresses, or networks as address/length. */
  networks: z.array(z.string()),
  /** Lower-case ASCII without the final dot; empty when it need not sign. Its secret is never shown. */
  keyName: z.string(),
  algorithm: z.enum(tsigAlgorithms),
  scope: z.enum(transferScopes),
  /** Names, with the scope `chosen`. */
  domains: z.array(z.string()),
  /** Where nodes send NOTIFY when a zone changes; empty: nowhere. */
  notifyAddresses: z.array(z.string()),
  notifyPort: z.number(),
  /** Lower-case ASCII without the final dot; empty: none. */
  catalogZone: z.string(),
  rowVersion: z.number(),
  createTime: Time,
  updateTime: Time,
})
export type Secondary = z.infer<typeof Secondary>

/** How far a server is with one zone, as far as the node knows since it has started. */
export const SecondaryZone = z.object({
  zone: z.string(),
  /** What the node has. */
  serial: z.number(),
  notifiedSerial: z.nullable(z.number()),
  notifyTime: z.nullable(Time),
  /** Of the last change. */
  tries: z.number(),
  acknowledgedSerial: z.nullable(z.number()),
  acknowledgeTime: z.nullable(Time),
  failure: z.nullable(z.enum(notifyFailures)),
  /** The response code of a server that refused, or did not sign. */
  rcode: z.string(),
  transferredSerial: z.nullable(z.number()),
  transferTime: z.nullable(Time),
  transferKind: z.nullable(z.enum(transferKinds)),
  /** The serial that the server had when it asked; null where it did not say. */
  askedSerial: z.nullable(z.number()),
})
export type SecondaryZone = z.infer<typeof SecondaryZone>

const isAddress = (text: string): boolean => isIpv4(text) || isIpv6(text)

const fields = {
  name: plainText(80).check(z.minLength(1, 'required')),
  networks: listOfTexts(
    z.array(z.string().check(z.trim(), z.refine(isNetwork, { error: 'invalid_client_network' }))).check(z.minLength(1, 'required'), z.maxLength(50)),
  ),
  keyName: z._default(asCode(z.union([z.literal(''), DomainName])), ''),
  algorithm: z._default(z.enum(tsigAlgorithms), 'hmac-sha256'),
  /** Empty: the stored one stays. */
  secret: z._default(TsigSecret, ''),
  scope: z._default(z.enum(transferScopes), 'chosen'),
  domains: z._default(listOfTexts(z.array(DomainName).check(z.maxLength(1000))), []),
  notifyAddresses: z._default(listOfTexts(z.array(z.string().check(z.trim(), z.refine(isAddress, { error: 'invalid_ip' }))).check(z.maxLength(10))), []),
  notifyPort: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(65_535)), 53),
  catalogZone: z._default(asCode(z.union([z.literal(''), DomainName])), ''),
  status: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(1)), 1),
  remark: z._default(plainText(200), ''),
}

const refusals = [
  'secondary_exists',
  'secondary_key_exists',
  'secondary_secret_missing',
  'secondary_open',
  'secondary_domain_missing',
  'secondary_domains_none',
  'secondary_catalog_exists',
  'secondary_catalog_domain',
  'beyond_reach',
] as const

export const secondary = {
  list: endpoint('GET sys/dns/secondary/list', {
    summary: 'List secondary servers. Secrets of their keys are not returned.',
    access: 'secondary.read',
    input: listQuery(['name', 'createTime', 'updateTime'], {
      search: z.optional(z.string().check(z.trim(), z.maxLength(80))),
      /** Those in use that may have this domain. */
      domainId: z.optional(Id),
    }),
    reply: z.object({ data: pageOf(Secondary) }),
    problems: ['right_missing'],
  }),
  save: endpoint('POST sys/dns/secondary/save', {
    summary: 'Add a secondary server. Nodes transfer whole zones to it immediately.',
    access: 'secondary.write',
    input: z.object(fields),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: refusals,
  }),
  update: endpoint('POST sys/dns/secondary/update', {
    summary: 'Edit a secondary server. Without `secret` the stored one stays.',
    access: 'secondary.write',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }),
    problems: [...refusals, 'secondary_missing', 'changed_meanwhile'],
  }),
  delete: endpoint('POST sys/dns/secondary/delete', {
    summary: 'Delete secondary servers. Nodes refuse transfers to them immediately.',
    access: 'secondary.delete',
    input: z.object({ ids: Ids }),
    problems: ['secondary_missing', 'beyond_reach'],
  }),
  zones: endpoint('GET sys/dns/secondary/zones', {
    summary: 'List what the built-in node knows of the zones of a secondary server since it has started: NOTIFY and transfers, the latest first',
    access: 'secondary.read',
    input: z.object({
      id: Id,
      page: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
      limit: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(200)), 20),
      search: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    }),
    reply: z.object({ data: z.object({ isNodeConnected: z.boolean(), list: z.array(SecondaryZone), totalCount: z.number() }) }),
    problems: ['secondary_missing', 'beyond_reach'],
  }),
}

export const rights = {
  'secondary.read': { zh: '查看从服务器', en: 'View secondary servers' },
  'secondary.write': { zh: '添加与修改从服务器', en: 'Add and edit secondary servers' },
  'secondary.delete': { zh: '删除从服务器', en: 'Delete secondary servers' },
} as const

export const problems = {
  ...tsigProblems,
  secondary_missing: { zh: '从服务器不存在', en: 'Secondary server not found' },
  secondary_exists: { zh: '从服务器名称已存在', en: 'Secondary server name already exists' },
  secondary_key_exists: { zh: 'TSIG 密钥名称已用于其他从服务器', en: 'TSIG key name already used by another secondary server' },
  secondary_open: { zh: '允许所有地址时必须使用 TSIG 密钥', en: 'Allowing all addresses requires a TSIG key' },
  secondary_domain_missing: { zh: '域名不存在：{name}', en: 'Domain not found: {name}' },
  secondary_catalog_exists: { zh: '目录区域已用于其他从服务器', en: 'Catalog zone already used by another secondary server' },
  secondary_catalog_domain: { zh: '该名称是已有的域名，请输入其他名称', en: 'This is the name of a domain. Enter another name.' },
  secondary_domains_none: { zh: '请至少输入一个域名', en: 'Enter at least one domain' },
} as const
registerProblems(problems)

export const auditWords = {
  'secondary.create': { zh: '添加从服务器', en: 'Secondary server added' },
  'secondary.update': { zh: '修改从服务器', en: 'Secondary server changed' },
  'secondary.delete': { zh: '删除从服务器', en: 'Secondary server deleted' },
} as const

export const logWords = { secondary: { zh: '从服务器', en: 'Secondary server' } } as const

/** What the fields of secondary servers are called, beside those that are called so everywhere. */
export const fieldNames = {
  networks: { zh: '允许的网络', en: 'Allowed networks' },
  keyName: { zh: 'TSIG 密钥名称', en: 'TSIG key name' },
  algorithm: { zh: '算法', en: 'Algorithm' },
  secret: { zh: 'TSIG 密钥', en: 'TSIG secret' },
  scope: { zh: '范围', en: 'Scope' },
  domainIds: { zh: '域名', en: 'Domains' },
  notifyAddresses: { zh: '通知地址', en: 'Addresses to notify' },
  notifyPort: { zh: '通知端口', en: 'Port to notify' },
  catalogZone: { zh: '目录区域', en: 'Catalog zone' },
} as const satisfies NamesFor<typeof secondary.save>

export const menu = [{ path: '/dns/serve/secondary', right: 'secondary.read', place: 20 }] as const

export const terms = [
  {
    zh: '从服务器',
    en: 'secondary server',
    word: 'secondary',
    meaning: 'A name server of others that may transfer zones from nodes (AXFR, IXFR), as clients of the default line see them',
  },
  {
    zh: '目录区域',
    en: 'catalog zone',
    word: 'catalogZone',
    meaning: 'A zone that lists the zones that a secondary server may have (RFC 9432), so that it adds and removes them itself',
  },
] as const
