import { sql } from 'kysely'
import { groupedNumber } from '@nameplane/contract/counted'
import type { Db, Tx } from '../db/connection.ts'
import { addToDomains, hourOf, type DomainFigures } from '../db/statistics/adding.ts'
import { errorMinutesKeptHours } from '../db/statistics/error-minutes.ts'
import { numberNames } from '../db/statistics/names.ts'
import { compactPartition, dropPartition, ensurePartitions, isInUse, lockStatistics, partitionsOf, type Partition } from '../db/statistics/partitions.ts'
import { addSplit, addTo, emptySplit, mostKept, packSplit, splitNames, unpackSplit, type Split } from '../db/statistics/split.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** The dashboard compares a day with the one before it. */
const minutesKeptDays = 3
/** A partition for each day: a backup locks all of them, and the database has room for so many locks only. */
const mostDaysByHour = 400
/** A node adds to an hour for some seconds after its end. */
const settledMs = 300_000
const domainsAtOnce = 2_000
const rowsAtOnce = 5_000

type Keeping = {
  /** Days to the hour, and after them to the day. */
  keepDays: number
  keepDailyDays: number
  budgetBytes: number
  now: Date
  signal: AbortSignal
  write: (line: string) => void
}

/**
 * Brings the figures of answers into order: compacts hours that have ended, gives older ones a coarser resolution, and drops what is
 * too old or more than there is room for. What somebody reads for long is left for the next run; counts are written whether this
 * runs or not.
 */
export async function keepStatistics(db: Db, keeping: Keeping): Promise<{ dropped: number; bytes: number }> {
  const { now, signal, write } = keeping
  const before = (days: number) => now.getTime() - days * dayMs
  const hoursUntil = before(Math.min(keeping.keepDays, mostDaysByHour))
  const minutesUntil = before(Math.min(minutesKeptDays, keeping.keepDays))
  let dropped = 0
  const each = async (partitions: readonly Partition[], work: (partition: Partition) => Promise<void>): Promise<void> => {
    for (const partition of partitions) {
      signal.throwIfAborted()
      try {
        await work(partition)
      } catch (cause) {
        if (!isInUse(cause)) throw cause
        // Whoever reads one of them reads the table: trying the others would only keep more readers waiting.
        write(`${partition.name} is in use and left for the next run, with those after it`)
        return
      }
    }
  }
  const endedBefore = async (table: Partition['table'], moment: number) => (await partitionsOf(db, table)).filter(({ end }) => end.getTime() <= moment)

  await each(await endedBefore('query_domain_minute', minutesUntil), (partition) => fold(db, partition, 'query_domain_hour'))
  await each(await endedBefore('query_domain_hour', hoursUntil), (partition) => fold(db, partition, 'query_domain_day'))
  await each(await endedBefore('query_sum_minute', hoursUntil), (partition) => foldSums(db, partition))
  for (const table of ['query_domain_minute', 'query_sum_minute'] as const) {
    const settled = await endedBefore(table, now.getTime() - settledMs)
    await each(
      settled.filter(({ isCompact }) => !isCompact),
      async (partition) => {
        if (table === 'query_domain_minute') await trim(db, partition)
        await compactPartition(db, partition)
      },
    )
  }

  // These go every hour: a run says nothing of them.
  await each(await endedBefore('query_error_minute', now.getTime() - errorMinutesKeptHours * hourMs), (partition) =>
    db.transaction().execute((tx) => dropPartition(tx, partition)),
  )

  const drop = async (partition: Partition): Promise<void> => {
    await db.transaction().execute((tx) => dropPartition(tx, partition))
    dropped += 1
  }
  const daysUntil = before(keeping.keepDailyDays)
  for (const table of ['query_domain_day', 'query_sum_day', 'query_name'] as const) await each(await endedBefore(table, daysUntil), drop)

  let bytes = sizeOf(await partitionsOf(db))
  await each(await partitionsOf(db), async (partition) => {
    // What is written at present stays, however small the budget.
    if (bytes <= keeping.budgetBytes || partition.end.getTime() > hourOf(now).getTime()) return
    await drop(partition)
    bytes -= partition.bytes
    write(`${partition.name} deleted: query statistics use more than ${groupedNumber(keeping.budgetBytes / 1e9, 'en')} GB`)
  })
  return { dropped, bytes }
}

const sizeOf = (partitions: readonly Partition[]): number => partitions.reduce((sum, { bytes }) => sum + bytes, 0)

/** Moves a partition into the table of the next coarser resolution. */
async function fold(db: Db, partition: Partition, into: 'query_domain_hour' | 'query_domain_day'): Promise<void> {
  const at = partition.start
  await ensurePartitions(db, into, [at])
  await db.transaction().execute(async (tx) => {
    await lockAgainstWriting(tx, partition)
    let figures: DomainFigures[] = []
    for await (const row of domainsOf(tx, partition)) {
      let last = figures.at(-1)
      if (last?.domainId !== row.domain_id) {
        if (figures.length >= domainsAtOnce) {
          await addToDomains(tx, into, at, figures, mostKept)
          figures = []
        }
        figures.push((last = { domainId: row.domain_id, answers: 0, minutes: [], split: emptySplit() }))
      }
      last.answers += row.answers
      addSplit(last.split, row.split)
    }
    await addToDomains(tx, into, at, figures, mostKept)
    await dropPartition(tx, partition)
  })
}

async function foldSums(db: Db, partition: Partition): Promise<void> {
  await ensurePartitions(db, 'query_sum_day', [partition.start])
  await db.transaction().execute(async (tx) => {
    await lockAgainstWriting(tx, partition)
    await sql`
      insert into query_sum_day (at, by, key, answers)
      select ${partition.start}::timestamptz, by, key, sum(answers) from ${sql.table(partition.name)} group by by, key
      on conflict (at, by, key) do update set answers = query_sum_day.answers + excluded.answers`.execute(tx)
    await dropPartition(tx, partition)
  })
}

/** Readers go on; a node whose clock is days behind waits. */
async function lockAgainstWriting(tx: Tx, { name }: Partition): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(tx)
  await sql`lock table ${sql.table(name)} in share mode`.execute(tx)
}

type Stored = { domain_id: number; answers: number; split: Buffer; names: string | null }
/** With the names among what the answers are told apart by. */
type Row = { domain_id: number; answers: number; split: Split; isNamed: boolean }

/** The rows of a partition, domain after domain. */
async function* domainsOf(tx: Tx, { name, table, start }: Partition): AsyncGenerator<Row> {
  const names = table === 'query_domain_minute' ? sql`names` : sql`null::text as names`
  await sql`declare domains no scroll cursor for select domain_id, answers, split, ${names} from ${sql.table(name)} order by domain_id`.execute(tx)
  for (;;) {
    const { rows } = await sql<Stored>`fetch ${sql.lit(rowsAtOnce)} from domains`.execute(tx)
    const numbered = await numberNames(tx, start, rows)
    for (const { domain_id, answers, split: packed, names: text } of rows) {
      const split = unpackSplit(packed)
      for (const [key, count] of numbered.get(domain_id) ?? []) addTo(split.name, key, count)
      yield { domain_id, answers, split, isNamed: text !== null }
    }
    if (rows.length < rowsAtOnce) break
  }
  await sql`close domains`.execute(tx)
}

/** Leaves of each row the largest nodes, lines, types, codes, countries and names, and gives the names their numbers. */
async function trim(db: Db, partition: Partition): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockStatistics(tx)
    const trimmed: { id: number; split: Buffer }[] = []
    for await (const { domain_id: id, split, isNamed } of domainsOf(tx, partition)) {
      if (isNamed || splitNames.some((name) => split[name].size > mostKept)) trimmed.push({ id, split: packSplit(split, mostKept) })
    }
    for (let from = 0; from < trimmed.length; from += rowsAtOnce) {
      const some = trimmed.slice(from, from + rowsAtOnce)
      await sql`
        update ${sql.table(partition.name)} as stored set split = trimmed.split, names = null
        from unnest(${some.map(({ id }) => id)}::bigint[], ${some.map(({ split }) => split)}::bytea[]) as trimmed (id, split)
        where domain_id = id`.execute(tx)
    }
  })
}
