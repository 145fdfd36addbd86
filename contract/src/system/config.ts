import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Flag, Id, Ids, jsonOr, listQuery, numeric, pagedConfigs, pageOf, Version } from '../paging.ts'
import { Time } from '../time.ts'

/** A system config record (spec point 3). `paramValue` is JSON in a string, every secret in it masked. */
export const ConfigRecord = z.object({
  id: z.number(),
  paramKey: z.string(),
  remark: z.string(),
  paramValue: z.string(),
  weight: z.number(),
  /** 1: in use. */
  status: z.number(),
  /** False for records of an administrator's own, which the platform keeps and does not read. */
  isSetting: z.boolean(),
  /** Whether it holds all that it needs. */
  isComplete: z.boolean(),
  updateTime: Time,
  /** Who changed it last; empty while nobody has. */
  updatedBy: z.string(),
  rowVersion: z.number(),
  /** When what is saved now was last tried, and how that went; null while nobody has. */
  testedTime: z.nullable(Time),
  isTestPassed: z.nullable(z.boolean()),
  testMessage: z.string(),
})
export type ConfigRecord = z.output<typeof ConfigRecord>

const ParamKey = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(100), z.regex(/^[A-Za-z0-9_.-]+$/, 'invalid_value'))
const Remark = z.string().check(z.trim(), z.maxLength(200))
const Weight = numeric().check(z.int(), z.minimum(0), z.maximum(9999))
const Status = z.pipe(
  Flag,
  z.transform((isOn) => (isOn ? 1 : 0)),
)
const ParamValue = jsonOr(z.record(z.string().check(z.maxLength(200)), z.unknown()))

/** What the currency of the books has to say to settings of payments. */
const ruleProblems = ['payment_currency_other', 'books_currency_fixed', 'books_currency_in_use'] as const

const list = {
  summary: 'System config records, one page; secrets are masked',
  access: 'config.read',
  effect: 'read',
  input: listQuery(['id', 'paramKey', 'weight', 'updateTime'], {
    paramKey: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    remark: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    status: z.optional(z.enum(['0', '1', ''])),
  }),
  reply: pagedConfigs(ConfigRecord),
} as const
const info = {
  summary: 'One system config record',
  access: 'config.read',
  input: z.object({ id: Id }),
  reply: z.object({ config: ConfigRecord }),
  problems: ['config_missing'],
} as const
const toggle = {
  summary: 'Switches a record on or off: to the other state, or to `status`',
  access: 'config.write',
  effect: 'write',
  input: z.object({ id: Id, status: z.optional(Status) }),
  reply: z.object({ config: ConfigRecord }),
  problems: ['config_missing', 'config_incomplete', 'config_elsewhere', ...ruleProblems],
} as const

/** A setting at a glance. */
const Overview = z.object({
  paramKey: z.string(),
  paramClass: z.string(),
  zh: z.string(),
  en: z.string(),
  /** The console's screen where it is edited; null for those without a form. */
  screen: z.nullable(z.string()),
  status: z.number(),
  /** Whether anybody has filled anything in. */
  isFilledIn: z.boolean(),
  isComplete: z.boolean(),
  isTestable: z.boolean(),
  testedTime: z.nullable(Time),
  isTestPassed: z.nullable(z.boolean()),
  testMessage: z.string(),
  updateTime: Time,
  updatedBy: z.string(),
})

const Saved = z.object({ id: z.number(), rowVersion: z.number() })
/** A saved state of a record. */
const ConfigVersion = z.object({
  id: z.number(),
  rowVersion: z.number(),
  saveTime: Time,
  savedBy: z.string(),
  paramValue: z.string(),
  remark: z.string(),
  weight: z.number(),
  status: z.number(),
})
export type ConfigVersion = z.output<typeof ConfigVersion>

export const config = {
  list: endpoint('GET sys/config/list', list),
  search: endpoint('POST sys/config/list', list),
  info: endpoint('GET sys/config/info/{id}', info),
  infoAgain: endpoint('GET sys/config/info2/{id}', { ...info, summary: 'The same as sys/config/info, under the path of the other build' }),
  ofKey: endpoint('GET sys/config/kinfo', { ...info, summary: 'The record of a key', input: z.object({ key: ParamKey }) }),
  toggle: endpoint('GET sys/config/update/status/{id}', toggle),
  toggleSafely: endpoint('POST sys/config/update/status/{id}', toggle),
  setStatus: endpoint('GET sys/config/update/conf/status', { ...toggle, input: z.object({ id: Id, status: Status }) }),
  setStatusSafely: endpoint('POST sys/config/update/conf/status', { ...toggle, input: z.object({ id: Id, status: Status }) }),
  save: endpoint('POST sys/config/save', {
    summary: 'Adds a record, or changes the one of that key; members of `paramValue` that are masked keep the secret that is stored',
    access: 'config.write',
    input: z.object({ paramKey: ParamKey, paramValue: ParamValue, remark: z.optional(Remark), weight: z.optional(Weight), status: z.optional(Status) }),
    reply: z.object({ data: Saved }),
    problems: ['config_incomplete', 'config_elsewhere', 'config_too_large', ...ruleProblems],
  }),
  update: endpoint('POST sys/config/update', {
    summary: 'Changes a record; a wrong member of `paramValue` is named by its path, as in `host`',
    access: 'config.write',
    input: z.object({
      id: Id,
      /** The record's own key where it is sent: a key is never changed. */
      paramKey: z.optional(ParamKey),
      paramValue: z.optional(ParamValue),
      remark: z.optional(Remark),
      weight: z.optional(Weight),
      status: z.optional(Status),
      /** The state that was changed; another one is refused with `changed_meanwhile`. */
      rowVersion: z.optional(Version),
    }),
    reply: z.object({ data: Saved }),
    problems: ['config_missing', 'config_key_fixed', 'config_incomplete', 'config_elsewhere', 'config_too_large', 'changed_meanwhile', ...ruleProblems],
  }),
  delete: endpoint('POST sys/config/delete', {
    summary: 'Deletes records of an administrator’s own; settings of the platform stay',
    access: 'config.write',
    input: z.object({ ids: Ids }),
    problems: ['config_missing', 'config_built_in'],
  }),
  classes: endpoint('GET sys/config/getParamClass', {
    summary: 'The kinds of settings and the keys of each',
    access: 'config.read',
    reply: z.object({ data: z.array(z.object({ paramClass: z.string(), zh: z.string(), en: z.string(), paramKeys: z.array(z.string()) })) }),
  }),
  overview: endpoint('GET sys/config/overview', {
    summary: 'Every setting at a glance: in use, filled in, when it was tried and how that went',
    access: 'config.read',
    reply: z.object({ data: z.array(Overview) }),
  }),
  view: endpoint('GET sys/config/ants/conf/view', {
    summary: 'All settings that are in use, as one object by key; secrets are masked',
    access: 'config.read',
    reply: z.object({ data: z.record(z.string(), z.looseObject({})) }),
  }),
  test: endpoint('POST sys/config/test', {
    summary: 'Really tries a setting with the values sent, saved or not: sends the letter, asks the provider; how it went is remembered for the saved state',
    access: 'config.write',
    input: z.object({
      paramKey: ParamKey,
      paramValue: ParamValue,
      /** Where the try goes: a mailbox, a phone number. */
      target: z._default(z.string().check(z.trim(), z.maxLength(254)), ''),
    }),
    reply: z.object({ data: z.object({ isPassed: z.boolean(), message: z.string() }) }),
    problems: ['config_missing', 'config_not_testable', 'config_test_too_often'],
  }),
  history: endpoint('GET sys/config/history/{id}', {
    summary: 'Saved states of a record, newest first, one page',
    access: 'config.read',
    input: z.object({ id: Id, page: listQuery(['id'], {}).shape.page, limit: listQuery(['id'], {}).shape.limit }),
    reply: z.object({ data: pageOf(ConfigVersion) }),
    problems: ['config_missing'],
  }),
  restore: endpoint('POST sys/config/restore', {
    summary: 'Brings a record back to a saved state, its secrets of that time with it',
    access: 'config.write',
    input: z.object({ id: Id, versionId: Id, rowVersion: z.optional(Version) }),
    reply: z.object({ data: Saved }),
    problems: ['config_missing', 'config_version_missing', 'config_elsewhere', 'changed_meanwhile', ...ruleProblems],
  }),
}
