import type { Finding } from '@nameplane/contract/dns/record'
import { absoluteHost, targetOf, type CanonicalRecord, type Found } from '@nameplane/contract/dns/record-checks'
import { checkRecordSet, type RemovedRow, type SetRow } from '@nameplane/contract/dns/record-set-checks'
import { isProblemCode, type ProblemCode } from '@nameplane/contract/problems'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../http/problem.ts'
import { readAllRecords, readNeighbours, type DomainOfRecords, type Neighbourhood, type SavedRecord } from './record.store.ts'
import type { RecordWrite } from './record-write.store.ts'

/** A write, and which change of the caller (or entry of the caller's file) it comes from. */
export type PlannedWrite = RecordWrite & { change: number }

/** Names touched by a write above which reading the whole domain costs less than picking. */
const pickedNames = 2_000

/** Findings that one answer carries; the count in the refusal is of all. */
const shownFindings = 1_000

export function findingOf(found: Found, change: number | null, lineNumber: number | null = null): Finding {
  return { change, lineNumber, severity: found.severity, code: found.code, field: found.field, params: found.params }
}

function isServed(record: CanonicalRecord | null): record is CanonicalRecord {
  return record !== null && record.status === 1
}

function hostsAbove(host: string): string[] {
  const above: string[] = host === '@' ? [] : ['@']
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) above.push(host.slice(dot + 1))
  return above
}

/** What has to be read to judge these writes. */
function neighbourhoodOf(writes: readonly PlannedWrite[], zone: string): Neighbourhood {
  const [names, above, targets, pointedTo, below] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { before, after } of writes) {
    if (before) names.add(before.host)
    if (!after) continue
    names.add(after.host)
    for (const host of hostsAbove(after.host)) above.add(host)
    if (!isServed(after)) continue
    const target = targetOf(after.type, after.value)
    if (target === `${zone}.`) targets.add('@')
    else if (target?.endsWith(`.${zone}.`)) targets.add(target.slice(0, -zone.length - 2))
    if (after.type === 'CNAME') pointedTo.add(absoluteHost(after.host, zone))
    if (after.type === 'NS' || after.type === 'DNAME') below.add(after.host)
  }
  return { names: [...names], above: [...above], targets: [...targets], pointedTo: [...pointedTo], below: [...below] }
}

/** The rows beside which the writes are judged, as they are before them; `known` saves reading when the caller has read the whole domain. */
async function surroundingsOf(db: Db, domain: DomainOfRecords, writes: readonly PlannedWrite[], known: readonly SavedRecord[] | null): Promise<readonly SavedRecord[]> {
  if (known) return known
  const neighbourhood = neighbourhoodOf(writes, domain.name)
  if (neighbourhood.names.length > pickedNames) return readAllRecords(db, domain.id)
  return readNeighbours(db, domain.id, neighbourhood)
}

/** What the domain would mean after these writes, as far as they touch it. */
export async function judge(db: Db, domain: DomainOfRecords, writes: readonly PlannedWrite[], known: readonly SavedRecord[] | null = null): Promise<(Found & { change: number })[]> {
  if (writes.length === 0) return []
  const surroundings = await surroundingsOf(db, domain, writes, known)
  const written = new Set(writes.map((write) => write.id))
  const rows: SetRow[] = []
  const removed: RemovedRow[] = []
  for (const record of surroundings) if (!written.has(record.id)) rows.push({ ...record, change: null })
  for (const { before, after, change } of writes) {
    if (after) rows.push({ ...after, change })
    const isMoved = before && !(isServed(after) && after.host === before.host && after.type === before.type && after.line === before.line)
    if (isMoved) removed.push({ host: before.host, type: before.type, line: before.line, status: before.status, change })
  }
  return checkRecordSet(rows, removed, domain.name)
}

/** How a finding names its field in the refusal: `changes.3.record.value`, or `line 7` of a file. */
function pathOf(finding: Finding): string {
  if (finding.change === null) return finding.lineNumber === null ? '_' : `lines.${finding.lineNumber}`
  return finding.field === 'id' ? `changes.${finding.change}.id` : `changes.${finding.change}.record.${finding.field ?? '_'}`
}

function refusal(code: ProblemCode, findings: readonly Finding[], params: Record<string, unknown>): Problem {
  const fields: Record<string, ProblemCode> = {}
  const fieldParams: Record<string, unknown> = {}
  for (const finding of findings.slice(0, shownFindings)) {
    const path = pathOf(finding)
    if (path in fields || !isProblemCode(finding.code)) continue
    fields[path] = finding.code
    fieldParams[path] = finding.params
  }
  return new Problem(code, { fields, params: { ...fieldParams, ...params, count: findings.length } })
}

/** The part of the findings that an answer carries: errors first, then warnings. */
export function shownOf(findings: readonly Finding[]): Finding[] {
  const rank = { error: 0, warning: 1, note: 2 }
  return [...findings].sort((left, right) => rank[left.severity] - rank[right.severity]).slice(0, shownFindings)
}

/** Refuses when there are errors, or warnings that the caller has not ticked. Answers the codes of the warnings that were. */
export function settleFindings(findings: readonly Finding[], acknowledged: readonly string[]): string[] {
  const errors = findings.filter((finding) => finding.severity === 'error')
  if (errors.length > 0) throw refusal('records_refused', errors, { findings: shownOf(findings) })
  const warnings = findings.filter((finding) => finding.severity === 'warning')
  const open = warnings.filter((finding) => !acknowledged.includes(finding.code))
  if (open.length > 0) throw refusal('warnings_not_acknowledged', open, { findings: shownOf(findings) })
  return [...new Set(warnings.map((finding) => finding.code))]
}
