import { expressionBuilder, type Expression, type Selectable, type SqlBool } from 'kysely'
import { ApiToken, type apiToken as calls } from '@nameplane/contract/account/api-token'
import { isRight } from '@nameplane/contract/rights'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { accountWithin } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import type { ApiTokenTable } from '../../../db/account-tables.ts'
import { containing } from '../../../db/containing.ts'
import { pageOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { Tables } from '../../../db/tables.ts'

type ListQuery = Received<typeof calls.list>

/** Condition on the table `account` of a query: whose keys the caller reaches, the own ones always. */
function ownedWithin({ accountId, accessScope }: Actor): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'account'>()
  return of.or([of('account.id', '=', accountId), accountWithin(accessScope)])
}

/** Keys of accounts within reach, and the caller's own. */
export async function listApiTokens(db: Db, actor: Actor, query: ListQuery): Promise<Answered<typeof calls.list>['data']> {
  let tokens = db.selectFrom('api_token').innerJoin('account', 'account.id', 'api_token.account_id')
  if (actor.accessScope !== 'all') tokens = tokens.where(ownedWithin(actor))
  if (query.search)
    tokens = tokens.where((row) =>
      row.or([row('api_token.name', 'ilike', containing(query.search)), row('account.username', 'ilike', containing(query.search))]),
    )
  const shown = tokens
    .select(columnsFor('api_token', ApiToken, ['username', 'scopes', 'callsPerFiveMinutes', 'lastUseAddress']))
    .select(['account.username', 'api_token.scopes', 'api_token.calls_per_5_minutes as callsPerFiveMinutes', 'api_token.last_used_address as lastUseAddress'])
  const page = await pageOf(db, shown, { otherwise: 'id', tieBreak: ['id', 'asc'] }, query)
  return { ...page, list: page.list.map((row) => ({ ...row, scopes: row.scopes && row.scopes.filter(isRight) })) }
}

/** Keys that nodes got when they enrolled stand in their own list and are not counted. */
export async function countApiTokens(tx: Tx, accountId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('api_token')
    .where('account_id', '=', accountId)
    .where((of) => of.not(of.exists(of.selectFrom('node_enrolment').select('node_enrolment.id').whereRef('node_enrolment.api_token_id', '=', 'api_token.id'))))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What a key is cut to; null for all of its owner's rights. One that is gone is cut to nothing. */
export async function scopesOf(db: Db, id: number): Promise<string[] | null> {
  const row = await db.selectFrom('api_token').select('scopes').where('id', '=', id).executeTakeFirst()
  return row ? row.scopes : []
}

/** The named keys that the caller reaches. */
export async function lockApiTokens(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Selectable<ApiTokenTable>[]> {
  return tx
    .selectFrom('api_token')
    .innerJoin('account', 'account.id', 'api_token.account_id')
    .selectAll('api_token')
    .where('api_token.id', 'in', ids)
    .where(ownedWithin(actor))
    .forUpdate('api_token')
    .execute()
}

export type TokenFields = { name: string; scopes: string[] | null; networks: string[]; calls_per_5_minutes: number | null }

export async function insertApiToken(
  tx: Tx,
  row: TokenFields & { account_id: number; prefix: string; token_hash: Buffer; expires_at: Date | null },
): Promise<number> {
  return (await tx.insertInto('api_token').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateApiToken(tx: Tx, id: number, fields: TokenFields): Promise<void> {
  await tx.updateTable('api_token').set(fields).where('id', '=', id).execute()
}

export async function deleteApiTokens(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('api_token').where('id', 'in', ids).execute()
}
