import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { Bilingual } from '../field-names.ts'
import { asCode } from '../fields.ts'
import { licenceLimitProblems } from '../home/licence.ts'
import { limits } from '../limits.ts'
import { Moment } from '../moment.ts'
import { Flag, Id, jsonOr, listQuery, numeric, pageOf } from '../paging.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { ChangeSetPlan, Counts, Params } from './change-set-plan.ts'
import { Watch, watchAsked, watchStates } from './change-set-watch.ts'
import { DomainLines } from './domain-lines.ts'
import { importModes, LineCode, record } from './record.ts'
import { TemplateRecord } from './record-template.ts'

/** What a change set does to its domains. */
export const changeSetKinds = ['record_update', 'record_create', 'record_import', 'record_save', 'domain_create', 'undo'] as const
export type ChangeSetKind = (typeof changeSetKinds)[number]

/**
 * `awaiting` waits for a second administrator, `planned` for its time, `running` is being worked through; the others say how it ended.
 * `partly`: some domains failed. `undone`: all that it had done was undone. `declined`, `expired`: nobody approved it.
 */
export const changeSetStates = ['awaiting', 'planned', 'running', 'done', 'partly', 'failed', 'cancelled', 'undone', 'declined', 'expired'] as const
export type ChangeSetState = (typeof changeSetStates)[number]

/** Of one domain of a set. */
export const changeSetRowStates = ['waiting', 'done', 'failed', 'cancelled', 'undone'] as const
export type ChangeSetRowState = (typeof changeSetRowStates)[number]

/** How the states of a domain are called, on the screen and in files. */
export const changeSetRowStateWords: Readonly<Record<ChangeSetRowState, Bilingual>> = {
  waiting: { zh: '等待', en: 'Waiting' },
  done: { zh: '成功', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
  undone: { zh: '已撤销', en: 'Undone' },
}

/** Calls that save records of one domain, any of which may be submitted as a set. */
export const recordSaveCalls = ['apply', 'bulk', 'import', 'restore'] as const
export type RecordSaveCall = (typeof recordSaveCalls)[number]

/** What record_update does with a record: sets one field, or replaces a text in its value. */
export const recordUpdateActions = ['replace', 'value', 'host', 'line', 'ttl', 'weight', 'status'] as const
export type RecordUpdateAction = (typeof recordUpdateActions)[number]

/** A set that nobody has approved by then does nothing. */
export const approvalHours = 24

/** How many domains are exported; `txt` is a table whose cells are set apart by tabs. */
export const bulkExportFormats = ['bind', 'csv', 'xlsx', 'json', 'txt'] as const

/** A set as the log lists it. Counts are of the domains that the caller may see. */
export const ChangeSet = z.object({
  id: z.number(),
  kind: z.enum(changeSetKinds),
  state: z.enum(changeSetStates),
  /** What it does, in short: `action`, `find`, `to`, `records` … */
  summary: Params,
  author: z.string(),
  isOwn: z.boolean(),
  /** The set that this one undoes. */
  undoesId: z.nullable(z.number()),
  createTime: Time,
  /** Not before this moment. */
  dueTime: Time,
  startTime: z.nullable(Time),
  endTime: z.nullable(Time),
  /** Until when it may be approved; null where nobody has to. */
  approvalUntil: z.nullable(Time),
  /** Who approved or declined it, when, and what they said. */
  approver: z.nullable(z.string()),
  decideTime: z.nullable(Time),
  approvalRemark: z.string(),
  /** Whether it is watched once it is done, and what came of it; null where it is not. */
  watchState: z.nullable(z.enum(watchStates)),
  domains: z.number(),
  waiting: z.number(),
  done: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  undone: z.number(),
  added: z.number(),
  updated: z.number(),
  deleted: z.number(),
})
export type ChangeSet = z.infer<typeof ChangeSet>

export const ChangeSetRow = z.object({
  id: z.number(),
  /** Its place in the set, from 1. */
  position: z.number(),
  domainId: z.nullable(z.number()),
  domain: z.string(),
  userId: z.nullable(z.number()),
  state: z.enum(changeSetRowStates),
  problem: z.nullable(z.string()),
  params: Params,
  ...Counts,
  /** The domain's version that the change ended with. */
  version: z.nullable(z.number()),
  endTime: z.nullable(Time),
})
export type ChangeSetRow = z.infer<typeof ChangeSetRow>

/** Which domains: a list, or those that fit a filter. */
const targets = { domains: z._default(DomainLines, ''), domainSearch: z.optional(plainText(255)), userId: z.optional(Id), serviceGroupId: z.optional(Id) }

/** What every submission says beside what it does. `key` names one submission: the same one again is the same set, another one under it is refused. */
const submission = {
  acknowledged: z._default(jsonOr(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(50))), []),
  confirm: z.optional(numeric().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))),
  key: z.optional(z.string().check(z.regex(/^[\w-]{8,64}$/, 'invalid_value'))),
  at: z.optional(Moment),
  ...watchAsked,
  dryRun: z._default(Flag, false),
}

const submitted = z.object({ data: ChangeSetPlan })
const submissionProblems = [
  'too_many_domains',
  'too_many_records',
  'nothing_to_change',
  'warnings_not_acknowledged',
  'change_set_confirm_due',
  'moment_unfit',
  'change_set_key_used',
] as const

const decisionProblems = ['change_set_missing', 'change_set_not_awaiting', 'change_set_own', 'change_set_beyond_reach'] as const

/** Records that each domain gets, as those of a template. */
const RecordsOfEach = jsonOr(z.array(TemplateRecord).check(z.maxLength(limits.templateRecords, 'template_too_long')))

export const changeSet = {
  recordUpdate: endpoint('POST sys/dns/change_set/record_update', {
    summary:
      'Change the records that match in many domains: set one field, or replace a text in values. All or nothing per domain, in the background. `dryRun` returns a preview.',
    access: 'record.write',
    input: z.object({
      ...targets,
      host: z.optional(plainText(255)),
      type: z.optional(plainText(16)),
      line: z.optional(z.union([z.literal(''), LineCode])),
      /** Part of a value. */
      value: z.optional(plainText(1024)),
      /** A regular expression of PostgreSQL that values match, without back references. */
      pattern: z.optional(asCode(z.string().check(z.trim(), z.maxLength(200)))),
      action: z.enum(recordUpdateActions),
      /** With `replace`: what is found. */
      find: z._default(asCode(z.string().check(z.trim(), z.maxLength(1024))), ''),
      /** Also inside longer addresses and names. */
      isPart: z._default(Flag, false),
      /** What the field becomes, or what stands in the place of what is found. */
      to: z._default(asCode(z.string().check(z.trim(), z.maxLength(4096))), ''),
      ...submission,
    }),
    reply: submitted,
    problems: [...submissionProblems, 'pattern_unfit', 'pattern_too_slow', 'value_too_short_to_find', 'bad_ttl'],
  }),
  recordCreate: endpoint('POST sys/dns/change_set/record_create', {
    summary:
      'Add records to many domains. `{domain}` is the name of the domain, `{n}` its number in the list. Records that exist stay as they are. `dryRun` returns a preview.',
    access: 'record.write',
    input: z.object({
      domains: DomainLines.check(z.minLength(1, 'required')),
      records: jsonOr(z.array(TemplateRecord).check(z.minLength(1, 'required'), z.maxLength(limits.templateRecords, 'template_too_long'))),
      /** What `{n}` is in the first domain. */
      startAt: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 1),
      ...submission,
    }),
    reply: submitted,
    problems: [...submissionProblems, 'placeholder_unknown'],
  }),
  recordImport: endpoint('POST sys/dns/change_set/record_import', {
    summary:
      'Import the records of many domains from zone files, tables with a column of domains, or JSON. A record belongs to the domain of its row, of the last $ORIGIN or SOA record before it, or of the file name. `dryRun` returns a preview.',
    access: 'record.write',
    input: z.object({
      files: jsonOr(
        z
          .array(z.object({ name: z._default(plainText(255), ''), text: z.string().check(z.maxLength(limits.zoneFileBytes)) }))
          .check(z.minLength(1, 'required'), z.maxLength(limits.bulkDomains, 'too_many_domains')),
      ),
      mode: z._default(z.enum(importModes), 'add'),
      /** Import what can be read of a domain although some of its lines were refused. */
      skipRefused: z._default(Flag, false),
      /** Add the domains that there are not. */
      createMissing: z._default(Flag, false),
      userId: z.optional(Id),
      serviceGroupId: z.optional(Id),
      ...submission,
    }),
    reply: submitted,
    problems: [...submissionProblems, 'import_domain_unknown', 'owner_missing', 'service_group_missing', 'right_missing', ...licenceLimitProblems],
    bodyLimitBytes: limits.zoneFileBytes + 1024 * 1024,
  }),
  workbook: endpoint('POST sys/dns/change_set/workbook', {
    summary: 'Read a sheet of an XLSX file, sent in Base64, as a table to import: the one named, or the first that is not hidden',
    access: 'record.write',
    effect: 'read',
    input: z.omit(record.workbook.input, { domainId: true }),
    reply: record.workbook.reply,
    problems: ['workbook_unreadable', 'workbook_sheet_missing', 'workbook_too_long'],
    bodyLimitBytes: record.workbook.bodyLimitBytes!,
  }),
  domainCreate: endpoint('POST sys/dns/change_set/domain_create', {
    summary: 'Add many domains, each with the same records if there are any. `dryRun` returns a preview.',
    access: 'domain.write',
    input: z.object({
      domains: DomainLines.check(z.minLength(1, 'required')),
      userId: z.optional(Id),
      serviceGroupId: z.optional(Id),
      remark: z._default(plainText(limits.domainRemarkLength), ''),
      records: z._default(RecordsOfEach, []),
      startAt: z._default(numeric().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 1),
      ...submission,
    }),
    reply: submitted,
    problems: [...submissionProblems, 'owner_missing', 'service_group_missing', 'placeholder_unknown', 'right_missing', ...licenceLimitProblems],
  }),
  recordSave: endpoint('POST sys/dns/change_set/record_save', {
    summary:
      'Submit what `record/apply`, `bulk`, `import` or `restore` would save, such as a large change that another administrator has to approve. `sent` is the input of that call.',
    access: 'record.write',
    input: z.object({
      call: z.enum(recordSaveCalls),
      sent: jsonOr(z.record(z.string(), z.unknown())),
      key: submission.key,
      ...watchAsked,
      dryRun: submission.dryRun,
    }),
    reply: submitted,
    problems: [
      ...submissionProblems,
      ...new Set(
        recordSaveCalls.flatMap((call) =>
          record[call].problems.filter(
            (code) => code !== 'warnings_not_acknowledged' && code !== 'too_many_records' && code !== 'change_set_confirm_due' && code !== 'approval_due',
          ),
        ),
      ),
    ],
    bodyLimitBytes: limits.zoneFileBytes + 1024 * 1024,
  }),
  recordExport: endpoint('POST sys/dns/change_set/record_export', {
    summary: 'Export the records of many domains: one file per domain, in a ZIP file where there are several. Each can be imported without loss.',
    access: 'record.read',
    effect: 'read',
    input: z.object({ ...targets, format: z._default(z.enum(bulkExportFormats), 'bind') }),
    answers: 'file',
    problems: ['too_many_domains', 'too_many_records', 'domain_line_unknown', 'no_domain_fits'],
  }),
  list: endpoint('GET sys/dns/change_set/list', {
    summary: 'List bulk operations that touch domains within the data scope, newest first',
    access: 'record.read',
    input: listQuery(['createTime'], {
      search: z.optional(plainText(255)),
      kind: z.optional(z.enum(changeSetKinds)),
      state: z.optional(z.enum(changeSetStates)),
    }),
    reply: z.object({ data: pageOf(ChangeSet) }),
  }),
  detail: endpoint('GET sys/dns/change_set/info/{id}', {
    summary: 'Get a bulk operation with what was asked, and how its domains were answered where it is watched',
    access: 'record.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: z.object({ ...ChangeSet.shape, asked: Params, watch: z.nullable(Watch) }) }),
    problems: ['change_set_missing'],
  }),
  rows: endpoint('GET sys/dns/change_set/rows', {
    summary: 'List the domains of a bulk operation with the result of each',
    access: 'record.read',
    input: listQuery(['position', 'domain', 'endTime'], { changeSetId: Id, search: z.optional(plainText(255)), state: z.optional(z.enum(changeSetRowStates)) }),
    reply: z.object({ data: pageOf(ChangeSetRow) }),
    problems: ['change_set_missing'],
  }),
  result: endpoint('GET sys/dns/change_set/result', {
    summary: 'Download the result of each domain of a bulk operation as CSV',
    access: 'record.read',
    input: z.object({ id: Id }),
    answers: 'file',
    problems: ['change_set_missing'],
  }),
  difference: endpoint('GET sys/dns/change_set/difference', {
    summary: 'Get what a bulk operation that waits for approval would change. Domains that were changed since it was submitted are refused.',
    access: 'record.read',
    input: z.object({ id: Id }),
    reply: submitted,
    problems: ['change_set_missing', 'change_set_not_awaiting'],
  }),
  approve: endpoint('POST sys/dns/change_set/approve', {
    summary: 'Approve a bulk operation of another administrator, so that it runs',
    access: 'change_set.approve',
    input: z.object({ id: Id, remark: z._default(plainText(limits.approvalRemarkLength), '') }),
    problems: decisionProblems,
  }),
  decline: endpoint('POST sys/dns/change_set/decline', {
    summary: 'Decline a bulk operation of another administrator, so that nothing of it is done',
    access: 'change_set.approve',
    input: z.object({ id: Id, remark: plainText(limits.approvalRemarkLength).check(z.minLength(1, 'required')) }),
    problems: decisionProblems,
  }),
  cancel: endpoint('POST sys/dns/change_set/cancel', {
    summary: 'Cancel a bulk operation: domains that were not changed yet stay as they are',
    access: ['record.write', 'domain.write'],
    input: z.object({ id: Id }),
    problems: ['change_set_missing', 'change_set_of_other', 'change_set_ended'],
  }),
  retry: endpoint('POST sys/dns/change_set/retry', {
    summary: 'Try the failed domains of your own bulk operation again',
    access: ['record.write', 'domain.write'],
    input: z.object({ id: Id }),
    reply: z.object({ data: z.object({ domains: z.number() }) }),
    problems: ['change_set_missing', 'change_set_of_other', 'change_set_nothing_failed'],
  }),
  stopWatch: endpoint('POST sys/dns/change_set/stop_watch', {
    summary: 'Stop watching a bulk operation and keep what it changed',
    access: ['record.write', 'domain.write'],
    input: z.object({ id: Id }),
    problems: ['change_set_missing', 'change_set_of_other', 'change_set_not_begun', 'change_set_not_watched'],
  }),
  undo: endpoint('POST sys/dns/change_set/undo', {
    summary: 'Undo what a bulk operation changed, as a new one. Domains whose records were changed since, and remaining ones, are left as they are.',
    access: ['record.write', 'domain.delete'],
    input: z.object({ id: Id }),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['change_set_missing', 'change_set_nothing_done', 'change_set_is_undo', 'change_set_being_undone', 'right_missing'],
  }),
}

export { changeSetProblems as problems } from './change-set-problems.ts'
export { auditWords, fieldNames } from './change-set-words.ts'

export const rights = { 'change_set.approve': { zh: '审批影响较大的修改', en: 'Approve large changes', ofDomains: true } } as const

export const logWords = { change_set: { zh: '批量操作', en: 'Bulk operation' } } as const

export const menu = [
  { path: '/dns/domain/bulk/domainsCreate', right: 'domain.write', place: 10 },
  { path: '/dns/domain/bulk/recordCreate', right: 'record.write', place: 20 },
  { path: '/dns/domain/bulk/recordUpdate', right: 'record.write', place: 30 },
  { path: '/dns/domain/bulk/recordImport', right: 'record.write', place: 40 },
  { path: '/dns/domain/bulk/recordExport', right: 'record.read', place: 50 },
  { path: '/dns/domain/bulk/log', right: 'record.read', buttons: ['change_set.approve'], place: 60 },
] as const

export const terms = [
  {
    zh: '批量操作',
    en: 'bulk operation',
    word: 'change_set',
    meaning: 'One submitted batch of changes to many domains, done in the background, all or nothing per domain, with a result for each and an undo',
  },
] as const
