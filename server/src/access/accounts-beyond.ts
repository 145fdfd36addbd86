import type { Db } from '../db/connection.ts'
import { Problem } from '../problem.ts'
import type { Actor } from './actor.ts'
import { readRoleGrants, rightsBeyond } from './role-grants.ts'

/**
 * Nobody touches an administrator who may do more than they do, nor what such a one signs in with: a super administrator, or
 * one whose roles hold a right that the caller lacks, or further than the caller does. Oneself may always be touched.
 * @throws Problem beyond_own_rights
 */
export async function refuseBeyondOwnRights(db: Db, actor: Actor, accountIds: readonly (number | null)[]): Promise<void> {
  if (actor.isSuper) return
  const others = [...new Set(accountIds)].filter((id) => id !== null).filter((id) => id !== actor.accountId)
  if (others.length === 0) return
  const administrators = await db.selectFrom('account').select(['id', 'is_super']).where('id', 'in', others).where('type', '=', 1).execute()
  if (administrators.length === 0) return
  if (administrators.some((account) => account.is_super)) throw new Problem('beyond_own_rights')
  const held = await db
    .selectFrom('account_role')
    .select('role_id')
    .distinct()
    .where(
      'account_id',
      'in',
      administrators.map(({ id }) => id),
    )
    .execute()
  const grants = await readRoleGrants(
    db,
    held.map((row) => row.role_id),
  )
  if (grants.some((role) => rightsBeyond(actor, role).length > 0)) throw new Problem('beyond_own_rights')
}
