import type { Finding, record as calls } from '@nameplane/contract/dns/record'
import { recordKeyOf, setKeyOf, type CheckedEntry, type CheckedText } from '@nameplane/contract/dns/record-text'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Change } from '../../../../changes/change.ts'
import { atOneMoment, type Db } from '../../../../db/connection.ts'
import type { Actor } from '../../../../access/actor.ts'
import { inSlices, type Steps } from '../../../../serving/zone/slices.ts'
import { findingOf, settleFindings, summaryOf } from '../record-findings.ts'
import { judge, type PlannedWrite } from '../record-judgement.ts'
import { changeRecords, changeRecordsWithin, isSame, lineOf, refuseLocked, refuseNewer, requireDomain, type BulkNote, type RecordWork } from '../record-save.ts'
import { checkTextAside } from './record-text-check.ts'
import { findLines, readLineNames } from '../record-lines.store.ts'
import { readAllRecords, type DomainOfRecords, type SavedRecord } from '../record.store.ts'

type Sent = Received<typeof calls.import>
type Imported = Answered<typeof calls.import>['data']

/** How entries meet what is there, and those that cannot stand. */
export type ImportManner = Pick<Sent, 'mode' | 'skipRefused'>

/** What an import does: its writes, all that was found, how many entries are there as they are, and the entries. */
export type ImportPlan = { writes: PlannedWrite[]; findings: Finding[]; unchanged: number; entries: readonly CheckedEntry[] }

const sampledWrites = 100
/** The change number of what goes without an entry of its own. */
const noEntry = -1

/** Imports a text; with `dryRun` answers what would happen and what is wrong with it. */
export async function importRecords(db: Db, actor: Actor, sent: Sent): Promise<Imported> {
  const target = await requireDomain(db, actor.accessScope, sent.domainId)
  refuseLocked(target)
  // Reading the text needs no lock: a domain's name never changes.
  const checked = await readText(db, target, sent)
  if (sent.dryRun) {
    return atOneMoment(db, async (tx) => {
      const domain = await requireDomain(tx, actor.accessScope, sent.domainId)
      return { ...countsOf(await planImport(tx, domain, checked, sent)), version: domain.version, serial: domain.serial }
    })
  }
  return changeRecords(db, actor, 'record.import', { domainId: sent.domainId, confirm: sent.confirm }, importing(checked, sent))
}

/** The same within a change that does more. */
export async function importRecordsWithin(open: Change, sent: Sent, bulk: BulkNote): Promise<void> {
  const checked = await readText(open.tx, await requireDomain(open.tx, open.actor.accessScope, sent.domainId), sent)
  await changeRecordsWithin(open, 'record.import', { domainId: sent.domainId }, bulk, importing(checked, sent))
}

/** What an import would do, whole. A locked domain may be asked for too: nothing is changed. */
export async function planOfImport(db: Db, actor: Actor, sent: Sent): Promise<ImportPlan & { domain: DomainOfRecords }> {
  const domain = await requireDomain(db, actor.accessScope, sent.domainId)
  return { ...(await planImport(db, domain, await readText(db, domain, sent), sent)), domain }
}

/** What an import of a text would do to a domain that was read already; it may be one that there is not yet. */
export async function planImportInto(db: Db, domain: DomainOfRecords, text: Pick<Sent, 'text' | 'format'>, how: ImportManner): Promise<ImportPlan> {
  return planImport(db, domain, await readText(db, domain, text), how)
}

const settleImport = ({ findings }: ImportPlan, { skipRefused, acknowledged }: Sent): string[] =>
  settleFindings(skipRefused ? findings.filter((finding) => finding.severity !== 'error') : findings, acknowledged)

/** What an import would write, once nothing stands against it. @throws Problem */
export async function planToImport(db: Db, actor: Actor, sent: Sent): Promise<{ domain: DomainOfRecords; writes: PlannedWrite[]; acknowledged: string[] }> {
  const { domain, ...plan } = await planOfImport(db, actor, sent)
  refuseLocked(domain)
  refuseNewer(domain, sent.version)
  return { domain, writes: plan.writes, acknowledged: settleImport(plan, sent) }
}

function importing(checked: CheckedText, sent: Sent): RecordWork<Omit<Imported, 'serial'>> {
  return async (tx, { domain }, save) => {
    refuseNewer(domain, sent.version)
    const plan = await planImport(tx, domain, checked, sent)
    const acknowledged = settleImport(plan, sent)
    const { version } = await save(plan.writes, acknowledged)
    return { ...countsOf(plan), version }
  }
}

function countsOf({ writes, findings, unchanged }: ImportPlan): Omit<Imported, 'version' | 'serial'> {
  const count = (op: PlannedWrite['op']): number => writes.filter((write) => write.op === op).length
  return {
    added: count('add'),
    updated: count('update'),
    deleted: count('delete'),
    unchanged,
    ...summaryOf(findings),
    sample: writes
      .slice(0, sampledWrites)
      .map((write) => ({ op: write.op, before: write.before && lineOf(write.before), after: write.after && lineOf(write.after) })),
  }
}

/** Reads the text and judges each entry by itself. */
async function readText(db: Db, domain: DomainOfRecords, sent: Pick<Sent, 'text' | 'format'>): Promise<CheckedText> {
  return checkTextAside({
    text: sent.text,
    format: sent.format,
    zone: { name: domain.name, nameservers: domain.nameservers },
    defaultTtlSeconds: domain.defaultTtlSeconds,
    lines: sent.format === 'table' ? await readLineNames(db, domain.id) : [],
  })
}

/** What was read, without the entries whose lines the domain does not have: these are refused. */
async function withKnownLines(db: Db, domain: DomainOfRecords, { entries, findings }: CheckedText): Promise<CheckedText> {
  const lines = await findLines(db, domain.id, [...new Set(entries.map((entry) => entry.record.line))])
  const isKnown = (entry: CheckedEntry): boolean => lines.has(entry.record.line)
  const unknown = entries
    .filter((entry) => !isKnown(entry))
    .map(({ record, lineNumber }): Finding => ({
      change: null,
      lineNumber,
      severity: 'error',
      code: 'line_missing',
      field: 'line',
      params: { line: record.line },
    }))
  return { entries: entries.filter(isKnown), findings: [...findings, ...unknown] }
}

/** What the entries do to the domain, and what they mean there. With `skipRefused` entries that cannot stand are left out. */
async function planImport(db: Db, domain: DomainOfRecords, read: CheckedText, sent: ImportManner): Promise<ImportPlan> {
  const checked = await withKnownLines(db, domain, read)
  const existing = domain.recordCount === 0 ? [] : await readAllRecords(db, domain.id)
  const findings = [...checked.findings]
  let entries = checked.entries
  for (;;) {
    const { writes, unchanged } = await inSlices(writesOf(entries, existing, sent.mode))
    const judged = await judge(db, domain, writes, { all: existing })
    const touched = new Set(judged.map((found) => found.change))
    const lineNumbers = new Map(entries.flatMap((entry) => (touched.has(entry.change) ? [[entry.change, entry.lineNumber] as const] : [])))
    const wired = judged.map((found) => findingOf(found, null, lineNumbers.get(found.change) ?? null))
    const refused = new Set(judged.filter((found) => found.severity === 'error').map((found) => found.change))
    if (sent.skipRefused && refused.size > 0) {
      findings.push(...wired.filter((finding) => finding.severity === 'error'))
      entries = entries.filter((entry) => !refused.has(entry.change))
      continue
    }
    const isEmptied = sent.mode === 'replace' && entries.length === 0 && existing.length > 0
    if (isEmptied)
      findings.push({ change: null, lineNumber: null, severity: 'warning', code: 'import_deletes_all', field: null, params: { count: existing.length } })
    return { writes, unchanged, findings: [...findings, ...wired], entries }
  }
}

/** Entries that are compared without a pause. */
const stride = 256

/** Entries against what is there. A changed value keeps its record's id, so that its history goes on. */
export function* writesOf(
  entries: readonly CheckedEntry[],
  existing: readonly SavedRecord[],
  mode: Sent['mode'],
): Steps<{ writes: PlannedWrite[]; unchanged: number }> {
  const byKey = new Map<string, SavedRecord>()
  for (const [index, record] of existing.entries()) {
    byKey.set(recordKeyOf(record), record)
    if (index % stride === 0) yield
  }
  const named = new Set<string>()
  const kept = new Set<number>()
  for (const [index, { record }] of entries.entries()) {
    named.add(setKeyOf(record))
    const same = byKey.get(recordKeyOf(record))
    if (same) kept.add(same.id)
    if (index % stride === 0) yield
  }
  const isReplaced = (record: SavedRecord): boolean => mode === 'replace' || (mode === 'overwrite' && named.has(setKeyOf(record)))
  const leaving = new Map<string, SavedRecord[]>()
  for (const [index, record] of existing.entries()) {
    if (index % stride === 0) yield
    if (kept.has(record.id) || !isReplaced(record)) continue
    const set = leaving.get(setKeyOf(record))
    if (set) set.push(record)
    else leaving.set(setKeyOf(record), [record])
  }
  const writes: PlannedWrite[] = []
  let unchanged = 0
  for (const [index, { record, change: number }] of entries.entries()) {
    if (index % stride === 0) yield
    const same = byKey.get(recordKeyOf(record))
    const before = same ?? leaving.get(setKeyOf(record))?.shift()
    if (!before) writes.push({ op: 'add', id: null, before: null, after: record, change: number })
    else if (same && (mode === 'add' || isSame(same, record))) unchanged += 1
    else writes.push({ op: 'update', id: before.id, before, after: record, change: number })
  }
  for (const set of leaving.values()) for (const record of set) writes.push({ op: 'delete', id: record.id, before: record, after: null, change: noEntry })
  return { writes, unchanged }
}
