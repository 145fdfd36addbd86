import type { Finding, record as calls } from '@nameplane/contract/dns/record'
import { checkRecord, targetOf, type CanonicalRecord, type Zone } from '@nameplane/contract/dns/record-checks'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../http/call.ts'
import { Problem } from '../../../http/problem.ts'
import { findingOf, judge, settleFindings, shownOf, type PlannedWrite } from './record-judgement.ts'
import { isSame, lineOf, openDomain, refuseLocked, requireDomain, saveRecords, serialOf } from './record-save.ts'
import { readJsonText, readZoneText } from './record-text.ts'
import { findLines, readAllRecords, type DomainOfRecords, type SavedRecord } from './record.store.ts'

type Sent = Received<typeof calls.import>
type Imported = Answered<typeof calls.import>['data']

/** An entry that can be stored; `change` numbers the entries of the file. */
type GoodEntry = { record: CanonicalRecord; lineNumber: number; change: number }
type Checked = { entries: GoodEntry[]; findings: Finding[] }
type Plan = { writes: PlannedWrite[]; findings: Finding[]; unchanged: number }

const sampledWrites = 100
/** The change number of what goes without an entry of its own. */
const noEntry = -1

/** Imports a text; with `dryRun` answers what would happen and what is wrong with it. */
export async function importRecords(db: Db, actor: Actor, sent: Sent): Promise<Imported> {
  const target = await requireDomain(db, sent.domainId)
  refuseLocked(target)
  // Reading and checking the text needs no lock: a domain's name never changes.
  const checked = await checkText(db, target, sent)
  if (sent.dryRun) {
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(async (tx) => {
      const domain = await requireDomain(tx, sent.domainId)
      return { ...countsOf(await planImport(tx, domain, checked, sent)), version: domain.version, serial: domain.serial }
    })
  }
  const imported = await change(db, actor, 'record.import', async (open) => {
    const domain = await openDomain(open, sent.domainId)
    if (sent.version !== undefined && domain.version > sent.version) throw new Problem('changed_meanwhile', { params: { version: domain.version } })
    const plan = await planImport(open.tx, domain, checked, sent)
    const blocking = sent.skipRefused ? plan.findings.filter((finding) => finding.severity !== 'error') : plan.findings
    const acknowledged = settleFindings(blocking, sent.acknowledged)
    const { version } = await saveRecords(open, domain, 'record.import', plan.writes, acknowledged)
    return { ...countsOf(plan), version }
  })
  return { ...imported, serial: await serialOf(db, sent.domainId) }
}

function countsOf({ writes, findings, unchanged }: Plan): Omit<Imported, 'version' | 'serial'> {
  const count = (op: PlannedWrite['op']): number => writes.filter((write) => write.op === op).length
  return {
    added: count('add'), updated: count('update'), deleted: count('delete'), unchanged, findings: shownOf(findings),
    sample: writes.slice(0, sampledWrites).map((write) => ({ op: write.op, before: write.before && lineOf(write.before), after: write.after && lineOf(write.after) })),
  }
}

/** Upper and lower case of the names in a value are the same (RFC 4343). */
function keyOf(record: CanonicalRecord): string {
  return `${setOf(record)}\u0000${targetOf(record.type, record.value) === null ? record.value : record.value.toLowerCase()}`
}

function setOf(record: CanonicalRecord): string {
  return `${record.host}\u0000${record.type}\u0000${record.line}`
}

/** Reads the text and judges each entry by itself. */
async function checkText(db: Db, domain: DomainOfRecords, sent: Sent): Promise<Checked> {
  const read = sent.format === 'json' ? readJsonText(sent.text) : readZoneText(sent.text, domain.name, domain.defaultTtlSeconds)
  const zone: Zone = { name: domain.name, nameservers: domain.nameservers }
  const lines = await findLines(db, [...new Set(read.entries.map((entry) => entry.record.line))])
  const findings = read.findings
  const entries: GoodEntry[] = []
  const firstLines = new Map<string, number>()
  read.entries.forEach(({ record: written, lineNumber }, change) => {
    const { record, found } = checkRecord(written, zone)
    for (const one of found) findings.push(findingOf(one, null, lineNumber))
    if (!lines.has(written.line)) findings.push({ change: null, lineNumber, severity: 'error', code: 'line_missing', field: 'line', params: { line: written.line } })
    else if (record) {
      const first = firstLines.get(keyOf(record))
      if (first !== undefined) return void findings.push({ change: null, lineNumber, severity: 'note', code: 'repeated_in_file', field: null, params: { first } })
      firstLines.set(keyOf(record), lineNumber)
      entries.push({ record, lineNumber, change })
    }
  })
  return { entries, findings }
}

/** What the entries do to the domain, and what they mean there. With `skipRefused` entries that cannot stand are left out. */
async function planImport(db: Db, domain: DomainOfRecords, checked: Checked, sent: Sent): Promise<Plan> {
  const existing = await readAllRecords(db, domain.id)
  const findings = [...checked.findings]
  let entries = checked.entries
  for (;;) {
    const { writes, unchanged } = writesOf(entries, existing, sent.mode)
    const lineNumbers = new Map(entries.map((entry) => [entry.change, entry.lineNumber]))
    const judged = await judge(db, domain, writes, existing)
    const wired = judged.map((found) => findingOf(found, null, lineNumbers.get(found.change) ?? null))
    const refused = new Set(judged.filter((found) => found.severity === 'error').map((found) => found.change))
    if (!sent.skipRefused || refused.size === 0) return { writes, unchanged, findings: [...findings, ...wired] }
    findings.push(...wired.filter((finding) => finding.severity === 'error'))
    entries = entries.filter((entry) => !refused.has(entry.change))
  }
}

/** Entries against what is there. A changed value keeps its record's id, so that its history goes on. */
function writesOf(entries: readonly GoodEntry[], existing: readonly SavedRecord[], mode: Sent['mode']): { writes: PlannedWrite[]; unchanged: number } {
  const byKey = new Map(existing.map((record) => [keyOf(record), record]))
  const named = new Set(entries.map((entry) => setOf(entry.record)))
  const isReplaced = (record: SavedRecord): boolean => mode === 'replace' || (mode === 'overwrite' && named.has(setOf(record)))
  const kept = new Set<number>()
  for (const entry of entries) {
    const same = byKey.get(keyOf(entry.record))
    if (same) kept.add(same.id)
  }
  const leaving = new Map<string, SavedRecord[]>()
  for (const record of existing) {
    if (kept.has(record.id) || !isReplaced(record)) continue
    const set = leaving.get(setOf(record))
    if (set) set.push(record)
    else leaving.set(setOf(record), [record])
  }
  const writes: PlannedWrite[] = []
  let unchanged = 0
  for (const { record, change: number } of entries) {
    const same = byKey.get(keyOf(record))
    const before = same ?? leaving.get(setOf(record))?.shift()
    if (!before) writes.push({ op: 'add', id: null, before: null, after: record, change: number })
    else if (same && (mode === 'add' || isSame(same, record))) unchanged += 1
    else writes.push({ op: 'update', id: before.id, before, after: record, change: number })
  }
  for (const set of leaving.values()) for (const record of set) writes.push({ op: 'delete', id: record.id, before: record, after: null, change: noEntry })
  return { writes, unchanged }
}
