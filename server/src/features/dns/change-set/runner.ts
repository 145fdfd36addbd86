import { sql } from 'kysely'
import { keepWorking, type KeptWork } from '../../../changes/kept-work.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { settleSet } from './change-set.store.ts'
import { workRow, type DomainRow, type SetRow } from './row-work.ts'

/*
 * Works through sets whose time has come, domain by domain, and some domains of each in turn, so that a large set does not hold up the
 * others. Any number of processes may do so: a row belongs to the one whose transaction holds it (row-work.ts).
 */

type Log = (line: Record<string, unknown>) => void

/** Domains of one set before another one has its turn. */
const rowsInTurn = 40
/** Domains of a set that are changed at the same time: most of what it takes is waiting for the database. */
const rowsAtOnce = 4
/** A domain with more records, or of a longer text, is changed alone: all of it is in memory. */
const small = { records: 2_000, bytes: 256 * 1024 } as const
/** Faults of the platform after which a domain counts as failed. */
const mostFaults = 3

/** Does all that is due. */
export async function runChangeSets(db: Db, signal: AbortSignal, log: Log = () => {}): Promise<void> {
  while (!signal.aborted) {
    const due = await db
      .selectFrom('change_set')
      .selectAll()
      .where('state', 'in', ['planned', 'running'])
      .where('due_at', '<=', sql<Date>`now()`)
      .orderBy('due_at')
      .orderBy('id')
      .execute()
    let isAnythingDone = false
    for (const set of due) isAnythingDone = (await runSome(db, set, signal, log)) || isAnythingDone
    if (!isAnythingDone) return
  }
}

/** Some domains of a set; answers whether anything came of it. */
async function runSome(db: Db, set: SetRow, signal: AbortSignal, log: Log): Promise<boolean> {
  const rows = await db
    .selectFrom('change_set_domain')
    .selectAll()
    .select(isLarge.as('isLarge'))
    .where('change_set_id', '=', set.id)
    .where('state', '=', 'waiting')
    .orderBy('faults')
    .orderBy('position')
    .limit(rowsInTurn)
    .execute()
  // One that is to try a refused domain again before its time is running without a start.
  if (set.state === 'planned' || set.started_at === null) {
    await db
      .updateTable('change_set')
      .set({ state: 'running', started_at: sql<Date>`coalesce(started_at, now())` })
      .where('id', '=', set.id)
      .where('state', 'in', ['planned', 'running'])
      .execute()
  }
  const { true: alone = [], false: beside = [] } = Object.groupBy(rows, (row) => `${row.isLarge}`)
  let isAnythingDone = false
  const work = async (waiting: DomainRow[]): Promise<void> => {
    for (let row = waiting.shift(); row && !signal.aborted; row = waiting.shift()) isAnythingDone = (await runRow(db, set, row, log)) || isAnythingDone
  }
  // All come to their end, whatever becomes of one: nothing goes on behind who waits for this.
  const outcomes = await Promise.allSettled(Array.from({ length: rowsAtOnce }, () => work(beside)))
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  await work(alone)
  if (signal.aborted) return false
  await settleSet(db, set.id)
  return isAnythingDone
}

const isLarge = sql<boolean>`(
  exists (select from domain where domain.id = change_set_domain.domain_id and domain.record_count > ${small.records})
  or exists (
    select from change_set_text
    where change_set_text.change_set_id = change_set_domain.change_set_id and change_set_text.position = change_set_domain.position and octet_length(text) > ${small.bytes}
  )
)`

async function runRow(db: Db, set: SetRow, row: DomainRow, log: Log): Promise<boolean> {
  try {
    return await workRow(db, set, row)
  } catch (cause) {
    if (cause instanceof Problem) return noteFailure(db, row, cause.code, cause.params)
    const requestId = `${set.id}-${row.position}`
    log({ level: 'error', event: 'change set', requestId, error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) })
    if (row.faults + 1 >= mostFaults) return noteFailure(db, row, 'server_fault', { requestId })
    await db
      .updateTable('change_set_domain')
      .set({ faults: row.faults + 1 })
      .where('id', '=', row.id)
      .where('state', '=', 'waiting')
      .execute()
    return false
  }
}

/** What was found beside is too much to keep of each domain. */
const unkept = new Set(['findings', 'found', 'conflicts', 'current'])

async function noteFailure(db: Db, row: DomainRow, problem: string, params: Record<string, unknown>): Promise<boolean> {
  const kept = Object.fromEntries(Object.entries(params).filter(([name]) => !unkept.has(name)))
  await db
    .updateTable('change_set_domain')
    .set({ state: 'failed', problem, params: JSON.stringify(kept), ended_at: sql<Date>`now()` })
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .execute()
  return true
}

/** Runs sets in this process until `stop`: right after they are submitted here, and within a second elsewhere. */
export function keepChangeSets(db: Db, log: Log): KeptWork {
  return keepWorking({ name: 'change sets', work: (signal) => runChangeSets(db, signal, log), isWokenBy: (action) => action.startsWith('change_set.'), log })
}
