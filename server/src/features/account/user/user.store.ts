import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import type { AccountName, user as calls } from '@nameplane/contract/account/user'
import type { Received } from '@nameplane/contract/endpoint'
import type { Db } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import type { Tables } from '../../../db/tables.ts'

type NamesQuery = Received<typeof calls.names>

function kindOf(type: number): AccountName['kind'] {
  if (type === 1) return 'administrator'
  return type === 2 ? 'user' : 'agent'
}

function named(query: NamesQuery): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'account'>()
  const conditions: Expression<SqlBool>[] = []
  if (query.search) conditions.push(of('account.username', 'ilike', containing(query.search)))
  if (query.id !== undefined) conditions.push(of('account.id', '=', query.id))
  return of.and(conditions)
}

/** One page of accounts by name; a name that is what was typed stands first, those that begin with it next. */
export async function listAccountNames(db: Db, query: NamesQuery): Promise<{ list: AccountName[]; totalCount: number }> {
  const typed = (query.search ?? '').toLowerCase()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username', 'type'])
    .where(named(query))
    .orderBy(sql`lower(username) = ${typed}`, 'desc')
    .orderBy(sql`starts_with(lower(username), ${typed})`, 'desc')
    .orderBy(sql`lower(username)`)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  const total = await db
    .selectFrom('account')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where(named(query))
    .executeTakeFirstOrThrow()
  return { list: rows.map((row) => ({ id: row.id, username: row.username, kind: kindOf(row.type) })), totalCount: Number(total.count) }
}
