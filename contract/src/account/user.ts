import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { limits } from '../limits.ts'
import { Flag, Id, Ids, listQuery, numeric, pageOf } from '../paging.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import {
  accountFieldNames,
  changedAccountFields,
  newAccountFields,
  NewPassword,
  besidePassword,
  shownAccountFields,
  Status,
  Tags,
  typedTwice,
} from './account-fields.ts'
import { registerProblems } from '../problem-text.ts'
import { accountFieldProblems } from './account-problems.ts'

/** An account as pickers show it. */
export const AccountName = z.object({ id: z.number(), username: z.string(), kind: z.enum(['administrator', 'user', 'agent']), status: Status })
export type AccountName = z.infer<typeof AccountName>

/** Rows of one page of a picker; it has no use for more. */
const pickerRows = 20

/** Account types of users: 2 is an ordinary one, each above it an agent of the next level. */
export const userType = { ordinary: 2, highest: 2 + limits.agentLevels } as const

/** A user or agent as the list shows it. */
export const User = z.object({
  ...shownAccountFields,
  /** 2 ordinary user; 3 and above agents of level 1 and above. */
  type: z.number(),
  tags: z.array(z.string()),
  /** 1 when somebody has checked who this is. */
  verified: z.number(),
  balanceCents: z.number(),
  /** What the balance is in: the one currency of the books, ISO 4217. */
  currency: z.string(),
  /** Domains owned, as far as the caller reaches; those in the recycle bin not counted. */
  domainCount: z.number(),
  lastSignInTime: z.nullable(Time),
  createTime: Time,
  updateTime: Time,
})
export type User = z.infer<typeof User>

export const userColumns = ['username', 'type', 'createTime', 'updateTime', 'lastSignInTime', 'balanceCents'] as const

const UserType = numeric().check(z.int(), z.minimum(userType.ordinary), z.maximum(userType.highest))
const OneTag = plainText(limits.accountTagLength)

const filters = {
  /** Part of the name, mail address, mobile number or remark. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  kind: z.optional(z.enum(['user', 'agent'])),
  status: z.optional(Status),
  verified: z.optional(Status),
  tag: z.optional(OneTag),
}

/** Why a line of an import cannot become an account; fields and problems by name. */
export const ImportLine = z.object({
  /** From 1; the line with the column names is line 1. */
  line: z.number(),
  username: z.string(),
  problems: z.record(z.string(), z.string()),
  /** Values for the placeholders of the problems' texts, by field. */
  params: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type ImportLine = z.infer<typeof ImportLine>

const impersonation = {
  access: 'user.impersonate',
  effect: 'write',
  input: z.object({ id: Id }),
  /** `expire` in seconds. */
  reply: z.object({ token: z.string(), expire: z.number(), data: z.object({ id: z.number(), username: z.string() }) }),
  problems: ['account_missing', 'impersonation_own_only', 'impersonation_beyond_reach'],
} as const

export const user = {
  names: endpoint('GET sys/app_user/list/nav', {
    summary: 'Find accounts that can own domains by name, within the data scope of the caller, at most 20 per page',
    access: 'user.read',
    input: z.object({
      page: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
      limit: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(pickerRows)), pickerRows),
      /** Part of the name, in any case. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(64))),
      /** Only this account: how a picker finds the name of what is chosen already. */
      id: z.optional(Id),
    }),
    reply: z.object({ data: pageOf(AccountName) }),
  }),
  list: endpoint('GET sys/app_user/list', {
    summary: 'List users and agents within the data scope of the caller',
    access: 'user.read',
    input: listQuery(userColumns, filters),
    reply: z.object({ data: pageOf(User) }),
  }),
  tags: endpoint('GET sys/app_user/tags', {
    summary: 'List tags in use, most used first, at most 200',
    access: 'user.read',
    reply: z.object({ data: z.array(z.object({ tag: z.string(), count: z.number() })) }),
  }),
  save: endpoint('POST sys/app_user/save', {
    summary: 'Add a user or agent',
    access: 'user.write',
    input: typedTwice(
      z.object({
        ...newAccountFields,
        password: NewPassword,
        ...besidePassword,
        type: z._default(UserType, userType.ordinary),
        tags: z._default(Tags, []),
        verified: z._default(Status, 0),
      }),
      'password',
    ),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['username_taken', 'email_taken', 'mobile_taken', 'passwords_differ'],
  }),
  update: endpoint('POST sys/app_user/update', {
    summary: 'Edit a user or agent. Disabling ends sessions immediately. To change a password, use sys/user/password.',
    access: 'user.write',
    input: z.object({ ...changedAccountFields, type: z.optional(UserType), tags: z.optional(Tags), verified: z.optional(Status) }),
    problems: ['account_missing', 'username_taken', 'email_taken', 'mobile_taken', 'changed_meanwhile'],
  }),
  status: endpoint('POST sys/app_user/status', {
    summary: 'Enable or disable users. Disabling ends their sessions immediately.',
    access: 'user.write',
    input: z.object({ ids: Ids, status: Status }),
    problems: ['account_missing'],
  }),
  tag: endpoint('POST sys/app_user/tag', {
    summary: 'Add tags to users, or remove them',
    access: 'user.write',
    input: z.object({ ids: Ids, add: z._default(Tags, []), remove: z._default(Tags, []) }),
    problems: ['account_missing', 'too_many_entries'],
  }),
  requirePassword: endpoint('POST sys/app_user/require_password', {
    summary: 'Require users to set a new password before doing anything else, or cancel this',
    access: 'user.write',
    input: z.object({ ids: Ids, required: z._default(Flag, true) }),
    problems: ['account_missing'],
  }),
  delete: endpoint('POST sys/app_user/delete', {
    summary: 'Delete users who own no domains and have no balance, with their sessions and API tokens',
    access: 'user.delete',
    input: z.object({ ids: Ids }),
    problems: ['account_missing', 'account_owns_domains', 'account_has_balance'],
  }),
  import: endpoint('POST sys/app_user/import', {
    summary: 'Import users from CSV. `dryRun` returns a preview. Nothing is imported if a line has errors, unless `skipRefused` is set.',
    access: 'user.write',
    input: z.object({
      /** The first line names the columns: username, and any of password, type, email, mobile, status, verified, tags, remark, language. */
      text: z.string().check(z.minLength(1, 'required')),
      skipRefused: z._default(Flag, false),
      /** Whoever is imported has to set a new password first. */
      resetDue: z._default(Flag, true),
      dryRun: z._default(Flag, false),
    }),
    reply: z.object({
      data: z.object({
        accepted: z.number(),
        imported: z.number(),
        /** At most a hundred; `refusedCount` counts all there are. */
        refused: z.array(ImportLine),
        refusedCount: z.number(),
        unknownColumns: z.array(z.string()),
      }),
    }),
    problems: ['accounts_refused', 'account_import_unreadable', 'account_import_too_many'],
  }),
  export: endpoint('GET sys/app_user/export', {
    summary: 'Export filtered users as CSV or XLSX, without passwords. The CSV file can be imported.',
    access: 'user.read',
    input: z.object({ ...filters, format: z._default(z.enum(['csv', 'xlsx']), 'csv') }),
    answers: 'file',
  }),
  /** The specification's GET that changes state; guarded as every write is, with a POST twin. */
  backLogin: endpoint('GET sys/app_user/back/login', { summary: 'Same as POST sys/app_user/impersonate', ...impersonation }),
  impersonate: endpoint('POST sys/app_user/impersonate', {
    summary: 'Sign in as an enabled user or agent in the browser of the caller. The session ends with that of the caller. Returns its token.',
    ...impersonation,
  }),
  endImpersonation: endpoint('POST sys/app_user/impersonate/end', {
    summary: 'End the session as another user and return to the session of the administrator with a new token, or null if it has ended',
    access: 'session',
    users: 'own',
    reply: z.object({ token: z.nullable(z.string()), expire: z.nullable(z.number()) }),
    problems: ['impersonation_none'],
  }),
}

export const rights = {
  'user.write': { zh: '添加与修改用户', en: 'Add and edit users' },
  'user.delete': { zh: '删除用户', en: 'Delete users' },
  'user.impersonate': { zh: '以用户身份登录', en: 'Sign in as user' },
  'user.read': { zh: '查看用户', en: 'View users' },
} as const

export const problems = {
  ...accountFieldProblems,
  account_missing: { zh: '账号不存在', en: 'Account not found' },
  account_owns_domains: { zh: '账号 {name} 名下还有 {count} 个域名，不能删除', en: '{name} owns {count, domain} and cannot be deleted' },
  account_has_balance: { zh: '账号 {name} 还有余额，不能删除', en: '{name} has a balance and cannot be deleted' },
  impersonation_refused: { zh: '以用户身份登录时不能执行此操作', en: 'Not available while signed in as another user' },
  impersonation_none: { zh: '当前没有以用户身份登录', en: 'You are not signed in as another user' },
  impersonation_beyond_reach: { zh: '该用户不在你的数据范围内', en: 'This user is outside your data scope' },
  impersonation_own_only: { zh: '只能以启用的普通用户或代理的身份登录', en: 'You can only sign in as enabled users and agents' },
  accounts_refused: { zh: '有 {count} 行错误，未导入任何账号', en: '{count, line has, lines have} errors. No accounts were imported.' },
  account_import_unreadable: {
    zh: '无法识别导入内容，第一行必须是列名，且包含 username',
    en: 'File not readable. The first line must contain the column names, including username.',
  },
  account_import_too_many: { zh: '一次最多导入 {maximum} 行', en: 'At most {maximum, line} per import' },
} as const
registerProblems(problems)

export const auditWords = {
  'account.reset_password': { zh: '重置密码', en: 'Password reset' },
  'account.change_password': { zh: '修改密码', en: 'Password changed' },
  'user.create': { zh: '添加用户', en: 'User added' },
  'user.update': { zh: '修改用户', en: 'User changed' },
  'user.enable': { zh: '启用用户', en: 'User enabled' },
  'user.disable': { zh: '停用用户', en: 'User disabled' },
  'user.tag': { zh: '修改用户标签', en: 'User tags changed' },
  'user.require_password': { zh: '要求修改密码', en: 'Password change required' },
  'user.delete': { zh: '删除用户', en: 'User deleted' },
  'user.import': { zh: '导入用户', en: 'User imported' },
  'user.impersonate': { zh: '以用户身份登录', en: 'Signed in as user' },
  'user.end_impersonation': { zh: '结束以用户身份登录', en: 'Sign-in as user ended' },
} as const

export const logWords = { account: { zh: '账号', en: 'Account' }, user: { zh: '用户', en: 'User' } } as const

export const fieldNames = {
  ...accountFieldNames,
  kind: { zh: '类型', en: 'Type' },
  tag: { zh: '标签', en: 'Tag' },
  contact: { zh: '联系方式', en: 'Contact' },
  verified: { zh: '实名', en: 'Verification' },
  balanceCents: { zh: '余额（分）', en: 'Balance (cents)' },
  domainCount: { zh: '域名数', en: 'Domains' },
} as const satisfies NamesFor<typeof user.save>

export const menu = [{ path: '/account/users/users', right: 'user.read', buttons: ['user.impersonate'], place: 10 }] as const

export const terms = [
  { zh: '用户', en: 'user', word: 'user', meaning: 'An account of type 2 that owns domains' },
  { zh: '代理', en: 'agent', word: 'agent', meaning: 'A user of type 3–11: level 1–9' },
  {
    zh: '以用户身份登录',
    en: 'sign in as user',
    word: 'impersonate',
    meaning: 'A session of an administrator signed in as a user within the data scope, with the permissions that both have. Logs name both (`acting_as`).',
  },
] as const
