import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Flag, Id, Ids, listOf, listQuery, pageOf, Version } from '../paging.ts'
import { rights } from '../rights.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'

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

const fields = {
  name: plainText(64).check(z.minLength(1, 'required')),
  description: z._default(plainText(200), ''),
  /** What the role may. */
  rights: z._default(listOf(z.enum(rights), 500), []),
  /** Rows of the menu; their rights are added to those above. */
  menuIds: z._default(listOf(Id, 1000), []),
  dataScope: z.enum(dataScopes),
  /** With the scope `groups`, and only then. */
  serviceGroupIds: z._default(listOf(Id, 1000), []),
}

const refusals = ['role_exists', 'role_beyond_own', 'service_group_missing', 'menu_missing', 'nothing_reached'] as const

export const role = {
  list: endpoint('GET sys/role/list', {
    summary: 'Roles, one page',
    access: 'role.read',
    input: listQuery(['name', 'memberCount', 'createTime', 'updateTime'], { search: z.optional(z.string().check(z.trim(), z.maxLength(64))) }),
    reply: z.object({ data: pageOf(Role) }),
  }),
  detail: endpoint('GET sys/role/info/{id}', {
    summary: 'One role, with the rows of the menu that its rights show',
    access: 'role.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: z.object({ ...Role.shape, menuIds: z.array(z.number()) }) }),
    problems: ['role_missing'],
  }),
  select: endpoint('GET sys/role/select', {
    summary: 'All roles that an administrator can have, for choosing; `isWithin` says which of them the caller may give',
    access: 'admin.read',
    reply: z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), description: z.string(), isWithin: z.boolean() })) }),
  }),
  save: endpoint('POST sys/role/save', {
    summary: 'Adds a role with rights that the caller holds',
    access: 'role.write',
    input: z.object(fields),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: refusals,
  }),
  update: endpoint('POST sys/role/update', {
    summary: 'Changes a role; what its members may changes at once',
    access: 'role.write',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }),
    problems: [...refusals, 'role_missing', 'role_built_in', 'right_not_for_users', 'changed_meanwhile'],
  }),
  copy: endpoint('POST sys/role/copy', {
    summary: 'Adds a role with the rights and the reach of another, without its members',
    access: 'role.write',
    input: z.object({ id: Id, name: fields.name }),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['role_missing', 'role_exists', 'role_beyond_own', 'role_built_in'],
  }),
  delete: endpoint('POST sys/role/delete', {
    summary: 'Deletes roles; roles with members only with `withMembers`, who lose the rights at once',
    access: 'role.write',
    input: z.object({ ids: Ids, withMembers: z._default(Flag, false) }),
    problems: ['role_missing', 'role_built_in', 'role_in_use', 'role_beyond_own'],
  }),
  members: endpoint('GET sys/role/members', {
    summary: 'Administrators who have the role, or with `isMember=0` those who have not',
    access: 'role.read',
    input: listQuery(['username'], { id: Id, isMember: z._default(Flag, true), search: z.optional(z.string().check(z.trim(), z.maxLength(64))) }),
    reply: z.object({ data: pageOf(RoleMember) }),
    problems: ['role_missing'],
  }),
  addMembers: endpoint('POST sys/role/members/add', {
    summary: 'Gives the role to administrators',
    access: 'role.write',
    input: z.object({ id: Id, accountIds: Ids }),
    problems: ['role_missing', 'role_built_in', 'role_beyond_own', 'account_missing'],
  }),
  removeMembers: endpoint('POST sys/role/members/remove', {
    summary: 'Takes the role from administrators; at once',
    access: 'role.write',
    input: z.object({ id: Id, accountIds: Ids }),
    problems: ['role_missing', 'role_built_in', 'role_beyond_own', 'account_missing'],
  }),
}

/** Whether a text is the number of a role, as the header `as-role` carries it. */
export function isRoleNumber(text: unknown): text is string {
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text)
}
