import * as z from 'zod/mini'
import { domainToAscii } from '@nameplane/dns-text/names'
import { endpoint } from '../endpoint.ts'
import { licenceLimitProblems } from '../home/licence.ts'
import { limits } from '../limits.ts'
import { Flag, Id, Ids, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { isDomain, plainText } from '../rules.ts'
import { Time } from '../time.ts'

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
  remark: z.string(),
  recordCount: z.number(),
  defaultTtlSeconds: z.number(),
  /** SOA serial. */
  serial: z.number(),
  /** Raised by every saved change of the records. */
  version: z.number(),
  /** Raised by every change of the domain's own fields. */
  rowVersion: z.number(),
  /** Answers of the last 24 hours, from the nodes' roll-ups. */
  queries24h: z.number(),
  /** The same by the hour: 24 figures, the oldest first; the last hour ends with the reply. */
  queriesByHour: z.array(z.number()),
  nsState: z.enum(nameserverStates),
  nsCheckTime: z.nullable(Time),
  /** The name servers that were seen; empty where all is well, and where there is no delegation at all. */
  nsFound: z.array(z.string()),
  nsWrongSince: z.nullable(Time),
  /** Days until it goes to the recycle bin; null unless it is wrong and two resolvers agreed, and removal is on. */
  nsDaysLeft: z.nullable(z.number()),
  createTime: Time,
  updateTime: Time,
  /** Set while the domain is in the recycle bin. */
  deleteTime: z.nullable(Time),
})

export type Domain = z.infer<typeof Domain>

export const domainColumns = ['domain', 'recordCount', 'createTime', 'updateTime', 'deleteTime', 'serial', 'username', 'serviceGroupName'] as const

const Remark = plainText(limits.domainRemarkLength)
const Ttl = numeric().check(z.int(), z.minimum(limits.recordTtlSeconds.min), z.maximum(limits.recordTtlSeconds.max))

export const domain = {
  list: endpoint('GET sys/dns/domain/list', {
    summary: 'Domains, one page; with `recycled` those in the recycle bin',
    access: 'domain.read',
    users: 'own',
    input: listQuery(domainColumns, {
      /** Part of the name (ASCII or Unicode) or of the remark. */
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
    summary: 'One domain',
    access: 'domain.read',
    users: 'own',
    input: z.object({ id: Id }),
    reply: z.object({ data: Domain }),
    problems: ['domain_missing'],
  }),
  save: endpoint('POST sys/dns/domain/save', {
    summary: 'Adds a domain; it is served at once with the SOA and NS of its service group',
    access: 'domain.write',
    users: 'own',
    input: z.object({ domain: DomainName, userId: z.optional(Id), serviceGroupId: z.optional(Id), remark: z._default(Remark, '') }),
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
    summary: 'Changes owner, service group, remark or default TTL of a domain',
    access: 'domain.write',
    users: 'own',
    input: z.object({
      id: Id,
      rowVersion: z.optional(Version),
      userId: z.optional(Id),
      serviceGroupId: z.optional(Id),
      remark: z.optional(Remark),
      defaultTtlSeconds: z.optional(Ttl),
    }),
    problems: ['domain_missing', 'domain_locked', 'owner_missing', 'service_group_missing', 'changed_meanwhile', 'right_missing', 'beyond_reach'],
  }),
  status: endpoint('POST sys/dns/domain/status', {
    summary: 'Serves or pauses domains; a paused domain is refused by every node',
    access: 'domain.write',
    users: 'own',
    input: z.object({ ids: Ids, status: numeric().check(z.int(), z.minimum(0), z.maximum(1)) }),
    problems: ['domain_missing', 'domain_locked'],
  }),
  lock: endpoint('POST sys/dns/domain/lock', {
    summary: 'Locks or unlocks domains; a locked domain and its records cannot be changed or deleted',
    access: 'domain.write',
    input: z.object({ ids: Ids, locked: Flag }),
    problems: ['domain_missing'],
  }),
  removal: endpoint('GET sys/dns/domain/removal', {
    summary: 'What deleting these domains would take away',
    access: 'domain.read',
    users: 'own',
    input: z.object({ ids: Ids }),
    reply: z.object({ data: z.object({ domains: z.number(), records: z.number(), locked: z.array(z.string()) }) }),
  }),
  delete: endpoint('POST sys/dns/domain/delete', {
    summary: 'Moves domains to the recycle bin; they are no longer served',
    access: 'domain.write',
    users: 'own',
    input: z.object({ ids: Ids }),
    problems: ['domain_missing', 'domain_locked'],
  }),
  restore: endpoint('POST sys/dns/domain/restore', {
    summary: 'Takes domains back from the recycle bin with all their records',
    access: 'domain.write',
    users: 'own',
    input: z.object({ ids: Ids }),
    problems: ['domain_missing', ...licenceLimitProblems],
  }),
  purge: endpoint('POST sys/dns/domain/purge', {
    summary: 'Removes domains in the recycle bin for good, with their records and history',
    access: 'domain.write',
    users: 'own',
    input: z.object({ ids: Ids }),
    problems: ['domain_missing'],
  }),
}
