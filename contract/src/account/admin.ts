import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Flag, Id, Ids, listQuery, pageOf } from '../paging.ts'
import { Time } from '../time.ts'
import {
  AdministratorPassword,
  changedAccountFields,
  newAccountFields,
  NewPassword,
  besidePassword,
  shownAccountFields,
  Status,
  typedTwice,
} from './account-fields.ts'

/** A role as an account shows it. */
export const RoleName = z.object({ id: z.number(), name: z.string() })

/** An administrator as the list shows it. */
export const Admin = z.object({
  ...shownAccountFields,
  /** Holds every right, whatever the roles say. */
  isSuper: z.boolean(),
  roles: z.array(RoleName),
  lastSignInTime: z.nullable(Time),
  createTime: Time,
  updateTime: Time,
})
export type Admin = z.infer<typeof Admin>

/** An account as it sees itself, and as administrators who may read administrators see one of them. */
export const AccountInfo = z.object({ ...Admin.shape, userId: z.number(), kind: z.enum(['administrator', 'user', 'agent']) })

export const adminColumns = ['username', 'createTime', 'updateTime', 'lastSignInTime'] as const

/** Ids of roles, none allowed: an array, or the ids with commas between. */
const RoleIds = z.pipe(
  z.union([z.array(Id), z.literal(''), Ids]),
  z.pipe(
    z.transform((ids: number[] | '') => (ids === '' ? [] : [...new Set(ids)])),
    z.array(z.number()).check(z.maxLength(limits.bulkIds)),
  ),
)

const accountProblems = ['username_taken', 'email_taken', 'mobile_taken', 'role_missing', 'role_built_in', 'role_beyond_own', 'beyond_own_rights'] as const
const passwordProblems = ['passwords_differ', 'password_too_short', 'password_common'] as const

export const admin = {
  info: endpoint('GET sys/user/info', {
    summary: 'The caller; with `id` that administrator, for whoever may read administrators',
    access: 'session',
    users: 'own',
    whileHeld: ['password'],
    input: z.object({ id: z.optional(Id) }),
    reply: z.object({ data: AccountInfo }),
    problems: ['account_missing', 'right_missing'],
  }),
  list: endpoint('GET sys/user/list', {
    summary: 'Administrators, one page',
    access: 'admin.read',
    input: listQuery(adminColumns, {
      /** Part of the name, mail address, mobile number or remark. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(64))),
      status: z.optional(Status),
      roleId: z.optional(Id),
      isSuper: z.optional(Flag),
    }),
    reply: z.object({ data: pageOf(Admin) }),
  }),
  save: endpoint('POST sys/user/save', {
    summary: 'Adds an administrator; nobody grants more than they hold',
    access: 'admin.write',
    input: typedTwice(
      z.object({ ...newAccountFields, password: AdministratorPassword, ...besidePassword, isSuper: z._default(Flag, false), roleIds: z._default(RoleIds, []) }),
      'password',
    ),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: [...accountProblems, ...passwordProblems],
  }),
  update: endpoint('POST sys/user/update', {
    summary: 'Changes an administrator; disabling ends the sessions at once, other roles hold from the next call on',
    access: 'admin.write',
    input: z.object({ ...changedAccountFields, isSuper: z.optional(Flag), roleIds: z.optional(RoleIds) }),
    problems: ['account_missing', 'account_own', 'last_super_administrator', 'changed_meanwhile', ...accountProblems],
  }),
  status: endpoint('POST sys/user/status', {
    summary: 'Enables or disables administrators; the sessions of a disabled one end at once',
    access: 'admin.write',
    input: z.object({ ids: Ids, status: Status }),
    problems: ['account_missing', 'account_own', 'last_super_administrator', 'beyond_own_rights'],
  }),
  delete: endpoint('POST sys/user/delete', {
    summary: 'Deletes administrators who own no domain, with their sessions and tokens',
    access: 'admin.write',
    input: z.object({ ids: Ids }),
    problems: ['account_missing', 'account_own', 'last_super_administrator', 'beyond_own_rights', 'account_owns_domains', 'account_has_balance'],
  }),
  password: endpoint('POST sys/user/password', {
    summary: "Changes the caller's password with the old one, or with `id` another account's for whoever may write it; the account's other sessions end",
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    whileHeld: ['password'],
    input: typedTwice(
      z.object({
        id: z.optional(Id),
        /** The caller's present password; needed for one's own. */
        password: z.optional(z.string().check(z.maxLength(256))),
        newPassword: NewPassword,
        passwordAgain: z.optional(z.string()),
        /** For another account: it has to set a password of its own first. */
        resetDue: z._default(Flag, false),
      }),
      'newPassword',
    ),
    reply: z.object({ data: z.object({ sessionsEnded: z.number() }) }),
    problems: ['account_missing', 'right_missing', 'beyond_own_rights', 'password_wrong', 'password_unchanged', 'login_locked', ...passwordProblems],
  }),
}
