import * as z from 'zod/mini'
import { BothLanguages } from '../both-languages.ts'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { Flag, Id, Ids, listOf, listQuery, pageOf, Version } from '../paging.ts'
import { RightName } from '../right.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { registerProblems } from '../problem-text.ts'

/** Which domains the rights of a role reach: all, those of chosen service groups, or the holder's own. */
export const dataScopes = ['all', 'groups', 'own'] as const
export type DataScope = (typeof dataScopes)[number]

/** The role that every ordinary user has and no administrator. */
export const userRoleName = 'user'

export const Role = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  dataScope: z.enum(dataScopes),
  serviceGroupIds: z.array(z.number()),
  /** Comes with the platform: keeps its name and scope, and stays. */
  builtIn: z.boolean(),
  rights: z.array(z.string()),
  memberCount: z.number(),
  /** The caller holds everything in it, and so may change it and give it to others. */
  isWithin: z.boolean(),
  rowVersion: z.number(),
  createTime: Time,
  updateTime: Time,
})
export type Role = z.infer<typeof Role>

const RoleMember = z.object({ id: z.number(), username: z.string(), status: z.number(), isSuper: z.boolean() })

/** A right as forms offer it. */
const NamedRight = z.object({
  right: z.string(),
  title: BothLanguages,
  isForUsers: z.boolean(),
  /** Leads to every other right: only who holds all of them hands it out. */
  opensAll: z.boolean(),
  /** About domains only: a token that is limited to some can hold it. */
  ofDomains: z.boolean(),
})
export type NamedRight = z.infer<typeof NamedRight>

const fields = {
  name: plainText(64).check(z.minLength(1, 'required')),
  description: z._default(plainText(200), ''),
  /** What the role may. */
  rights: z._default(listOf(RightName, 500), []),
  /** Rows of the menu; their rights are added to those above. */
  menuIds: z._default(listOf(Id, 1000), []),
  dataScope: z.enum(dataScopes),
  /** With the scope `groups`, and only then. */
  serviceGroupIds: z._default(listOf(Id, 1000), []),
}

const refusals = ['role_exists', 'role_beyond_own', 'role_opens_all', 'service_group_missing', 'menu_missing', 'nothing_reached'] as const

export const role = {
  list: endpoint('GET sys/role/list', {
    summary: 'List roles',
    access: 'role.read',
    input: listQuery(['name', 'memberCount', 'createTime', 'updateTime'], { search: z.optional(z.string().check(z.trim(), z.maxLength(64))) }),
    reply: z.object({ data: pageOf(Role) }),
  }),
  detail: endpoint('GET sys/role/info/{id}', {
    summary: 'Get a role with the menu items that its permissions show',
    access: 'role.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: z.object({ ...Role.shape, menuIds: z.array(z.number()) }) }),
    problems: ['role_missing'],
  }),
  rights: endpoint('GET sys/role/rights', {
    summary:
      'List every permission with its name, whether users can have it, whether it leads to all others, and whether a token limited to domains can have it',
    access: 'session',
    reply: z.object({ data: z.array(NamedRight) }),
  }),
  select: endpoint('GET sys/role/select', {
    summary: 'List all roles an administrator can have. `isWithin` marks those the caller can grant.',
    access: 'admin.read',
    reply: z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), description: z.string(), isWithin: z.boolean() })) }),
  }),
  save: endpoint('POST sys/role/save', {
    summary: 'Add a role with permissions of the caller',
    access: 'role.write',
    input: z.object(fields),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: refusals,
  }),
  update: endpoint('POST sys/role/update', {
    summary: 'Edit a role. Changes apply to its members immediately.',
    access: 'role.write',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }),
    problems: [...refusals, 'role_missing', 'role_built_in', 'right_not_for_users', 'changed_meanwhile'],
  }),
  copy: endpoint('POST sys/role/copy', {
    summary: 'Copy the permissions and data scope of a role to a new role, without its members',
    access: 'role.write',
    input: z.object({ id: Id, name: fields.name }),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['role_missing', 'role_exists', 'role_beyond_own', 'role_opens_all', 'role_built_in'],
  }),
  delete: endpoint('POST sys/role/delete', {
    summary: 'Delete roles. Roles with members require `withMembers`, and the members lose these permissions immediately.',
    access: 'role.delete',
    input: z.object({ ids: Ids, withMembers: z._default(Flag, false) }),
    problems: ['role_missing', 'role_built_in', 'role_in_use', 'role_beyond_own', 'role_opens_all'],
  }),
  members: endpoint('GET sys/role/members', {
    summary: 'List administrators with the role, or without it by `isMember=0`',
    access: 'role.read',
    input: listQuery(['username'], { id: Id, isMember: z._default(Flag, true), search: z.optional(z.string().check(z.trim(), z.maxLength(64))) }),
    reply: z.object({ data: pageOf(RoleMember) }),
    problems: ['role_missing'],
  }),
  addMembers: endpoint('POST sys/role/members/add', {
    summary: 'Add administrators to the role',
    access: 'role.write',
    input: z.object({ id: Id, accountIds: Ids }),
    problems: ['role_missing', 'role_built_in', 'role_beyond_own', 'role_opens_all', 'account_missing'],
  }),
  removeMembers: endpoint('POST sys/role/members/remove', {
    summary: 'Remove administrators from the role. They lose its permissions immediately.',
    access: 'role.write',
    input: z.object({ id: Id, accountIds: Ids }),
    problems: ['role_missing', 'role_built_in', 'role_beyond_own', 'role_opens_all', 'account_missing'],
  }),
}

/** Whether a text is the number of a role, as the header `as-role` carries it. */
export function isRoleNumber(text: unknown): text is string {
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text)
}

export const rights = {
  'role.read': { zh: '查看角色', en: 'View roles' },
  'role.write': { zh: '修改角色与成员', en: 'Edit roles and members', opensAll: true },
  'role.delete': { zh: '删除角色', en: 'Delete roles' },
} as const

export const problems = {
  role_missing: { zh: '角色不存在', en: 'Role not found' },
  role_exists: { zh: '角色名称已存在', en: 'Role name already exists' },
  role_built_in: { zh: '内置角色不支持此操作：{name}', en: 'Not available for the built-in role {name}' },
  role_in_use: { zh: '角色正在使用：{count} 名管理员', en: 'Role in use by {count, administrator}' },
  role_beyond_own: { zh: '不能授予超出自己的权限：{rights}', en: 'You cannot grant permissions you do not have: {rights}' },
  role_opens_all: {
    zh: '这些权限可通往全部权限，只有拥有全部权限的管理员才能授予或收回：{rights}',
    en: 'These permissions lead to all others. Only administrators with all permissions can grant or revoke them: {rights}',
  },
  right_not_for_users: { zh: '用户不能拥有这些权限：{rights}', en: 'Users cannot have these permissions: {rights}' },
  nothing_reached: { zh: '请至少选择一个服务组', en: 'Select at least one service group' },
  seen_as_role: { zh: '正在以角色视角查看，不能修改', en: 'Read-only while viewing as a role' },
} as const
registerProblems(problems)

export const auditWords = {
  'role.create': { zh: '添加角色', en: 'Role added' },
  'role.update': { zh: '修改角色', en: 'Role changed' },
  'role.copy': { zh: '复制角色', en: 'Role copied' },
  'role.delete': { zh: '删除角色', en: 'Role deleted' },
  'role.add_members': { zh: '添加角色成员', en: 'Role members added' },
  'role.remove_members': { zh: '移除角色成员', en: 'Role members removed' },
} as const

export const logWords = { role: { zh: '角色', en: 'Role' } } as const

/** What the fields of roles are called. */
export const fieldNames = {
  serviceGroups: { zh: '服务组数', en: 'Service groups' },
  dataScope: { zh: '数据范围', en: 'Data scope' },
  memberCount: { zh: '成员', en: 'Members' },
  members: { zh: '成员', en: 'Members' },
  rights: { zh: '权限', en: 'Permissions' },
  serviceGroupIds: { zh: '服务组', en: 'Service groups' },
  description: { zh: '说明', en: 'Description' },
  menuIds: { zh: '菜单', en: 'Menu items' },
} as const satisfies NamesFor<typeof role.save>

export const menu = [{ path: '/account/power/roles', right: 'role.read', place: 10 }] as const

export const terms = [
  { zh: '角色', en: 'role', word: 'role', meaning: 'A set of permissions and their data scope' },
  { zh: '预设', en: 'preset', word: 'RolePreset', meaning: 'Permissions of a common duty, with which the form of a new role can be filled in' },
] as const
