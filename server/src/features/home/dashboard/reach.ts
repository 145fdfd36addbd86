import { sql } from 'kysely'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'

/** Domains within reach, deleted ones too, and those that are not. */
export type Reach = { readonly ids: readonly number[]; readonly living: ReadonlySet<number>; readonly key: string }

/** Alike for those who reach the same domains. */
export const scopeKey = (accessScope: AccessScope): string => JSON.stringify(accessScope, (name, value: unknown) => (name === 'holderId' ? undefined : value))

/** Figures of domains that are gone, and of names outside every zone, belong to nobody in particular. */
export async function reachOf(db: Db, accessScope: AccessScope): Promise<Reach> {
  const { rows } = await sql<{ living: number[] | null; deleted: number[] | null }>`
    select json_agg(id order by id) filter (where deleted_at is null) as living, json_agg(id order by id) filter (where deleted_at is not null) as deleted
    from domain where ${domainWithin(accessScope)}`.execute(db)
  const { living, deleted } = rows[0]!
  const ids = [...(living ?? []), ...(deleted ?? [])]
  return { ids, living: new Set(living), key: ids.toSorted((a, b) => a - b).join() }
}
