import { sql } from 'kysely'
import type { SavedFilter } from '@nameplane/contract/account/saved-filter'
import type { Db, Tx } from '../../../db/connection.ts'

/** A saved filter with the list it belongs to. */
export type OwnFilter = SavedFilter & { screen: string }

const columns = ['id', 'name', 'filters', 'screen'] as const

/** Every function here asks for the account: nobody reaches a filter of somebody else's. */
export async function listSavedFilters(db: Db, accountId: number, screen: string): Promise<SavedFilter[]> {
  return db
    .selectFrom('saved_filter')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('screen', '=', screen)
    .orderBy(sql`lower(name)`)
    .execute()
}

export async function lockSavedFilters(tx: Tx, accountId: number, ids: readonly number[]): Promise<OwnFilter[]> {
  return tx
    .selectFrom('saved_filter')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function countSavedFilters(tx: Tx, accountId: number, screen: string): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_filter')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('screen', '=', screen)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertSavedFilter(tx: Tx, accountId: number, filter: Omit<OwnFilter, 'id'>): Promise<number> {
  const row = await tx
    .insertInto('saved_filter')
    .values({ account_id: accountId, screen: filter.screen, name: filter.name, filters: JSON.stringify(filter.filters) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateSavedFilter(tx: Tx, filter: SavedFilter): Promise<void> {
  await tx
    .updateTable('saved_filter')
    .set({ name: filter.name, filters: JSON.stringify(filter.filters), updated_at: new Date() })
    .where('id', '=', filter.id)
    .execute()
}

export async function deleteSavedFilters(tx: Tx, accountId: number, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('saved_filter')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
}
