import { customLineId, isCustomLine } from '@nameplane/contract/dns/custom-line-code'
import { sql } from 'kysely'
import type { Db, Tx } from '../connection.ts'
import { addErrors, errorCodes, type ErrorCounts } from './error-minutes.ts'
import { packNames, unpackNames } from './names.ts'
import { ensurePartitions, lockStatistics } from './partitions.ts'
import { addSplit, addTo, emptySplit, mostWhileRunning, packMinutes, packSplit, unpackMinutes, unpackSplit, type Split } from './split.ts'

const hourMs = 3_600_000
/** Few enough that a node in this process answers in between. */
const rowsAtOnce = 1_000

/** Counts by something, as nodes give them. */
type Counts = readonly (readonly [key: number, answers: number])[]
/** Answers of one domain, of names outside every zone (null), or of all together. */
export type CountedAnswers = {
  readonly domainId: number | null | 'all'
  readonly answers: number
  readonly lines: readonly (readonly [code: string, answers: number])[]
  readonly types: Counts
  readonly rcodes: Counts
  readonly countries?: readonly (readonly [code: string, answers: number])[]
  readonly names?: readonly (readonly [name: string, answers: number])[]
}

/** The start of the hour of a moment. */
export const hourOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / hourMs) * hourMs)

/**
 * Adds what a node has answered in a minute to the figures: of its domains and of all of them, everything or nothing. Each domain has
 * one row an hour, whatever was asked; lines and countries are those of the line table alone.
 */
export async function addAnswers(db: Db, nodeId: number, minute: Date, counts: readonly CountedAnswers[]): Promise<void> {
  const hour = hourOf(minute)
  const ahead = new Date(hour.getTime() + hourMs)
  await ensurePartitions(db, 'query_domain_minute', [hour, ahead])
  await ensurePartitions(db, 'query_sum_minute', [hour, ahead])
  const errors = counts.flatMap(errorsOf)
  if (errors.length > 0) await ensurePartitions(db, 'query_error_minute', [hour, ahead])
  await db.transaction().execute(async (tx) => {
    await lockStatistics(tx)
    const lines = await lineNumbers(
      tx,
      counts.flatMap((count) => (count.domainId === 'all' ? [] : count.lines.flatMap(([code]) => customLineId(code)))),
    )
    const at = Math.floor((minute.getTime() - hour.getTime()) / 60_000)
    const added: DomainFigures[] = []
    for (const count of counts) {
      if (count.domainId === 'all') {
        await addToSums(tx, hour, at, sumsOf(count, nodeId, lines))
        continue
      }
      const split = emptySplit()
      split.node.set(nodeId, count.answers)
      for (const [code, answers] of count.lines) {
        const line = lines.get(code)
        if (line !== undefined) addTo(split.line, line, answers)
      }
      for (const [type, answers] of count.types) addTo(split.type, type, answers)
      for (const [rcode, answers] of count.rcodes) addTo(split.rcode, rcode, answers)
      for (const [code, answers] of count.countries ?? []) {
        const country = lines.get(code)
        if (country !== undefined) addTo(split.country, country, answers)
      }
      const names = new Map(count.names)
      added.push({ domainId: count.domainId ?? 0, answers: count.answers, minutes: [[at, count.answers]], split, names })
    }
    await addToDomains(tx, 'query_domain_minute', hour, added, mostWhileRunning)
    await addErrors(tx, hour, at, errors)
  })
}

/** Of a domain that answered with errors. Names outside every zone are no domain's. */
function errorsOf({ domainId, rcodes }: CountedAnswers): { domainId: number; errors: ErrorCounts }[] {
  if (domainId === null || domainId === 'all' || domainId === 0) return []
  const [servfail, nxdomain, refused] = errorCodes.map((code) => rcodes.reduce((sum, [key, answers]) => (key === code ? sum + answers : sum), 0))
  const errors: ErrorCounts = [servfail!, nxdomain!, refused!]
  return errors.some((count) => count > 0) ? [{ domainId, errors }] : []
}

/** The numbers of the lines that there are: of the standard ones, and of those custom ones whose ids are given. */
export async function lineNumbers(tx: Tx, customIds: readonly number[] = []): Promise<Map<string, number>> {
  const there = sql`select code from line union all select 'custom_' || id from custom_line where id = any(${[...new Set(customIds)]}::bigint[])`
  await sql`insert into query_line (code) select code from (${there}) as line where not exists (select from query_line where query_line.code = line.code)`.execute(
    tx,
  )
  const { rows } = await sql<{ code: string; number: number }>`select code, number from query_line join (${there}) as line using (code)`.execute(tx)
  return new Map(rows.map(({ code, number }) => [code, number]))
}

/** Sums of an hour: what they are by, of which, and the answers. */
export type Sum = { by: keyof Split; key: string; answers: number }

function sumsOf(all: CountedAnswers, nodeId: number, lines: ReadonlyMap<string, number>): Sum[] {
  const byLine = new Map<string, number>()
  for (const [code, answers] of all.lines) {
    // Custom lines are told apart in their own domain alone: all together they would be as many as there are customers.
    const key = lines.has(code) && !isCustomLine(code) ? code : ''
    byLine.set(key, (byLine.get(key) ?? 0) + answers)
  }
  return [
    { by: 'node', key: String(nodeId), answers: all.answers },
    ...[...byLine].map(([key, answers]) => ({ by: 'line' as const, key, answers })),
    ...all.types.map(([type, answers]) => ({ by: 'type' as const, key: String(type), answers })),
    ...all.rcodes.map(([rcode, answers]) => ({ by: 'rcode' as const, key: String(rcode), answers })),
  ]
}

/** Adds to the sums of one minute of an hour; each is named once. */
export async function addToSums(tx: Tx, hour: Date, minute: number, sums: readonly Sum[]): Promise<void> {
  await addMinutesToSums(
    tx,
    hour,
    sums.map(({ by, key, answers }) => ({ by, key, minutes: [[minute, answers]] })),
  )
}

/** Adds to the sums of some minutes of an hour; each is named once. */
export async function addMinutesToSums(tx: Tx, hour: Date, sums: readonly (Omit<Sum, 'answers'> & { minutes: Counts })[]): Promise<void> {
  const stored = await tx.selectFrom('query_sum_minute').select(['by', 'key', 'answers', 'minutes']).where('at', '=', hour).execute()
  const known = new Map(stored.map((row) => [`${row.by} ${row.key}`, row]))
  const rows = sums.map(({ by, key, minutes: added }) => {
    const before = known.get(`${by} ${key}`)
    const minutes = unpackMinutes(before?.minutes ?? Buffer.alloc(0))
    let answers = before?.answers ?? 0
    for (const [minute, count] of added) {
      minutes[minute]! += count
      answers += count
    }
    return { by, key, answers, minutes: packMinutes(minutes) }
  })
  const column = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map((row) => row[name])
  await sql`
    insert into query_sum_minute (at, by, key, answers, minutes)
    select ${hour}::timestamptz, * from unnest(${column('by')}::text[], ${column('key')}::text[], ${column('answers')}::bigint[], ${column('minutes')}::bytea[])
    on conflict (at, by, key) do update set answers = excluded.answers, minutes = excluded.minutes`.execute(tx)
}

/**
 * A domain in an hour or a day; those of its minutes that have answers matter only where minutes are still kept, and so do names that
 * have no numbers yet. Either all that are added together have names, or none.
 */
export type DomainFigures = { domainId: number; answers: number; minutes: Counts; split: Split; names?: ReadonlyMap<string, number> }

/**
 * Adds to the rows of domains of one hour or day; each is named once. Whoever else adds to them waits, for the lock of `lockStatistics`
 * or one of the table's own.
 * @param most how many nodes, lines, types and codes of a row are kept apart
 */
export async function addToDomains(
  tx: Tx,
  table: 'query_domain_minute' | 'query_domain_hour' | 'query_domain_day',
  at: Date,
  added: readonly DomainFigures[],
  most: number,
): Promise<void> {
  const name = sql.table(table)
  const withMinutes = table === 'query_domain_minute'
  const withNames = withMinutes && added.some(({ names }) => names !== undefined)
  const ordered = added.toSorted((a, b) => a.domainId - b.domainId)
  for (let from = 0; from < ordered.length; from += rowsAtOnce) {
    const rows = ordered.slice(from, from + rowsAtOnce)
    const ids = rows.map(({ domainId }) => domainId)
    // The range keeps a plan short that knows nothing of a new partition yet.
    const { rows: stored } = await sql<{ domain_id: number; answers: number; minutes: Buffer | null; split: Buffer; names: string | null }>`
      select domain_id, answers, split, ${withMinutes ? sql`minutes` : sql`null::bytea`} as minutes, ${withNames ? sql`names` : sql`null::text`} as names from ${name}
      where at = ${at} and domain_id between ${ids[0]} and ${ids.at(-1)} and domain_id = any(${ids}::bigint[])`.execute(tx)
    const known = new Map(stored.map((row) => [row.domain_id, row]))
    const answers: number[] = []
    const minutes: Buffer[] = []
    const splits: Buffer[] = []
    const named: (string | null)[] = []
    for (const row of rows) {
      const before = known.get(row.domainId)
      answers.push(row.answers + (before?.answers ?? 0))
      const split = before ? unpackSplit(before.split) : emptySplit()
      addSplit(split, row.split)
      splits.push(packSplit(split, most))
      if (!withMinutes) continue
      const summed = unpackMinutes(before?.minutes ?? Buffer.alloc(0))
      for (const [minute, count] of row.minutes) summed[minute]! += count
      minutes.push(packMinutes(summed))
      if (!withNames) continue
      const names = unpackNames(before?.names ?? null)
      for (const [key, count] of row.names ?? []) addTo(names, key, count)
      named.push(packNames(names))
    }
    await (
      withNames
        ? sql`
          insert into ${name} (at, domain_id, answers, split, minutes, names)
          select ${at}::timestamptz, * from unnest(${ids}::bigint[], ${answers}::bigint[], ${splits}::bytea[], ${minutes}::bytea[], ${named}::text[])
          on conflict (at, domain_id) do update
            set answers = excluded.answers, split = excluded.split, minutes = excluded.minutes, names = excluded.names`
        : withMinutes
          ? sql`
          insert into ${name} (at, domain_id, answers, split, minutes)
          select ${at}::timestamptz, * from unnest(${ids}::bigint[], ${answers}::bigint[], ${splits}::bytea[], ${minutes}::bytea[])
          on conflict (at, domain_id) do update set answers = excluded.answers, split = excluded.split, minutes = excluded.minutes`
          : sql`
          insert into ${name} (at, domain_id, answers, split)
          select ${at}::timestamptz, * from unnest(${ids}::bigint[], ${answers}::bigint[], ${splits}::bytea[])
          on conflict (at, domain_id) do update set answers = excluded.answers, split = excluded.split`
    ).execute(tx)
  }
}
