import { sql, type Kysely } from 'kysely'
import { parseTypeName } from '@nameplane/dns-text/record-types'
import type { TablesBegun } from '../backed-up.ts'
import type { Tx } from '../connection.ts'
import { addToDomains, addToSums, hourOf, type DomainFigures, type Sum } from '../statistics/adding.ts'
import { ensurePartitions } from '../statistics/partitions.ts'
import { emptySplit, mostKept } from '../statistics/split.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = {
  query_line: { part: 'statistics' },
  query_domain_minute: { part: 'statistics' },
  query_domain_hour: { part: 'statistics' },
  query_domain_day: { part: 'statistics' },
  query_sum_minute: { part: 'statistics' },
  query_sum_day: { part: 'statistics' },
} as const satisfies TablesBegun

/**
 * Figures of answers within a bound: a row for each domain and hour, whatever is asked, instead of one for each minute, node, domain,
 * line, type and code. What was counted until now is carried over, the last days to the minute and the rest to the hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  await carryOver(db as unknown as Tx)
  await sql`drop table query_rollup`.execute(db)
}

const statements = [
  `create table query_line (code text primary key, number integer not null generated always as identity)`,
  `create table query_domain_minute (at timestamptz not null, domain_id bigint not null, answers bigint not null, minutes bytea not null, split bytea not null,
    primary key (at, domain_id)) partition by range (at)`,
  ...['hour', 'day'].map(
    (step) => `create table query_domain_${step} (at timestamptz not null, domain_id bigint not null, answers bigint not null, split bytea not null,
      primary key (at, domain_id)) partition by range (at)`,
  ),
  `create table query_sum_minute (at timestamptz not null, by text not null, key text not null, answers bigint not null, minutes bytea not null,
    primary key (at, by, key)) partition by range (at)`,
  `create table query_sum_day (at timestamptz not null, by text not null, key text not null, answers bigint not null,
    primary key (at, by, key)) partition by range (at)`,
]

const dayMs = 86_400_000
const rcodes = new Map(['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED', 'YXDOMAIN', '7', '8', 'NOTAUTH'].map((name, code) => [name, code]))
const rcodeOf = (name: string): number => rcodes.get(name) ?? (name === 'BADVERS' ? 16 : Number(name))
const typeOf = (name: string): number => (name === 'OTHER' ? 0 : parseTypeName(name))

type Grouped = {
  domain_id: number
  minute: Date | null
  node_id: number | null
  line: string | null
  type: string | null
  rcode: string | null
  answers: number
}

async function carryOver(tx: Tx): Promise<void> {
  await sql`insert into query_line (code) select distinct line from query_rollup on conflict do nothing`.execute(tx)
  const { rows: lines } = await sql<{ code: string; number: number }>`select code, number from query_line`.execute(tx)
  const numbers = new Map(lines.map(({ code, number }) => [code, number]))
  const { rows: hours } = await sql<{ hour: Date }>`select distinct date_trunc('hour', minute, 'UTC') as hour from query_rollup order by 1`.execute(tx)
  const newest = hours.at(-1)?.hour.getTime() ?? 0
  for (const { hour } of hours) {
    const table = hour.getTime() > newest - 3 * dayMs ? 'query_domain_minute' : 'query_domain_hour'
    await ensurePartitions(tx, table, [hour])
    await ensurePartitions(tx, 'query_sum_minute', [hour])
    let figures: DomainFigures[] = []
    let minutes: [number, number][] = []
    for await (const row of domainsOf(tx, hour)) {
      if (figures.at(-1)?.domainId !== row.domain_id) {
        if (figures.length >= 2_000) {
          await addToDomains(tx, table, hour, figures, mostKept)
          figures = []
        }
        figures.push({ domainId: row.domain_id, answers: 0, minutes: (minutes = []), split: emptySplit() })
      }
      const { split } = figures.at(-1)!
      if (row.minute !== null) {
        figures.at(-1)!.answers += row.answers
        minutes.push([(row.minute.getTime() - hour.getTime()) / 60_000, row.answers])
      } else if (row.node_id !== null) split.node.set(row.node_id, row.answers)
      else if (row.line !== null) split.line.set(numbers.get(row.line)!, row.answers)
      else if (row.type !== null) split.type.set(typeOf(row.type), row.answers)
      else split.rcode.set(rcodeOf(row.rcode!), row.answers)
    }
    await addToDomains(tx, table, hour, figures, mostKept)
    await carrySums(tx, hour)
  }
}

const within = (hour: Date) => sql`minute >= ${hour} and minute < ${new Date(hour.getTime() + 3_600_000)}`

/** What each domain has in an hour, by minute, node, line, type and code; domain after domain. */
async function* domainsOf(tx: Tx, hour: Date): AsyncGenerator<Grouped> {
  await sql`declare carried no scroll cursor for
    select domain_id, date_trunc('minute', minute, 'UTC') as minute, node_id, line, type, rcode, sum(answers)::bigint as answers from query_rollup where ${within(hour)}
    group by domain_id, grouping sets ((2), (node_id), (line), (type), (rcode)) order by domain_id`.execute(tx)
  for (;;) {
    const { rows } = await sql<Grouped>`fetch 10000 from carried`.execute(tx)
    yield* rows
    if (rows.length < 10_000) break
  }
  await sql`close carried`.execute(tx)
}

async function carrySums(tx: Tx, hour: Date): Promise<void> {
  const { rows } = await sql<Grouped & { minute: Date }>`
    select date_trunc('minute', minute, 'UTC') as minute, node_id, line, type, rcode, sum(answers)::bigint as answers from query_rollup where ${within(hour)}
    group by 1, grouping sets ((node_id), (line), (type), (rcode)) order by 1`.execute(tx)
  const byMinute = new Map<number, Sum[]>()
  for (const { minute, node_id, line, type, rcode, answers } of rows) {
    const at = (minute.getTime() - hourOf(minute).getTime()) / 60_000
    const sums = byMinute.get(at) ?? []
    byMinute.set(at, sums)
    if (node_id !== null) sums.push({ by: 'node', key: String(node_id), answers })
    else if (line !== null) sums.push({ by: 'line', key: line, answers })
    else if (type !== null) sums.push({ by: 'type', key: String(typeOf(type)), answers })
    else sums.push({ by: 'rcode', key: String(rcodeOf(rcode!)), answers })
  }
  for (const [minute, sums] of byMinute) await addToSums(tx, hour, minute, sums)
}
