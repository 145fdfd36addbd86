import * as z from 'zod/mini'
import { printCidr } from '@nameplane/dns-text/addresses'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { asCode } from '../fields.ts'
import { licenceLimitProblems } from '../home/licence.ts'
import { limits } from '../limits.ts'
import { Flag, Id, Ids, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { networkProblems, readNetwork } from './reverse-zones.ts'

/** From the request of a user to the answers of nodes: only an active one has zones. */
export const reverseSegmentStates = ['submitted', 'processing', 'active', 'rejected'] as const

/** A network whose reverse names a user may set. */
export const ReverseSegment = z.object({
  id: z.number(),
  /** Address/length in its one spelling. */
  cidr: z.string(),
  userId: z.number(),
  username: z.string(),
  /** Null: the default one, once it is activated. */
  serviceGroupId: z.nullable(z.number()),
  /** Empty where that is not decided. */
  serviceGroupName: z.string(),
  state: z.enum(reverseSegmentStates),
  /** Why it was rejected; empty otherwise. */
  reason: z.string(),
  /** The day by which it is decided, as YYYY-MM-DD (UTC); null unless it is being processed. */
  dueDay: z.nullable(z.string()),
  /** Whether A and AAAA records of the owner's domains bring their PTR records with them. */
  followsAddresses: z.boolean(),
  remark: z.string(),
  /** Addresses with a PTR record that is served. */
  covered: z.number(),
  rowVersion: z.number(),
  createTime: Time,
  updateTime: Time,
})
export type ReverseSegment = z.infer<typeof ReverseSegment>

/** What the zones of a segment need outside of the platform. */
export const ReverseDelegation = z.object({
  /** Zones of its addresses; without a number while they are not there. */
  zones: z.array(z.object({ domainId: z.nullable(z.number()), domain: z.string(), userId: z.number() })),
  nameservers: z.array(z.string()),
  /** Lines of a zone file that whoever holds the zone above enters. */
  lines: z.array(z.string()),
})

const Network = asCode(
  z.pipe(
    z.string().check(
      z.trim(),
      z.minLength(1, 'required'),
      z.maxLength(64),
      z.check((context) => {
        const read = readNetwork(context.value)
        if (context.value !== '' && 'problem' in read) context.issues.push({ code: 'custom', input: context.value, message: read.problem, params: read.params })
      }),
    ),
    z.transform((text: string) => {
      const read = readNetwork(text)
      return 'cidr' in read ? printCidr(read.cidr) : text
    }),
  ),
)

const fields = {
  userId: z.optional(Id),
  serviceGroupId: z.optional(Id),
  followsAddresses: z._default(Flag, false),
  remark: z._default(plainText(limits.domainRemarkLength), ''),
}

const refusals = ['owner_missing', 'service_group_missing', 'right_missing', 'beyond_reach'] as const

export const reverseSegment = {
  list: endpoint('GET sys/dns/ptr/list', {
    summary: 'List reverse segments, with the number of addresses that have a PTR record',
    access: 'reverse_segment.read',
    users: 'own',
    input: listQuery(['cidr', 'createTime', 'updateTime'], {
      /** An address or a network, which finds the segments that it overlaps, or a part of the remark. */
      search: z.optional(plainText(64)),
      state: z.optional(z.enum(reverseSegmentStates)),
      family: z.optional(
        numeric().check(
          z.int(),
          z.refine((family: number) => family === 4 || family === 6, { error: 'invalid_value' }),
        ),
      ),
      userId: z.optional(Id),
    }),
    reply: z.object({ data: pageOf(ReverseSegment) }),
  }),
  detail: endpoint('GET sys/dns/ptr/detail', {
    summary: 'Get the zones of a reverse segment, and the records that the operator of the parent zone has to add',
    access: 'reverse_segment.read',
    users: 'own',
    input: z.object({ id: Id }),
    reply: z.object({ data: ReverseDelegation }),
    problems: ['reverse_segment_missing'],
  }),
  save: endpoint('POST sys/dns/ptr/save', {
    summary: 'Request a reverse segment: a network, or a single address. Takes 1 to 2 working days.',
    access: 'reverse_segment.write',
    users: 'own',
    input: z.object({ cidr: Network, ...fields }),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['reverse_segment_overlaps', ...refusals],
  }),
  update: endpoint('POST sys/dns/ptr/update', {
    summary: 'Edit owner, service group, remark or automatic PTR records of a reverse segment',
    access: 'reverse_segment.write',
    users: 'own',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }),
    problems: ['reverse_segment_missing', 'changed_meanwhile', 'domain_locked', ...refusals],
  }),
  submit: endpoint('POST sys/dns/ptr/submit', {
    summary: 'Request rejected reverse segments again',
    access: 'reverse_segment.write',
    users: 'own',
    input: z.object({ ids: Ids }),
    problems: ['reverse_segment_missing', 'reverse_segment_state', 'reverse_segment_overlaps'],
  }),
  process: endpoint('POST sys/dns/ptr/process', {
    summary: 'Start processing requested reverse segments. Each is due in 2 working days.',
    access: 'reverse_segment.decide',
    input: z.object({ ids: Ids }),
    problems: ['reverse_segment_missing', 'reverse_segment_state'],
  }),
  activate: endpoint('POST sys/dns/ptr/activate', {
    summary: 'Activate reverse segments. Their zones are served immediately.',
    access: 'reverse_segment.decide',
    input: z.object({ ids: Ids }),
    problems: [
      'reverse_segment_missing',
      'reverse_segment_state',
      'reverse_zone_taken',
      'service_group_missing',
      'domain_locked',
      'domain_of_other',
      ...licenceLimitProblems,
    ],
  }),
  reject: endpoint('POST sys/dns/ptr/reject', {
    summary: 'Reject reverse segments with a reason. The zones of active ones are paused, their PTR records are kept.',
    access: 'reverse_segment.decide',
    input: z.object({ ids: Ids, reason: plainText(limits.reverseSegmentReasonLength).check(z.minLength(1, 'required')) }),
    problems: ['reverse_segment_missing', 'reverse_segment_state', 'domain_locked'],
  }),
  delete: endpoint('POST sys/dns/ptr/delete', {
    summary: 'Delete reverse segments that are not active, with their zones and PTR records',
    access: 'reverse_segment.delete',
    users: 'own',
    input: z.object({ ids: Ids }),
    problems: ['reverse_segment_missing', 'reverse_segment_active', 'domain_locked'],
  }),
}

export const rights = {
  'reverse_segment.read': { zh: '查看反向解析网段', en: 'View reverse segments', ofDomains: true },
  'reverse_segment.write': { zh: '申请与修改反向解析网段', en: 'Request and edit reverse segments', ofDomains: true },
  'reverse_segment.decide': { zh: '审核反向解析网段', en: 'Process reverse segments', ofDomains: true },
  'reverse_segment.delete': { zh: '删除反向解析网段', en: 'Delete reverse segments', ofDomains: true },
} as const

export const problems = {
  reverse_segment_missing: { zh: '反向解析网段不存在', en: 'Reverse segment not found' },
  reverse_segment_overlaps: { zh: '与已有的反向解析网段重叠：{cidr}', en: 'Overlaps an existing reverse segment: {cidr}' },
  reverse_segment_state: { zh: '反向解析网段 {cidr} 当前状态不支持此操作', en: 'Not possible in the current state of reverse segment {cidr}' },
  reverse_segment_active: { zh: '反向解析网段 {cidr} 正在生效，请先驳回再删除', en: 'Reverse segment {cidr} is active. Reject it before you delete it.' },
  reverse_zone_taken: {
    zh: '反向区域 {name} 已存在，属于其他用户、其他网段或在回收站中',
    en: 'Reverse zone {name} already exists: of another user or network, or in the recycle bin',
  },
  ...networkProblems,
} as const
registerProblems(problems)

export const auditWords = {
  'reverse_segment.create': { zh: '申请反向解析网段', en: 'Reverse segment requested' },
  'reverse_segment.update': { zh: '修改反向解析网段', en: 'Reverse segment changed' },
  'reverse_segment.submit': { zh: '重新申请反向解析网段', en: 'Reverse segment requested again' },
  'reverse_segment.process': { zh: '开始处理反向解析网段', en: 'Processing of reverse segment started' },
  'reverse_segment.activate': { zh: '激活反向解析网段', en: 'Reverse segment activated' },
  'reverse_segment.follow': { zh: '按已有地址添加 PTR 记录', en: 'PTR records added for existing addresses' },
  'reverse_segment.reject': { zh: '驳回反向解析网段', en: 'Reverse segment rejected' },
  'reverse_segment.delete': { zh: '删除反向解析网段', en: 'Reverse segment deleted' },
} as const

export const logWords = { reverse_segment: { zh: '反向解析网段', en: 'Reverse segment' } } as const

/** What the fields of reverse segments are called, beside those that are called so everywhere. */
export const fieldNames = {
  cidr: { zh: '网段', en: 'Network' },
  userId: { zh: '所属用户', en: 'Owner' },
  username: { zh: '所属用户', en: 'Owner' },
  serviceGroupId: { zh: '服务组', en: 'Service group' },
  serviceGroupName: { zh: '服务组', en: 'Service group' },
  followsAddresses: { zh: '随 A/AAAA 记录更新', en: 'Follow A and AAAA records' },
  covered: { zh: '已设置 / 地址总数', en: 'Covered / total' },
  family: { zh: 'IP 版本', en: 'IP version' },
  dueDay: { zh: '处理期限', en: 'Due' },
  zones: { zh: '区域', en: 'Zones' },
} as const satisfies NamesFor<typeof reverseSegment.save>

export const menu = [{ path: '/dns/domain/ptr', right: 'reverse_segment.read', place: 80 }] as const

export const terms = [
  {
    zh: '反向解析网段',
    en: 'reverse segment',
    word: 'reverseSegment',
    meaning: 'A network of a user whose reverse names (`in-addr.arpa`, `ip6.arpa`) the platform serves once it is active',
  },
  { zh: '反向区域', en: 'reverse zone', word: 'reverseZone', meaning: 'A domain with the reverse names of a reverse segment, or of a part of it' },
] as const
