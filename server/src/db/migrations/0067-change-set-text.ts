import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

/** Which part of a backup holds the table that begins here; why none does. */
export const tables = { change_set_text: { leftOut: 'the text of a batch, which runs where it was submitted' } } as const satisfies TablesBegun

export const takenNames = {} as const satisfies TakenNames

/** What a batch imports into each of its domains, until it has done so. Apart from the rows, which are read again and again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table change_set_text (
      change_set_id bigint not null references change_set on delete cascade,
      position integer not null,
      source text not null,
      format text not null,
      text text not null,
      line_numbers integer[],
      created_at timestamptz not null default now(),
      primary key (change_set_id, position)
    )`.execute(db)
}
