import { sql } from 'kysely'
import { isAliasProblem } from '@nameplane/contract/dns/alias-target'
import type { Db, Tx } from '../../db/connection.ts'
import type { AliasState } from './alias-state.ts'

/** A target whose turn it is; `now` by the database's clock. */
export type DueTarget = { readonly name: string; readonly state: AliasState; readonly now: Date }

/** What became of it. */
export type AskedTarget = { readonly name: string; readonly state: AliasState; readonly nextSeconds: number }

/** Whoever has taken a target has so long to ask about it, before another process takes it. */
const claimSeconds = 60

/** Targets that records have come to point to are due at once. */
export async function noteNewTargets(db: Db): Promise<void> {
  await sql`
    insert into alias_target (name)
    select distinct lower(record.value) from record
    where record.type = 'ALIAS' and record.status = 1 and not exists (select from alias_target where alias_target.name = lower(record.value))
    on conflict do nothing`.execute(db)
}

/** Takes targets that are due, the longest due first, so that no other process asks about them; those that no record points to go. */
export async function takeDueTargets(db: Db, most: number): Promise<DueTarget[]> {
  const { rows } = await sql<{
    name: string
    ipv4: string[]
    ipv4_answered_at: Date | null
    ipv6: string[]
    ipv6_answered_at: Date | null
    ttl_seconds: number
    recent_ttls: number[]
    failures: number
    problem: string | null
    now: Date
  }>`
    with due as (
      select name, exists (
        select from record where record.type = 'ALIAS' and record.status = 1 and lower(record.value) = alias_target.name
      ) as is_used
      from alias_target where next_at <= clock_timestamp() order by next_at limit ${most} for update skip locked
    ), gone as (
      delete from alias_target using due where alias_target.name = due.name and not due.is_used
    )
    update alias_target set next_at = clock_timestamp() + make_interval(secs => ${claimSeconds})
    from due where alias_target.name = due.name and due.is_used
    returning alias_target.*, clock_timestamp() as now`.execute(db)
  return rows.map((row) => ({
    name: row.name,
    now: row.now,
    state: {
      ipv4: { addresses: row.ipv4, answeredAt: row.ipv4_answered_at },
      ipv6: { addresses: row.ipv6, answeredAt: row.ipv6_answered_at },
      ttlSeconds: row.ttl_seconds,
      recentTtls: row.recent_ttls,
      failures: row.failures,
      problem: isAliasProblem(row.problem) ? row.problem : null,
    },
  }))
}

/** Notes what was said, all in one statement. */
export async function noteAsked(db: Db, targets: readonly AskedTarget[]): Promise<void> {
  const rows = targets.map(({ name, nextSeconds, state }) => ({
    name,
    ipv4: state.ipv4.addresses,
    ipv4_answered_at: state.ipv4.answeredAt,
    ipv6: state.ipv6.addresses,
    ipv6_answered_at: state.ipv6.answeredAt,
    ttl_seconds: state.ttlSeconds,
    recent_ttls: state.recentTtls,
    failures: state.failures,
    problem: state.problem,
    next_seconds: nextSeconds,
  }))
  await sql`
    update alias_target set
      ipv4 = said.ipv4, ipv4_answered_at = said.ipv4_answered_at, ipv6 = said.ipv6, ipv6_answered_at = said.ipv6_answered_at,
      ttl_seconds = said.ttl_seconds, recent_ttls = said.recent_ttls, failures = said.failures, problem = said.problem,
      asked_at = clock_timestamp(), next_at = clock_timestamp() + make_interval(secs => said.next_seconds)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as said (
      name text, ipv4 text[], ipv4_answered_at timestamptz, ipv6 text[], ipv6_answered_at timestamptz,
      ttl_seconds integer, recent_ttls integer[], failures integer, problem text, next_seconds integer
    )
    where alias_target.name = said.name`.execute(db)
}

/** The domains that answer with the addresses of these targets. */
export async function domainsPointingTo(tx: Tx, names: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct record.domain_id as id from record
    where record.type = 'ALIAS' and record.status = 1 and lower(record.value) = any(${names}::text[])
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Milliseconds until a target is due; null where there is none. */
export async function untilNextTarget(db: Db): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(next_at) - clock_timestamp()) * 1000)::float8 as ms from alias_target`.execute(db)
  return rows[0]?.ms ?? null
}
