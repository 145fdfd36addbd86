import { sql } from 'kysely'
import { Role, type role as calls, type DataScope } from '@nameplane/contract/account/role'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { rightsNotToGive } from '../../../access/role-grants.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { countOf, pageOf, type Total } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import { lockRows, updateRows } from '../../../db/versioned-rows.ts'
import type { Actor } from '../../../access/actor.ts'

type ListQuery = Received<typeof calls.list>
type MemberQuery = Received<typeof calls.members>
export type RoleRow = Answered<typeof calls.list>['data']['list'][number]
type MemberPage = Answered<typeof calls.members>['data']

/** The fields of a role that are written. */
export type RoleFields = { name: string; description: string; rights: string[]; dataScope: DataScope; serviceGroupIds: number[] }

function selectRoles(db: Db) {
  return db
    .selectFrom('role')
    .select(columnsFor('role', Role, ['serviceGroupIds', 'memberCount', 'isWithin']))
    .select((of) => {
      const members = of.selectFrom('account_role').whereRef('account_role.role_id', '=', 'role.id')
      return [
        sql<number[]>`(select coalesce(json_agg(service_group_id order by service_group_id), '[]') from role_service_group where role_id = role.id)`.as(
          'serviceGroupIds',
        ),
        // Every ordinary user has the built-in role without being listed for it.
        sql<number>`case when role.built_in then ${countOf(of.selectFrom('account').where('account.type', '<>', 1))} else ${countOf(members)} end`.as(
          'memberCount',
        ),
      ]
    })
}

const shown = (row: Omit<RoleRow, 'isWithin'>, actor: Actor): RoleRow => ({ ...row, isWithin: rightsNotToGive(actor, row).length === 0 })

export async function listRoles(db: Db, actor: Actor, query: ListQuery): Promise<{ list: RoleRow[] } & Total> {
  const pattern = containing(query.search ?? '')
  const roles = selectRoles(db)
    .$if(Boolean(query.search), (all) => all.where((of) => of.or([of('role.name', 'ilike', pattern), of('role.description', 'ilike', pattern)])))
    .orderBy('role.built_in', 'desc')
  const page = await pageOf(db, roles, { otherwise: 'updateTime', tieBreak: ['id', 'asc'] }, query)
  return { ...page, list: page.list.map((row) => shown(row, actor)) }
}

export async function findRole(db: Db, actor: Actor, id: number): Promise<RoleRow | undefined> {
  const row = await selectRoles(db).where('role.id', '=', id).executeTakeFirst()
  return row && shown(row, actor)
}

/** The roles that administrators can have, by name. */
export async function assignableRoles(db: Db, actor: Actor): Promise<RoleRow[]> {
  const rows = await selectRoles(db).where('role.built_in', '=', false).orderBy('role.name').execute()
  return rows.map((row) => shown(row, actor))
}

/** Locks roles until the transaction ends, in the order of their ids. */
export async function lockRoles(tx: Tx, actor: Actor, ids: readonly number[]): Promise<RoleRow[]> {
  await lockRows(tx, 'role', ids, 'everywhere')
  return (
    await selectRoles(tx)
      .where('role.id', 'in', [...ids])
      .orderBy('role.id')
      .execute()
  ).map((row) => shown(row, actor))
}

export async function insertRole(tx: Tx, fields: RoleFields): Promise<number> {
  const { id } = await tx
    .insertInto('role')
    .values({ name: fields.name, description: fields.description, rights: fields.rights, data_scope: fields.dataScope })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeGroups(tx, id, fields.serviceGroupIds)
  return id
}

export async function updateRole(tx: Tx, id: number, fields: RoleFields): Promise<void> {
  await updateRows(tx, 'role', [id], { name: fields.name, description: fields.description, rights: fields.rights, data_scope: fields.dataScope })
  await tx.deleteFrom('role_service_group').where('role_id', '=', id).execute()
  await writeGroups(tx, id, fields.serviceGroupIds)
}

async function writeGroups(tx: Tx, roleId: number, groupIds: readonly number[]): Promise<void> {
  if (groupIds.length === 0) return
  await tx
    .insertInto('role_service_group')
    .values(groupIds.map((id) => ({ role_id: roleId, service_group_id: id })))
    .execute()
}

export async function deleteRoles(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('role')
    .where('id', 'in', [...ids])
    .execute()
}

export async function countGroups(tx: Tx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const row = await tx
    .selectFrom('service_group')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('id', 'in', [...ids])
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Administrators with the role, or without it. */
export async function listMembers(db: Db, query: MemberQuery): Promise<MemberPage> {
  const withRole = db.selectFrom('account_role').select('account_role.account_id').where('account_role.role_id', '=', query.id)
  let accounts = db
    .selectFrom('account')
    .where('account.type', '=', 1)
    .where('account.id', query.isMember ? 'in' : 'not in', withRole)
  if (query.search) accounts = accounts.where('account.username', 'ilike', containing(query.search))
  const members = accounts.select(['account.id', 'account.username', 'account.status', 'account.is_super as isSuper'])
  return pageOf(db, members, { otherwise: [['username', 'asc']], tieBreak: ['id', 'asc'] }, query)
}

/** Of these ids, the administrators. */
export async function findAdministrators(tx: Tx, ids: readonly number[]): Promise<{ id: number; username: string }[]> {
  return tx
    .selectFrom('account')
    .select(['id', 'username'])
    .where('type', '=', 1)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
}

/** Answers the accounts that did not have the role before. */
export async function insertMembers(tx: Tx, roleId: number, accountIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .insertInto('account_role')
    .values(accountIds.map((id) => ({ account_id: id, role_id: roleId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

/** Answers the accounts that had the role. */
export async function deleteMembers(tx: Tx, roleId: number, accountIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .deleteFrom('account_role')
    .where('role_id', '=', roleId)
    .where('account_id', 'in', [...accountIds])
    .returning('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

/** The rows of the menu that a holder of these rights sees, or presses. */
export async function menuIdsOf(db: Db, rights: readonly string[]): Promise<number[]> {
  if (rights.length === 0) return []
  const rows = await db
    .selectFrom('menu')
    .select('id')
    .where('right', 'in', [...rights])
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The rights of these rows, or null when one of them is not there. */
export async function rightsOfMenus(tx: Tx, ids: readonly number[]): Promise<string[] | null> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('menu')
    .select('right')
    .where('id', 'in', [...ids])
    .execute()
  if (rows.length !== new Set(ids).size) return null
  return rows.flatMap((row) => row.right ?? [])
}
