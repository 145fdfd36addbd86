import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Finding } from '@nameplane/contract/dns/record'
import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import type { TemplateRecord } from '@nameplane/contract/dns/record-template'
import { isProblemCode } from '@nameplane/contract/problems'
import type { Right } from '@nameplane/contract/right'
import { change, type Change } from '../../../changes/change.ts'
import type { ChangeSetDomainTable, ChangeSetTable } from '../../../db/change-set-tables.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { createDomainWithin, recycleDomainsWithin } from '../domain/domain.service.ts'
import { findingOf } from '../record/record-findings.ts'
import { judge, type PlannedWrite } from '../record/record-judgement.ts'
import { changeRecordsWithin, lineOf, settleBulk, type BulkNote } from '../record/record-save.ts'
import { findLines } from '../record/record-lines.store.ts'
import { changedOf, thresholdsOf } from '../record/record-thresholds.ts'
import { findRecords, type DomainOfRecords } from '../record/record.store.ts'
import { actingAuthor, withRight } from './author.ts'
import type { Confirmed } from './new-set.ts'
import { createWork } from './record-create.ts'
import { updateWork, type UpdateAsked } from './record-update.ts'
import { importWork, forgettingText, storedTextsOf, type ImportAsked } from './record-import.ts'
import { saveWork, type SaveAsked } from './record-save-work.ts'
import { countsOf, placeOf, type DomainPlan, type RecordWork } from './record-work.ts'

export type SetRow = Selectable<ChangeSetTable>
export type DomainRow = Selectable<ChangeSetDomainTable>

/** What was done to a domain. */
type Done = {
  domain_id: number
  added: number
  updated: number
  deleted: number
  unchanged: number
  version_before: number | null
  version_after: number | null
  row_version_after?: number
  /** Lines that an import went on without. */
  skipped?: readonly Finding[]
}

export type DomainAsked = { userId?: number; serviceGroupId?: number; remark: string; records: readonly TemplateRecord[]; startAt: number }

/** The right that each kind of set needs when it comes to a domain; an undo needs that of what it takes back. */
export const rightOf = {
  record_update: 'record.write',
  record_create: 'record.write',
  record_save: 'record.write',
  record_import: 'record.write',
  domain_import: 'domain.write',
  domain_create: 'domain.write',
  undo_records: 'record.write',
  undo_domain: 'domain.delete',
} as const satisfies Record<string, Right>

/** What a set does with records of domains that are there. */
export function recordWorkOf(set: Pick<SetRow, 'id' | 'kind' | 'asked'>): RecordWork {
  if (set.kind === 'record_save') return saveWork(set.asked as unknown as SaveAsked)
  if (set.kind === 'record_import') return importWork(set.asked as unknown as ImportAsked, storedTextsOf(set.id))
  return set.kind === 'record_update'
    ? updateWork(set.asked as unknown as UpdateAsked)
    : createWork(set.asked as unknown as { records: TemplateRecord[]; startAt: number })
}

/**
 * Takes a row that waits, until the transaction ends; false where another process is at it, or where it waits no longer. The change and
 * its result are committed together, so that a row is done once, whatever ends the process.
 */
async function claim(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('change_set_domain')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

/** Lines that went wrong, as many as are told of a domain. */
const toldLines = 50

function markDone({ tx, writeLast }: Change, row: DomainRow, { skipped = [], ...done }: Done): void {
  const told = skipped.slice(0, toldLines).map(({ lineNumber, code, params }) => ({ lineNumber, code, params }))
  const params = skipped.length === 0 ? {} : { skipped: skipped.length, lines: told }
  writeLast(
    tx
      .updateTable('change_set_domain')
      .set({ ...done, state: 'done', problem: null, params: JSON.stringify(params), ended_at: sql<Date>`now()` })
      .where('id', '=', row.id)
      .compile(),
  )
}

/** What a set does with this domain: an import may add it first, and an undo takes back either. */
function kindOf({ kind, asked }: SetRow, row: DomainRow, of: DomainRow | null): keyof typeof rightOf {
  if (kind === 'undo') return of?.row_version_after === null ? 'undo_records' : 'undo_domain'
  const isAdded = kind === 'record_import' && row.domain_id === null && (asked as ImportAsked).createMissing
  return isAdded ? 'domain_import' : kind
}

/** Does what a set wants with one of its domains, as its author. Answers false where the row was not to be had. @throws Problem that stands against it */
export async function workRow(db: Db, set: SetRow, row: DomainRow): Promise<boolean> {
  const of = row.of_id === null ? null : await db.selectFrom('change_set_domain').selectAll().where('id', '=', row.of_id).executeTakeFirstOrThrow()
  const kind = kindOf(set, row, of)
  const actor = await actingAuthor(db, set, rightOf[kind])
  const bulk: BulkNote = { isDue: false }
  let isTaken = true
  const within = async (open: Change, work: () => Promise<Done>): Promise<void> => {
    isTaken = await claim(open.tx, row.id)
    if (!isTaken) return open.nothingChanged()
    markDone(open, row, await work())
    if (set.kind === 'record_import') open.writeLast(forgettingText(open.tx, set.id, row.position))
  }
  try {
    switch (kind) {
      case 'domain_create':
      case 'domain_import':
        await change(db, actor, 'domain.create', (open) => within(open, () => addDomain(open, set, row, bulk)))
        break
      case 'undo_domain':
        await change(db, actor, 'domain.delete', (open) => within(open, () => removeDomain(open, row, of!)))
        break
      case 'undo_records':
        await change(db, actor, 'record.restore', (open) => within(open, () => takeBack(open, row, of!, bulk)))
        break
      default:
        await change(db, actor, 'record.bulk', (open) => within(open, () => changeDomain(open, set, row, recordWorkOf(set), bulk)))
    }
  } finally {
    await settleBulk(db, bulk)
  }
  return isTaken
}

/** A number may be that of another domain since a backup was restored. */
function refuseOther(domain: DomainOfRecords, row: DomainRow): void {
  if (domain.name !== row.domain) throw new Problem('domain_missing')
}

async function changeDomain(open: Change, set: SetRow, row: DomainRow, work: RecordWork, bulk: BulkNote): Promise<Done> {
  if (row.domain_id === null) throw new Problem('domain_missing')
  const wanted = { domainId: row.domain_id, lines: work.lines }
  const { result } = await changeRecordsWithin(open, 'record.bulk', wanted, bulk, async (tx, { domain }, save): Promise<Done> => {
    refuseOther(domain, row)
    // What was approved is what the approver saw, and a save was worked out for one version.
    if ((set.approval_until !== null || set.kind === 'record_save') && row.version_planned !== domain.version) throw new Problem('changed_since_submitted')
    const plan = await work.plan(tx, domain, row.position)
    const acknowledged = settle(plan, set.acknowledged)
    // The domain may have become another one since its author looked.
    const count = changedOf(plan.writes)
    if (count > confirmedOf(set, row) && thresholdsOf(domain, plan.writes).length > 0) throw new Problem('more_than_confirmed', { params: { count } })
    const saved = await save(plan.writes, acknowledged)
    const { skipped = [] } = plan
    return { domain_id: domain.id, ...countsOf(plan), skipped, version_before: domain.version, version_after: plan.writes.length > 0 ? saved.version : null }
  })
  return result
}

/** How many records of a domain its author has confirmed to change. Sets that were submitted before these were kept say only whether. */
function confirmedOf({ asked }: SetRow, { is_confirmed: isConfirmed, position }: DomainRow): number {
  const { confirmed } = asked as { confirmed?: Confirmed }
  return isConfirmed ? (confirmed?.[position] ?? Number.POSITIVE_INFINITY) : 0
}

/** Refuses a domain for its first error, or for warnings that the author has not seen. Answers the codes of the warnings that were. */
function settle({ writes, findings }: DomainPlan, acknowledged: readonly string[]): string[] {
  const error = findings.find(({ severity }) => severity === 'error')
  if (error) throw problemOf(error, writes.find(({ change: number }) => number === error.change)?.after ?? null)
  const warnings = findings.filter(({ severity }) => severity === 'warning')
  const open = warnings.filter(({ code }) => !acknowledged.includes(code))
  if (open.length > 0) throw new Problem('warnings_not_acknowledged', { params: { count: open.length } })
  return [...new Set(warnings.map(({ code }) => code))]
}

function problemOf(finding: Finding, record: CanonicalRecord | null): Problem {
  const { code, params } = finding
  return new Problem(isProblemCode(code) ? code : 'records_refused', {
    params: { count: 1, ...params, ...placeOf(finding), ...(record ? { subject: lineOf(record) } : {}) },
  })
}

async function addDomain(open: Change, set: SetRow, row: DomainRow, bulk: BulkNote): Promise<Done> {
  const { userId, serviceGroupId, remark = '' } = set.asked as unknown as Partial<DomainAsked>
  const { id, version, rowVersion } = await createDomainWithin(open, {
    domain: row.domain,
    remark,
    ...(userId === undefined ? {} : { userId }),
    ...(serviceGroupId === undefined ? {} : { serviceGroupId }),
  })
  const done = { domain_id: id, added: 0, updated: 0, deleted: 0, unchanged: 0, version_before: null, version_after: version, row_version_after: rowVersion }
  if (set.kind === 'domain_create' && (set.asked as unknown as DomainAsked).records.length === 0) return done
  const withRecords = { ...open, actor: withRight(open.actor, 'record.write') }
  const {
    added,
    skipped,
    version_after: after,
  } = await changeDomain(withRecords, set, { ...row, domain_id: id, version_planned: version }, recordWorkOf(set), bulk)
  return { ...done, added, ...(skipped ? { skipped } : {}), version_after: after ?? version }
}

/** The row of the other set, which is undone with this change or not at all. */
async function lockUndone(tx: Tx, of: DomainRow): Promise<void> {
  const row = await tx.selectFrom('change_set_domain').select('state').where('id', '=', of.id).forUpdate().executeTakeFirstOrThrow()
  if (row.state !== 'done') throw new Problem('undone_already')
  await tx.updateTable('change_set_domain').set({ state: 'undone' }).where('id', '=', of.id).execute()
}

/** Moves a domain that was added to the recycle bin, unless it is another one by now. */
async function removeDomain(open: Change, row: DomainRow, of: DomainRow): Promise<Done> {
  if (row.domain_id === null) throw new Problem('domain_missing')
  const domain = await open.tx
    .selectFrom('domain')
    .select(['name', 'version', 'row_version', 'record_count'])
    .where('id', '=', row.domain_id)
    .forUpdate()
    .executeTakeFirst()
  if (!domain || domain.name !== row.domain) throw new Problem('domain_missing')
  if (domain.version !== of.version_after || domain.row_version !== of.row_version_after) throw new Problem('domain_changed_since')
  await recycleDomainsWithin(open, [row.domain_id])
  await lockUndone(open.tx, of)
  const { version, record_count: deleted } = domain
  return { domain_id: row.domain_id, added: 0, updated: 0, deleted, unchanged: 0, version_before: version, version_after: null }
}

/** Takes the records of a domain back to what they were before a change, unless one of them has changed since. */
async function takeBack(open: Change, row: DomainRow, of: DomainRow, bulk: BulkNote): Promise<Done> {
  if (row.domain_id === null) throw new Problem('domain_missing')
  const { result } = await changeRecordsWithin(open, 'record.restore', { domainId: row.domain_id }, bulk, async (tx, { domain }, save): Promise<Done> => {
    refuseOther(domain, row)
    await lockUndone(tx, of)
    const writes = await reversed(tx, domain, of.version_after!)
    const findings = (await judge(tx, domain, writes)).map((found) => findingOf(found, found.change))
    // What it goes back to was saved with these warnings before.
    const warnings = [...new Set(findings.flatMap(({ severity, code }) => (severity === 'warning' ? code : [])))]
    const plan: DomainPlan = { writes, findings, unchanged: 0 }
    const saved = await save(writes, settle(plan, warnings))
    return { domain_id: domain.id, ...countsOf(plan), version_before: domain.version, version_after: saved.version }
  })
  return result
}

type StoredChange = { id: number; before: CanonicalRecord | null; after: CanonicalRecord | null }

async function reversed(tx: Tx, domain: DomainOfRecords, version: number): Promise<PlannedWrite[]> {
  const { rows } = await sql<StoredChange>`
    select record_id as id, before, after from record_change where domain_id = ${domain.id} and version = ${version} order by record_id`.execute(tx)
  const current = await findRecords(
    tx,
    domain.id,
    rows.map(({ id }) => id),
  )
  const lines = await findLines(tx, domain.id, [...new Set(rows.flatMap(({ before }) => before?.line ?? []))])
  return rows.map(({ id, before: earlier, after: later }, number): PlannedWrite => {
    const now = current.get(id)
    if (later === null ? now !== undefined : now?.version !== version)
      throw new Problem('records_changed_since', { params: { record: lineOf((later ?? earlier)!) } })
    if (earlier && !lines.has(earlier.line)) throw new Problem('line_unknown', { params: { line: earlier.line } })
    if (!now) return { op: 'add', id, before: null, after: earlier!, change: number }
    return earlier ? { op: 'update', id, before: now, after: earlier, change: number } : { op: 'delete', id, before: now, after: null, change: number }
  })
}
