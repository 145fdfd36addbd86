import type { Finding, record as calls } from '@nameplane/contract/dns/record'
import { checkRecord, type CanonicalRecord, type Zone } from '@nameplane/contract/dns/record-checks'
import { recordKeyOf } from '@nameplane/contract/dns/record-text'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { ProblemCode } from '@nameplane/contract/problems'
import { atOneMoment, type Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { inSlices, type Steps } from '../../../serving/zone/slices.ts'
import { findingOf, settleFindings, summaryOf } from './record-findings.ts'
import { judge, type PlannedWrite } from './record-judgement.ts'
import { changeRecords, isSame, lineOf, refuseLocked, refuseNewer, requireDomain } from './record-save.ts'
import { findMatching, readAllRecords, type DomainOfRecords, type SavedRecord } from './record.store.ts'

type Sent = Received<typeof calls.bulk>
type Changed = Answered<typeof calls.bulk>['data']

type Planned = { writes: PlannedWrite[]; findings: Finding[]; unchanged: number }
type Plan = Planned & { matched: readonly SavedRecord[] }

const sampledWrites = 100

/** What each action has to be told beside which records. */
const needs: Readonly<Partial<Record<Sent['action'], 'ttl' | 'lines' | 'find'>>> = { ttl: 'ttl', line: 'lines', copy: 'lines', value: 'find' }

/** Refuses a call that lacks what its action needs, or names several lines for a record to move to. */
function refuseIncomplete(sent: Sent): void {
  const refuse = (field: string, code: ProblemCode): never => {
    throw new Problem(code, { fields: { [field]: code } })
  }
  const needed = needs[sent.action]
  if (needed !== undefined && (sent[needed] === undefined || (needed === 'lines' && sent.lines!.length === 0))) refuse(needed, 'required')
  if (sent.action === 'line' && sent.lines!.length > 1) refuse('lines', 'invalid_value')
}

/** Changes all records that match, or none of them; with `dryRun` only says what it would do. */
export async function changeMatching(db: Db, actor: Actor, sent: Sent): Promise<Changed> {
  refuseIncomplete(sent)
  const lines = sent.lines ?? []
  if (sent.dryRun) {
    return atOneMoment(db, async (tx) => {
      const domain = await requireDomain(tx, actor.accessScope, sent.domainId, lines)
      refuseLocked(domain)
      return { ...toldOf(await planChange(tx, domain, sent)), version: domain.version, serial: domain.serial }
    })
  }
  return changeRecords(db, actor, 'record.bulk', { domainId: sent.domainId, lines, confirm: sent.confirm }, async (tx, { domain }, save) => {
    refuseNewer(domain, sent.version)
    const plan = await planChange(tx, domain, sent)
    const acknowledged = settleFindings(plan.findings, sent.acknowledged)
    const { version } = await save(plan.writes, acknowledged)
    return { ...toldOf(plan), version }
  })
}

/** What a change of all that matches would write, once nothing stands against it. @throws Problem */
export async function planOfBulk(db: Db, actor: Actor, sent: Sent): Promise<{ domain: DomainOfRecords; writes: PlannedWrite[]; acknowledged: string[] }> {
  refuseIncomplete(sent)
  const domain = await requireDomain(db, actor.accessScope, sent.domainId, sent.lines ?? [])
  refuseLocked(domain)
  refuseNewer(domain, sent.version)
  const plan = await planChange(db, domain, sent)
  return { domain, writes: plan.writes, acknowledged: settleFindings(plan.findings, sent.acknowledged) }
}

function toldOf({ matched, writes, findings, unchanged }: Plan): Omit<Changed, 'version' | 'serial'> {
  const count = (op: PlannedWrite['op']): number => writes.filter((write) => write.op === op).length
  const summary = summaryOf(findings)
  const numbers = new Set(summary.findings.flatMap((finding) => finding.change ?? []))
  return {
    matched: matched.length,
    added: count('add'),
    updated: count('update'),
    deleted: count('delete'),
    unchanged,
    ...summary,
    subjects: [...numbers].flatMap((change) => (matched[change] ? [{ change, record: lineOf(matched[change]) }] : [])),
    sample: writes
      .slice(0, sampledWrites)
      .map((write) => ({ op: write.op, before: write.before && lineOf(write.before), after: write.after && lineOf(write.after) })),
  }
}

async function planChange(db: Db, domain: DomainOfRecords, sent: Sent): Promise<Plan> {
  const known = new Set(domain.knownLines)
  if (sent.lines?.some((line) => !known.has(line))) throw new Problem('line_missing', { fields: { lines: 'line_missing' } })
  const matched = await findMatching(db, { domainId: domain.id, ...sent.filter }, limits.bulkRecords + 1)
  const copies = sent.action === 'copy' ? sent.lines!.length : 1
  if (matched.length * copies > limits.bulkRecords) throw new Problem('too_many_records', { params: { maximum: limits.bulkRecords } })
  // A copy may be there already, anywhere in the domain.
  const all = sent.action === 'copy' ? await readAllRecords(db, domain.id) : null
  const { writes, findings, unchanged } = await inSlices(writesOf(matched, all, domain, sent))
  const judged = await judge(db, domain, writes, all ? { all } : { nearby: null })
  findings.push(...judged.map((found) => findingOf(found, found.change)))
  findings.sort((left, right) => left.change! - right.change!)
  return { matched, writes, findings, unchanged }
}

/** Records that are taken together without a pause. */
const stride = 64

/** What becomes of each record, by its place among those that match, and what is wrong with it by itself. */
function* writesOf(matched: readonly SavedRecord[], all: readonly SavedRecord[] | null, domain: DomainOfRecords, sent: Sent): Steps<Planned> {
  const zone: Zone = { name: domain.name, nameservers: domain.nameservers }
  const plan: Planned = { writes: [], findings: [], unchanged: 0 }
  let characters = 0
  /** The record as it may be saved; null where it may not. */
  const checked = (after: CanonicalRecord, change: number): CanonicalRecord | null => {
    characters += after.value.length
    if (characters > limits.zoneFileBytes) throw new Problem('records_too_large')
    const { record, found } = checkRecord(after, zone, sent.action === 'value' ? 'typed' : 'canonical')
    plan.findings.push(...found.map((one) => findingOf(one, change)))
    return record
  }
  const there = new Set<string>()
  for (const [index, record] of (all ?? []).entries()) {
    there.add(recordKeyOf(record))
    if (index % stride === 0) yield
  }
  for (const [change, before] of matched.entries()) {
    if (change % stride === 0) yield
    if (sent.action === 'delete') plan.writes.push({ op: 'delete', id: before.id, before, after: null, change })
    else if (sent.action === 'copy') {
      for (const line of sent.lines!) {
        const copy = { ...recordOf(before), line }
        const key = recordKeyOf(copy)
        const after = there.has(key) ? null : checked(copy, change)
        if (after) plan.writes.push({ op: 'add', id: null, before: null, after, change })
        else if (there.has(key)) plan.unchanged += 1
        there.add(key)
      }
    } else {
      const wanted = changedBy(sent, recordOf(before))
      if (isSame(wanted, before)) plan.unchanged += 1
      else {
        const after = checked(wanted, change)
        if (after && isSame(after, before)) plan.unchanged += 1
        else if (after) plan.writes.push({ op: 'update', id: before.id, before, after, change })
      }
    }
  }
  return plan
}

function recordOf({ host, type, line, value, ttl, weight, remark, status }: SavedRecord): CanonicalRecord {
  return { host, type, line, value, ttl, weight, remark, status }
}

function changedBy({ action, ttl, lines, find, replace }: Sent, record: CanonicalRecord): CanonicalRecord {
  switch (action) {
    case 'ttl':
      return { ...record, ttl: ttl! }
    case 'line':
      return { ...record, line: lines![0]! }
    case 'value':
      return { ...record, value: replaced(record.value, find!, replace) }
    case 'pause':
    case 'resume':
      return { ...record, status: action === 'resume' ? 1 : 0 }
    default:
      return record
  }
}

/** Every occurrence as it is written; refused before it is made when it would be larger than all that may be written. */
function replaced(value: string, find: string, replace: string): string {
  const parts = value.split(find)
  if (value.length + (parts.length - 1) * (replace.length - find.length) > limits.zoneFileBytes) throw new Problem('records_too_large')
  return parts.join(replace)
}
