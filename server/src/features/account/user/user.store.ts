import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { User, userType, type AccountName, type user as calls } from '@nameplane/contract/account/user'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Db } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { countOf, pageOf, rowsOf, type Total } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import { accountWithin, domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Tables } from '../../../db/tables.ts'
import { foldCase } from '../../../db/fold-case.ts'
import { booksCurrency } from '../../../settings/books.ts'
import { shownOtherwise } from '../account/account.store.ts'

type NamesQuery = Received<typeof calls.names>
type ListQuery = Received<typeof calls.list>
type UserRow = Answered<typeof calls.list>['data']['list'][number]

function kindOf(type: number): AccountName['kind'] {
  if (type === 1) return 'administrator'
  return type === 2 ? 'user' : 'agent'
}

function named(accessScope: AccessScope, query: NamesQuery): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'account'>()
  const conditions: Expression<SqlBool>[] = [accountWithin(accessScope)]
  if (query.search) conditions.push(of('account.username', 'ilike', containing(query.search)))
  if (query.id !== undefined) conditions.push(of('account.id', '=', query.id))
  return of.and(conditions)
}

/** One page of accounts by name; a name that is what was typed stands first, those that begin with it next. */
export async function listAccountNames(db: Db, accessScope: AccessScope, query: NamesQuery): Promise<{ list: AccountName[] } & Total> {
  const typed = foldCase(query.search ?? '')
  const names = db
    .selectFrom('account')
    .select(['id', 'username', 'type', 'status'])
    .where(named(accessScope, query))
    .orderBy(sql`lower(username) = ${typed}`, 'desc')
    .orderBy(sql`starts_with(lower(username), ${typed})`, 'desc')
    .orderBy(sql`lower(username)`)
  const page = await pageOf(db, names, { otherwise: 'id', tieBreak: 'id' }, { ...query, order: 'asc' })
  return { ...page, list: page.list.map(({ type, ...account }) => ({ ...account, kind: kindOf(type) })) }
}

type UserFilter = Omit<ListQuery, 'page' | 'limit' | 'sidx' | 'order'>

function matching(accessScope: AccessScope, filter: UserFilter): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'account'>()
  const conditions: Expression<SqlBool>[] = [accountWithin(accessScope), of('account.type', filter.kind === 'agent' ? '>' : '>=', userType.ordinary)]
  if (filter.kind === 'user') conditions.push(of('account.type', '=', userType.ordinary))
  if (filter.search) {
    const pattern = containing(filter.search)
    conditions.push(of.or((['username', 'email', 'mobile', 'remark'] as const).map((column) => of(`account.${column}`, 'ilike', pattern))))
  }
  if (filter.status !== undefined) conditions.push(of('account.status', '=', filter.status))
  if (filter.verified !== undefined) conditions.push(of('account.verified', '=', filter.verified))
  if (filter.tag) conditions.push(sql<SqlBool>`account.tags @> ${[filter.tag]}::text[]`)
  return of.and(conditions)
}

function selectUsers(db: Db, accessScope: AccessScope, currency: string) {
  return db
    .selectFrom('account')
    .select(columnsFor('account', User, ['language', 'resetDue', 'currency', 'domainCount']))
    .select(shownOtherwise)
    .select((of) => [
      sql<string>`${currency}::text`.as('currency'),
      countOf(
        of.selectFrom('domain').whereRef('domain.account_id', '=', 'account.id').where('domain.deleted_at', 'is', null).where(domainWithin(accessScope)),
      ).as('domainCount'),
    ])
}

/** One page of the users and agents within reach, the newest first unless a column is asked for. */
export async function listUsers(db: Db, accessScope: AccessScope, query: ListQuery): Promise<{ list: UserRow[] } & Total> {
  const users = db.selectFrom('account').where(matching(accessScope, query)).select('account.id')
  const page = await pageOf(
    db,
    users,
    { sort: sortedBy, otherwise: 'account.created_at', tieBreak: 'account.id', empty: { 'account.last_sign_in_at': 'least' } },
    query,
  )
  const ids = page.list.map(({ id }) => id)
  const shown = selectUsers(db, accessScope, await booksCurrency(db)).where('account.id', '=', sql<number>`any(${ids}::bigint[])`)
  return { ...page, list: rowsOf(page.list, await shown.execute()) }
}

const sortedBy = {
  username: 'account.username',
  type: 'account.type',
  createTime: 'account.created_at',
  updateTime: 'account.updated_at',
  lastSignInTime: 'account.last_sign_in_at',
  balanceCents: 'account.balance_cents',
} as const

/** All users of a filter within reach in the order of their ids, read in batches. */
export async function* usersInBatches(db: Db, accessScope: AccessScope, filter: UserFilter, batchRows = 1000): AsyncGenerator<UserRow[]> {
  const currency = await booksCurrency(db)
  for (let after = 0; ;) {
    const rows = await selectUsers(db, accessScope, currency)
      .where(matching(accessScope, filter))
      .where('account.id', '>', after)
      .orderBy('account.id')
      .limit(batchRows)
      .execute()
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.id
  }
}

/** Tags of users within reach, the most used first. */
export async function listUserTags(db: Db, accessScope: AccessScope): Promise<{ tag: string; count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*) as count from account, unnest(tags) as tag where type >= ${userType.ordinary} and ${accountWithin(accessScope)}
    group by tag order by count(*) desc, tag limit 200
  `.execute(db)
  return rows.map((row) => ({ tag: row.tag, count: Number(row.count) }))
}
