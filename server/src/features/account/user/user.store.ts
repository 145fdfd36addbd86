import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { userType, type AccountName, type user as calls } from '@nameplane/contract/account/user'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Db } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { accountWithin, type Reach } from '../../../db/reach.ts'
import type { Tables } from '../../../db/tables.ts'
import { booksCurrency } from '../../../settings/books.ts'

type NamesQuery = Received<typeof calls.names>
type ListQuery = Received<typeof calls.list>
type UserRow = Answered<typeof calls.list>['data']['list'][number]

function kindOf(type: number): AccountName['kind'] {
  if (type === 1) return 'administrator'
  return type === 2 ? 'user' : 'agent'
}

function named(reach: Reach, query: NamesQuery): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'account'>()
  const conditions: Expression<SqlBool>[] = [accountWithin(reach)]
  if (query.search) conditions.push(of('account.username', 'ilike', containing(query.search)))
  if (query.id !== undefined) conditions.push(of('account.id', '=', query.id))
  return of.and(conditions)
}

/** One page of accounts by name; a name that is what was typed stands first, those that begin with it next. */
export async function listAccountNames(db: Db, reach: Reach, query: NamesQuery): Promise<{ list: AccountName[]; totalCount: number }> {
  const typed = (query.search ?? '').toLowerCase()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username', 'type'])
    .where(named(reach, query))
    .orderBy(sql`lower(username) = ${typed}`, 'desc')
    .orderBy(sql`starts_with(lower(username), ${typed})`, 'desc')
    .orderBy(sql`lower(username)`)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  const total = await db
    .selectFrom('account')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where(named(reach, query))
    .executeTakeFirstOrThrow()
  return { list: rows.map((row) => ({ id: row.id, username: row.username, kind: kindOf(row.type) })), totalCount: Number(total.count) }
}

const sortColumns = {
  username: 'account.username',
  type: 'account.type',
  createTime: 'account.created_at',
  updateTime: 'account.updated_at',
  lastSignInTime: 'account.last_sign_in_at',
  balanceCents: 'account.balance_cents',
  domainCount: 'domain_count',
} as const satisfies Record<NonNullable<ListQuery['sidx']>, string>

type UserFilter = Omit<ListQuery, 'page' | 'limit' | 'sidx' | 'order'>

function matching(reach: Reach, filter: UserFilter): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'account'>()
  const conditions: Expression<SqlBool>[] = [accountWithin(reach), of('account.type', filter.kind === 'agent' ? '>' : '>=', userType.ordinary)]
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

function selectUsers(db: Db, reach: Reach, filter: UserFilter) {
  return db
    .selectFrom('account')
    .selectAll('account')
    .select((of) =>
      of
        .selectFrom('domain')
        .whereRef('domain.account_id', '=', 'account.id')
        .where('domain.deleted_at', 'is', null)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('domain_count'),
    )
    .where(matching(reach, filter))
}

function shown(row: Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>, currency: string): UserRow {
  return {
    id: row.id,
    username: row.username,
    type: row.type,
    email: row.email,
    mobile: row.mobile,
    status: row.status,
    remark: row.remark,
    language: row.language ?? '',
    tags: row.tags,
    verified: row.verified,
    unvalidModel: row.unvalid_model,
    resetDue: row.must_change_password,
    balanceCents: row.balance_cents,
    currency,
    domainCount: Number(row.domain_count),
    rowVersion: row.row_version,
    lastSignInTime: row.last_sign_in_at,
    createTime: row.created_at,
    updateTime: row.updated_at,
  }
}

/** One page of the users and agents within reach, the newest first unless a column is asked for; ties by id, so that pages never overlap. */
export async function listUsers(db: Db, reach: Reach, query: ListQuery): Promise<{ list: UserRow[]; totalCount: number }> {
  const rows = await selectUsers(db, reach, query)
    .orderBy(query.sidx ? sql.ref(sortColumns[query.sidx]) : sql.ref('account.created_at'), (by) =>
      query.order === 'asc' ? by.asc().nullsFirst() : by.desc().nullsLast(),
    )
    .orderBy('account.id', query.order)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  const total = await db
    .selectFrom('account')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where(matching(reach, query))
    .executeTakeFirstOrThrow()
  const currency = await booksCurrency(db)
  return { list: rows.map((row) => shown(row, currency)), totalCount: Number(total.count) }
}

/** All users of a filter within reach in the order of their ids, read in batches. */
export async function* usersInBatches(db: Db, reach: Reach, filter: UserFilter, batchRows = 1000): AsyncGenerator<UserRow[]> {
  const currency = await booksCurrency(db)
  for (let after = 0; ;) {
    const rows = await selectUsers(db, reach, filter).where('account.id', '>', after).orderBy('account.id').limit(batchRows).execute()
    if (rows.length === 0) return
    yield rows.map((row) => shown(row, currency))
    after = rows.at(-1)!.id
  }
}

/** Tags of users within reach, the most used first. */
export async function listUserTags(db: Db, reach: Reach): Promise<{ tag: string; count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*) as count from account, unnest(tags) as tag where type >= ${userType.ordinary} and ${accountWithin(reach)}
    group by tag order by count(*) desc, tag limit 200
  `.execute(db)
  return rows.map((row) => ({ tag: row.tag, count: Number(row.count) }))
}
