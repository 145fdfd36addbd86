import { sql } from 'kysely'
import { isRight, rights, type Right } from '@nameplane/contract/rights'
import type { Db } from '../../../db/connection.ts'
import { narrowed, widened, type AccessScope, type RoleScope } from '../../../access/access-scope.ts'

/** The rights that somebody holds, each with how far it reaches. */
export type Grants = ReadonlyMap<Right, AccessScope>

type GrantingRole = { rights: string[]; data_scope: 'all' | 'groups' | 'own'; group_ids: number[] | null }

function selectRoles(db: Db) {
  return db.selectFrom('role').select((of) => [
    'role.rights',
    'role.data_scope',
    of
      .selectFrom('role_service_group')
      .whereRef('role_service_group.role_id', '=', 'role.id')
      .select(sql<number[]>`coalesce(array_agg(service_group_id), '{}')`.as('ids'))
      .as('group_ids'),
  ])
}

/** Right by right, so that a role which may only look at everything never widens one that may write a little. */
function grantsBy(roles: readonly GrantingRole[], accountId: number): ReadonlyMap<Right, RoleScope> {
  const grants = new Map<Right, RoleScope>()
  for (const role of roles) {
    const accessScope: RoleScope =
      role.data_scope === 'all'
        ? 'all'
        : role.data_scope === 'own'
          ? { accountId, groupIds: [], holderId: accountId }
          : { accountId: null, groupIds: (role.group_ids ?? []).map(Number), holderId: accountId }
    for (const right of role.rights.filter(isRight)) {
      const known = grants.get(right)
      grants.set(right, known === undefined ? accessScope : widened(known, accessScope))
    }
  }
  return grants
}

/**
 * What an account may: a super administrator everything, an administrator what the roles say, anybody else what the
 * built-in role `user` says of own things. A changed role holds at once (known-callers.ts).
 */
export async function grantsOf(db: Db, account: { id: number; type: number; isSuper: boolean }): Promise<Grants> {
  if (account.type !== 1) return ownGrants(await selectRoles(db).where('role.built_in', '=', true).where('role.name', '=', 'user').execute(), account.id)
  if (account.isSuper) return new Map(rights.map((right) => [right, 'all']))
  const roles = await selectRoles(db)
    .innerJoin('account_role', 'account_role.role_id', 'role.id')
    .where('account_role.account_id', '=', account.id)
    .where('role.built_in', '=', false)
    .execute()
  return grantsBy(roles, account.id)
}

/** Whatever their role says, users reach their own. */
function ownGrants(roles: readonly GrantingRole[], accountId: number): Grants {
  return grantsBy(
    roles.map((role) => ({ ...role, data_scope: 'own' as const })),
    accountId,
  )
}

/** What a role would leave of somebody's own grants, never more; null when there is no such role. */
export async function grantsSeenAs(db: Db, own: Grants, roleId: number, accountId: number): Promise<{ id: number; name: string; grants: Grants } | null> {
  const role = await selectRoles(db).select(['role.id', 'role.name']).where('role.id', '=', roleId).executeTakeFirst()
  if (!role) return null
  const grants = new Map<Right, AccessScope>()
  for (const [right, accessScope] of grantsBy([role], accountId)) {
    const held = own.get(right)
    if (held !== undefined) grants.set(right, narrowed(held, accessScope))
  }
  return { id: role.id, name: role.name, grants }
}
