import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { FieldNames } from '../field-names.ts'
import { aliasProblems } from './alias-target.ts'
import { Id, numeric } from '../paging.ts'
import { Time } from '../time.ts'
import { ClientNetwork } from './explain.ts'

/** Response codes that nodes give. */
export const queryRcodes = ['NOERROR', 'NXDOMAIN', 'REFUSED', 'FORMERR', 'SERVFAIL', 'NOTIMP', 'YXDOMAIN', 'NOTAUTH', 'BADVERS'] as const

/** Most entries of one reply; also what a node gives of its log at a time. */
export const mostLogged = 500

/** A query that a node has answered, from its memory. */
export const LoggedQuery = z.object({
  /** Of this query alone. */
  key: z.string(),
  time: Time,
  node: z.string(),
  nodeId: z.number(),
  /** Who asked: a resolver, or the client itself. */
  client: z.string(),
  /** The client that the resolver named (EDNS Client Subnet), as address/length. */
  subnet: z.nullable(z.string()),
  transport: z.enum(['udp', 'tcp', 'tls', 'https']),
  /** The whole name, without final dot. */
  name: z.string(),
  type: z.string(),
  /** The code of the client’s most specific line. */
  line: z.string(),
  /** The line whose records were given; null when none were. */
  answeredLine: z.nullable(z.string()),
  rcode: z.string(),
  /** Records of the answer. */
  answers: z.number(),
  /** Their values; null for queries from before the log was opened, and for replies above 256 bytes. */
  values: z.nullable(z.array(z.string())),
  isTruncated: z.boolean(),
})
export type LoggedQuery = z.infer<typeof LoggedQuery>

/** What is known of the memory of a node that serves the domain. */
export const LoggingNode = z.object({
  id: z.number(),
  name: z.string(),
  /** `unreachable`: its queries are missing. */
  state: z.enum(['read', 'unreachable']),
  /** Its log is complete since then. */
  since: z.nullable(Time),
  /** Queries, of all domains, that came since `after` and were written over before they were read. */
  missed: z.number(),
  /** It was started again since `after`. */
  isRestarted: z.boolean(),
})

const filters = {
  id: Id,
  /** Part of the whole name. */
  name: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(255))),
  type: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.maxLength(16))),
  rcode: z.optional(z.enum(queryRcodes)),
  /** Code of the client’s line. */
  line: z.optional(z.string().check(z.regex(/^[a-z0-9_]{1,64}$/, 'invalid_value'))),
  /** Of the address that asked, or of the client subnet. */
  client: z.optional(ClientNetwork),
  nodeId: z.optional(Id),
}

export const errorCauses = [
  'name_missing',
  'target_missing',
  'name_too_long',
  'not_served',
  'transfer_refused',
  'malformed',
  'not_implemented',
  'not_authorised',
  'other',
] as const
export type ErrorCause = (typeof errorCauses)[number]

/** Error answers with one cause. */
export const LoggedErrors = z.object({
  cause: z.enum(errorCauses),
  rcode: z.string(),
  count: z.number(),
  first: Time,
  last: Time,
  /** Those asked for most, at most ten; `host` where one of the domain is meant. */
  names: z.array(z.object({ name: z.string(), host: z.nullable(z.string()), type: z.string(), count: z.number() })),
  /** Names beyond these. */
  moreNames: z.number(),
  sample: LoggedQuery,
})
export type LoggedErrors = z.infer<typeof LoggedErrors>

export const queryLog = {
  list: endpoint('GET sys/dns/domain/log_request', {
    summary: 'Read the last queries for a domain from the memory of its nodes, newest first. With `after`, only those since that reply.',
    access: 'domain.read',
    users: 'own',
    input: z.object({
      ...filters,
      /** `after` of an earlier reply. */
      after: z._default(z.string().check(z.regex(/^((\d{1,16}\.[0-9a-f-]{36}\.\d{1,16})(~|$)){0,64}$/, 'invalid_value')), ''),
      limit: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(mostLogged)), 200),
    }),
    reply: z.object({
      data: z.object({
        nodes: z.array(LoggingNode),
        list: z.array(LoggedQuery),
        /** Older ones were left out, because there were more than `limit`. */
        isCut: z.boolean(),
        after: z.string(),
      }),
    }),
    problems: ['domain_missing'],
  }),
  export: endpoint('GET sys/dns/domain/log_request/export', {
    summary: 'Export the last queries for a domain, at most 5,000 of each node, as CSV',
    access: 'domain.read',
    users: 'own',
    answers: 'file',
    input: z.object({ ...filters, timeZone: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_+/-]{1,64}$/, 'invalid_value'))) }),
    problems: ['domain_missing'],
  }),
  errors: endpoint('GET sys/dns/domain/log_error', {
    summary: 'Get the last error answers for a domain by cause, from the memory of its nodes, and the response codes of the last 24 hours',
    access: 'domain.read',
    users: 'own',
    input: z.object({ id: Id }),
    reply: z.object({
      data: z.object({
        nodes: z.array(LoggingNode),
        groups: z.array(LoggedErrors),
        /** Only the newest 5,000 of each node were grouped. */
        isCut: z.boolean(),
        /** Start of the first of 24 hours, the last of which is still running. */
        start: Time,
        answers: z.number(),
        /** Answers by response code in these hours, and in the 24 before. */
        codes: z.array(z.object({ rcode: z.string(), answers: z.number(), before: z.number() })),
        /** ALIAS records whose target has no usable addresses. They are answered as if there were no addresses. */
        aliases: z.array(z.object({ host: z.string(), line: z.string(), target: z.string(), problem: z.enum(aliasProblems), askedAt: z.nullable(Time) })),
      }),
    }),
    problems: ['domain_missing'],
  }),
}

export const logWords = { query_log: { zh: '请求日志', en: 'Request log' } } as const

export const fieldNames = {
  node: { zh: '节点', en: 'Node' },
  nodeId: { zh: '节点', en: 'Node' },
  client: { zh: '来源 IP', en: 'Client' },
  subnet: { zh: '客户端子网', en: 'Client subnet' },
  transport: { zh: '协议', en: 'Protocol' },
  name: { zh: '名称', en: 'Name' },
  type: { zh: '类型', en: 'Type' },
  line: { zh: '线路', en: 'Line' },
  answeredLine: { zh: '命中线路', en: 'Answered line' },
  rcode: { zh: '响应码', en: 'Response code' },
  values: { zh: '应答', en: 'Answer' },
} as const satisfies FieldNames

export const terms = [
  { zh: '请求日志', en: 'request log', word: 'query_log', meaning: 'The last queries of a domain in the memory of its nodes. None of it is stored.' },
] as const
