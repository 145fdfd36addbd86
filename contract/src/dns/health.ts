import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { FieldNames } from '../field-names.ts'
import { limits } from '../limits.ts'
import { Id } from '../paging.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { DnsRecord } from './record.ts'
import { healthSeverities } from './zone-health-finding.ts'

/** A caller checks one domain in this time. */
export const healthCheckPauseSeconds = 3
/** Findings of one domain that are ignored. */
export const mostIgnored = 200

const Subject = {
  /** Problem code; its text is the explanation. */
  code: z.string(),
  /** Owner relative to the domain; empty where it concerns the domain as a whole. */
  host: z.string(),
  /** Empty where it concerns no single type, or line. */
  type: z.string(),
  line: z.string(),
}

/** One change of the records that mends a finding, to be sent to record/apply. */
const Fix = z.object({
  op: z.enum(['add', 'update', 'delete']),
  /** The record as it is; null for a new one. */
  base: z.nullable(DnsRecord),
  /** What it becomes; null where it is deleted. */
  record: z.nullable(z.pick(DnsRecord, { host: true, type: true, line: true, value: true, ttl: true, weight: true, remark: true, status: true })),
})
export type HealthFixShown = z.infer<typeof Fix>

const Finding = z.object({
  severity: z.enum(healthSeverities),
  ...Subject,
  params: z.record(z.string(), z.unknown()),
  /** Null where only somebody who knows the domain can tell. */
  fixes: z.nullable(z.array(Fix)),
  /** Why it is ignored, by whom and since when; null where it is not. */
  ignored: z.nullable(z.object({ reason: z.string(), by: z.string(), time: Time })),
})
export type HealthFindingShown = z.infer<typeof Finding>

/** What is wrong with a domain. */
export const Health = z.object({
  /** 0 to 100; null until it was checked. */
  score: z.nullable(z.number()),
  checkTime: z.nullable(Time),
  /** The records changed since, and there are too many of them to be judged at each look: the findings are of the check. */
  isOld: z.boolean(),
  /** Names outside the domain that were asked about at the check, and those that no resolver said anything of. */
  asked: z.number(),
  unanswered: z.number(),
  /** The worst first. */
  findings: z.array(Finding),
  /** Findings there are; more than are listed where there are very many. */
  total: z.number(),
})
export type Health = z.infer<typeof Health>

const sentSubject = {
  id: Id,
  code: z.string().check(z.minLength(1, 'required'), z.maxLength(64)),
  host: z._default(z.string().check(z.maxLength(255)), ''),
  type: z._default(z.string().check(z.maxLength(16)), ''),
  line: z._default(z.string().check(z.maxLength(63)), ''),
}

export const health = {
  detail: endpoint('GET sys/dns/health/detail', {
    summary: 'Get the health of a domain: its score, what was found, and how it can be fixed',
    access: 'record.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: Health }),
    problems: ['domain_missing'],
  }),
  run: endpoint('POST sys/dns/health/run', {
    summary: 'Check the health of a domain now. Once every 3 seconds per caller.',
    access: 'record.write',
    input: z.object({ id: Id }),
    reply: z.object({ data: Health }),
    problems: ['domain_missing', 'health_check_too_often'],
  }),
  ignore: endpoint('POST sys/dns/health/ignore', {
    summary: 'Ignore a finding of a domain: it no longer counts towards the score',
    access: 'record.write',
    input: z.object({ ...sentSubject, reason: plainText(limits.healthReasonLength).check(z.minLength(1, 'required')) }),
    problems: ['domain_missing', 'health_finding_missing', 'too_many_ignored'],
  }),
  heed: endpoint('POST sys/dns/health/heed', {
    summary: 'Count an ignored finding of a domain again',
    access: 'record.write',
    input: z.object(sentSubject),
    problems: ['domain_missing', 'health_ignored_missing'],
  }),
}

export { healthProblems as problems } from './health-problems.ts'

export const auditWords = {
  'domain.health_check': { zh: '检查域名健康', en: 'Domain health checked' },
  'domain.health_ignore': { zh: '忽略健康问题', en: 'Health finding ignored' },
  'domain.health_heed': { zh: '不再忽略健康问题', en: 'Health finding no longer ignored' },
} as const

export const logWords = { health: { zh: '健康检查', en: 'Health check' } } as const

/** What the fields of health checks are called, beside those that are called so everywhere. */
export const fieldNames = {
  finding: { zh: '问题', en: 'Finding' },
  reason: { zh: '原因', en: 'Reason' },
  score: { zh: '评分', en: 'Score' },
  findings: { zh: '问题数', en: 'Findings' },
} as const satisfies FieldNames

export const menu = [{ path: '/dns/domain/list/admin/{domain}/{id}/{userId}/health', right: 'record.read', hidden: true, place: 40 }] as const

export const terms = [
  {
    zh: '健康检查',
    en: 'health check',
    word: 'health',
    meaning: 'What is wrong with the records of a domain, and a score from 0 to 100. Stored as `zone_health`.',
  },
] as const
