import { counted } from '@nameplane/contract/counted'
import type { Finding } from '@nameplane/contract/dns/record'
import { problemText } from '@nameplane/contract/problems'
import { platformActor } from '../../access/actor.ts'
import { change } from '../../changes/change.ts'
import { atOneMoment, type Db } from '../../db/connection.ts'
import { createDomainWithin } from '../../features/dns/domain/domain.service.ts'
import { findDomainByName } from '../../features/dns/domain/domain.store.ts'
import { importRecords, importRecordsWithin, planOfImport, type ImportPlan } from '../../features/dns/record/import/record-import.service.ts'
import type { PlannedWrite } from '../../features/dns/record/record-judgement.ts'
import { settleBulk, type BulkNote } from '../../features/dns/record/record-save.ts'
import type { DomainOfRecords } from '../../features/dns/record/record.store.ts'
import { Problem } from '../../problem.ts'
import { OperatorProblem } from '../operator-problem.ts'
import { sentence } from '../zone-check.ts'
import { readZoneFile, type ZoneFile } from './zone-folder.ts'

export const actor = platformActor('command line')

/** What is wrong with a file, and where; null: with the domain as a whole. */
export type Complaint = { readonly lineNumber: number | null; readonly isRefusal: boolean; readonly text: string }

/** What a zone file would do to its domain. */
export type ZonePlan = {
  readonly file: ZoneFile
  readonly text: string
  /** The domain, and its version that was looked at; null for one that there is not. */
  readonly seen: { readonly id: number; readonly version: number } | null
  readonly isAdded: boolean
  readonly writes: readonly PlannedWrite[]
  readonly complaints: readonly Complaint[]
  readonly warningCodes: readonly string[]
  /** Why somebody has to say yes. */
  readonly risks: readonly string[]
}

/** Zones with fewer records are changed as a whole now and then. */
const smallZone = 10
const largeShare = 0.3

/** The owner of domains that are added; null where none are. */
export type Adding = { readonly ownerId: number } | null

export async function planZone(db: Db, file: ZoneFile, adding: Adding): Promise<ZonePlan> {
  const nothing = { file, text: '', seen: null, isAdded: false, writes: [], warningCodes: [], risks: [] }
  const refused = (text: string): ZonePlan => ({ ...nothing, complaints: [{ lineNumber: null, isRefusal: true, text }] })
  const text = textOf(file)
  if (typeof text !== 'string') return refused(text.unreadable)
  if (text.trim() === '') return refused('the file is empty')
  const found = await findDomainByName(db, 'all', file.domain)
  if (found?.isDeleted) return refused('the domain is in the recycle bin')
  if (!found && adding === null) return refused('domain not found. To add it, use --create.')
  try {
    const plan = found ? await seen(db, found.id, text) : await asIfAdded(db, file.domain, adding!, text)
    return { file, text, ...told(plan), seen: found ? { id: found.id, version: plan.domain.version } : null, isAdded: !found }
  } catch (cause) {
    if (cause instanceof Problem) return refused(problemText(cause.code, 'en', cause.params))
    throw cause
  }
}

/** One file that cannot be read keeps no other from being read. */
function textOf({ path }: ZoneFile): string | { unreadable: string } {
  try {
    return readZoneFile(path)
  } catch (cause) {
    if (cause instanceof OperatorProblem) return { unreadable: cause.message.replace(`${path} `, '') }
    throw cause
  }
}

const wholeZone = (domainId: number, text: string) => ({ domainId, format: 'bind', mode: 'replace', skipRefused: false, dryRun: false, text }) as const

type Read = ImportPlan & { domain: DomainOfRecords }

function seen(db: Db, domainId: number, text: string): Promise<Read> {
  return atOneMoment(db, (tx) => planOfImport(tx, actor, { ...wholeZone(domainId, text), acknowledged: [] }))
}

/** Undoes what was done to look at it. */
class OnlyPlanned extends Error {
  override readonly name = 'OnlyPlanned'
  readonly plan: Read

  constructor(plan: Read) {
    super('only planned')
    this.plan = plan
  }
}

/** A domain that there is not is judged as it is added, by all the rules for that, and taken back before anybody sees it. */
async function asIfAdded(db: Db, domain: string, { ownerId }: NonNullable<Adding>, text: string): Promise<Read> {
  try {
    return await change(db, actor, 'domain.create', async (open) => {
      const { id: domainId } = await createDomainWithin(open, { domain, remark: '', userId: ownerId })
      throw new OnlyPlanned(await planOfImport(open.tx, actor, { ...wholeZone(domainId, text), acknowledged: [] }))
    })
  } catch (cause) {
    if (cause instanceof OnlyPlanned) return cause.plan
    throw cause
  }
}

function told({ domain, writes, findings, entries, unchanged }: Read): Pick<ZonePlan, 'writes' | 'complaints' | 'warningCodes' | 'risks'> {
  const touched = new Set(writes.map((write) => write.change))
  const touchedLines = new Set(entries.flatMap((entry) => (touched.has(entry.change) ? [entry.lineNumber] : [])))
  // A warning about what is there already was read when it was written.
  const isTold = ({ severity, lineNumber }: Finding): boolean =>
    severity === 'error' || (severity === 'warning' && (lineNumber === null || touchedLines.has(lineNumber)))
  const complaints = findings
    .filter(isTold)
    .map(({ severity, code, params, lineNumber }) => ({ lineNumber, isRefusal: severity === 'error', text: sentence(code, params) }))
  if (domain.isTransferred && writes.length > 0)
    complaints.unshift({ lineNumber: null, isRefusal: true, text: sentence('domain_transferred', { name: domain.name }) })
  if (domain.isLocked && writes.length > 0) complaints.unshift({ lineNumber: null, isRefusal: true, text: sentence('domain_locked', { name: domain.name }) })
  return {
    writes,
    complaints: complaints.sort((left, right) => (left.lineNumber ?? 0) - (right.lineNumber ?? 0)),
    warningCodes: [...new Set(findings.flatMap(({ severity, code }) => (severity === 'warning' ? [code] : [])))],
    risks: [...risksOfNameservers(domain, findings), ...risksOfSize(writes, unchanged)],
  }
}

/** NS records of the zone apex are those of its service group: a file that has others expects what does not happen. */
function risksOfNameservers({ nameservers, isTransferred }: DomainOfRecords, findings: readonly Finding[]): string[] {
  // Those of a transferred domain are what its primary has.
  if (isTransferred) return []
  const written = new Set(
    findings.flatMap(({ code, params }) => (code === 'apex_ns_ignored' ? [String(params['value']).toLowerCase().replace(/\.$/, '')] : [])),
  )
  const served = new Set(nameservers.map((one) => one.toLowerCase()))
  if (written.size === 0 || (written.size === served.size && [...written].every((one) => served.has(one)))) return []
  const [inFile, here] = [written, served].map((names) => [...names].join(', '))
  return [`The file has ${inFile} as NS records of the zone apex, which remain those of its service group (${here})`]
}

function risksOfSize(writes: readonly PlannedWrite[], unchanged: number): string[] {
  const touched = writes.filter((write) => write.before !== null).length
  const before = touched + unchanged
  if (before > 0 && writes.filter((write) => write.op === 'delete').length === before) return [`All ${counted(before, 'record')} would be deleted`]
  if (before < smallZone || touched <= before * largeShare) return []
  return [`${touched} of ${counted(before, 'record')} would be changed or deleted, more than 30 %`]
}

/** Does what was planned, all or nothing, as the record editor would. @throws Problem */
export async function applyPlan(db: Db, { file, text, seen, warningCodes }: ZonePlan, adding: Adding): Promise<void> {
  // Who may apply has read the warnings in the plan; the history of the domain names them.
  const acknowledged = [...warningCodes]
  if (seen) {
    await importRecords(db, actor, { ...wholeZone(seen.id, text), version: seen.version, acknowledged })
    return
  }
  const bulk: BulkNote = { isDue: false }
  try {
    await change(db, actor, 'domain.create', async (open) => {
      const { id: domainId } = await createDomainWithin(open, { domain: file.domain, remark: '', userId: adding!.ownerId })
      await importRecordsWithin(open, { ...wholeZone(domainId, text), acknowledged }, bulk)
    })
  } finally {
    await settleBulk(db, bulk)
  }
}
