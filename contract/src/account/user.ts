import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Flag, Id, Ids, listQuery, numeric, pageOf } from '../paging.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { changedAccountFields, newAccountFields, NewPassword, besidePassword, shownAccountFields, Status, Tags, typedTwice } from './account-fields.ts'

/** An account as pickers show it. */
export const AccountName = z.object({ id: z.number(), username: z.string(), kind: z.enum(['administrator', 'user', 'agent']) })
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
  /** Domains owned, those in the recycle bin not counted. */
  domainCount: z.number(),
  lastSignInTime: z.nullable(Time),
  createTime: Time,
  updateTime: Time,
})
export type User = z.infer<typeof User>

export const userColumns = ['username', 'type', 'createTime', 'updateTime', 'lastSignInTime', 'balanceCents', 'domainCount'] as const

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
    summary: 'Accounts that may own something, by name, as far as the caller reaches: what a picker searches, at most 20 a page',
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
    summary: 'Users and agents within reach, one page',
    access: 'user.read',
    input: listQuery(userColumns, filters),
    reply: z.object({ data: pageOf(User) }),
  }),
  tags: endpoint('GET sys/app_user/tags', {
    summary: 'The tags in use, the most used first, at most 200',
    access: 'user.read',
    reply: z.object({ data: z.array(z.object({ tag: z.string(), count: z.number() })) }),
  }),
  save: endpoint('POST sys/app_user/save', {
    summary: 'Adds a user or agent',
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
    summary: 'Changes a user or agent; disabling ends the sessions at once. A password is changed by sys/user/password',
    access: 'user.write',
    input: z.object({ ...changedAccountFields, type: z.optional(UserType), tags: z.optional(Tags), verified: z.optional(Status) }),
    problems: ['account_missing', 'username_taken', 'email_taken', 'mobile_taken', 'changed_meanwhile'],
  }),
  status: endpoint('POST sys/app_user/status', {
    summary: 'Enables or disables users; the sessions of a disabled one end at once',
    access: 'user.write',
    input: z.object({ ids: Ids, status: Status }),
    problems: ['account_missing'],
  }),
  tag: endpoint('POST sys/app_user/tag', {
    summary: 'Adds tags to users and takes tags from them',
    access: 'user.write',
    input: z.object({ ids: Ids, add: z._default(Tags, []), remove: z._default(Tags, []) }),
    problems: ['account_missing', 'too_many_entries'],
  }),
  requirePassword: endpoint('POST sys/app_user/require_password', {
    summary: 'Makes users set a new password before they do anything else, or no longer',
    access: 'user.write',
    input: z.object({ ids: Ids, required: z._default(Flag, true) }),
    problems: ['account_missing'],
  }),
  delete: endpoint('POST sys/app_user/delete', {
    summary: 'Deletes users who own no domain and have no balance, with their sessions and tokens',
    access: 'user.write',
    input: z.object({ ids: Ids }),
    problems: ['account_missing', 'account_owns_domains', 'account_has_balance'],
  }),
  import: endpoint('POST sys/app_user/import', {
    summary: 'Adds users from CSV; with `dryRun` only says what would happen. Nothing is imported while a line is wrong, unless `skipRefused`',
    access: 'user.write',
    input: z.object({
      /** The first line names the columns: username, and any of password, type, email, mobile, status, verified, tags, remark, language. */
      text: z.string().check(z.minLength(1, 'required')),
      skipRefused: z._default(Flag, false),
      /** Whoever is imported has to set a new password first. */
      resetDue: z._default(Flag, true),
      dryRun: z._default(Flag, false),
    }),
    reply: z.object({ data: z.object({ accepted: z.number(), imported: z.number(), refused: z.array(ImportLine), unknownColumns: z.array(z.string()) }) }),
    problems: ['accounts_refused', 'account_import_unreadable', 'account_import_too_many'],
  }),
  export: endpoint('GET sys/app_user/export', {
    summary: 'The users of a filter as CSV or a workbook, without passwords; what is exported as CSV can be imported',
    access: 'user.read',
    input: z.object({ ...filters, format: z._default(z.enum(['csv', 'xlsx']), 'csv') }),
    answers: 'file',
  }),
  /** The specification's GET that changes state; guarded as every write is, with a POST twin. */
  backLogin: endpoint('GET sys/app_user/back/login', { summary: 'The same as POST sys/app_user/impersonate', ...impersonation }),
  impersonate: endpoint('POST sys/app_user/impersonate', {
    summary: "Signs in as an enabled user or agent: a session of that user in the caller's browser, which ends with the caller's own; answers its token",
    ...impersonation,
  }),
  endImpersonation: endpoint('POST sys/app_user/impersonate/end', {
    summary: "Ends a session begun by signing in as a user, and gives the administrator's own session back with a new token; null when that has ended",
    access: 'session',
    users: 'own',
    reply: z.object({ token: z.nullable(z.string()), expire: z.nullable(z.number()) }),
    problems: ['impersonation_none'],
  }),
}
