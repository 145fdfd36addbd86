import type { Selectable } from 'kysely'
import type { apiToken as calls } from '@nameplane/contract/account/api-token'
import { isRight } from '@nameplane/contract/rights'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { ApiTokenTable } from '../../../db/account-tables.ts'
import { containing } from '../../../db/containing.ts'
import type { Db, Tx } from '../../../db/connection.ts'

type ListQuery = Received<typeof calls.list>

const sortColumns = {
  name: 'api_token.name',
  createTime: 'api_token.created_at',
  expireTime: 'api_token.expires_at',
  lastUseTime: 'api_token.last_used_at',
} as const satisfies Record<NonNullable<ListQuery['sidx']>, string>

export async function listApiTokens(db: Db, query: ListQuery): Promise<Answered<typeof calls.list>['data']> {
  let tokens = db.selectFrom('api_token').innerJoin('account', 'account.id', 'api_token.account_id')
  if (query.search)
    tokens = tokens.where((row) =>
      row.or([row('api_token.name', 'ilike', containing(query.search)), row('account.username', 'ilike', containing(query.search))]),
    )
  const rows = await tokens
    .selectAll('api_token')
    .select('account.username')
    .orderBy(query.sidx ? sortColumns[query.sidx] : 'api_token.id', query.order)
    .orderBy('api_token.id')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  const { count } = await tokens.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return {
    list: rows.map((row) => ({
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      userId: row.account_id,
      username: row.username,
      scopes: row.scopes && row.scopes.filter(isRight),
      networks: row.networks,
      callsPerFiveMinutes: row.calls_per_5_minutes,
      createTime: row.created_at,
      expireTime: row.expires_at,
      lastUseTime: row.last_used_at,
      lastUseAddress: row.last_used_address,
    })),
    totalCount: Number(count),
  }
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

export async function lockApiTokens(tx: Tx, ids: readonly number[]): Promise<Selectable<ApiTokenTable>[]> {
  return tx.selectFrom('api_token').selectAll().where('id', 'in', ids).forUpdate().execute()
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
