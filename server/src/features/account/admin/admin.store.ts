import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { Admin, type admin as calls } from '@nameplane/contract/account/admin'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Db, Tx } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { pageOf, type Total } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import type { Tables } from '../../../db/tables.ts'
import { shownOtherwise } from '../account/account.store.ts'

type ListQuery = Received<typeof calls.list>
type AdminRow = Answered<typeof calls.list>['data']['list'][number]
type Info = Answered<typeof calls.info>['data']

function selectAccounts(db: Db) {
  return db
    .selectFrom('account')
    .select(columnsFor('account', Admin, ['language', 'resetDue', 'roles']))
    .select(shownOtherwise)
    .select((of) =>
      jsonArrayFrom(
        of
          .selectFrom('account_role')
          .innerJoin('role', 'role.id', 'account_role.role_id')
          .whereRef('account_role.account_id', '=', 'account.id')
          .select(['role.id', 'role.name'])
          .orderBy('role.name'),
      ).as('roles'),
    )
}

function matching(query: ListQuery): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'account'>()
  const conditions: Expression<SqlBool>[] = [of('account.type', '=', 1)]
  if (query.search) {
    const pattern = containing(query.search)
    conditions.push(of.or((['username', 'email', 'mobile', 'remark'] as const).map((column) => of(`account.${column}`, 'ilike', pattern))))
  }
  if (query.status !== undefined) conditions.push(of('account.status', '=', query.status))
  if (query.isSuper !== undefined) conditions.push(of('account.is_super', '=', query.isSuper))
  if (query.roleId !== undefined)
    conditions.push(of('account.id', 'in', of.selectFrom('account_role').select('account_role.account_id').where('role_id', '=', query.roleId)))
  return of.and(conditions)
}

/** One page of administrators, the newest first unless a column is asked for. */
export async function listAdmins(db: Db, query: ListQuery): Promise<{ list: AdminRow[] } & Total> {
  return pageOf(db, selectAccounts(db).where(matching(query)), { otherwise: 'createTime', tieBreak: 'id', empty: { lastSignInTime: 'least' } }, query)
}

/** Any account with its kind. */
export async function findAccountInfo(db: Db, id: number): Promise<Info | undefined> {
  const found = await selectAccounts(db).select('account.type').where('account.id', '=', id).executeTakeFirst()
  if (!found) return undefined
  const { type, ...account } = found
  return { ...account, userId: id, kind: type === 1 ? 'administrator' : type === 2 ? 'user' : 'agent' }
}

export async function roleIdsOf(db: Db, accountIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('account_role')
    .select(['account_id', 'role_id'])
    .where('account_id', 'in', [...accountIds])
    .orderBy('role_id')
    .execute()
  const ids = new Map<number, number[]>(accountIds.map((id) => [id, []]))
  for (const row of rows) ids.get(row.account_id)?.push(row.role_id)
  return ids
}

export async function setRoles(tx: Tx, accountId: number, roleIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('account_role').where('account_id', '=', accountId).execute()
  if (roleIds.length > 0)
    await tx
      .insertInto('account_role')
      .values(roleIds.map((role_id) => ({ account_id: accountId, role_id })))
      .execute()
}

/** Enabled super administrators beside these. */
export async function countOtherSupers(tx: Tx, ids: readonly number[]): Promise<number> {
  const row = await tx
    .selectFrom('account')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('type', '=', 1)
    .where('is_super', '=', true)
    .where('status', '=', 1)
    .where('id', 'not in', [...ids])
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
