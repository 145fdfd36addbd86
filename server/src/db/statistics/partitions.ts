import { sql } from 'kysely'
import type { Db, Tx } from '../connection.ts'

/*
 * Tables of figures are split by time, and what is too old goes as a whole partition. A partition is made by whoever needs it first,
 * a step ahead: no job has to run for counts to be written.
 */

type Step = 'hour' | 'day' | 'month' | 'year'

/** Every table of figures, and how long one of its partitions is. */
const statisticsTables = {
  query_domain_minute: 'hour',
  query_domain_hour: 'day',
  query_domain_day: 'month',
  query_error_minute: 'hour',
  query_sum_minute: 'day',
  query_sum_day: 'year',
  query_name: 'month',
} as const satisfies Record<string, Step>
export type StatisticsTable = keyof typeof statisticsTables

export const isStatisticsTable = (name: string): name is StatisticsTable => Object.hasOwn(statisticsTables, name)

const digits = { hour: 13, day: 10, month: 7, year: 4 } as const satisfies Record<Step, number>

/** The start of the hour, day, month or year (UTC) of a moment. */
function startOf(moment: Date, step: Step): Date {
  const text = moment.toISOString().slice(0, digits[step])
  return new Date(step === 'hour' ? `${text}:00Z` : step === 'year' ? `${text}-01-01` : step === 'month' ? `${text}-01` : text)
}

/** The start of the month (UTC) of a moment. */
export const monthOf = (moment: Date): Date => startOf(moment, 'month')

function endOf(start: Date, step: Step): Date {
  const end = new Date(start)
  if (step === 'hour') end.setUTCHours(end.getUTCHours() + 1)
  else if (step === 'day') end.setUTCDate(end.getUTCDate() + 1)
  else if (step === 'month') end.setUTCMonth(end.getUTCMonth() + 1)
  else end.setUTCFullYear(end.getUTCFullYear() + 1)
  return end
}

const nameOf = (table: StatisticsTable, start: Date): string =>
  `${table}_${start.toISOString().slice(0, digits[statisticsTables[table]]).replaceAll(/\D/g, '')}`

/** Whoever makes partitions, or adds to what is stored in them, does it alone. */
export async function lockStatistics(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('query statistics', 0))`.execute(tx)
}

/** Makes the partitions that hold these moments, where they are missing. */
export async function ensurePartitions(db: Db, table: StatisticsTable, moments: readonly Date[]): Promise<void> {
  const step = statisticsTables[table]
  const starts = [...new Set(moments.map((moment) => startOf(moment, step).getTime()))].map((start) => new Date(start))
  const missing = await missingOf(db, table, starts)
  if (missing.length === 0) return
  const make = async (tx: Tx): Promise<void> => {
    await lockStatistics(tx)
    for (const start of await missingOf(tx, table, missing)) {
      const name = sql.table(nameOf(table, start))
      const parent = sql.table(table)
      // Attached, not made as a partition: that would wait for everybody who reads the table, a backup among them.
      await sql`create table ${name} (like ${parent} including all)`.execute(tx)
      // Rows of the running hour are written again and again: with room on their page no index has to follow.
      if (table === 'query_domain_minute' || table === 'query_sum_minute' || table === 'query_error_minute')
        await sql`alter table ${name} set (fillfactor = 60)`.execute(tx)
      await sql`alter table ${parent} attach partition ${name} for values from (${sql.lit(start.toISOString())}) to (${sql.lit(endOf(start, step).toISOString())})`.execute(
        tx,
      )
    }
  }
  await (db.isTransaction ? make(db as Tx) : db.transaction().execute(make))
}

async function missingOf(db: Db, table: StatisticsTable, starts: readonly Date[]): Promise<Date[]> {
  const names = starts.map((start) => nameOf(table, start))
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = ${table}::regclass and relname = any(${names}::text[])`.execute(
    db,
  )
  return starts.filter((_, at) => !rows.some(({ name }) => name === names[at]))
}

/** A partition with its indexes. */
export type Partition = { table: StatisticsTable; name: string; start: Date; end: Date; bytes: number; isCompact: boolean }

const compactMark = 'compact'

/** Every partition of the tables of figures, the oldest first. */
export async function partitionsOf(db: Db, ...tables: StatisticsTable[]): Promise<Partition[]> {
  const names = tables.length > 0 ? tables : Object.keys(statisticsTables)
  const { rows } = await sql<{ table: StatisticsTable; name: string; bytes: number; isCompact: boolean }>`
    select parent.relname as "table", part.relname as name, pg_total_relation_size(part.oid) as bytes,
      coalesce(obj_description(part.oid, 'pg_class') = ${compactMark}, false) as "isCompact"
    from unnest(${names}::text[]) as name
      join pg_class parent on parent.oid = to_regclass(name)
      join pg_inherits on pg_inherits.inhparent = parent.oid
      join pg_class part on part.oid = pg_inherits.inhrelid`.execute(db)
  return rows
    .map((row): Partition => {
      const written = row.name.slice(row.table.length + 1)
      const [, year, month = '01', day = '01', hour = '00'] = /^(\d{4})(\d\d)?(\d\d)?(\d\d)?$/.exec(written) ?? []
      const start = new Date(`${year}-${month}-${day}T${hour}:00:00Z`)
      return { ...row, start, end: endOf(start, statisticsTables[row.table]) }
    })
    .sort((a, b) => a.end.getTime() - b.end.getTime() || a.start.getTime() - b.start.getTime() || (a.name < b.name ? -1 : 1))
}

/** Whoever waits for a table keeps others from it: after so long another time is better. */
const patience = sql.lit('3s')

/** Gives up when somebody reads the table for long. @throws with the code 55P03 then */
export async function dropPartition(tx: Tx, { name }: Partition): Promise<void> {
  await sql`set local lock_timeout = ${patience}`.execute(tx)
  await sql`drop table ${sql.table(name)}`.execute(tx)
}

/** Gives the room of rows that were written again back to the disk. @throws with the code 55P03 when somebody reads it for long */
export async function compactPartition(db: Db, { name }: Partition): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set lock_timeout = ${patience}`.execute(one)
    try {
      await sql`alter table ${sql.table(name)} reset (fillfactor)`.execute(one)
      await sql`vacuum (full, analyze) ${sql.table(name)}`.execute(one)
      await sql`comment on table ${sql.table(name)} is ${sql.lit(compactMark)}`.execute(one)
    } finally {
      await sql`reset lock_timeout`.execute(one)
    }
  })
}

/** Whether a partition was in use for longer than we wait. */
export const isInUse = (cause: unknown): boolean => ['55P03', '40P01'].includes(String((cause as { code?: unknown }).code))
