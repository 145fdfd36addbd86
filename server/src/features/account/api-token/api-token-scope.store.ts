import { sql } from 'kysely'
import type { TokenScope } from '@nameplane/contract/account/api-token'
import { domainWithin, groupWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Db, Tx } from '../../../db/connection.ts'

/** What a token is limited to; without rows where it is to all of its owner's. */
export type TokenReach = { dataScope: TokenScope; domainIds: number[]; serviceGroupIds: number[] }

const column = { domain: 'domain_id', service_group: 'service_group_id' } as const
type Limiting = keyof typeof column

export async function readReach(db: Db, token: { id: number; data_scope: TokenScope }): Promise<TokenReach> {
  const [domainIds, serviceGroupIds] = [await idsOf(db, 'domain', token.id), await idsOf(db, 'service_group', token.id)]
  return { dataScope: token.data_scope, domainIds, serviceGroupIds }
}

async function idsOf(db: Db, of: Limiting, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(column[of])} as id from ${sql.table(`api_token_${of}`)} where api_token_id = ${id} order by 1`.execute(db)
  return rows.map((row) => Number(row.id))
}

/** Writes what differs. */
export async function writeReach(tx: Tx, id: number, { domainIds, serviceGroupIds }: TokenReach): Promise<void> {
  for (const [of, ids] of [
    ['domain', domainIds],
    ['service_group', serviceGroupIds],
  ] as const) {
    const [table, named] = [sql.table(`api_token_${of}`), sql.ref(column[of])]
    await sql`delete from ${table} where api_token_id = ${id} and ${named} <> all(${ids}::bigint[])`.execute(tx)
    await sql`insert into ${table} (api_token_id, ${named}) select ${id}, unnest(${ids}::bigint[]) on conflict do nothing`.execute(tx)
  }
}

/** The domains among these that lie within reach, in the recycle bin too, held until the transaction ends. */
export async function domainsWithin(tx: Tx, accessScope: AccessScope, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('domain').select('id').where('id', 'in', ids).where(domainWithin(accessScope)).orderBy('id').forKeyShare().execute()
  return rows.map((row) => row.id)
}

/** The same of service groups. */
export async function groupsWithin(tx: Tx, accessScope: AccessScope, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('service_group').select('id').where('id', 'in', ids).where(groupWithin(accessScope)).orderBy('id').forKeyShare().execute()
  return rows.map((row) => row.id)
}

/** What a reach is called in the log. */
export async function namesOfReach(tx: Tx, { domainIds, serviceGroupIds }: TokenReach): Promise<{ domains: string[]; serviceGroups: string[] }> {
  const names = async (of: Limiting, ids: readonly number[]): Promise<string[]> =>
    ids.length === 0 ? [] : (await tx.selectFrom(of).select('name').where('id', 'in', ids).orderBy('name').execute()).map(({ name }) => name)
  return { domains: await names('domain', domainIds), serviceGroups: await names('service_group', serviceGroupIds) }
}
