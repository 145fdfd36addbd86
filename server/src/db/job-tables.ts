import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from './column-types.ts'

/* Scheduled jobs and what became of them. */

export type JobTable = {
  id: Generated<number>
  /** Null for the platform's own. */
  name: string | null
  handler: string
  params: Json
  /** Five cron fields. */
  cron: string
  time_zone: string
  remark: Generated<string>
  /** 1 runs at its times, 0 paused. */
  status: Generated<number>
  overlap: 'skip' | 'queue' | 'allow'
  misfire: 'run_once' | 'skip'
  timeout_seconds: number
  retries: number
  retry_pause_seconds: number
  next_run_at: NullableTimestamp
  /** What the clock said when `next_run_at` was worked out. */
  planned_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
  row_version: Generated<number>
}

export type JobRunTable = {
  id: Generated<number>
  job_id: number | null
  job_name: string | null
  handler: string
  params: Json
  trigger: 'schedule' | 'manual' | 'retry'
  started_by: Generated<string>
  attempt: Generated<number>
  state: 'waiting' | 'running' | 'succeeded' | 'failed' | 'timed_out' | 'interrupted' | 'stopped' | 'skipped'
  planned_for: NullableTimestamp
  due_at: Timestamp
  started_at: NullableTimestamp
  ended_at: NullableTimestamp
  duration_ms: number | null
  is_stop_asked: Generated<boolean>
  result: ColumnType<{ zh: string; en: string } | null, string | null | undefined, string | null>
  error: string | null
  error_stack: string | null
  output: Generated<string[]>
  dropped_lines: Generated<number>
  created_at: Timestamp
}

declare module './tables.ts' {
  interface Tables {
    job: JobTable
    job_run: JobRunTable
  }
}
