import * as z from 'zod/mini'
import { domainToAscii } from '@nameplane/dns-text/names'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { asCode, asSeconds } from '../fields.ts'
import { licenceLimitProblems } from '../home/licence.ts'
import { limits } from '../limits.ts'
import { primaryStates } from './domain-primary-states.ts'
import { Flag, Id, Ids, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { isDomain, plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { registerProblems } from '../problem-text.ts'

/** A domain's name as typed: any case, Unicode or ASCII, a final dot allowed; becomes lower-case ASCII without it. */
export const DomainName = z.pipe(
  z.string().check(
    z.trim(),
    z.minLength(1, 'required'),
    z.refine((text: string) => !text.startsWith('*'), { error: 'domain_wildcard_refused', abort: true }),
    z.refine((text: string) => isDomain(text.replace(/[.。．｡]$/u, '')), { error: 'invalid_domain' }),
  ),
  z.transform((text: string) => domainToAscii(text.replace(/[.。．｡]$/u, '')).toLowerCase()),
)

/** What resolvers say of a domain's delegation: all ours, ours among others, none of ours; `unchecked` until one has answered. */
export const nameserverStates = ['unchecked', 'correct', 'partial', 'wrong'] as const

/** A domain as the lists and its own page show it. */
export const Domain = z.object({
  id: z.number(),
  /** Lower-case ASCII without the final dot. */
  domain: z.string(),
  /** The same in Unicode. */
  unicodeName: z.string(),
  userId: z.number(),
  username: z.string(),
  serviceGroupId: z.number(),
  serviceGroupName: z.string(),
  /** 1 served, 0 paused. */
  status: z.number(),
  isLocked: z.boolean(),
  /** Of a domain that is transferred from primaries; null for others. */
  primaryState: z.nullable(z.enum(primaryStates)),
  remark: z.string(),
  recordCount: z.number(),
  defaultTtlSeconds: z.number(),
  /** SOA values (RFC 1035 §3.3.13). */
  soaRefreshSeconds: z.number(),
  soaRetrySeconds: z.number(),
  soaExpireSeconds: z.number(),
  /** How long resolvers keep that there is no such name or type (RFC 2308 §4). */
  soaMinimumSeconds: z.number(),
  /** SOA serial. */
  serial: z.number(),
  /** Raised by every saved change of the records. */
  version: z.number(),
  /** Raised by every change of the domain's own fields. */
  rowVersion: z.number(),
  /** Answers of the last 24 hours, as the nodes counted them. */
  queries24h: z.number(),
  /** The same by the hour: 24 figures, the oldest first; the last hour ends with the reply. */
  queriesByHour: z.array(z.number()),
  /** The primary server of its SOA. */
  mname: z.string(),
  /** Its name servers as nodes answer them, and as they should be at the registrar. */
  nsExpected: z.array(z.string()),
  nsState: z.enum(nameserverStates),
  nsCheckTime: z.nullable(Time),
  /** The name servers that were seen; empty where all is well, and where there is no delegation at all. */
  nsFound: z.array(z.string()),
  nsWrongSince: z.nullable(Time),
  /** Days until it goes to the recycle bin; null unless it is wrong and two resolvers agreed, and removal is on. */
  nsDaysLeft: z.nullable(z.number()),
  /** Of the last health check, 0 to 100; null until there was one. */
  healthScore: z.nullable(z.number()),
  healthTime: z.nullable(Time),
  /** The network of the reverse segment that it is a zone of; null for other domains. */
  reverseSegment: z.nullable(z.string()),
  createTime: Time,
  updateTime: Time,
  /** Set while the domain is in the recycle bin. */
  deleteTime: z.nullable(Time),
})

export type Domain = z.infer<typeof Domain>

/** Answers under one name; largest first. */
const Counted = z.object({ name: z.string(), answers: z.number() })

export const statisticsPeriods = ['day', 'week', 'month'] as const

/**
 * Answers of a domain, and what most of them were by: of each, the twenty with the most. The rest were of others, or of those beyond the
 * twenty largest of an hour, which are not told apart.
 */
export const DomainStatistics = z.object({
  /** The start of the first hour, or of the first day where only days are kept; the last hour is still running. */
  start: Time,
  answers: z.number(),
  /** Names of the zone, relative to it, `@` for its own; names that a wildcard answered for are its `*`. Names that there are not are none of these. */
  names: z.array(Counted),
  /** Record types; types that the product does not know are `OTHER`. */
  types: z.array(Counted),
  /** Codes of lines. */
  lines: z.array(Counted),
  /** Response codes. */
  rcodes: z.array(Counted),
  /** Lower-case ISO 3166-1 codes of the clients: of their subnet where the resolver names it, else of the resolver. */
  countries: z.array(Counted),
  /** Names of nodes. */
  nodes: z.array(Counted),
})

export const domainColumns = ['domain', 'recordCount', 'createTime', 'updateTime', 'deleteTime'] as const

const Remark = plainText(limits.domainRemarkLength)
const Ttl = asCode(numeric().check(z.int(), z.minimum(limits.defaultTtlMinSeconds), z.maximum(limits.recordTtlSeconds.max)))

/** What SOA values may be: what secondaries and resolvers get along with (RFC 1912 §2.2, RIPE-203; RFC 2308 §5 for the last). */
export const soaSeconds = {
  refresh: { min: 300, max: 604_800 },
  retry: { min: 60, max: 86_400 },
  expire: { min: 86_400, max: 3_628_800 },
  minimum: { min: 1, max: 10_800 },
} as const

const soaValue = ({ min, max }: { min: number; max: number }) => z.optional(asSeconds(numeric().check(z.int(), z.minimum(min), z.maximum(max))))

export const domain = {
  list: endpoint('GET sys/dns/domain/list', {
    summary: 'List domains, or with `recycled` those in the recycle bin',
    access: 'domain.read',
    users: 'own',
    input: listQuery(domainColumns, {
      /** Part of the name (ASCII or Unicode) or of the remark, or the full name of a host in it. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(255))),
      /** Part of a record's value; at least three characters. */
      value: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(255))),
      userId: z.optional(Id),
      serviceGroupId: z.optional(Id),
      status: z.optional(numeric().check(z.int(), z.minimum(0), z.maximum(1))),
      locked: z.optional(Flag),
      nsState: z.optional(z.enum(nameserverStates)),
      recycled: z._default(Flag, false),
    }),
    reply: z.object({ data: pageOf(Domain) }),
  }),
  detail: endpoint('GET sys/dns/domain/detail', {
    summary: 'Get a domain',
    access: 'domain.read',
    users: 'own',
    input: z.object({ id: Id }),
    reply: z.object({ data: Domain }),
    problems: ['domain_missing'],
  }),
  statistics: endpoint('GET sys/dns/domain/statistics', {
    summary: 'Get the answers of a domain over 24 hours, 7 or 30 days by name, type, line, response code, country and node',
    access: 'domain.read',
    users: 'own',
    input: z.object({ id: Id, period: z._default(z.enum(statisticsPeriods), 'day') }),
    reply: z.object({ data: DomainStatistics }),
    problems: ['domain_missing'],
  }),
  save: endpoint('POST sys/dns/domain/save', {
    summary: 'Add a domain. It is served immediately, with the SOA of its service group and the name servers of its owner or service group.',
    access: 'domain.write',
    users: 'own',
    input: z.object({ domain: asCode(DomainName), userId: z.optional(Id), serviceGroupId: z.optional(Id), remark: z._default(Remark, '') }),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: [
      'domain_exists',
      'domain_in_recycle_bin',
      'owner_missing',
      'service_group_missing',
      'right_missing',
      'beyond_reach',
      'domain_of_other',
      ...licenceLimitProblems,
    ],
  }),
  update: endpoint('POST sys/dns/domain/update', {
    summary: 'Edit owner, service group, remark, default TTL or SOA values of a domain',
    access: 'domain.write',
    users: 'own',
    input: z.object({
      id: Id,
      rowVersion: z.optional(Version),
      userId: z.optional(Id),
      serviceGroupId: z.optional(Id),
      remark: z.optional(Remark),
      defaultTtlSeconds: z.optional(Ttl),
      soaRefreshSeconds: soaValue(soaSeconds.refresh),
      soaRetrySeconds: soaValue(soaSeconds.retry),
      soaExpireSeconds: soaValue(soaSeconds.expire),
      soaMinimumSeconds: soaValue(soaSeconds.minimum),
    }),
    problems: [
      'domain_missing',
      'domain_locked',
      'owner_missing',
      'service_group_missing',
      'soa_retry_too_long',
      'soa_expire_too_short',
      'changed_meanwhile',
      'right_missing',
      'beyond_reach',
      'domain_is_reverse_zone',
    ],
  }),
  cloned: endpoint('GET sys/dns/domain/cloned', {
    summary: 'Preview what cloning a domain copies',
    access: 'domain.read',
    input: z.object({ id: Id }),
    /** `renamed`: records whose values have names that end in the name of the domain. */
    reply: z.object({ data: z.object({ records: z.number(), renamed: z.number() }) }),
    problems: ['domain_missing', 'right_missing'],
  }),
  clone: endpoint('POST sys/dns/domain/clone', {
    summary:
      'Add a domain with the records, custom lines, owner, service group, TTL and SOA values of another one. Requires the permissions to view and edit records.',
    access: 'domain.write',
    input: z.object({
      id: Id,
      /** The new name. */
      domain: asCode(DomainName),
      /** Names in values that end in the old name end in the new one. */
      renames: z._default(Flag, false),
    }),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: [
      'domain_missing',
      'domain_exists',
      'domain_in_recycle_bin',
      'owner_missing',
      'service_group_missing',
      'clone_record_refused',
      'right_missing',
      'beyond_reach',
      'domain_of_other',
      ...licenceLimitProblems,
    ],
  }),
  status: endpoint('POST sys/dns/domain/status', {
    summary: 'Resume or pause domains. Nodes refuse queries for paused domains.',
    access: 'domain.write',
    users: 'own',
    input: z.object({ ids: Ids, status: numeric().check(z.int(), z.minimum(0), z.maximum(1)) }),
    problems: ['domain_missing', 'domain_locked', 'domain_is_reverse_zone'],
  }),
  lock: endpoint('POST sys/dns/domain/lock', {
    summary: 'Lock or unlock domains. Locked domains and their records cannot be changed or deleted.',
    access: 'domain.write',
    input: z.object({ ids: Ids, locked: Flag }),
    problems: ['domain_missing'],
  }),
  removal: endpoint('GET sys/dns/domain/removal', {
    summary: 'Preview what deleting domains removes',
    access: 'domain.read',
    users: 'own',
    input: z.object({ ids: Ids }),
    reply: z.object({ data: z.object({ domains: z.number(), records: z.number(), locked: z.array(z.string()) }) }),
  }),
  delete: endpoint('POST sys/dns/domain/delete', {
    summary: 'Move domains to the recycle bin. They are no longer served.',
    access: 'domain.delete',
    users: 'own',
    input: z.object({ ids: Ids }),
    problems: ['domain_missing', 'domain_locked', 'domain_is_reverse_zone'],
  }),
  restore: endpoint('POST sys/dns/domain/restore', {
    summary: 'Restore domains from the recycle bin with all their records',
    access: 'domain.write',
    users: 'own',
    input: z.object({ ids: Ids }),
    problems: ['domain_missing', ...licenceLimitProblems],
  }),
  purge: endpoint('POST sys/dns/domain/purge', {
    summary: 'Delete domains in the recycle bin permanently, with their records and history',
    access: 'domain.delete',
    users: 'own',
    input: z.object({ ids: Ids }),
    problems: ['domain_missing'],
  }),
}

export const rights = {
  'domain.read': { zh: '查看域名', en: 'View domains', ofDomains: true },
  'domain.write': { zh: '添加与修改域名', en: 'Add and edit domains', ofDomains: true },
  'domain.delete': { zh: '删除域名', en: 'Delete domains', ofDomains: true },
} as const

export const problems = {
  domain_exists: { zh: '域名已存在：{name}', en: 'Domain already exists: {name}' },
  domain_of_other: { zh: '该名称属于其他用户的域名', en: 'This name belongs to another user’s domain' },
  domain_in_recycle_bin: { zh: '域名在回收站中，可直接恢复：{name}', en: 'Domain is in the recycle bin and can be restored: {name}' },
  domain_missing: { zh: '域名不存在', en: 'Domain not found' },
  domain_locked: { zh: '域名已锁定，不能修改：{name}', en: 'Domain locked: {name}' },
  domain_not_served: { zh: '域名已暂停或在回收站中，节点不会应答', en: 'Domain paused or in the recycle bin. Nodes do not answer for it.' },
  domain_wildcard_refused: { zh: '这里不能使用泛域名', en: 'Wildcard names cannot be added as domains' },
  owner_missing: { zh: '所属用户不存在', en: 'Owner not found' },
  soa_retry_too_long: { zh: '重试间隔必须小于刷新间隔', en: 'Retry must be shorter than refresh' },
  soa_expire_too_short: { zh: '过期时间必须大于刷新间隔与重试间隔之和', en: 'Expire must be longer than refresh and retry together' },
  domain_is_reverse_zone: {
    zh: '域名 {name} 是反向解析网段 {cidr} 的区域，请在“反向解析”中操作',
    en: 'Domain {name} is a zone of reverse segment {cidr}. Change the segment instead.',
  },
  clone_record_refused: { zh: '解析记录 {host} {type} 在新域名下无效', en: 'Record {host} {type} is not valid in the new domain' },
} as const
registerProblems(problems)

export const auditWords = {
  'domain.create': { zh: '添加域名', en: 'Domain added' },
  'domain.clone': { zh: '克隆域名', en: 'Domain cloned' },
  'domain.update': { zh: '修改域名设置', en: 'Domain settings changed' },
  'domain.serve': { zh: '恢复解析', en: 'Domain resumed' },
  'domain.pause': { zh: '暂停解析', en: 'Domain paused' },
  'domain.lock': { zh: '锁定域名', en: 'Domain locked' },
  'domain.unlock': { zh: '解锁域名', en: 'Domain unlocked' },
  'domain.delete': { zh: '移入回收站', en: 'Domain moved to the recycle bin' },
  'domain.warn': { zh: '提醒 DNS 服务器错误', en: 'Domain owner warned of incorrect name servers' },
  'domain.restore': { zh: '从回收站恢复', en: 'Domain restored' },
  'domain.purge': { zh: '彻底删除域名', en: 'Domain deleted permanently' },
  'domain.delete_all': { zh: '删除全部域名', en: 'All domains deleted' },
} as const

export const logWords = { domain: { zh: '域名', en: 'Domain' } } as const

/** What the fields of domains are called, beside those that are called so everywhere. */
export const fieldNames = {
  serviceGroup: { zh: '服务组', en: 'Service group' },
  defaultTtlSeconds: { zh: '默认 TTL', en: 'Default TTL' },
  soaRefreshSeconds: { zh: '刷新间隔（秒）', en: 'Refresh (seconds)' },
  soaRetrySeconds: { zh: '重试间隔（秒）', en: 'Retry (seconds)' },
  soaExpireSeconds: { zh: '过期时间（秒）', en: 'Expire (seconds)' },
  soaMinimumSeconds: { zh: '否定缓存 TTL（秒）', en: 'Negative-answer TTL (seconds)' },
  renames: { zh: '替换记录值中的原域名', en: 'Replace the old name in values' },
  clonedFrom: { zh: '克隆自', en: 'Cloned from' },
  domains: { zh: '域名数', en: 'Domains' },
  isDeleted: { zh: '已移入回收站', en: 'In the recycle bin' },
  isLocked: { zh: '锁定', en: 'Locked' },
  owner: { zh: '所属用户', en: 'Owner' },
  serial: { zh: '序列号', en: 'Serial' },
  serviceGroupId: { zh: '服务组', en: 'Service group' },
  domain: { zh: '域名', en: 'Domain' },
  userId: { zh: '所属用户', en: 'Owner' },
  username: { zh: '所属用户', en: 'Owner' },
  serviceGroupName: { zh: '服务组', en: 'Service group' },
  locked: { zh: '锁定', en: 'Lock' },
  recordCount: { zh: '记录数', en: 'Records' },
  queries24h: { zh: '24 小时解析量', en: '24-hour queries' },
  nsState: { zh: 'NS 状态', en: 'Name servers' },
  healthScore: { zh: '健康评分', en: 'Health' },
  nsFound: { zh: '查到的 NS', en: 'Name servers found' },
  nsExpected: { zh: '应设置的 NS', en: 'Name servers expected' },
  ownNameservers: { zh: '域名自己的 NS', en: 'Own name servers' },
  nameservers: { zh: 'NS 状态', en: 'Name servers' },
  createTime: { zh: '添加时间', en: 'Added' },
  deleteTime: { zh: '删除时间', en: 'Deleted' },
} as const satisfies NamesFor<typeof domain.save>

export const menu = [{ path: '/dns/domain/list', right: 'domain.read', place: 10 }] as const

export const terms = [
  { zh: '域名', en: 'domain', word: 'domain', meaning: 'A zone that customers delegate to the platform, with its owner, service group and records' },
] as const
