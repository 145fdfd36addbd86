import type { record as calls } from '@nameplane/contract/dns/record'
import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { atOneMoment, type Db } from '../../../../db/connection.ts'
import type { Actor } from '../../../../access/actor.ts'
import { Problem } from '../../../../problem.ts'
import { hadRecord, statesAt, wasVersion } from './record-history.store.ts'
import { findingOf, settleFindings, summaryOf } from '../record-findings.ts'
import { judge, type PlannedWrite } from '../record-judgement.ts'
import { changeRecords, isSame, refuseLocked, refuseNewer, requireDomain } from '../record-save.ts'
import { findLines } from '../record-lines.store.ts'
import { findRecords, type DomainOfRecords } from '../record.store.ts'
import type { Finding } from '@nameplane/contract/dns/record'

type Sent = Received<typeof calls.restore>
type Restored = Answered<typeof calls.restore>['data']
type Plan = { writes: PlannedWrite[]; findings: Finding[]; unchanged: number }

/** Takes one record or the whole domain back to how it was after a version; the way there is a saved state like any other. */
export async function restoreRecords(db: Db, actor: Actor, sent: Sent): Promise<Restored> {
  if (sent.dryRun) {
    return atOneMoment(db, async (tx) => {
      const domain = await requireDomain(tx, actor.accessScope, sent.domainId)
      refuseLocked(domain)
      return { ...countsOf(await planRestore(tx, domain, sent)), version: domain.version, serial: domain.serial }
    })
  }
  return changeRecords(db, actor, 'record.restore', { domainId: sent.domainId, confirm: sent.confirm }, async (tx, { domain }, save) => {
    refuseNewer(domain, sent.base)
    const plan = await planRestore(tx, domain, sent)
    const acknowledged = settleFindings(plan.findings, sent.acknowledged)
    const { version } = await save(plan.writes, acknowledged)
    return { ...countsOf(plan), version }
  })
}

/** What a restore would write, once nothing stands against it. @throws Problem */
export async function planOfRestore(db: Db, actor: Actor, sent: Sent): Promise<{ domain: DomainOfRecords; writes: PlannedWrite[]; acknowledged: string[] }> {
  const domain = await requireDomain(db, actor.accessScope, sent.domainId)
  refuseLocked(domain)
  refuseNewer(domain, sent.base)
  const plan = await planRestore(db, domain, sent)
  return { domain, writes: plan.writes, acknowledged: settleFindings(plan.findings, sent.acknowledged) }
}

function countsOf({ writes, findings, unchanged }: Plan): Omit<Restored, 'version' | 'serial'> {
  const count = (op: PlannedWrite['op']): number => writes.filter((write) => write.op === op).length
  return { added: count('add'), updated: count('update'), deleted: count('delete'), unchanged, ...summaryOf(findings) }
}

async function planRestore(db: Db, domain: DomainOfRecords, sent: Sent): Promise<Plan> {
  if (sent.version > domain.version || !(await wasVersion(db, domain.id, sent.version))) throw new Problem('revision_missing')
  if (sent.recordId !== undefined && !(await hadRecord(db, domain.id, sent.recordId))) throw new Problem('record_missing')
  const states = await statesAt(db, domain.id, sent.version, sent.recordId)
  const current = await findRecords(db, domain.id, [...states.keys()])
  const writes: PlannedWrite[] = []
  for (const [id, state] of states) {
    const before = current.get(id)
    const after: CanonicalRecord | null = state
    if (before && after && !isSame(before, after)) writes.push({ op: 'update', id, before, after, change: writes.length })
    else if (before && !after) writes.push({ op: 'delete', id, before, after: null, change: writes.length })
    else if (!before && after) writes.push({ op: 'add', id, before: null, after, change: writes.length })
  }
  const findings = (await judge(db, domain, writes)).map((found) => findingOf(found, found.change))
  const lines = await findLines(db, domain.id, [...new Set(writes.flatMap(({ after }) => after?.line ?? []))])
  for (const { change, after } of writes)
    if (after && !lines.has(after.line))
      findings.push({ change, lineNumber: null, severity: 'error', code: 'line_unknown', field: 'line', params: { line: after.line } })
  const there = sent.recordId === undefined ? domain.recordCount : 1
  return { writes, findings, unchanged: Math.max(there - writes.filter((write) => write.op !== 'add').length, 0) }
}
