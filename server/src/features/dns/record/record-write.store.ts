import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import type { TrailActor } from '../../../audit/audit.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { SavedRecord } from './record.store.ts'

/** One row to write. `id` null: a new record; with an id and no `before`: a deleted one that comes back as itself. */
export type RecordWrite =
  | { op: 'add'; id: number | null; before: null; after: CanonicalRecord }
  | { op: 'update'; id: number; before: SavedRecord; after: CanonicalRecord }
  | { op: 'delete'; id: number; before: SavedRecord; after: null }

/** A write whose record has its id. */
export type NumberedWrite = RecordWrite & { id: number }

/** A state of the records that is to be saved: whose, by whom, and with which warnings ticked. */
export type SavedState = { domainId: number; version: number; actor: TrailActor; action: string; acknowledged: readonly string[] }

/** Rows of one statement: a hundred thousand would be held three times over, and ten thousand take some ten milliseconds to write down. */
const batchRows = 2_000

function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += batchRows) yield rows.slice(from, from + batchRows)
}

/** Gives new records their ids, in their order. */
export async function numberWrites(tx: Tx, writes: readonly RecordWrite[]): Promise<NumberedWrite[]> {
  const fresh = writes.filter((write) => write.id === null).length
  if (fresh === 0) return writes as NumberedWrite[]
  // As one text: a row for each would take the driver longer than the database needs for the numbers.
  const { rows } = await sql<{ ids: string }>`
    select string_agg(id::text, ',' order by id) as ids
    from (select nextval(pg_get_serial_sequence('record', 'id')) as id from generate_series(1, ${fresh}::integer)) as taken`.execute(tx)
  const ids = rows[0]!.ids.split(',')
  let next = 0
  return writes.map((write) => (write.id === null ? { ...write, id: Number(ids[next++]) } : (write as NumberedWrite)))
}

/** Columns as arrays, so that a statement has ten parameters for any number of rows. */
function columnsOf(rows: readonly { id: number; after: CanonicalRecord }[]) {
  return {
    ids: rows.map((row) => row.id),
    hosts: rows.map((row) => row.after.host),
    types: rows.map((row) => row.after.type),
    lines: rows.map((row) => row.after.line),
    values: rows.map((row) => row.after.value),
    ttls: rows.map((row) => row.after.ttl),
    weights: rows.map((row) => row.after.weight),
    remarks: rows.map((row) => row.after.remark),
    statuses: rows.map((row) => row.after.status),
  }
}

/** The statements that write the rows, with `version` as the domain's version that wrote them. */
function* recordStatements({ domainId, version, actor }: SavedState, writes: readonly NumberedWrite[]): Generator<RawBuilder<unknown>> {
  const deleted = writes.filter((write) => write.op === 'delete').map((write) => write.id)
  const updated = writes.filter((write): write is NumberedWrite & { op: 'update' } => write.op === 'update')
  const added = writes.filter((write): write is AddedWrite => write.op === 'add')
  for (const ids of batchesOf(deleted)) yield sql`delete from record where domain_id = ${domainId} and id = any(${ids}::bigint[])`
  for (const batch of batchesOf(updated)) {
    const of = columnsOf(batch)
    yield sql`
      update record set host = given.host, type = given.type, line = given.line, value = given.value, ttl_seconds = given.ttl, weight = given.weight,
        remark = given.remark, status = given.status, version = ${version}, updated_at = now(), updated_by = ${actor.actor_id}
      from unnest(${of.ids}::bigint[], ${of.hosts}::text[], ${of.types}::text[], ${of.lines}::text[], ${of.values}::text[], ${of.ttls}::integer[], ${of.weights}::smallint[], ${of.remarks}::text[], ${of.statuses}::smallint[])
        as given (id, host, type, line, value, ttl, weight, remark, status)
      where record.domain_id = ${domainId} and record.id = given.id`
  }
  for (const batch of batchesOf(added)) {
    const of = columnsOf(batch)
    yield sql`
      insert into record (id, domain_id, host, type, line, value, ttl_seconds, weight, remark, status, version, updated_by)
      overriding system value
      select given.id, ${domainId}::bigint, given.host, given.type, given.line, given.value, given.ttl, given.weight, given.remark, given.status, ${version}::integer, ${actor.actor_id}::bigint
      from unnest(${of.ids}::bigint[], ${of.hosts}::text[], ${of.types}::text[], ${of.lines}::text[], ${of.values}::text[], ${of.ttls}::integer[], ${of.weights}::smallint[], ${of.remarks}::text[], ${of.statuses}::smallint[])
        as given (id, host, type, line, value, ttl, weight, remark, status)`
  }
}

/** What the history keeps of a record. */
function historyOf(record: CanonicalRecord): Record<string, unknown> {
  const { host, type, line, value, ttl, weight, remark, status } = record
  return { host, type, line, value, ttl, weight, remark, status }
}

/** The statements that note a saved state and what it changed. */
function* historyStatements(
  { domainId, version, actor, action, acknowledged }: SavedState,
  counts: Counts,
  writes: readonly NumberedWrite[],
): Generator<RawBuilder<unknown>> {
  const text = (record: CanonicalRecord | null): string | null => (record ? JSON.stringify(historyOf(record)) : null)
  yield sql`
    insert into domain_revision (domain_id, version, actor_id, actor_name, actor_kind, acting_as_name, action, added, updated, deleted, acknowledged)
    values (${domainId}, ${version}, ${actor.actor_id}, ${actor.actor_name}, ${actor.actor_kind}, ${actor.acting_as_name}, ${action},
      ${counts.add}, ${counts.update}, ${counts.delete}, ${JSON.stringify(acknowledged)})`
  for (const batch of batchesOf(writes))
    yield sql`
      insert into record_change (domain_id, version, record_id, before, after)
      select ${domainId}::bigint, ${version}::integer, given.id, given.before::jsonb, given.after::jsonb
      from unnest(${batch.map((write) => write.id)}::bigint[], ${batch.map((write) => text(write.before))}::text[], ${batch.map((write) => text(write.after))}::text[]) as given (id, before, after)`
}

type AddedWrite = NumberedWrite & { op: 'add' }

type Counts = Record<RecordWrite['op'], number>

/**
 * A list as the text that PostgreSQL reads, which the driver would write down member by member. JSON escapes quotes and backslashes in
 * the same way; a list in which it escapes anything else is left to the driver.
 */
function listText(list: readonly unknown[]): string | readonly unknown[] {
  const json = JSON.stringify(list)
  const isAlike = !json.includes('\\') || !json.replaceAll(/\\["\\]/g, '').includes('\\')
  return isAlike ? `{${json.slice(1, -1)}}` : list
}

/** The statements that write very many new rows and what the history keeps of them, which is made of the same values where they are. */
function* addedInBulk({ domainId, version, actor }: SavedState, added: readonly AddedWrite[]): Generator<RawBuilder<unknown>> {
  for (const batch of batchesOf(added)) {
    const of = columnsOf(batch)
    yield sql`
      with given as materialized (
        select * from unnest(${listText(of.ids)}::bigint[], ${listText(of.hosts)}::text[], ${listText(of.types)}::text[], ${listText(of.lines)}::text[], ${listText(of.values)}::text[], ${listText(of.ttls)}::integer[], ${listText(of.weights)}::smallint[], ${listText(of.remarks)}::text[], ${listText(of.statuses)}::smallint[])
          as given (id, host, type, line, value, ttl, weight, remark, status)
      ), added as (
        insert into record (id, domain_id, host, type, line, value, ttl_seconds, weight, remark, status, version, updated_by)
        overriding system value
        select id, ${domainId}::bigint, host, type, line, value, ttl, weight, remark, status, ${version}::integer, ${actor.actor_id}::bigint from given
      )
      insert into record_change (domain_id, version, record_id, before, after)
      select ${domainId}::bigint, ${version}::integer, id, null,
        jsonb_build_object('host', host, 'type', type, 'line', line, 'value', value, 'ttl', ttl, 'weight', weight, 'remark', remark, 'status', status)
      from given`
  }
}

function countsOf(writes: readonly NumberedWrite[]): Counts {
  const counts: Counts = { add: 0, update: 0, delete: 0 }
  for (const { op } of writes) counts[op] += 1
  return counts
}

function domainStatement({ domainId, version }: SavedState, counts: Counts): RawBuilder<unknown> {
  return sql`
    update domain set version = ${version}, record_count = record_count + ${counts.add - counts.delete}::integer, updated_at = ${new Date()}
    where id = ${domainId}`
}

/** The one statement that writes a state of the domain's records and its history, unless it is to be written in bulk. */
export function stateStatement(state: SavedState, writes: readonly NumberedWrite[]): RawBuilder<unknown> {
  const counts = countsOf(writes)
  const steps = [...recordStatements(state, writes), ...historyStatements(state, counts, writes)]
  return sql`with ${sql.join(steps.map((statement, at) => sql`${sql.raw(`step_${at}`)} as (${statement})`))} ${domainStatement(state, counts)}`
}

/** Writes the same where there are very many rows. */
export async function writeBulk(tx: Tx, state: SavedState, writes: readonly NumberedWrite[]): Promise<void> {
  const counts = countsOf(writes)
  const added = writes.filter((write): write is AddedWrite => write.op === 'add')
  const others = writes.filter((write) => write.op !== 'add')
  await sql`set local gin_pending_list_limit = ${sql.lit(bulkPending)}`.execute(tx)
  for (const statements of [recordStatements(state, others), historyStatements(state, counts, others), addedInBulk(state, added)]) await inTurn(tx, statements)
  await domainStatement(state, counts).execute(tx)
}

/** One statement after the other, each made while the database works on the one before. */
async function inTurn(tx: Tx, statements: Iterable<RawBuilder<unknown>>): Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  for (const statement of statements) {
    await running
    running = statement.execute(tx)
    // Marked as handled: it may fail while the next one is made.
    running.catch(() => undefined)
    // By then it is on its way.
    await nextTurn()
  }
  await running
}

/**
 * What the database may collect for an index that finds text before it sorts it in: all rows of an import of usual size. With the
 * few megabytes of its own accord it would sort again and again, which takes as long as everything else that it does with the rows.
 */
const bulkPending = '64MB'

/** Whether so many rows are written that `sortIn` is due once their transaction has ended. */
export function isWrittenInBulk(writes: readonly RecordWrite[]): boolean {
  return writes.length > batchRows
}

/**
 * Sorts what was collected into the indexes that find text. Nothing but speed depends on it: until then searches read it all, and
 * the next save would have to sort.
 */
export async function sortIn(db: Db): Promise<void> {
  await sql`
    select gin_clean_pending_list(index.oid) from pg_index join pg_class as index on index.oid = indexrelid join pg_am on pg_am.oid = index.relam
    where indrelid = 'record'::regclass and amname = 'gin'`.execute(db)
}
