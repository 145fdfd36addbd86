import { sql } from 'kysely'
import { isRight, rights, rightsOpeningAll, type Right } from '@nameplane/contract/rights'
import type { Db } from '../db/connection.ts'
import { contains, type RoleScope } from './access-scope.ts'
import type { Actor } from './actor.ts'
import { requireConfirmedToGive } from './confirmed-session.ts'
import { Problem } from '../problem.ts'

/**
 * Refuses rights that no noun has declared: the contract sees only how a right is written. Each wrong entry of a list is
 * named. @throws Problem invalid_value
 */
export function refuseUnknownRights(field: string, sent: string | readonly string[] | null): void {
  const named = typeof sent === 'string' ? [[field, sent] as const] : (sent ?? []).map((right, index) => [`${field}.${index}`, right] as const)
  const unknown = named.filter(([, right]) => !isRight(right))
  if (unknown.length === 0) return
  throw new Problem(unknown.length === 1 ? 'invalid_value' : 'invalid_input', {
    fields: Object.fromEntries(unknown.map(([path]) => [path, 'invalid_value' as const])),
  })
}

/** What a role hands out: rights, and which domains they reach. */
export type RoleGrant = { rights: readonly string[]; dataScope: 'all' | 'groups' | 'own'; serviceGroupIds: readonly number[] }

/**
 * The rights of a role that the actor may not hand out, because they are not held, or not as far as the role reaches.
 * Scope `own` is each holder's own domains; whoever reaches some groups only cannot hand it out, since domains of other
 * groups can be owned.
 */
export function rightsBeyond(actor: Actor, role: RoleGrant): string[] {
  if (actor.isSuper) return []
  return role.rights.filter((right) => !isRight(right) || !mayHandOut(actor, right, role))
}

function mayHandOut(actor: Actor, right: Right, role: RoleGrant): boolean {
  const held = actor.accessScopes.get(right)
  if (held === undefined) return false
  const wanted: RoleScope =
    role.dataScope === 'all'
      ? 'all'
      : role.dataScope === 'own'
        ? { accountId: actor.accountId, groupIds: [], holderId: null }
        : { accountId: null, groupIds: role.serviceGroupIds, holderId: null }
  return contains(held, wanted)
}

/** The rights of a role that the actor may not hand out: those beyond the own, and, without all of them, those that lead to all. */
export function rightsNotToGive(actor: Actor, role: RoleGrant): string[] {
  return [...new Set([...rightsBeyond(actor, role), ...rightsOnlyOfAll(actor, role)])]
}

function rightsOnlyOfAll(actor: Actor, role: RoleGrant): string[] {
  const holdsAll = actor.isSuper || rights.every((right) => actor.accessScopes.get(right) === 'all')
  return holdsAll ? [] : role.rights.filter((right) => isRight(right) && rightsOpeningAll.has(right))
}

/** Refuses roles that the actor may not hand out. @throws Problem role_beyond_own, role_opens_all */
export function refuseBeyondOwn(actor: Actor, roles: readonly RoleGrant[]): void {
  const beyond = [...new Set(roles.flatMap((role) => rightsBeyond(actor, role)))]
  if (beyond.length > 0) throw new Problem('role_beyond_own', { params: { rights: beyond } })
  const ofAll = [...new Set(roles.flatMap((role) => rightsOnlyOfAll(actor, role)))]
  if (ofAll.length > 0) throw new Problem('role_opens_all', { params: { rights: ofAll } })
}

/** The grants of these roles, in no order; roles that are not there are left out. */
export async function readRoleGrants(db: Db, roleIds: readonly number[]): Promise<(RoleGrant & { id: number; name: string; builtIn: boolean })[]> {
  if (roleIds.length === 0) return []
  const rows = await db
    .selectFrom('role')
    .select((of) => [
      'role.id',
      'role.name',
      'role.built_in',
      'role.rights',
      'role.data_scope',
      of
        .selectFrom('role_service_group')
        .whereRef('role_service_group.role_id', '=', 'role.id')
        .select(sql<number[]>`coalesce(array_agg(service_group_id order by service_group_id), '{}')`.as('ids'))
        .as('group_ids'),
    ])
    .where('role.id', 'in', [...roleIds])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    builtIn: row.built_in,
    rights: row.rights,
    dataScope: row.data_scope,
    serviceGroupIds: (row.group_ids ?? []).map(Number),
  }))
}

/**
 * Refuses to give or take roles that are not there, are built in, or hand out more than the actor holds: for whoever
 * changes the roles of an account. @throws Problem role_missing, role_built_in, role_beyond_own, role_opens_all, session_confirmation_due
 */
export async function refuseUnassignableRoles(db: Db, actor: Actor, roleIds: readonly number[]): Promise<void> {
  const roles = await readRoleGrants(db, roleIds)
  if (roles.length !== new Set(roleIds).size) throw new Problem('role_missing')
  const builtIn = roles.find((role) => role.builtIn)
  if (builtIn) throw new Problem('role_built_in', { params: { name: builtIn.name } })
  refuseBeyondOwn(actor, roles)
  await requireConfirmedToGive(
    db,
    actor,
    roles.flatMap((role) => role.rights),
  )
}
