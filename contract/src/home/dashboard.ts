import * as z from 'zod/mini'
import { BothLanguages } from '../both-languages.ts'
import { endpoint } from '../endpoint.ts'
import { Time } from '../time.ts'

/** Answers under one name (a response code, a record type, a line code); largest first. */
const Counted = z.object({ name: z.string(), answers: z.number() })

/**
 * Answers of all nodes over the last 24 hours. Nothing known is null, never 0: a figure is 0 only where a node counted and there was
 * nothing to count. Within a data scope, codes, types and lines are known by the hour: those of the hour in which the 24 begin, and
 * what was beyond the twenty largest of a domain in an hour, are `OTHER`, or other lines.
 */
const Queries = z.object({
  /** When the oldest figures begin; null while there are none. */
  since: z.nullable(Time),
  /** The first of the 1,440 minutes; the last one is still running. */
  start: Time,
  /** Answers of each minute; null before the first figures. */
  minutes: z.array(z.nullable(z.number())),
  /** Sum of those minutes; null while there are no figures. */
  total: z.nullable(z.number()),
  /** The 24 hours before; null unless figures cover all of them. */
  previousTotal: z.nullable(z.number()),
  rcodes: z.array(Counted),
  types: z.array(Counted),
  /** The ten lines with the most answers, and what all others have together. */
  lines: z.array(Counted),
  otherLines: z.number(),
  /** The ten domains with the most answers. Domains that are gone, and names outside every zone, are in the total alone. */
  domains: z.array(z.object({ id: z.number(), domain: z.string(), unicodeName: z.string(), userId: z.number(), answers: z.number() })),
})

const DashboardNode = z.object({
  id: z.number(),
  name: z.string(),
  driver: z.string(),
  address: z.string(),
  port: z.number(),
  /** `disabled` by an administrator; `silent` when an online node has not reported for a minute; else as the node reports. */
  state: z.enum(['online', 'starting', 'offline', 'silent', 'disabled']),
  stateReason: z.string(),
  version: z.string(),
  lastSeenTime: z.nullable(Time),
  /** How often its process had to be started again, when last, and how it had ended: a signal, an exit code, or `lost`. */
  restarts: z.number(),
  restartTime: z.nullable(Time),
  restartCause: z.string(),
  /** Queries over the rate limit: not answered, told to come by TCP or with a cookie, and answered because it only counts; and when the last ones came. */
  limited: z.object({ dropped: z.number(), slipped: z.number(), spared: z.number() }),
  limitedTime: z.nullable(Time),
  /** Domains whose saved state this node does not serve yet, how many of them failed at least once, and the longest wait. */
  pending: z.number(),
  failing: z.number(),
  pendingSince: z.nullable(Time),
  /** Answers of the last 24 hours; null while they are read. */
  answers: z.nullable(z.number()),
})

/** A process beside the nodes that had to be started again: the platform itself (console, API, jobs), or its embedded database. */
const RestartedProcess = z.object({
  process: z.enum(['platform', 'database']),
  restarts: z.number(),
  restartTime: Time,
  /** A signal, an exit code, or the beginning of what it said last. */
  restartCause: z.string(),
})

const RecentChange = z.object({
  id: z.number(),
  time: Time,
  actor: z.string(),
  /** What was done, as `<noun>.<verb>`. */
  action: z.string(),
  /** What the action is called. */
  title: BothLanguages,
  targetType: z.string(),
  targetName: z.string(),
  /** What a built-in job is called; null for all else. */
  targetTitle: z.nullable(BothLanguages),
  /** The domain's page, while the domain exists. */
  domain: z.nullable(z.object({ id: z.number(), userId: z.number(), unicodeName: z.string() })),
})

export const Dashboard = z.object({
  /** When the figures were read. */
  time: Time,
  /** Null while many are counted, as `queries`. */
  domains: z.nullable(z.object({ total: z.number(), paused: z.number(), recycled: z.number() })),
  /** Without those of recycled domains. */
  records: z.nullable(z.object({ total: z.number(), paused: z.number() })),
  /** Null while those of many domains are read, which takes a second or two: ask again. */
  queries: z.nullable(Queries),
  nodes: z.array(DashboardNode),
  /** The newest entries of the audit log without sign-ins and sign-outs. */
  changes: z.array(RecentChange),
})

/** What a new platform still needs, in this order. */
const firstSteps = ['nameservers', 'domain', 'answer', 'administrators', 'email'] as const
export type FirstStep = (typeof firstSteps)[number]

const FirstSteps = z.object({
  /** Those that the caller may take. */
  steps: z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() })),
  /** The default service group, while its name servers are placeholders and the caller may change them. */
  groupId: z.nullable(z.number()),
  /** The newest domain, and the node to query for it; null without either, and once a node answered. */
  query: z.nullable(z.object({ id: z.number(), domain: z.string(), userId: z.number(), address: z.string(), port: z.number() })),
})

export const dashboard = {
  chart: endpoint('GET sys/dns/GetIndexChartData', {
    summary: 'Get platform totals and the queries of the last 24 hours',
    access: 'dashboard.read',
    reply: z.object({
      data: z.extend(Dashboard, {
        /** Empty within a data scope. */
        processes: z.array(RestartedProcess),
      }),
    }),
  }),
  firstSteps: endpoint('GET sys/dashboard/first_steps', {
    summary: 'List the first steps of a new platform that the caller may take, and which are done',
    access: 'dashboard.read',
    reply: z.object({ data: FirstSteps }),
  }),
}

export const rights = { 'dashboard.read': { zh: '查看服务概览', en: 'View dashboard', ofDomains: true } } as const

export const logWords = { dashboard: { zh: '服务概览', en: 'Dashboard' } } as const

export const menu = [{ path: '/home/dashboard', right: 'dashboard.read', buttons: ['platform.read', 'platform.update'], place: 10 }] as const
