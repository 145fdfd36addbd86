import { sql } from 'kysely'
import type { role as calls, DataScope } from '@nameplane/contract/account/role'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { rightsBeyond } from '../../../changes/authority.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import type { Actor } from '../../../http/call.ts'

type ListQuery = Received<typeof calls.list>
type MemberQuery = Received<typeof calls.members>
export type RoleRow = Answered<typeof calls.list>['data']['list'][number]
type MemberPage = Answered<typeof calls.members>['data']

/** The fields of a role that are written. */
export type RoleFields = { name: string; description: string; rights: string[]; dataScope: DataScope; serviceGroupIds: number[] }

const sortColumns = { name: 'name', memberCount: 'member_count', createTime: 'created_at', updateTime: 'updated_at' } as const satisfies Record<
  NonNullable<ListQuery['sidx']>,
  string
>

function selectRoles(db: Db) {
  return db.selectFrom('role').select((of) => [
    'role.id',
    'role.name',
    'role.description',
    'role.rights',
    'role.data_scope',
    'role.built_in',
    'role.row_version',
    'role.created_at',
    'role.updated_at',
    of
      .selectFrom('role_service_group')
      .whereRef('role_service_group.role_id', '=', 'role.id')
      .select(sql<number[]>`coalesce(array_agg(service_group_id order by service_group_id), '{}')`.as('ids'))
      .as('group_ids'),
    of
      .case()
      // Every ordinary user has the built-in role without being listed for it.
      .when('role.built_in', '=', true)
      .then(
        of
          .selectFrom('account')
          .where('account.type', '<>', 1)
          .select(sql<number>`count(*)`.as('count')),
      )
      .else(
        of
          .selectFrom('account_role')
          .whereRef('account_role.role_id', '=', 'role.id')
          .select(sql<number>`count(*)`.as('count')),
      )
      .end()
      .as('member_count'),
  ])
}

type SelectedRole = Awaited<ReturnType<ReturnType<typeof selectRoles>['execute']>>[number]

function shown(row: SelectedRole, actor: Actor): RoleRow {
  const serviceGroupIds = (row.group_ids ?? []).map(Number)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    dataScope: row.data_scope,
    serviceGroupIds,
    builtIn: row.built_in,
    rights: row.rights,
    memberCount: Number(row.member_count),
    isWithin: rightsBeyond(actor, { rights: row.rights, dataScope: row.data_scope, serviceGroupIds }).length === 0,
    rowVersion: row.row_version,
    createTime: row.created_at,
    updateTime: row.updated_at,
  }
}

export async function listRoles(db: Db, actor: Actor, query: ListQuery): Promise<{ list: RoleRow[]; totalCount: number }> {
  const pattern = query.search ? containing(query.search) : null
  const rows = await db
    .selectFrom(selectRoles(db).as('role'))
    .selectAll()
    .$if(pattern !== null, (roles) => roles.where((of) => of.or([of('name', 'ilike', pattern!), of('description', 'ilike', pattern!)])))
    .orderBy('built_in', 'desc')
    .orderBy(query.sidx ? sortColumns[query.sidx] : 'updated_at', query.order)
    .orderBy('id')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  const total = await db
    .selectFrom('role')
    .select((of) => of.fn.countAll<number>().as('count'))
    .$if(pattern !== null, (roles) => roles.where((of) => of.or([of('name', 'ilike', pattern!), of('description', 'ilike', pattern!)])))
    .executeTakeFirstOrThrow()
  return { list: rows.map((row) => shown(row, actor)), totalCount: Number(total.count) }
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
  await tx
    .selectFrom('role')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  return (
    await selectRoles(tx)
      .where('role.id', 'in', [...ids])
      .orderBy('role.id')
      .execute()
  ).map((row) => shown(row, actor))
}

export async function roleNameIsTaken(tx: Tx, name: string, exceptId: number | null): Promise<boolean> {
  const row = await tx.selectFrom('role').select('id').where('name', '=', name).executeTakeFirst()
  return row !== undefined && row.id !== exceptId
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
  await tx
    .updateTable('role')
    .set((of) => ({
      name: fields.name,
      description: fields.description,
      rights: fields.rights,
      data_scope: fields.dataScope,
      row_version: of('row_version', '+', 1),
      updated_at: new Date(),
    }))
    .where('id', '=', id)
    .execute()
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
  const rows = await accounts
    .select(['account.id', 'account.username', 'account.status', 'account.is_super'])
    .orderBy('account.username', query.sidx === undefined ? 'asc' : query.order)
    .orderBy('account.id')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  const total = await accounts.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { list: rows.map((row) => ({ id: row.id, username: row.username, status: row.status, isSuper: row.is_super })), totalCount: Number(total.count) }
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
