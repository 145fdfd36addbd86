import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { limits } from '../limits.ts'
import { Flag, Id, Ids, listQuery, pageOf } from '../paging.ts'
import { Time } from '../time.ts'
import {
  accountFieldNames,
  AdministratorPassword,
  changedAccountFields,
  newAccountFields,
  NewPassword,
  besidePassword,
  shownAccountFields,
  Status,
  typedTwice,
} from './account-fields.ts'
import { registerProblems } from '../problem-text.ts'

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

const accountProblems = [
  'username_taken',
  'email_taken',
  'mobile_taken',
  'role_missing',
  'role_built_in',
  'role_beyond_own',
  'role_opens_all',
  'beyond_own_rights',
  'session_confirmation_due',
] as const
const passwordProblems = ['passwords_differ', 'password_too_short', 'password_common', 'password_guessable'] as const

export const admin = {
  info: endpoint('GET sys/user/info', {
    summary: 'Get the caller, or another administrator by `id`',
    access: 'session',
    users: 'own',
    whileRestricted: ['password'],
    input: z.object({ id: z.optional(Id) }),
    reply: z.object({ data: AccountInfo }),
    problems: ['account_missing', 'right_missing'],
  }),
  list: endpoint('GET sys/user/list', {
    summary: 'List administrators',
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
    summary: 'Add an administrator. You cannot grant permissions you do not have.',
    access: 'admin.write',
    input: typedTwice(
      z.object({ ...newAccountFields, password: AdministratorPassword, ...besidePassword, isSuper: z._default(Flag, false), roleIds: z._default(RoleIds, []) }),
      'password',
    ),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: [...accountProblems, ...passwordProblems],
  }),
  update: endpoint('POST sys/user/update', {
    summary: 'Edit an administrator. Disabling ends sessions immediately. Role changes apply from the next call.',
    access: 'admin.write',
    input: z.object({ ...changedAccountFields, isSuper: z.optional(Flag), roleIds: z.optional(RoleIds) }),
    problems: ['account_missing', 'account_own', 'last_super_administrator', 'changed_meanwhile', ...accountProblems],
  }),
  status: endpoint('POST sys/user/status', {
    summary: 'Enable or disable administrators. Disabling ends their sessions immediately.',
    access: 'admin.write',
    input: z.object({ ids: Ids, status: Status }),
    problems: ['account_missing', 'account_own', 'last_super_administrator', 'beyond_own_rights'],
  }),
  delete: endpoint('POST sys/user/delete', {
    summary: 'Delete administrators who own no domains, with their sessions and API tokens',
    access: 'admin.delete',
    input: z.object({ ids: Ids }),
    problems: ['account_missing', 'account_own', 'last_super_administrator', 'beyond_own_rights', 'account_owns_domains', 'account_has_balance'],
  }),
  password: endpoint('POST sys/user/password', {
    summary: 'Change the password of the caller, or of another account by `id`. Other sessions of the account end.',
    access: 'session',
    users: 'own',
    whileImpersonating: 'refused',
    whileRestricted: ['password'],
    input: typedTwice(
      z.object({
        id: z.optional(Id),
        /** The caller's present password; needed for one's own. */
        password: z.optional(z.string().check(z.maxLength(256))),
        newPassword: NewPassword,
        passwordAgain: besidePassword.passwordAgain,
        /** For another account: it has to set a password of its own first. */
        resetDue: z._default(Flag, false),
      }),
      'newPassword',
    ),
    reply: z.object({ data: z.object({ sessionsEnded: z.number() }) }),
    problems: [
      'account_missing',
      'right_missing',
      'beyond_own_rights',
      'password_wrong',
      'password_unchanged',
      'login_locked',
      'session_confirmation_due',
      ...passwordProblems,
    ],
  }),
}

export const rights = {
  'admin.read': { zh: '查看管理员', en: 'View administrators' },
  'admin.write': { zh: '添加与修改管理员', en: 'Add and edit administrators' },
  'admin.delete': { zh: '删除管理员', en: 'Delete administrators' },
} as const

export const problems = {
  account_own: { zh: '不能删除或停用自己的账号', en: 'You cannot delete or disable your own account' },
  last_super_administrator: { zh: '至少要保留一个启用的超级管理员', en: 'At least one enabled super administrator must remain' },
  beyond_own_rights: {
    zh: '不能操作或授予超出自己权限的账号或角色',
    en: 'You cannot grant permissions you do not have, or change accounts and roles that have them',
  },
} as const
registerProblems(problems)

export const auditWords = {
  'admin.create': { zh: '添加管理员', en: 'Administrator added' },
  'admin.update': { zh: '修改管理员', en: 'Administrator changed' },
  'admin.enable': { zh: '启用管理员', en: 'Administrator enabled' },
  'admin.disable': { zh: '停用管理员', en: 'Administrator disabled' },
  'admin.delete': { zh: '删除管理员', en: 'Administrator deleted' },
} as const

export const logWords = { admin: { zh: '管理员', en: 'Administrator' } } as const

export const fieldNames = {
  ...accountFieldNames,
  roles: { zh: '角色', en: 'Roles' },
  roleIds: { zh: '角色', en: 'Roles' },
  roleId: { zh: '角色', en: 'Role' },
  contact: { zh: '联系方式', en: 'Contact' },
  isSuper: { zh: '超级管理员', en: 'Super administrator' },
} as const satisfies NamesFor<typeof admin.save>

export const menu = [{ path: '/account/users/admins', right: 'admin.read', buttons: ['session.read', 'session.write'], place: 30 }] as const

export const terms = [
  { zh: '管理员', en: 'administrator', word: 'admin', meaning: 'An account of type 1, with the permissions of its roles' },
  { zh: '超级管理员', en: 'super administrator', word: 'isSuper', meaning: 'An administrator with every permission. At least one always exists.' },
] as const
