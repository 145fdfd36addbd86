import * as z from 'zod/mini'
import { BothLanguages } from '../both-languages.ts'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { limits } from '../limits.ts'
import { Flag, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { Time } from '../time.ts'
import { readAddressFilter } from './log-address.ts'
import { registerProblems } from '../problem-text.ts'

/** Whose log: `users` is what users did, `admin` what administrators and the platform did. */
export const LogAudience = z.enum(['users', 'admin'])
export type LogAudience = z.infer<typeof LogAudience>

/** The `{method}` of the logs' routes (screens.md 1). */
export const logMethods = { signIn: 0, operation: 1, plan: 2, finance: 3, other: -1 } as const

/** What a try to sign in came to; the caller of a refused one hears one text for most of these. */
export const signInResults = [
  'ok',
  'second_factor_asked',
  'password',
  'name',
  'disabled',
  'locked',
  'captcha',
  'network',
  'second_factor',
  'wechat_unbound',
] as const
export type SignInResult = (typeof signInResults)[number]

/** The part of the platform that an action belongs to: what stands before the point. */
export function moduleOf(action: string): string {
  return action.split('.')[0]!
}

const Words = z.string().check(z.trim(), z.maxLength(255))

const Address = z.string().check(
  z.trim(),
  z.maxLength(64),
  z.refine((text: string) => text === '' || readAddressFilter(text) !== null, { error: 'invalid_address_filter' }),
)

/** A moment of a date range, with its zone. */
const Moment = z.pipe(
  z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/, 'invalid_value'),
    z.refine((text: string) => !Number.isNaN(Date.parse(text)), { error: 'invalid_value' }),
  ),
  z.transform((text: string) => new Date(text)),
)

/** From the first to the last moment, both included. */
const range = { from: z.optional(Moment), to: z.optional(Moment) }

/** Where an address is; nulls where that is unknown. */
const Place = z.object({ countryZh: z.nullable(z.string()), countryEn: z.nullable(z.string()), asName: z.nullable(z.string()) })

export const SignIn = z.object({
  id: z.number(),
  time: Time,
  username: z.string(),
  result: z.string(),
  /** Tries of one minute that are one row. */
  tries: z.number(),
  address: z.string(),
  place: z.nullable(Place),
  agent: z.string(),
  /** Kind of the second factor; empty when none was asked for. */
  secondFactor: z.string(),
  durationMs: z.number(),
  requestId: z.string(),
})
export type SignIn = z.infer<typeof SignIn>

export const Operation = z.object({
  /** `a` and an audit entry's number, or `r` and that of a refused write. */
  id: z.string(),
  time: Time,
  actor: z.string(),
  /** `administrator`, `user`, `platform` or `nobody`; empty for entries older than this member. */
  actorKind: z.string(),
  /** The user in whose name the administrator acted; null when in nobody's. */
  actingAs: z.nullable(z.string()),
  address: z.string(),
  place: z.nullable(Place),
  agent: z.string(),
  action: z.string(),
  /** What the action is called, and the part of the platform that it belongs to. */
  title: BothLanguages,
  module: BothLanguages,
  targetType: z.string(),
  targetId: z.nullable(z.number()),
  targetName: z.string(),
  /** What a built-in job is called; null for all else. */
  targetTitle: z.nullable(BothLanguages),
  /** The domain's page, while the domain exists. */
  domain: z.nullable(z.object({ id: z.number(), userId: z.number(), name: z.string() })),
  /** What the setting is called, and its screen; null for all else, and for settings of an administrator's own. */
  setting: z.nullable(z.object({ name: BothLanguages, screen: z.nullable(z.string()) })),
  /** `ok`, or the code of the problem for which the write was refused. */
  result: z.string(),
  /** The problem's text; null for `ok`. */
  resultText: z.nullable(BothLanguages),
  tries: z.number(),
  /** Null for entries older than this member. */
  durationMs: z.nullable(z.number()),
  requestId: z.string(),
})
export type Operation = z.infer<typeof Operation>

/** A member that differs, with what it is called, and its values before and after as JSON text; null where there was none. */
export const Difference = z.object({ member: z.string(), label: BothLanguages, before: z.nullable(z.string()), after: z.nullable(z.string()) })
export type Difference = z.infer<typeof Difference>

const signInFilters = {
  audience: LogAudience,
  ...range,
  /** Beginning of the name. */
  actor: z.optional(Words),
  result: z.optional(z.enum([...signInResults, 'refused'])),
  /** Beginning of the address, or a network that it lies in (`192.0.2.0/24`, `2001:db8::/32`). */
  address: z.optional(Address),
  /** Part of the name, or beginning of the address, or the request's id. */
  search: z.optional(Words),
}

const operationFilters = {
  audience: LogAudience,
  ...range,
  /** Beginning of the actor's name. */
  actor: z.optional(Words),
  module: z.optional(z.string().check(z.regex(/^[a-z_]{1,40}$/, 'invalid_value'))),
  action: z.optional(z.string().check(z.regex(/^[a-z_]{1,40}\.[a-z_]{1,40}$/, 'invalid_value'))),
  /** Part of the target's name. */
  target: z.optional(Words),
  result: z.optional(z.enum(['ok', 'refused'])),
  /** Beginning of the address, or a network that it lies in. */
  address: z.optional(Address),
  /** Part of the actor's or the target's name or of that of the user in whose name it was done, or of the request's id. */
  search: z.optional(Words),
}

const columns = ['time', 'durationMs'] as const

const asFile = {
  format: z.enum(['csv', 'xlsx']),
  /** IANA name of the zone in which times are written; UTC when absent. */
  timeZone: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_+/-]{1,64}$/, 'invalid_value'))),
}

/** How long logs are kept (setting `LOG_CONFIG`). */
export const LogRetention = z.object({
  days: z._default(numeric().check(z.int(), z.minimum(limits.logRetentionDays.min), z.maximum(limits.logRetentionDays.max)), limits.logRetentionDays.default),
  /** Nobody can lift this again, nor shorten the days. */
  isLocked: z._default(Flag, false),
})
export type LogRetention = z.infer<typeof LogRetention>

const Break = z.object({ id: z.number(), reason: z.enum(['changed', 'missing', 'tail', 'anchor', 'start']) })

export const log = {
  signIns: endpoint('GET sys/log/sign_in/list', {
    summary: 'List successful and failed sign-ins. At most 100,000 matches are counted.',
    access: 'log.read',
    input: listQuery(columns, signInFilters),
    reply: z.object({ data: pageOf(SignIn) }),
  }),
  signInExport: endpoint('GET sys/log/sign_in/export', {
    summary: 'Export the sign-in log as CSV, or as XLSX with at most 50,000 rows',
    access: 'log.read',
    input: z.object({ ...signInFilters, ...asFile }),
    answers: 'file',
  }),
  operations: endpoint('GET sys/log/operation/list', {
    summary: 'List operations and refused changes. At most 100,000 matches are counted.',
    access: 'log.read',
    input: listQuery(columns, operationFilters),
    reply: z.object({ data: pageOf(Operation) }),
  }),
  operationExport: endpoint('GET sys/log/operation/export', {
    summary: 'Export the operation log as CSV, or as XLSX with at most 50,000 rows',
    access: 'log.read',
    input: z.object({ ...operationFilters, ...asFile }),
    answers: 'file',
  }),
  operation: endpoint('GET sys/log/operation/detail', {
    summary: 'Get an operation with its changes. Sensitive values are masked.',
    access: 'log.read',
    input: z.object({ id: z.string().check(z.regex(/^[ar]\d{1,15}$/, 'invalid_value')) }),
    reply: z.object({
      data: z.object({
        operation: Operation,
        differences: z.array(Difference),
        /** The changes are of a setting, and the caller may not read settings. */
        isWithheld: z.boolean(),
      }),
    }),
    problems: ['log_entry_missing'],
  }),
  words: endpoint('GET sys/log/operation/words', {
    summary: 'List the modules and actions of the operation log with their names',
    access: 'log.read',
    reply: z.object({
      data: z.object({
        modules: z.array(z.object({ module: z.string(), title: BothLanguages })),
        actions: z.array(z.object({ action: z.string(), title: BothLanguages })),
      }),
    }),
  }),
  retention: endpoint('GET sys/log/retention', {
    summary: 'Get the log retention, and whether it is locked',
    access: 'log.read',
    reply: z.object({
      data: z.object({
        days: z.number(),
        isLocked: z.boolean(),
        rowVersion: z.number(),
        signIns: z.number(),
        operations: z.number(),
        oldestTime: z.nullable(Time),
      }),
    }),
  }),
  retain: endpoint('POST sys/log/retention', {
    summary: 'Set the log retention. Once locked, it can only be extended.',
    access: 'log.write',
    input: z.object({ ...LogRetention.shape, rowVersion: z.optional(z.union([Version, z.literal(0)])) }),
    problems: ['log_retention_locked', 'changed_meanwhile'],
  }),
  verify: endpoint('GET sys/log/audit/verify', {
    summary: 'Verify the next part of the audit trail after a verified entry. The last part is compared with the anchors.',
    access: 'log.read',
    input: z.object({ afterId: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)), 0) }),
    reply: z.object({
      data: z.object({
        /** Entries of this stretch that fit. */
        entries: z.number(),
        lastId: z.number(),
        isEnd: z.boolean(),
        broken: z.nullable(Break),
        /** Entries that there are from the first to the last. */
        totalCount: z.number(),
        /** The newest anchor: entries after it could be cut without leaving a trace outside the database. */
        anchor: z.nullable(z.object({ id: z.number(), time: Time })),
        /** Lines of the anchor file that are not signed by us. */
        forgedAnchors: z.number(),
      }),
    }),
  }),
}

export const rights = {
  'log.read': { zh: '查看与导出日志', en: 'View and export logs', ofDomains: true },
  'log.write': { zh: '修改日志保留期', en: 'Edit log retention' },
} as const

export const problems = {
  invalid_address_filter: {
    zh: '请输入 IP 地址的开头部分，或网段，例如 192.0.2.0/24、2001:db8::/32',
    en: 'Enter the first part of an IP address, or a network. For example, 192.0.2.0/24 or 2001:db8::/32',
  },
  log_entry_missing: { zh: '日志不存在，或已到期清除', en: 'Log entry not found or expired' },
  log_retention_locked: { zh: '日志保留期已锁定，不能解锁，也不能缩短', en: 'Log retention is locked and cannot be shortened or unlocked' },
} as const
registerProblems(problems)

export const auditWords = { 'log.retain': { zh: '修改日志保留期', en: 'Log retention changed' } } as const

export const logWords = { log: { zh: '日志', en: 'Log' } } as const

/** What the fields of log entries and of their retention are called, beside those that are called so everywhere. */
export const fieldNames = {
  days: { zh: '保留天数', en: 'Days to keep' },
  entries: { zh: '条数', en: 'Entries' },
  olderThan: { zh: '早于', en: 'Earlier than' },
  actor: { zh: '操作者', en: 'Actor' },
  module: { zh: '模块', en: 'Module' },
  action: { zh: '操作', en: 'Action' },
  target: { zh: '对象', en: 'Target' },
  result: { zh: '结果', en: 'Result' },
  place: { zh: '位置', en: 'Location' },
  agent: { zh: '客户端', en: 'Client' },
  secondFactor: { zh: '二次验证', en: 'Two-factor authentication' },
  durationMs: { zh: '耗时', en: 'Duration' },
  requestId: { zh: '请求编号', en: 'Request ID' },
  isLocked: { zh: '永久锁定', en: 'Lock permanently' },
} as const satisfies NamesFor<typeof log.retain>

export const menu = [
  { path: '/dns/log/users/0', right: 'log.read', place: 10 },
  { path: '/dns/log/admin/0', right: 'log.read', place: 20 },
] as const

export const terms = [
  { zh: '登录记录', en: 'sign-in attempt', word: 'sign_in_attempt', meaning: 'A sign-in attempt with the actual reason. Repeats within a minute are one row.' },
  { zh: '操作记录', en: 'operation', word: 'operation', meaning: 'A change in the audit trail, or a refused change' },
] as const
