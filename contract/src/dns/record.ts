import * as z from 'zod/mini'
import type { TextFormat } from '@nameplane/dns-text/record-text/text-format'
import { endpoint } from '../endpoint.ts'
import type { FieldNames } from '../field-names.ts'
import { limits } from '../limits.ts'
import { Moment } from '../moment.ts'
import { Flag, Id, jsonOr, listOf, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { AliasTarget } from './alias-target.ts'
import { Finding, FoundCounts } from './record-finding.ts'
import { momentParts, Revision, RevisionChange } from './record-revision.ts'

export { Finding, FoundCounts }

/** A line's code: lower case letters, digits and underscores. */
export const LineCode = z.string().check(z.regex(/^[a-z0-9_]{1,63}$/, 'invalid_value'))

/** A record as lists and the editor show it. */
export const DnsRecord = z.object({
  id: z.number(),
  /** Owner relative to the domain; `@` is the apex. */
  host: z.string(),
  type: z.string(),
  line: z.string(),
  /** The whole rdata in presentation form, names absolute with their final dot (RFC 1035 §5.1). */
  value: z.string(),
  /** Preference (MX, KX, NID, L32, L64, LP), priority (SRV, HTTPS, SVCB, URI), order (NAPTR): derived from the value. */
  priority: z.nullable(z.number()),
  ttl: z.number(),
  /** Null: the whole record set is answered; a number: one record of the set is chosen by probability. */
  weight: z.nullable(z.number()),
  remark: z.string(),
  /** 1 served, 0 paused. */
  status: z.number(),
  /** The domain's version that wrote the record last. */
  version: z.number(),
  updateTime: Time,
  /** Empty where that is unknown; null for users where it was an administrator. */
  updatedBy: z.nullable(z.string()),
})
export type DnsRecord = z.infer<typeof DnsRecord>

/** All saved records of one host, type and line: what a weight among them comes to, wherever else in the list they stand. */
export const RecordSetWeights = z.object({
  host: z.string(),
  type: z.string(),
  line: z.string(),
  /** Records that are served, not paused. */
  served: z.number(),
  /** Those of them that have a weight. */
  weighted: z.number(),
  /** The sum of the served ones' weights, where no weight counts as 1. */
  weightSum: z.number(),
})
export type RecordSetWeights = z.infer<typeof RecordSetWeights>

/** SOA and NS of the domain itself: answered, shown locked, not stored as records. */
export const LockedRecord = z.object({ host: z.string(), type: z.string(), value: z.string(), ttl: z.number() })

/** A record as sent; checked in full by the server, since its rules depend on the whole domain. */
export const RecordSent = z.object({
  host: z.string().check(z.trim(), z.maxLength(1024)),
  type: z.string().check(z.trim(), z.maxLength(16)),
  line: z._default(LineCode, 'default'),
  value: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(131_072)),
  ttl: numeric().check(z.int(), z.minimum(limits.recordTtlSeconds.min), z.maximum(limits.recordTtlSeconds.max)),
  weight: z.optional(z.nullable(numeric().check(z.int(), z.minimum(limits.recordWeight.min), z.maximum(limits.recordWeight.max)))),
  priority: z.optional(z.nullable(numeric().check(z.int(), z.minimum(0), z.maximum(65_535)))),
  remark: z._default(plainText(limits.recordRemarkLength), ''),
  status: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(1)), 1),
})
export type RecordSent = z.infer<typeof RecordSent>

/** One change of a batch. `base` is the version of the row that the editor saw; a newer row is a conflict. */
export const RecordChange = z.object({ op: z.enum(['add', 'update', 'delete']), id: z.optional(Id), base: z.optional(Version), record: z.optional(RecordSent) })
export type RecordChange = z.infer<typeof RecordChange>

/** The same as a caller writes them, before defaults are filled in. */
export type WrittenRecord = z.input<typeof RecordSent>
export type WrittenChange = z.input<typeof RecordChange>

/** What a zone file's comment says of a record beyond DNS: `; nameplane: {"line":"telecom"}`. */
export const RecordAnnotation = z.object({
  line: RecordSent.shape.line,
  weight: RecordSent.shape.weight,
  status: RecordSent.shape.status,
  remark: RecordSent.shape.remark,
})
export type RecordAnnotation = z.infer<typeof RecordAnnotation>

/** A JSON export, or a bare list of records; each is judged by itself. */
export const RecordFile = z.union([z.array(z.unknown()), z.object({ records: z.array(z.unknown()) })])

/** `findings` carries at most a hundred, one of every kind at least; `found` counts all there are. */
const Findings = z.object({ findings: z.array(Finding), found: FoundCounts })

/** A row somebody else changed since the editor read it. */
export const Conflict = z.object({ change: z.number(), id: z.number(), current: z.nullable(DnsRecord) })
export type Conflict = z.infer<typeof Conflict>

/** Counts and findings of an import or of a restore before it is done. */
const Preview = z.object({ added: z.number(), updated: z.number(), deleted: z.number(), unchanged: z.number() })

/** The first of the records that would change, as lines of text. */
const Sample = z.array(z.object({ op: z.enum(['add', 'update', 'delete']), before: z.nullable(z.string()), after: z.nullable(z.string()) }))

export const recordColumns = ['host', 'type', 'line', 'value', 'ttl', 'updateTime', 'id'] as const
export const importModes = ['add', 'overwrite', 'replace'] as const
/** What an import reads: `table` is CSV or cells of a spreadsheet, with or without column names. */
export const importFormats = ['bind', 'table', 'json'] as const satisfies readonly TextFormat[]
export const exportFormats = ['bind', 'json', 'csv', 'xlsx'] as const

/** Which records of a domain: those that fit all that is given. */
const recordFilters = {
  /** Part of host, value or remark, or the full name of a host. */
  search: z.optional(plainText(255)),
  host: z.optional(plainText(255)),
  type: z.optional(plainText(16)),
  line: z.optional(LineCode),
  status: z.optional(numeric().check(z.int(), z.minimum(0), z.maximum(1))),
}

/** What can be done with all records that match: `line` moves them, `copy` adds the same for other lines. */
export const recordBulkActions = ['ttl', 'line', 'value', 'pause', 'resume', 'copy', 'delete'] as const

/** Codes of warnings that the caller has ticked; they are written to the history. */
const Acknowledged = z._default(jsonOr(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(50))), [])

/** How many records a large change edits or deletes, typed by a person to confirm it. */
const Confirm = z.optional(numeric().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)))

const base64Length = (bytes: number): number => 4 * Math.ceil(bytes / 3)

const largeChangeProblems = ['change_set_confirm_due', 'approval_due'] as const
/** Why nothing of a domain can be changed. */
const ofDomain = ['domain_missing', 'domain_locked', 'domain_transferred'] as const

export const record = {
  list: endpoint('GET sys/dns/record/list', {
    summary: 'List records of a domain, with the version of the domain',
    access: 'record.read',
    users: 'own',
    input: listQuery(recordColumns, { domainId: Id, ...recordFilters }),
    reply: z.object({
      data: z.object({
        ...pageOf(DnsRecord).shape,
        version: z.number(),
        locked: z.array(LockedRecord),
        /** The whole sets that records of this page belong to, those of more than one record. */
        sets: z.array(RecordSetWeights),
        /** Of the ALIAS records of this page. */
        aliasTargets: z.array(AliasTarget),
      }),
    }),
    problems: ['domain_missing'],
  }),
  apply: endpoint('POST sys/dns/record/apply', {
    summary: 'Add, edit and delete records, all or nothing. `dryRun` only checks them.',
    access: 'record.write',
    users: 'own',
    input: z.object({
      domainId: Id,
      version: z.optional(Version),
      changes: jsonOr(z.array(RecordChange).check(z.minLength(1, 'required'), z.maxLength(limits.recordChanges))),
      acknowledged: Acknowledged,
      confirm: Confirm,
      dryRun: z._default(Flag, false),
    }),
    reply: z.object({
      data: z.object({ version: z.number(), serial: z.number(), records: z.array(DnsRecord), ...Findings.shape, conflicts: z.array(Conflict) }),
    }),
    problems: [...ofDomain, 'records_refused', 'records_conflict', 'warnings_not_acknowledged', ...largeChangeProblems],
    bodyLimitBytes: 16 * 1024 * 1024,
  }),
  bulk: endpoint('POST sys/dns/record/bulk', {
    summary: 'Change all records of a domain that match `filter`, at most 100,000, all or nothing. `dryRun` returns a preview.',
    access: 'record.write',
    users: 'own',
    /** `version`: the domain's version that the caller saw; a newer one is refused. */
    input: z.object({
      domainId: Id,
      version: z.optional(Version),
      /** An empty one matches all; a name that is no filter is refused, since without it more would match. */
      filter: jsonOr(z.strictObject(recordFilters)),
      action: z.enum(recordBulkActions),
      ttl: z.optional(RecordSent.shape.ttl),
      /** The one line that `line` moves to, or those that `copy` adds records for. */
      lines: z.optional(listOf(LineCode, limits.bulkLines)),
      /** Every occurrence in a value as it is written, upper and lower case told apart. */
      find: z.optional(z.string().check(z.minLength(1, 'required'), z.maxLength(1024))),
      replace: z._default(z.string().check(z.maxLength(1024)), ''),
      acknowledged: Acknowledged,
      confirm: Confirm,
      dryRun: z._default(Flag, false),
    }),
    reply: z.object({
      data: z.object({
        version: z.number(),
        serial: z.number(),
        matched: z.number(),
        ...Preview.shape,
        /** `change` of a finding is the place of its record among those that match; `subjects` says which record that is. */
        ...Findings.shape,
        subjects: z.array(z.object({ change: z.number(), record: z.string() })),
        sample: Sample,
      }),
    }),
    problems: [
      ...ofDomain,
      'line_missing',
      'too_many_records',
      'records_too_large',
      'records_refused',
      'warnings_not_acknowledged',
      'changed_meanwhile',
      ...largeChangeProblems,
    ],
  }),
  import: endpoint('POST sys/dns/record/import', {
    summary:
      'Import a zone file, a table or JSON: `add` keeps existing records, `overwrite` replaces matching record sets, `replace` replaces the whole domain. `dryRun` returns a preview.',
    access: 'record.write',
    users: 'own',
    input: z.object({
      domainId: Id,
      version: z.optional(Version),
      format: z._default(z.enum(importFormats), 'bind'),
      text: z.string().check(z.minLength(1, 'required'), z.maxLength(limits.zoneFileBytes)),
      mode: z.enum(importModes),
      /** Import what can be read although some lines were refused. */
      skipRefused: z._default(Flag, false),
      acknowledged: Acknowledged,
      confirm: Confirm,
      dryRun: z._default(Flag, false),
    }),
    reply: z.object({ data: z.object({ version: z.number(), serial: z.number(), ...Preview.shape, ...Findings.shape, sample: Sample }) }),
    problems: [...ofDomain, 'records_refused', 'warnings_not_acknowledged', 'changed_meanwhile', ...largeChangeProblems],
    bodyLimitBytes: limits.zoneFileBytes + 1024 * 1024,
  }),
  workbook: endpoint('POST sys/dns/record/workbook', {
    summary: 'Read a sheet of an XLSX file, sent in Base64, as a table to import: the one named, or the first that is not hidden',
    access: 'record.write',
    effect: 'read',
    users: 'own',
    input: z.object({
      domainId: Id,
      content: z.string().check(z.minLength(1, 'required'), z.maxLength(base64Length(limits.workbookBytes))),
      sheet: z.optional(z.string().check(z.maxLength(255))),
    }),
    reply: z.object({
      data: z.object({
        text: z.string(),
        /** The sheet that was read, and all there are, in their order. */
        sheet: z.string(),
        sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean() })),
      }),
    }),
    problems: ['domain_missing', 'workbook_unreadable', 'workbook_sheet_missing', 'workbook_too_long'],
    bodyLimitBytes: base64Length(limits.workbookBytes) + 64 * 1024,
  }),
  export: endpoint('GET sys/dns/record/export', {
    summary: 'Export the domain as a zone file, JSON, CSV or XLSX, with lines, weights, remarks and paused records. It can be imported without loss.',
    access: 'record.read',
    users: 'own',
    input: z.object({ domainId: Id, format: z._default(z.enum(exportFormats), 'bind') }),
    answers: 'file',
    problems: ['domain_missing'],
  }),
  history: endpoint('GET sys/dns/record/history', {
    summary: 'List versions of a domain, newest first, or with `recordId` those that changed a record',
    access: 'record.read',
    users: 'own',
    input: listQuery(['version'], { domainId: Id, recordId: z.optional(Id) }),
    reply: z.object({ data: pageOf(Revision) }),
    problems: ['domain_missing'],
  }),
  revision: endpoint('GET sys/dns/record/revision', {
    summary: 'Get the changes of a version, before and after',
    access: 'record.read',
    users: 'own',
    input: listQuery(['recordId'], { domainId: Id, version: Version, recordId: z.optional(Id) }),
    reply: z.object({ data: pageOf(RevisionChange) }),
    problems: ['domain_missing'],
  }),
  moment: endpoint('GET sys/dns/record/moment', {
    summary: 'Get the records that a domain had at a moment, beside those of now or of another moment',
    access: 'record.read',
    users: 'own',
    input: listQuery(['host'], { domainId: Id, at: Moment, to: z.optional(Moment), part: z._default(z.enum(momentParts), 'changed') }),
    reply: z.object({
      data: z.object({
        ...pageOf(RevisionChange).shape,
        /** The versions that the domain was at, and is or was at the other moment. */
        version: z.number(),
        toVersion: z.number(),
        /** Since when its history is known. */
        since: Time,
        ...Preview.shape,
      }),
    }),
    problems: ['domain_missing', 'moment_before_domain'],
  }),
  restore: endpoint('POST sys/dns/record/restore', {
    summary: 'Restore a record or the whole domain to `version`, as a new version. `dryRun` returns a preview.',
    access: 'record.write',
    users: 'own',
    /** `base`: the domain's version that the caller saw; a newer one is refused. */
    input: z.object({
      domainId: Id,
      version: numeric().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)),
      base: z.optional(Version),
      recordId: z.optional(Id),
      acknowledged: Acknowledged,
      confirm: Confirm,
      dryRun: z._default(Flag, false),
    }),
    reply: z.object({ data: z.object({ version: z.number(), serial: z.number(), ...Preview.shape, ...Findings.shape }) }),
    problems: [...ofDomain, 'records_refused', 'warnings_not_acknowledged', 'revision_missing', 'record_missing', 'changed_meanwhile', ...largeChangeProblems],
  }),
  publication: endpoint('GET sys/dns/record/publication', {
    summary: 'Check where the latest version is live: expected and verified serial per node, and the time from saving to the verified answer',
    access: 'record.read',
    users: 'own',
    input: z.object({ domainId: Id }),
    reply: z.object({
      data: z.object({
        serial: z.number(),
        nodes: z.array(
          z.object({
            nodeId: z.number(),
            name: z.string(),
            wantedSerial: z.number(),
            liveSerial: z.nullable(z.number()),
            isLive: z.boolean(),
            milliseconds: z.nullable(z.number()),
            attempts: z.number(),
            problem: z.nullable(z.string()),
          }),
        ),
      }),
    }),
    problems: ['domain_missing'],
  }),
}

export const rights = {
  'record.read': { zh: '查看解析记录与历史', en: 'View records and history', ofDomains: true },
  'record.write': { zh: '修改、导入与恢复解析记录', en: 'Edit, import and restore records', ofDomains: true },
} as const

export { recordProblems as problems } from './record-problems.ts'

export const auditWords = {
  'record.apply': { zh: '修改解析记录', en: 'Records edited' },
  'record.bulk': { zh: '批量修改解析记录', en: 'Records changed in bulk' },
  'record.import': { zh: '导入解析记录', en: 'Records imported' },
  'record.replace': { zh: '其他软件修改解析记录', en: 'Records changed by other software' },
  'record.restore': { zh: '恢复解析记录', en: 'Records restored' },
} as const

export const logWords = { record: { zh: '解析记录', en: 'Record' } } as const

/** What the fields of records are called, beside those that are called so everywhere. */
export const fieldNames = {
  recordCount: { zh: '记录数', en: 'Records' },
  records: { zh: '解析记录', en: 'Records' },
  host: { zh: '主机记录', en: 'Host' },
  type: { zh: '记录类型', en: 'Type' },
  value: { zh: '记录值', en: 'Value' },
  ttl: { zh: 'TTL', en: 'TTL' },
} as const satisfies FieldNames

export const menu = [
  {
    path: '/dns/domain/list/admin/{domain}/{id}/{userId}/record',
    right: 'record.read',
    buttons: ['line.read', 'record_template.write', 'record_template.delete'],
    hidden: true,
    place: 20,
  },
] as const

export { recordTerms as terms } from './record-terms.ts'
