import { sql, type Kysely } from 'kysely'
import type { TakenNames } from '../taken-names.ts'

/** What is said when a unique index that begins here refuses a row. */
export const takenNames = { secondary_catalog_zone: { problem: 'secondary_catalog_exists', field: 'catalogZone' } } as const satisfies TakenNames

/** Where secondary servers hear of changes, and the zone that lists what each may have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table secondary
      add column notify_addresses text[] not null default '{}',
      add column notify_port integer not null default 53 check (notify_port between 1 and 65535),
      add column catalog_zone text not null default ''`.execute(db)
  await sql`create unique index secondary_catalog_zone on secondary (catalog_zone) where catalog_zone <> ''`.execute(db)
}
