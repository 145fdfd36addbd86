import { sql, type Kysely } from 'kysely'

const nouns = ['user', 'admin', 'role', 'menu', 'message', 'domain', 'service_group'] as const

/** Deleting apart from adding and changing: whoever holds the right for these, by role or API token, may delete as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const noun of nouns)
    for (const [table, column] of [
      ['role', 'rights'],
      ['api_token', 'scopes'],
    ] as const)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} || ${`${noun}.delete`}::text
        where ${`${noun}.write`} = any(${sql.ref(column)}) and not ${`${noun}.delete`} = any(${sql.ref(column)})`.execute(db)
}
