import { sql, type Kysely } from 'kysely'

/** Whether an account hides the first steps is kept beside how its tables look. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_preference
    drop constraint account_preference_key_check,
    add constraint account_preference_key_check check (key in ('table', 'first-steps'))`.execute(db)
}
