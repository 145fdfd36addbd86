import { sql } from 'kysely'
import { nodesServing } from '../../../changes/nodes-serving.ts'
import type { Db } from '../../../db/connection.ts'
import { partitionsOf } from '../../../db/statistics/partitions.ts'

type Holdings = {
  bufferHitRatio: number | null
  databaseBytes: number
  connections: number
  sessions: number
  captchas: number
  lockedSubjects: number
  pendingPublications: number
}

/** What is held for a while, and how the database serves it. */
export async function readHoldings(db: Db): Promise<Holdings> {
  const { rows } = await sql<Holdings>`
    select
      (select case when blks_hit + blks_read > 0 then blks_hit::float8 / (blks_hit + blks_read) end from pg_stat_database where datname = current_database()) as "bufferHitRatio",
      pg_database_size(current_database()) as "databaseBytes",
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      (select count(*) from session where expires_at > now()) as sessions,
      (select count(*) from captcha where created_at > now() - interval '2 minutes') as captchas,
      (select count(*) from sign_in_failure where locked_until > now()) as "lockedSubjects",
      (select count(*) from publication join domain on domain.id = domain_id join node on node.id = node_id and ${nodesServing('domain')}
        where live_serial is distinct from wanted_serial) as "pendingPublications"`.execute(db)
  return rows[0]!
}

/** The queue by the jobs' names (graphile-worker's own view). */
export async function readQueue(db: Db): Promise<{ name: string; waiting: number; running: number; failed: number; nextTime: Date | null }[]> {
  const { rows } = await sql<{ name: string; waiting: number; running: number; failed: number; nextTime: Date | null }>`
    select task_identifier as name,
      count(*) filter (where locked_at is null and attempts < max_attempts) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
      min(run_at) filter (where locked_at is null and attempts < max_attempts) as "nextTime"
    from graphile_worker.jobs group by task_identifier order by task_identifier`.execute(db)
  return rows
}

export async function settingTimes(db: Db): Promise<{ paramKey: string; updateTime: Date }[]> {
  const rows = await db.selectFrom('system_config').select(['param_key', 'updated_at']).orderBy('param_key').execute()
  return rows.map((row) => ({ paramKey: row.param_key, updateTime: row.updated_at }))
}

/** What the figures of answers take on the disk, and from when they are. */
export async function heldStatistics(db: Db): Promise<{ bytes: number; since: Date | null }> {
  const partitions = await partitionsOf(db)
  const starts = partitions.map(({ start }) => start.getTime())
  return { bytes: partitions.reduce((sum, { bytes }) => sum + bytes, 0), since: starts.length === 0 ? null : new Date(Math.min(...starts)) }
}
