import type { Conflict, Finding, record as calls, RecordChange } from '@nameplane/contract/dns/record'
import { checkRecord, type Zone } from '@nameplane/contract/dns/record-checks'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { atOneMoment, type Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import type { ProblemCode } from '@nameplane/contract/problems'
import { findingOf, settleFindings, summaryOf } from './record-findings.ts'
import { judge, type PlannedWrite } from './record-judgement.ts'
import { changeRecords, isSame, recordsShownAfter, refuseLocked, requireDomain } from './record-save.ts'
import type { Nearby } from './record-neighbours.store.ts'
import { findRecords, findShownRecords, wireRecord, type DomainOfRecords, type SavedRecord } from './record.store.ts'
import { recordsDeletedSince } from './history/record-history.store.ts'

type Sent = Received<typeof calls.apply>
type Applied = Answered<typeof calls.apply>['data']

/** What a batch would do: the rows to write, what was found, and which rows others changed meanwhile. */
type Plan = { writes: PlannedWrite[]; findings: Finding[]; conflicts: { change: number; id: number }[] }

/** Refuses a batch whose changes lack what their `op` needs. */
function refuseIncomplete(changes: readonly RecordChange[]): void {
  const fields: Record<string, ProblemCode> = {}
  changes.forEach(({ op, id, record }, index) => {
    if (op !== 'add' && id === undefined) fields[`changes.${index}.id`] = 'required'
    if (op !== 'delete' && record === undefined) fields[`changes.${index}.record`] = 'required'
  })
  if (Object.keys(fields).length > 0) throw new Problem('invalid_input', { fields })
}

/** Saves a batch, all or nothing; with `dryRun` only says what it would do. */
export async function applyChanges(db: Db, actor: Actor, sent: Sent, action: 'record.apply' | 'record.dynamic' = 'record.apply'): Promise<Applied> {
  refuseIncomplete(sent.changes)
  const lines = [...new Set(sent.changes.flatMap((one) => one.record?.line ?? []))]
  if (sent.dryRun) {
    return atOneMoment(db, async (tx) => {
      const domain = await requireDomain(tx, actor.accessScope, sent.domainId, lines)
      refuseLocked(domain)
      const plan = await planChanges(tx, domain, sent, { records: await findRecords(tx, domain.id, idsOf(sent)), nearby: null })
      return { version: domain.version, serial: domain.serial, records: [], ...summaryOf(plan.findings), conflicts: await conflictsOf(tx, actor, plan) }
    })
  }
  const wanted = { domainId: sent.domainId, lines, recordIds: idsOf(sent), hosts: likelyHosts(sent), confirm: sent.confirm }
  return changeRecords(db, actor, action, wanted, async (tx, { domain, ...read }, save) => {
    const plan = await planChanges(tx, domain, sent, read)
    if (plan.conflicts.length > 0) throw await conflict(tx, actor, domain, plan)
    const acknowledged = settleFindings(plan.findings, sent.acknowledged)
    const saved = await save(plan.writes, acknowledged)
    return { version: saved.version, records: recordsShownAfter(actor, saved), ...summaryOf(plan.findings), conflicts: [] }
  })
}

/** What a batch would write, once nothing stands against it. @throws Problem */
export async function planOfApply(db: Db, actor: Actor, sent: Sent): Promise<{ domain: DomainOfRecords; writes: PlannedWrite[]; acknowledged: string[] }> {
  refuseIncomplete(sent.changes)
  const domain = await requireDomain(db, actor.accessScope, sent.domainId, [...new Set(sent.changes.flatMap((one) => one.record?.line ?? []))])
  refuseLocked(domain)
  const plan = await planChanges(db, domain, sent, { records: await findRecords(db, domain.id, idsOf(sent)), nearby: null })
  if (plan.conflicts.length > 0) throw await conflict(db, actor, domain, plan)
  return { domain, writes: plan.writes, acknowledged: settleFindings(plan.findings, sent.acknowledged) }
}

async function conflict(db: Db, actor: Actor, domain: DomainOfRecords, plan: Plan): Promise<Problem> {
  return new Problem('records_conflict', {
    params: { count: plan.conflicts.length, version: domain.version, conflicts: await wiredConflicts(db, actor, plan), ...summaryOf(plan.findings) },
  })
}

async function conflictsOf(db: Db, actor: Actor, plan: Plan): Promise<Applied['conflicts']> {
  const shown = await findShownRecords(
    db,
    actor,
    plan.conflicts.map((conflict) => conflict.id),
  )
  return plan.conflicts.map((conflict) => ({ ...conflict, current: shown.get(conflict.id) ?? null }))
}

async function wiredConflicts(db: Db, actor: Actor, plan: Plan): Promise<Conflict[]> {
  return (await conflictsOf(db, actor, plan)).map((conflict) => ({ ...conflict, current: conflict.current && wireRecord(conflict.current) }))
}

/** The records that a batch changes or deletes. */
function idsOf({ changes }: Sent): number[] {
  return changes.flatMap((one) => (one.op === 'add' ? [] : [one.id!]))
}

/** Changes of a batch whose hosts are looked at before it is known whether that is what they have to be judged with. */
const likelyChanges = 20

/** The hosts at which a small batch writes, as sent: nearly always what they are stored as. */
function likelyHosts({ changes }: Sent): string[] {
  return changes.length > likelyChanges ? [] : [...new Set(changes.flatMap((one) => one.record?.host.toLowerCase() ?? []))]
}

type Read = { records: ReadonlyMap<number, SavedRecord>; nearby: Nearby | null }

async function planChanges(db: Db, domain: DomainOfRecords, sent: Sent, { records: existing, nearby }: Read): Promise<Plan> {
  const deleted = await recordsDeletedSince(
    db,
    domain.id,
    idsOf(sent).filter((id) => !existing.has(id)),
  )
  const lines = new Set(domain.knownLines)
  const zone: Zone = { name: domain.name, nameservers: domain.nameservers }
  const plan: Plan = { writes: [], findings: [], conflicts: [] }
  const seen = new Set<number>()
  sent.changes.forEach((one, index) => {
    const error = (code: ProblemCode, field: string, params: Record<string, unknown> = {}): void =>
      void plan.findings.push({ change: index, lineNumber: null, severity: 'error', code, field, params })
    const before = one.op === 'add' ? null : existing.get(one.id!)
    if (one.op !== 'add') {
      if (seen.has(one.id!)) return error('change_repeated', 'id')
      seen.add(one.id!)
      const base = one.base ?? sent.version
      // A row that is gone was there in what the editor saw: somebody else deleted it.
      if (base !== undefined && (before ? before.version : (deleted.get(one.id!) ?? 0)) > base) return void plan.conflicts.push({ change: index, id: one.id! })
      if (!before) return error('record_missing', 'id')
    }
    if (one.op === 'delete') return void plan.writes.push({ op: 'delete', id: one.id!, before: before!, after: null, change: index })
    const { record, found } = checkRecord(one.record!, zone)
    for (const finding of found) plan.findings.push(findingOf(finding, index))
    if (!lines.has(one.record!.line)) return error('line_missing', 'line')
    if (!record) return
    plan.writes.push(
      before ? { op: 'update', id: one.id!, before, after: record, change: index } : { op: 'add', id: null, before: null, after: record, change: index },
    )
  })
  const judged = await judge(db, domain, plan.writes, { nearby })
  plan.findings.push(...judged.map((found) => findingOf(found, found.change)))
  plan.findings.sort((left, right) => left.change! - right.change!)
  plan.writes = plan.writes.filter((write) => write.op !== 'update' || !isSame(write.before, write.after))
  return plan
}
