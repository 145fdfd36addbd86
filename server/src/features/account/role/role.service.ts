import { userRoleName, type role as calls } from '@nameplane/contract/account/role'
import { rightsOpening, type Received } from '@nameplane/contract/endpoint'
import { endpoints } from '@nameplane/contract/endpoints'
import { rights } from '@nameplane/contract/rights'
import { refuseBeyondOwn, refuseUnknownRights } from '../../../access/role-grants.ts'
import { change, type Change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { refuseStale } from '../../../db/versioned-rows.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import {
  countGroups,
  deleteMembers,
  deleteRoles,
  findAdministrators,
  insertMembers,
  insertRole,
  lockRoles,
  rightsOfMenus,
  updateRole,
  type RoleFields,
  type RoleRow,
} from './role.store.ts'

type Sent = Received<typeof calls.save>

/** Rights that ordinary users can make use of: those of calls that are open to them. */
export const userRights: ReadonlySet<string> = new Set(
  endpoints.filter(({ endpoint }) => endpoint.users === 'own').flatMap(({ endpoint }) => rightsOpening(endpoint)),
)

/** What was sent as it is written: rights in the order of the list, groups only where the scope asks for them. */
async function fieldsOf(tx: Tx, sent: Sent): Promise<RoleFields> {
  refuseUnknownRights('rights', sent.rights)
  const ofMenus = await rightsOfMenus(tx, sent.menuIds)
  if (!ofMenus) throw new Problem('menu_missing', { fields: { menuIds: 'menu_missing' } })
  const wanted = new Set<string>([...sent.rights, ...ofMenus])
  const serviceGroupIds = sent.dataScope === 'groups' ? [...new Set(sent.serviceGroupIds)].sort((a, b) => a - b) : []
  if (sent.dataScope === 'groups' && serviceGroupIds.length === 0) throw new Problem('nothing_reached', { fields: { serviceGroupIds: 'nothing_reached' } })
  if ((await countGroups(tx, serviceGroupIds)) !== serviceGroupIds.length)
    throw new Problem('service_group_missing', { fields: { serviceGroupIds: 'service_group_missing' } })
  return { name: sent.name, description: sent.description, rights: rights.filter((right) => wanted.has(right)), dataScope: sent.dataScope, serviceGroupIds }
}

/** Every named role, locked; all must be there, and hand out no more than the actor holds. */
async function openRoles({ tx, actor }: Change, ids: readonly number[]): Promise<RoleRow[]> {
  const roles = await lockRoles(tx, actor, ids)
  if (roles.length !== new Set(ids).size) throw new Problem('role_missing')
  refuseBeyondOwn(actor, roles)
  return roles
}

function refuseBuiltIn(roles: readonly RoleRow[]): void {
  const builtIn = roles.find((role) => role.builtIn)
  if (builtIn) throw new Problem('role_built_in', { params: { name: builtIn.name } })
}

async function openRole(open: Change, id: number): Promise<RoleRow> {
  const [role] = await openRoles(open, [id])
  return role!
}

function audited({ name, description, rights: held, dataScope, serviceGroupIds }: RoleFields | RoleRow) {
  return { name, description, rights: held.toSorted(), dataScope, serviceGroupIds }
}

export async function createRole(db: Db, actor: Actor, sent: Sent): Promise<number> {
  return change(db, actor, 'role.create', async ({ tx, audit }) => {
    const fields = await fieldsOf(tx, sent)
    refuseBeyondOwn(actor, [fields])
    const id = await insertRole(tx, fields)
    audit({ type: 'role', id, name: fields.name, after: audited(fields) })
    return id
  })
}

/** Changes a role; neither what it was nor what it becomes may be more than the actor holds. */
export async function changeRole(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  await change(db, actor, 'role.update', async (open) => {
    const { tx, audit } = open
    const before = await openRole(open, sent.id)
    refuseStale(sent.rowVersion, before.rowVersion)
    const after = await fieldsOf(tx, sent)
    if (before.builtIn) refuseUnfitForUsers(before, after)
    else refuseBeyondOwn(actor, [after])
    await updateRole(tx, sent.id, after)
    audit({ type: 'role', id: sent.id, name: before.name, before: audited(before), after: audited(after) })
  })
}

/** The built-in role keeps its name and reach, and can hold what ordinary users can make use of. */
function refuseUnfitForUsers(before: RoleRow, after: RoleFields): void {
  if (after.name !== userRoleName || after.dataScope !== 'own') throw new Problem('role_built_in', { params: { name: before.name } })
  const unfit = after.rights.filter((right) => !userRights.has(right))
  if (unfit.length > 0) throw new Problem('right_not_for_users', { params: { rights: unfit } })
}

export async function copyRole(db: Db, actor: Actor, sent: Received<typeof calls.copy>): Promise<number> {
  return change(db, actor, 'role.copy', async (open) => {
    const from = await openRole(open, sent.id)
    const fields: RoleFields = {
      name: sent.name,
      description: from.description,
      rights: from.rights,
      dataScope: from.dataScope,
      serviceGroupIds: from.serviceGroupIds,
    }
    const id = await insertRole(open.tx, fields)
    open.audit({ type: 'role', id, name: sent.name, after: { ...audited(fields), copiedFrom: from.name } })
    return id
  })
}

export async function removeRoles(db: Db, actor: Actor, sent: Received<typeof calls.delete>): Promise<void> {
  await change(db, actor, 'role.delete', async (open) => {
    const roles = await openRoles(open, sent.ids)
    refuseBuiltIn(roles)
    const members = roles.reduce((sum, role) => sum + role.memberCount, 0)
    if (members > 0 && !sent.withMembers) throw new Problem('role_in_use', { params: { count: members } })
    await deleteRoles(open.tx, sent.ids)
    for (const role of roles) open.audit({ type: 'role', id: role.id, name: role.name, before: { ...audited(role), members: role.memberCount } })
  })
}

export async function changeMembers(db: Db, actor: Actor, sent: Received<typeof calls.addMembers>, isAdded: boolean): Promise<void> {
  await change(db, actor, isAdded ? 'role.add_members' : 'role.remove_members', async (open) => {
    const role = await openRole(open, sent.id)
    refuseBuiltIn([role])
    const accounts = await findAdministrators(open.tx, sent.accountIds)
    if (accounts.length !== new Set(sent.accountIds).size) throw new Problem('account_missing')
    const touched = new Set(await (isAdded ? insertMembers : deleteMembers)(open.tx, sent.id, sent.accountIds))
    if (touched.size === 0) return open.nothingChanged()
    const members = accounts.filter((account) => touched.has(account.id)).map((account) => account.username)
    open.audit({ type: 'role', id: role.id, name: role.name, ...(isAdded ? { after: { members } } : { before: { members } }) })
  })
}
