import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'
import type { TakenNames } from '../taken-names.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = {
  job: { leftOut: 'the schedule of this installation' },
  job_run: { leftOut: 'what this installation has run' },
} as const satisfies TablesBegun

/** What is said when a unique index that begins here refuses a row. */
export const takenNames = { job_name: { problem: 'job_name_taken', field: 'name' } } as const satisfies TakenNames

/** Jobs and their runs, and what checks of name servers have found about domains. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table job (
    id bigint generated always as identity primary key,
    -- Null for the platform's own, which are called as their kind is.
    name text,
    handler text not null,
    params jsonb not null default '{}',
    cron text not null,
    time_zone text not null default 'UTC',
    remark text not null default '',
    status smallint not null default 1 check (status in (0, 1)),
    overlap text not null default 'skip' check (overlap in ('skip', 'queue', 'allow')),
    misfire text not null default 'run_once' check (misfire in ('run_once', 'skip')),
    timeout_seconds integer not null default 600,
    retries integer not null default 0,
    retry_pause_seconds integer not null default 60,
    next_run_at timestamptz,
    -- What the clock said when next_run_at was worked out: a clock that says less has been put back.
    planned_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    row_version integer not null default 1
  )`,
  `create unique index job_own on job (handler) where name is null`,
  `create unique index job_name on job (lower(name)) where name is not null`,
  `create index job_due on job (next_run_at) where status = 1`,
  `create table job_run (
    id bigint generated always as identity primary key,
    job_id bigint references job on delete set null,
    job_name text,
    handler text not null,
    params jsonb not null,
    trigger text not null check (trigger in ('schedule', 'manual', 'retry')),
    started_by text not null default '',
    attempt integer not null default 1,
    state text not null check (state in ('waiting', 'running', 'succeeded', 'failed', 'timed_out', 'interrupted', 'stopped', 'skipped')),
    planned_for timestamptz,
    due_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    duration_ms bigint,
    is_stop_asked boolean not null default false,
    result jsonb,
    error text,
    error_stack text,
    output text[] not null default '{}',
    dropped_lines integer not null default 0,
    created_at timestamptz not null
  )`,
  // A planned time is served once, however many processes see it come and however often a clock is put back.
  `create unique index job_run_planned on job_run (job_id, planned_for) where planned_for is not null`,
  `create index job_run_open on job_run (job_id) where state in ('waiting', 'running')`,
  `create index job_run_job on job_run (job_id, id)`,
  `create index job_run_created on job_run (created_at)`,
  `alter table domain
    add column ns_state text not null default 'unchecked' check (ns_state in ('unchecked', 'correct', 'partial', 'wrong')),
    add column ns_checked_at timestamptz,
    add column ns_found text[] not null default '{}',
    add column ns_wrong_since timestamptz,
    add column ns_wrong_days integer not null default 0,
    add column ns_wrong_day text,
    add column ns_warned_days integer`,
  `create index domain_ns_due on domain (ns_checked_at nulls first) where deleted_at is null`,
]
