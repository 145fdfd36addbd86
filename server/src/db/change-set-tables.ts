import type { StoredFigures, WatchFigures, WatchState } from '@nameplane/contract/dns/change-set-watch'
import type { ChangeSetKind, ChangeSetRowState, ChangeSetState } from '@nameplane/contract/dns/change-set'
import type { TextFormat } from '@nameplane/dns-text/record-text/text-format'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from './column-types.ts'

/* Submitted batches, and what became of each of their domains. */

export type ChangeSetTable = {
  id: Generated<number>
  kind: ChangeSetKind
  /** What was asked, as its kind's schema reads it. */
  asked: Json
  summary: Json
  state: Generated<ChangeSetState>
  undoes_id: number | null
  author_id: number
  author_name: string
  /** The API token that it was submitted with. */
  token_id: number | null
  /** What its sender calls this submission. */
  key: string | null
  address: string
  agent: string
  /** Codes of warnings. */
  acknowledged: ColumnType<string[], string, string>
  created_at: Timestamp
  due_at: Timestamp
  started_at: NullableTimestamp
  ended_at: NullableTimestamp
  /** Set where another administrator has to approve it. */
  approval_until: NullableTimestamp
  approver_id: number | null
  approver_name: string | null
  decided_at: NullableTimestamp
  approval_remark: Generated<string>
}

export type ChangeSetDomainTable = {
  id: Generated<number>
  change_set_id: number
  position: number
  /** Null: there is none yet, or none that the author reaches. */
  domain_id: number | null
  /** Lower-case ASCII without the final dot. */
  domain: string
  /** With an undo: the row of the other set that it undoes. */
  of_id: number | null
  /** Whether what a threshold asks for was typed, when it was seen that this domain passes one. */
  is_confirmed: Generated<boolean>
  state: Generated<ChangeSetRowState>
  problem: string | null
  params: ColumnType<Record<string, unknown>, string | undefined, string>
  /** Tries that a fault of the platform ended. */
  faults: Generated<number>
  added: Generated<number>
  updated: Generated<number>
  deleted: Generated<number>
  unchanged: Generated<number>
  /** Of a set that was to be approved: the version of the domain that it was submitted for, and alone may change. */
  version_planned: number | null
  version_before: number | null
  /** The version of the domain that this change wrote; null where it wrote no record. */
  version_after: number | null
  /** Of a domain that was added. */
  row_version_after: number | null
  /** What it answered before and after, once its watch has ended. */
  watched: ColumnType<StoredFigures | null, string | null | undefined, string | null>
  ended_at: NullableTimestamp
}

/** What an import brings to a domain, until it is done. */
export type ChangeSetTextTable = {
  change_set_id: number
  position: number
  source: string
  format: TextFormat
  text: string
  /** Of each line of the text: its line in the source. Null where they are the same. */
  line_numbers: number[] | null
  created_at: Timestamp
}

/** Figures of one minute, which begins at `at` (milliseconds of 1970). */
export type StoredMinute = { at: number } & WatchFigures

/** That a set is watched once it is done, and what came of it. */
export type ChangeSetWatchTable = {
  change_set_id: number
  minutes: number
  /** Percentage points by which the share of errors may rise. */
  threshold: number
  state: Generated<WatchState>
  /** What it is compared with begins and ends here. */
  before_from: NullableTimestamp
  before_until: NullableTimestamp
  /** The first minute in which nothing was as before, and the end. */
  watch_from: NullableTimestamp
  watch_until: NullableTimestamp
  ended_at: NullableTimestamp
  /** Who ended it, where somebody did. */
  ended_by: string | null
  /** The set that undoes what was watched. */
  undo_id: number | null
  /** Why it was not undone, or not judged. */
  problem: string | null
  /** The figures of each minute, once it has ended. */
  minutes_seen: ColumnType<StoredMinute[] | null, string | null | undefined, string | null>
}

declare module './tables.ts' {
  interface Tables {
    change_set: ChangeSetTable
    change_set_domain: ChangeSetDomainTable
    change_set_text: ChangeSetTextTable
    change_set_watch: ChangeSetWatchTable
  }
}
