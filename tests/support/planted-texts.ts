import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../server/src/db/connection.ts'

/*
 * Texts that people, programs and strangers leave in the database, replaced by those of a test past all checks of what is sent.
 */

/** Columns that hold what somebody has written or sent, whatever the table: a new one of such a name is among them too. */
const free: readonly string[] = [
  ...['name', 'name_zh', 'name_en', 'unicode_name', 'title', 'excerpt', 'content', 'description', 'remark', 'approval_remark', 'reason', 'tags'],
  ...['error', 'error_stack', 'failure', 'reply', 'output', 'state_reason', 'restart_cause', 'problem_code', 'version', 'reporter'],
  ...['actor_name', 'acting_as_name', 'author_name', 'approver_name', 'author', 'username', 'account_name', 'job_name', 'target_name'],
  ...['created_by', 'started_by', 'saved_by', 'updated_by', 'decided_by', 'ignored_by', 'accepted_by', 'address', 'agent', 'ns_found', 'found'],
  ...['provider_no', 'provider_refund_no', 'recipient', 'about'],
]
/** Such columns that hold something else, by table and column. */
const others: readonly RegExp[] = [
  // Migrations, and names that what is served is looked up by.
  /^kysely_/,
  /^(?:domain|alias_target|query_name)\.name$/,
  // Where a node is reached.
  /^node\.address$/,
  // What the platform reads.
  /^system_config(?:_version)?\./,
]

/** What a field is found by again. */
export const markOf = (field: string): string => `[${field}]`

/** So many of the newest rows of each table. */
const mostRows = 60

/**
 * Writes into every free column of every table what `textOf` makes of the mark of its field and the number of its row. The administrators stay
 * who they are. Answers the fields that were written, and why others were not.
 */
export async function plantTexts(
  db: Db,
  textOf: (mark: string, row: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<{ planted: string[]; refused: string[] }> {
  const { rows: columns } = await sql<{ table: string; column: string; isList: boolean }>`
    select table_name as "table", column_name as "column", data_type = 'ARRAY' as "isList"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and (data_type = 'text' or udt_name = '_text') and column_name = any(${free}::text[])
    order by 1, 2`.execute(db)
  const [planted, refused]: [string[], string[]] = [[], []]
  for (const { table, column, isList } of columns) {
    const field = `${table}.${column}`
    if (others.some((other) => other.test(field))) continue
    const text = textOf(markOf(field), sql`n`)
    const whose = table === 'account' ? sql`type <> 1` : sql`true`
    const write = (which: RawBuilder<unknown>): Promise<unknown> =>
      db.transaction().execute(async (tx) => {
        // Neither triggers nor references have a say.
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${isList ? sql`array[${text}]` : text}
          from (
            select ctid as place, row_number() over (order by ctid desc)::integer as n from ${sql.table(table)} where ${whose} and ${which}
            order by ctid desc limit ${mostRows}
          ) as row
          where ${sql.table(table)}.ctid = row.place`.execute(tx)
      })
    await write(sql`true`)
      // Only rows in some state may have one.
      .catch(() => write(isList ? sql`cardinality(${sql.ref(column)}) > 0` : sql`${sql.ref(column)} <> ''`))
      .then(
        () => planted.push(field),
        (cause: unknown) => refused.push(`${field}: ${String(cause)}`),
      )
  }
  return { planted, refused }
}
