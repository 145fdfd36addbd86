import * as z from 'zod/mini'
import { canonicalAddress, isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import { domainToAscii } from '@nameplane/dns-text/names'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { asCode } from '../fields.ts'
import { limits } from '../limits.ts'
import { Flag, Id, Ids, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { isDomain, plainText } from '../rules.ts'
import { Time } from '../time.ts'

/** Whether the host name leads back to the address (forward-confirmed reverse DNS); `unchecked` until it was looked up as it is now. */
export const forwardStates = ['confirmed', 'different', 'missing', 'unknown', 'unchecked'] as const
export type ForwardState = (typeof forwardStates)[number]

/** A caller checks once in this time. */
export const forwardCheckPauseSeconds = 3

/** A PTR record of a reverse segment. */
export const PtrRecord = z.object({
  id: z.number(),
  /** The address whose name it is; the full name where that is no address. */
  address: z.string(),
  /** Lower-case ASCII without the final dot. */
  hostName: z.string(),
  ttl: z.number(),
  /** 1 served, 0 paused. */
  status: z.number(),
  segmentId: z.number(),
  cidr: z.string(),
  /** The zone that it stands in. */
  domainId: z.number(),
  domain: z.string(),
  userId: z.number(),
  username: z.string(),
  forward: z.enum(forwardStates),
  /** The addresses that the host name had instead. */
  forwardFound: z.array(z.string()),
  forwardTime: z.nullable(Time),
  /** The version of the zone that wrote it last. */
  rowVersion: z.number(),
  updateTime: Time,
})
export type PtrRecord = z.infer<typeof PtrRecord>

const Address = asCode(
  z.pipe(
    z.string().check(
      z.trim(),
      z.minLength(1, 'required'),
      z.refine((text: string) => text === '' || isIpv4(text) || isIpv6(text), { error: 'invalid_ip' }),
    ),
    z.transform((text: string) => (isIpv4(text) || isIpv6(text) ? canonicalAddress(text) : text)),
  ),
)

const bare = (text: string): string => text.replace(/[.。．｡]$/u, '')

/** Whether a text is a name that an address may lead to. */
export function isPtrTarget(text: string): boolean {
  return isDomain(bare(text)) && !text.startsWith('*')
}

/** The name that an address leads to: absolute, any case, stored lower-case ASCII without the final dot. */
const HostName = asCode(
  z.pipe(
    z.string().check(
      z.trim(),
      z.minLength(1, 'required'),
      z.refine((text: string) => text === '' || isPtrTarget(text), { error: 'invalid_domain' }),
    ),
    z.transform((text: string) => domainToAscii(bare(text)).toLowerCase()),
  ),
)

const Ttl = z._default(
  asCode(numeric().check(z.int(), z.minimum(limits.recordTtlSeconds.min), z.maximum(limits.recordTtlSeconds.max))),
  limits.recordTtlSeconds.default,
)

const refusals = ['ptr_name_excluded', 'domain_locked'] as const

/** How many addresses a pattern is for, and what becomes of them. */
const Generated = z.object({
  /** Records that are made, those that are changed, and addresses that keep theirs. */
  added: z.number(),
  updated: z.number(),
  kept: z.number(),
  /** The first and the last of them. */
  sample: z.array(z.object({ address: z.string(), hostName: z.string(), before: z.nullable(z.string()) })),
})

export const ptrRecord = {
  list: endpoint('GET sys/dns/ptr/record/list', {
    summary: 'List PTR records of reverse segments, in the order of their addresses',
    access: 'ptr_record.read',
    users: 'own',
    input: listQuery(['updateTime'], {
      /** Part of the host name. */
      search: z.optional(plainText(255)),
      address: z.optional(Address),
      segmentId: z.optional(Id),
      userId: z.optional(Id),
      forward: z.optional(z.enum(forwardStates)),
    }),
    reply: z.object({ data: pageOf(PtrRecord) }),
  }),
  save: endpoint('POST sys/dns/ptr/record/save', {
    summary: 'Add the PTR record of an address in an active reverse segment',
    access: 'ptr_record.write',
    users: 'own',
    input: z.object({ address: Address, hostName: HostName, ttl: Ttl }),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['ptr_address_outside', 'reverse_segment_waiting', 'ptr_address_taken', ...refusals],
  }),
  update: endpoint('POST sys/dns/ptr/record/update', {
    summary: 'Edit host name and TTL of a PTR record',
    access: 'ptr_record.write',
    users: 'own',
    input: z.object({ id: Id, rowVersion: z.optional(Version), hostName: HostName, ttl: Ttl }),
    problems: ['ptr_record_missing', 'changed_meanwhile', ...refusals],
  }),
  delete: endpoint('POST sys/dns/ptr/record/delete', {
    summary: 'Delete PTR records',
    access: 'ptr_record.delete',
    users: 'own',
    input: z.object({ ids: Ids }),
    problems: ['ptr_record_missing', 'domain_locked'],
  }),
  generate: endpoint('POST sys/dns/ptr/record/generate', {
    summary:
      'Add PTR records for a range of addresses by a pattern, at most 65,536, all or nothing. `dryRun` returns a preview. Placeholders: {a} to {d} for the parts of an IPv4 address, {h1} to {h8} and {nibbles} for those of an IPv6 address, {ip} for all of it with hyphens, {n} for its number in the range.',
    access: 'ptr_record.write',
    users: 'own',
    input: z.object({
      first: Address,
      last: Address,
      pattern: asCode(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(255))),
      ttl: Ttl,
      /** Addresses that have a PTR record get the new name; else they keep theirs. */
      replaces: z._default(Flag, false),
      dryRun: z._default(Flag, false),
    }),
    reply: z.object({ data: Generated }),
    problems: [
      'ptr_address_outside',
      'reverse_segment_waiting',
      'ptr_range_invalid',
      'ptr_pattern_unknown',
      'ptr_pattern_constant',
      'ptr_pattern_invalid',
      'reverse_segment_missing',
      ...refusals,
    ],
  }),
  check: endpoint('POST sys/dns/ptr/record/check', {
    summary:
      'Check whether host names lead back to their addresses: by the records of this platform for names in its domains, by the configured resolvers for others. At most 200 records, once every 3 seconds per caller.',
    access: 'ptr_record.write',
    users: 'own',
    input: z.object({ ids: Ids }),
    reply: z.object({ data: z.object({ confirmed: z.number(), different: z.number(), missing: z.number(), unknown: z.number() }) }),
    problems: ['ptr_record_missing', 'forward_check_too_often', 'too_many_ids'],
  }),
}

export const rights = {
  'ptr_record.read': { zh: '查看 PTR 记录', en: 'View PTR records', ofDomains: true },
  'ptr_record.write': { zh: '添加与修改 PTR 记录', en: 'Add and edit PTR records', ofDomains: true },
  'ptr_record.delete': { zh: '删除 PTR 记录', en: 'Delete PTR records', ofDomains: true },
} as const

export const problems = {
  ptr_record_missing: { zh: 'PTR 记录不存在', en: 'PTR record not found' },
  ptr_address_outside: { zh: '该 IP 不在任何反向解析网段内', en: 'This address is in no reverse segment' },
  reverse_segment_waiting: { zh: '反向解析网段 {cidr} 尚未生效', en: 'Reverse segment {cidr} is not active' },
  ptr_address_taken: { zh: '该 IP 已有 PTR 记录：{name}', en: 'This address already has a PTR record: {name}' },
  ptr_name_excluded: { zh: '该 IP 的反向名称有其他记录，不能同时设置 PTR', en: 'The reverse name of this address has other records that exclude a PTR record' },
  ptr_range_invalid: {
    zh: '截止 IP 不能小于起始 IP，版本须相同，最多 {maximum} 个地址',
    en: 'Enter a range of one IP version, first address first, of at most {maximum, address, addresses}',
  },
  ptr_pattern_unknown: { zh: '没有占位符 {name}', en: 'Unknown placeholder {name}' },
  ptr_pattern_constant: { zh: '多个地址的模板至少需要一个占位符', en: 'A pattern for several addresses needs a placeholder' },
  ptr_pattern_invalid: { zh: '模板生成的主机名无效：{name}', en: 'The pattern gives an invalid host name: {name}' },
  forward_check_too_often: { zh: '检测过于频繁，请在 {seconds} 秒后重试', en: 'Checked too often. Try again in {seconds, second}.' },
} as const
registerProblems(problems)

export const auditWords = {
  'ptr_record.create': { zh: '添加 PTR 记录', en: 'PTR record added' },
  'ptr_record.update': { zh: '修改 PTR 记录', en: 'PTR record changed' },
  'ptr_record.delete': { zh: '删除 PTR 记录', en: 'PTR record deleted' },
  'ptr_record.generate': { zh: '按模板生成 PTR 记录', en: 'PTR records generated' },
  'ptr_record.check': { zh: '检测 PTR 正向解析', en: 'Forward DNS of PTR record checked' },
} as const

export const logWords = { ptr_record: { zh: 'PTR 记录', en: 'PTR record' } } as const

/** What the fields of PTR records are called, beside those that are called so everywhere. */
export const fieldNames = {
  address: { zh: 'IP', en: 'IP address' },
  hostName: { zh: '主机名', en: 'Host name' },
  ttl: { zh: 'TTL', en: 'TTL' },
  cidr: { zh: '网段', en: 'Network' },
  segmentId: { zh: '网段', en: 'Network' },
  domain: { zh: '区域', en: 'Zone' },
  userId: { zh: '所属用户', en: 'Owner' },
  username: { zh: '所属用户', en: 'Owner' },
  forward: { zh: '正向解析', en: 'Forward DNS' },
  forwardFound: { zh: '正向解析到', en: 'Forward addresses' },
  first: { zh: '起始 IP', en: 'First address' },
  last: { zh: '截止 IP', en: 'Last address' },
  pattern: { zh: '主机名模板', en: 'Host name pattern' },
  replaces: { zh: '替换已有的 PTR 记录', en: 'Replace existing PTR records' },
  kept: { zh: '保持不变', en: 'Unchanged' },
} as const satisfies NamesFor<typeof ptrRecord.save>

export const menu = [{ path: '/dns/domain/ptr/record', right: 'ptr_record.read', place: 90 }] as const

export const terms = [
  {
    zh: 'PTR 记录',
    en: 'PTR record',
    word: 'ptrRecord',
    meaning: 'The host name that an address of a reverse segment leads to, as a record of its reverse zone',
  },
  { zh: '正向解析检测', en: 'forward check', word: 'forward', meaning: 'Whether the host name of a PTR record has the address as A or AAAA record' },
] as const
