import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Flag, Id, Ids, jsonOr, listQuery, numeric, pagedSettings, pageOf, Version } from '../paging.ts'
import { Time } from '../time.ts'
import { anySettingRight } from './setting-groups.ts'
import { settingMenu } from './setting-menu.ts'

/** A setting (spec point 3: a system config record). `paramValue` is JSON in a string, every secret in it masked. */
export const SettingRecord = z.object({
  id: z.number(),
  paramKey: z.string(),
  remark: z.string(),
  paramValue: z.string(),
  weight: z.number(),
  /** 1: in use. */
  status: z.number(),
  /** False for settings of an administrator's own, which the platform keeps and does not read. */
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
export type SettingRecord = z.output<typeof SettingRecord>

const ParamKey = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(100), z.regex(/^[A-Za-z0-9_.-]+$/, 'invalid_value'))
const Remark = z.string().check(z.trim(), z.maxLength(200))
const Weight = numeric().check(z.int(), z.minimum(0), z.maximum(9999))
const Status = z.pipe(
  Flag,
  z.transform((isOn) => (isOn ? 1 : 0)),
)
const ParamValue = jsonOr(z.record(z.string().check(z.maxLength(200)), z.unknown()))

/** What may be wrong with sensitive members that are kept. */
const secretProblems = ['config_secret_elsewhere', 'config_secret_masked'] as const
/** What the currency of the books has to say to settings of payments. */
const ruleProblems = ['payment_currency_other', 'books_currency_fixed', 'books_currency_in_use'] as const

/** One of these opens a call, and then that of the named setting is asked for; lists have the rows whose own is held. */
const readsSome = anySettingRight('read')
const writesSome = anySettingRight('write')

const list = {
  summary: 'List the system configuration records that the caller can view. Sensitive values are masked.',
  access: readsSome,
  effect: 'read',
  input: listQuery(['id', 'paramKey', 'weight', 'updateTime'], {
    paramKey: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    remark: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    status: z.optional(z.enum(['0', '1', ''])),
  }),
  reply: pagedSettings(SettingRecord),
} as const
const info = {
  summary: 'Get a system configuration record',
  access: readsSome,
  input: z.object({ id: Id }),
  reply: z.object({ config: SettingRecord }),
  problems: ['config_missing'],
} as const
const toggle = {
  summary: 'Enable or disable a record: toggle it, or set `status`',
  access: writesSome,
  effect: 'write',
  input: z.object({ id: Id, status: z.optional(Status) }),
  reply: z.object({ config: SettingRecord }),
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
const SettingVersion = z.object({
  id: z.number(),
  rowVersion: z.number(),
  saveTime: Time,
  savedBy: z.string(),
  paramValue: z.string(),
  remark: z.string(),
  weight: z.number(),
  status: z.number(),
  /** Paths of the sensitive values that are others than in the version before. */
  sensitiveChanged: z.array(z.string()),
})
export type SettingVersion = z.output<typeof SettingVersion>

export const setting = {
  list: endpoint('GET sys/config/list', list),
  search: endpoint('POST sys/config/list', list),
  info: endpoint('GET sys/config/info/{id}', info),
  infoAgain: endpoint('GET sys/config/info2/{id}', { ...info, summary: 'Same as sys/config/info, under the path of the other build' }),
  ofKey: endpoint('GET sys/config/kinfo', { ...info, summary: 'Get a record by key', input: z.object({ key: ParamKey }) }),
  toggle: endpoint('GET sys/config/update/status/{id}', toggle),
  toggleSafely: endpoint('POST sys/config/update/status/{id}', toggle),
  setStatus: endpoint('GET sys/config/update/conf/status', { ...toggle, input: z.object({ id: Id, status: Status }) }),
  setStatusSafely: endpoint('POST sys/config/update/conf/status', { ...toggle, input: z.object({ id: Id, status: Status }) }),
  save: endpoint('POST sys/config/save', {
    summary:
      'Add a record, or edit the record with this key. Masked members of `paramValue` keep the stored value while the server, address and account they are for stay the same.',
    access: writesSome,
    input: z.object({ paramKey: ParamKey, paramValue: ParamValue, remark: z.optional(Remark), weight: z.optional(Weight), status: z.optional(Status) }),
    reply: z.object({ data: Saved }),
    problems: ['config_incomplete', 'config_elsewhere', 'config_too_large', ...secretProblems, ...ruleProblems],
  }),
  update: endpoint('POST sys/config/update', {
    summary: 'Edit a record. Invalid members of `paramValue` are named by path, for example `host`.',
    access: writesSome,
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
    problems: [
      'config_missing',
      'config_key_fixed',
      'config_incomplete',
      'config_elsewhere',
      'config_too_large',
      'changed_meanwhile',
      ...secretProblems,
      ...ruleProblems,
    ],
  }),
  delete: endpoint('POST sys/config/delete', {
    summary: 'Delete records added by administrators. Built-in settings cannot be deleted.',
    access: 'config_custom.delete',
    input: z.object({ ids: Ids }),
    problems: ['config_missing', 'config_built_in'],
  }),
  classes: endpoint('GET sys/config/getParamClass', {
    summary: 'List setting types and their keys',
    access: readsSome,
    reply: z.object({ data: z.array(z.object({ paramClass: z.string(), zh: z.string(), en: z.string(), paramKeys: z.array(z.string()) })) }),
  }),
  overview: endpoint('GET sys/config/overview', {
    summary: 'List the settings that the caller can view with their status and last test',
    access: 'config_overview.read',
    reply: z.object({ data: z.array(Overview) }),
  }),
  view: endpoint('GET sys/config/ants/conf/view', {
    summary: 'Get the enabled settings that the caller can view as one object by key. Sensitive values are masked.',
    access: readsSome,
    reply: z.object({ data: z.record(z.string(), z.looseObject({})) }),
  }),
  test: endpoint('POST sys/config/test', {
    summary: 'Run a real test of a setting with the sent values, saved or not. The result is stored for the saved version.',
    access: writesSome,
    input: z.object({
      paramKey: ParamKey,
      paramValue: ParamValue,
      /** Where the try goes: a mailbox, a phone number. */
      target: z._default(z.string().check(z.trim(), z.maxLength(254)), ''),
    }),
    reply: z.object({ data: z.object({ isPassed: z.boolean(), message: z.string() }) }),
    problems: ['config_missing', 'config_not_testable', 'config_test_too_often', ...secretProblems],
  }),
  history: endpoint('GET sys/config/history/{id}', {
    summary: 'List versions of a record, newest first',
    access: readsSome,
    input: z.object({ id: Id, page: listQuery(['id'], {}).shape.page, limit: listQuery(['id'], {}).shape.limit }),
    reply: z.object({ data: pageOf(SettingVersion) }),
    problems: ['config_missing'],
  }),
  restore: endpoint('POST sys/config/restore', {
    summary: 'Restore a record to a version, including its sensitive values',
    access: writesSome,
    input: z.object({ id: Id, versionId: Id, rowVersion: z.optional(Version) }),
    reply: z.object({ data: Saved }),
    problems: ['config_missing', 'config_version_missing', 'config_elsewhere', 'changed_meanwhile', ...ruleProblems],
  }),
}

export { settingRights as rights } from './setting-rights.ts'
export { settingProblems as problems } from './setting-problems.ts'

export const auditWords = {
  'config.create': { zh: '添加配置', en: 'Setting added' },
  'config.update': { zh: '修改配置', en: 'Setting changed' },
  'config.enable': { zh: '启用配置', en: 'Setting enabled' },
  'config.disable': { zh: '停用配置', en: 'Setting disabled' },
  'config.delete': { zh: '删除配置', en: 'Setting deleted' },
  'config.restore': { zh: '恢复配置', en: 'Setting restored' },
  'config.test': { zh: '测试配置', en: 'Setting tested' },
} as const

export const logWords = { config: { zh: '系统配置', en: 'System configuration' }, system_config: { zh: '系统配置', en: 'System configuration' } } as const

export const menu = /* @__PURE__ */ settingMenu()

export const terms = [
  {
    zh: '配置',
    en: 'setting',
    word: 'setting',
    meaning:
      'What an administrator sets: one JSON document with a key. Those that the platform reads are declared once, others it only keeps. Stored as `system_config`, on the wire `config`.',
  },
  {
    zh: '配置分组',
    en: 'group of settings',
    word: 'SettingGroup',
    meaning: 'Settings with the same two permissions, to view and to edit: those of one page of the configuration',
  },
  {
    zh: '历史版本',
    en: 'version of a setting',
    word: 'SettingVersion',
    meaning: 'A setting after one change. It can be restored with its sensitive values. Stored as `system_config_version`.',
  },
] as const
