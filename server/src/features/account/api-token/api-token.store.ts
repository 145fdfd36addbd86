import { expressionBuilder, sql, type Expression, type Selectable, type SqlBool } from 'kysely'
import { ApiToken, type apiToken as calls, type TokenScope } from '@nameplane/contract/account/api-token'
import { isRight } from '@nameplane/contract/rights'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { accountWithin, domainWithin, nowhere } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import type { ApiTokenTable } from '../../../db/account-tables.ts'
import { containing } from '../../../db/containing.ts'
import { pageOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { updateRows } from '../../../db/versioned-rows.ts'
import type { Tables } from '../../../db/tables.ts'

type ListQuery = Received<typeof calls.list>

/** Condition on the table `account` of a query: whose keys the caller reaches, the own ones always. */
function ownedWithin({ accountId, accessScope }: Actor): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'account'>()
  return of.or([of('account.id', '=', accountId), accountWithin(accessScope)])
}

/** Keys of accounts within reach, and the caller's own. */
export async function listApiTokens(db: Db, actor: Actor, query: ListQuery): Promise<Answered<typeof calls.list>['data']> {
  const named = actor.accessScopes.get('domain.read') ?? nowhere
  let tokens = db.selectFrom('api_token').innerJoin('account', 'account.id', 'api_token.account_id')
  if (actor.accessScope !== 'all') tokens = tokens.where(ownedWithin(actor))
  if (query.search)
    tokens = tokens.where((row) =>
      row.or([row('api_token.name', 'ilike', containing(query.search)), row('account.username', 'ilike', containing(query.search))]),
    )
  const shown = tokens
    .select(columnsFor('api_token', ApiToken, ['username', 'scopes', 'callsPerFiveMinutes', 'lastUseAddress', 'domainIds', 'domains', 'serviceGroupIds']))
    .select(['account.username', 'api_token.scopes', 'api_token.calls_per_5_minutes as callsPerFiveMinutes', 'api_token.last_used_address as lastUseAddress'])
    .select([
      sql<number[]>`(select coalesce(json_agg(domain_id order by domain_id), '[]') from api_token_domain where api_token_id = api_token.id)`.as('domainIds'),
      sql<number[]>`(select coalesce(json_agg(service_group_id order by service_group_id), '[]') from api_token_service_group
        where api_token_id = api_token.id)`.as('serviceGroupIds'),
      sql<ApiToken['domains']>`(select coalesce(json_agg(json_build_object('id', domain.id, 'domain', domain.name) order by domain.name), '[]')
        from api_token_domain join domain on domain.id = api_token_domain.domain_id
        where api_token_id = api_token.id and (api_token.account_id = ${actor.accountId} or ${domainWithin(named)}))`.as('domains'),
    ])
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
  row: TokenFields & { data_scope: TokenScope; account_id: number; prefix: string; token_hash: Buffer; expires_at: Date | null },
): Promise<number> {
  return (await tx.insertInto('api_token').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateApiToken(tx: Tx, id: number, fields: TokenFields & { data_scope: TokenScope }): Promise<void> {
  await updateRows(tx, 'api_token', [id], fields)
}

export async function deleteApiTokens(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('api_token').where('id', 'in', ids).execute()
}
