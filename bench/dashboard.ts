import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openPlatformDatabase } from '../server/src/cli/platform-database.ts'
import type { AccessScope } from '../server/src/access/access-scope.ts'
import type { Db } from '../server/src/db/connection.ts'
import { hourOf } from '../server/src/db/statistics/adding.ts'
import { ensurePartitions } from '../server/src/db/statistics/partitions.ts'
import { packMinutes, packSplit, type Split } from '../server/src/db/statistics/split.ts'
import { readEnvironment } from '../server/src/environment.ts'
import { readDashboard, renewDashboard } from '../server/src/features/home/dashboard/dashboard.store.ts'
import { Random } from '../server/src/seed/random.ts'
import { seedWorld } from '../server/src/seed/worlds.ts'
import { elapsedMs, median, type Comparison } from './comparison.ts'

const domains = 50_000
const hours = 25
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const views = 20
const budgetMs = 50

/** The dashboard where each of 50,000 domains was asked for in each of the last 25 hours, beside its budget. Takes about a minute. */
export async function dashboard(progress: (line: string) => void): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-dashboard-'))
  const environment = readEnvironment({ NAMEPLANE_DATA: folder })
  try {
    return await openPlatformDatabase(environment, async (platform) => {
      const { db } = platform
      // As on a platform that runs, its code and its connections have been used, but nothing is kept of what comes.
      await readDashboard(db, { accountId: 0, groupIds: [], holderId: null }, new Date())
      await seedWorld(platform, 'large', {
        isConfirmed: true,
        progress,
        largePlan: { domains, records: 2 * domains, largestRecords: 10, owners: 100, groups: 2 },
      })
      const end = hourOf(new Date()).getTime() + 30 * minuteMs
      await seed(db, new Date(end))
      progress(`answers of each in ${hours} hours`)
      const { id } = await db.selectFrom('service_group').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
      const scoped: AccessScope = { accountId: null, groupIds: [id], holderId: null }
      const rows: Comparison[] = []
      const busy = `of ${domains.toLocaleString('en')} busy domains`
      for (const [scope, name, within] of [
        ['all', 'after a start', ''],
        [scoped, 'within a scope of a tenth', ' within that scope'],
      ] as const) {
        const view = () => readDashboard(db, scope, new Date(end))
        rows.push(besideBudget(`dashboard ${busy}, first view ${name}`, [await elapsedMs(view)], 1))
        rows.push(besideBudget(`dashboard ${busy}, until the figures of queries are there ${name}`, [await elapsedMs(() => untilFigures(view))]))
        rows.push(besideBudget(`dashboard ${busy}, view each minute${within}`, await each(db, scope, end), 1))
      }
      return rows
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function besideBudget(name: string, times: readonly number[], budget?: number): Comparison {
  const ours = median(times)
  return { name, ours, peer: budgetMs, ratio: ours / budgetMs, unit: 'ms', peerName: 'its budget', ...(budget === undefined ? {} : { budget }) }
}

/** Asks again as a page does, only more often. */
async function untilFigures(view: () => ReturnType<typeof readDashboard>): Promise<void> {
  while ((await view()).queries === null) await pause(100)
}

/** A view in each of the next minutes, in which something has been counted and the platform has renewed what it keeps. */
async function each(db: Db, scope: AccessScope, end: number): Promise<number[]> {
  const times: number[] = []
  for (let view = 1; view <= views; view += 1) {
    const now = new Date(end + view * minuteMs)
    await sql`update query_sum_minute set answers = answers + 1 where at = ${hourOf(now)} and by in ('node', 'rcode')`.execute(db)
    await sql`update query_domain_minute set answers = answers + 1 where at = ${hourOf(now)} and domain_id % 50 = 0`.execute(db)
    await renewDashboard(db, now)
    times.push(await elapsedMs(() => readDashboard(db, scope, now)))
  }
  return times
}

/** Answers of each domain in each hour. */
async function seed(db: Db, end: Date): Promise<void> {
  const random = new Random('dashboard')
  const { rows: lines } = await sql<{ code: string }>`select code from line order by code`.execute(db)
  await sql`insert into query_line (code) select code from line on conflict do nothing`.execute(db)
  // So many kinds of an hour; each domain has another one in each hour.
  const kinds = Array.from({ length: 509 }, () => hourOfDomain(random))
  const sums = [
    ...['1', '2'].map((key) => ['node', key] as const),
    ...lines.map(({ code }) => ['line', code] as const),
    ...Array.from({ length: 60 }, (_, type) => ['type', String(type)] as const),
    ...['0', '2', '3', '5'].map((key) => ['rcode', key] as const),
  ]
  const minutesOfSum = packMinutes(Array.from({ length: 60 }, () => random.between(1, 5_000)))
  for (let back = 2 * hours - 2; back >= 0; back -= 1) {
    const at = new Date(hourOf(end).getTime() - back * hourMs)
    await ensurePartitions(db, 'query_sum_minute', [at])
    await sql`
      insert into query_sum_minute (at, by, key, answers, minutes)
      select ${at}::timestamptz, by, key, 150000, ${minutesOfSum}::bytea
      from unnest(${sums.map(([by]) => by)}::text[], ${sums.map(([, key]) => key)}::text[]) as sum (by, key)`.execute(db)
    if (back >= hours) continue
    await ensurePartitions(db, 'query_domain_minute', [at])
    await sql`
      insert into query_domain_minute (at, domain_id, answers, minutes, split)
      select ${at}::timestamptz, domain.id, kind.answers, kind.minutes, kind.split
      from domain join unnest(${kinds.map(({ answers }) => answers)}::bigint[], ${kinds.map(({ minutes }) => minutes)}::bytea[], ${kinds.map(({ split }) => split)}::bytea[])
        with ordinality as kind (answers, minutes, split, n) on kind.n = 1 + (domain.id * 7919 + ${back} * 104729) % 509`.execute(db)
  }
  await sql`analyze`.execute(db)
}

function hourOfDomain(random: Random): { answers: number; minutes: Buffer; split: Buffer } {
  const minutes = Array.from({ length: 60 }, () => random.between(0, 7))
  const answers = minutes.reduce((sum, one) => sum + one, 0)
  const counts = (keys: number) => new Map(Array.from({ length: keys }, (_, key) => [key + 1, random.between(1, 30)]))
  const split: Split = { node: counts(2), line: counts(20), type: counts(20), rcode: counts(4), country: counts(20), name: counts(20) }
  return { answers, minutes: packMinutes(minutes), split: packSplit(split, 20) }
}
