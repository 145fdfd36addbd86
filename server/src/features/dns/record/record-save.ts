import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import { trailActor } from '../../../audit/audit.ts'
import { change, type Change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import type { AccessScope } from '../../../access/access-scope.ts'
import { Problem } from '../../../problem.ts'
import { followingWrites, movedAddresses, savedAddresses, type MovedInZone } from './following-ptr.ts'
import { refuseUnconfirmed } from './record-thresholds.ts'
import {
  findDomainOfRecords,
  lockDomainOfRecords,
  shownRecord,
  type DomainOfRecords,
  type LockedDomain,
  type ReadAlong,
  type SavedRecord,
  type ShownRecord,
} from './record.store.ts'
import { isWrittenInBulk, numberWrites, sortIn, stateStatement, writeBulk, type NumberedWrite, type RecordWrite } from './record-write.store.ts'

/** Records that one audit entry quotes; the domain's history has them all. */
const quotedRecords = 50

function refuseUnusable(domain: DomainOfRecords | undefined): asserts domain is DomainOfRecords {
  if (!domain || domain.isDeleted) throw new Problem('domain_missing')
}

/** The domain, unless it is missing, in the recycle bin, or beyond the caller's reach. */
export async function requireDomain(db: Db, accessScope: AccessScope, id: number, lines: readonly string[] = []): Promise<DomainOfRecords> {
  const domain = await findDomainOfRecords(db, accessScope, id, lines)
  refuseUnusable(domain)
  return domain
}

/** The same for a change: locked in the database, and refused when an administrator locked it. */
async function openDomain(
  { tx, actor }: Pick<Change, 'tx' | 'actor'>,
  { domainId: id, lines = [], recordIds = [], hosts = [], isTransfer = false }: Wanted,
): Promise<Opened> {
  const { domain, ...read } = await lockDomainOfRecords(tx, actor.accessScope, { id, lines, recordIds, hosts })
  refuseUnusable(domain)
  if (!isTransfer) refuseLocked(domain)
  return { domain, ...read }
}

/** A domain that is to be changed, the lines that its records will use, and what is read with it. */
export type Wanted = {
  domainId: number
  lines?: readonly string[]
  /** Its primaries give the records: an administrator's lock is for others. */ isTransfer?: boolean
} & Partial<ReadAlong>

type Opened = LockedDomain & { domain: DomainOfRecords }

/** Refuses a change by hand of a domain that is locked, or whose records come from primaries. */
export function refuseLocked(domain: DomainOfRecords): void {
  if (domain.isTransferred) throw new Problem('domain_transferred', { params: { name: domain.name } })
  if (domain.isLocked) throw new Problem('domain_locked', { params: { name: domain.name } })
}

/** Refuses a change of all that matches when the domain is newer than the version that it was planned for. */
export function refuseNewer(domain: DomainOfRecords, version: number | undefined): void {
  if (version !== undefined && domain.version > version) throw new Problem('changed_meanwhile', { params: { version: domain.version } })
}

export function isSame(left: CanonicalRecord, right: CanonicalRecord): boolean {
  return (
    left.host === right.host &&
    left.type === right.type &&
    left.line === right.line &&
    left.value === right.value &&
    left.ttl === right.ttl &&
    left.weight === right.weight &&
    left.remark === right.remark &&
    left.status === right.status
  )
}

/** Characters of a value that one line of text shows. */
const shownValue = 500

/** A record as one line of text, for the audit trail and previews; a very long value is cut. */
export function lineOf(record: CanonicalRecord): string {
  const marks = [
    record.line === 'default' ? '' : `line=${record.line}`,
    record.weight === null ? '' : `weight=${record.weight}`,
    record.status === 1 ? '' : 'paused',
    record.remark,
  ].filter((mark) => mark !== '')
  const value = record.value.length > shownValue ? `${record.value.slice(0, shownValue)}…` : record.value
  return `${record.host} ${record.ttl} IN ${record.type} ${value}${marks.length > 0 ? ` ; ${marks.join(' ')}` : ''}`
}

function quoted(records: readonly (SavedRecord | CanonicalRecord | null)[]): string[] {
  const there = records.filter((record) => record !== null)
  const lines = there.slice(0, quotedRecords).map(lineOf)
  return there.length > lines.length ? [...lines, `+${there.length - lines.length}`] : lines
}

/** A state that was saved: its version, what it wrote, and when the rows say so. */
export type Saved = { version: number; writes: NumberedWrite[]; at: Date }

/** Writes a new saved state of the domain, notes it in history and audit, and has it published. */
async function saveRecords(
  open: Change,
  domain: DomainOfRecords,
  action: string,
  writes: readonly RecordWrite[],
  acknowledged: readonly string[],
): Promise<Saved> {
  if (writes.length === 0) {
    open.nothingChanged()
    return { version: domain.version, writes: [], at: domain.readAt }
  }
  const version = domain.version + 1
  const numbered = await numberWrites(open.tx, writes)
  const state = { domainId: domain.id, version, actor: trailActor(open.actor), action, acknowledged }
  if (isWrittenInBulk(numbered)) await writeBulk(open.tx, state, numbered)
  else open.writeLast(stateStatement(state, numbered).compile(open.tx))
  open.audit({
    type: 'domain',
    id: domain.id,
    name: domain.name,
    before: { version: domain.version, records: quoted(numbered.map((write) => write.before)) },
    after: { version, records: quoted(numbered.map((write) => write.after)), ...(acknowledged.length > 0 ? { acknowledged } : {}) },
  })
  open.publish([domain.id])
  return { version, writes: numbered, at: domain.readAt }
}

/** The rows that a save wrote, as lists show them. */
export function recordsShownAfter(actor: Actor, { version, writes, at }: Saved): ShownRecord[] {
  const { actor_id: id, actor_name: name } = trailActor(actor)
  const author = id === null ? null : { username: name, accountType: actor.impersonator || actor.kind === 'administrator' ? 1 : 2 }
  return writes.flatMap((write) => (write.after ? [shownRecord({ ...write.after, id: write.id, version, updateTime: at, author }, actor)] : []))
}

/** Writes a new saved state of the domain, which was found with these warnings ticked. */
type Save = (writes: readonly RecordWrite[], acknowledged: readonly string[]) => Promise<Saved>

type RecordAction = Parameters<typeof changeRecords>[2]

/** What is done with a domain whose records may be changed. */
export type RecordWork<Result> = (tx: Tx, opened: Opened, save: Save) => Promise<Result>

/** Whether `sortIn` is due once a change has ended, also where it failed. */
export type BulkNote = { isDue: boolean }

/** Has the PTR records of a segment follow the addresses that are there already, if the segment says so and is active. Answers whether any was written. */
export async function followSaved(open: Change, segmentId: number, bulk: BulkNote): Promise<boolean> {
  return follow(open, 'record.apply', await savedAddresses(open.tx, segmentId), bulk)
}

/** Has PTR records follow addresses; zones that an administrator locked stay as they are. Answers whether any was written. */
async function follow(open: Change, action: string, movedIn: readonly MovedInZone[], bulk: BulkNote): Promise<boolean> {
  let isWritten = false
  for (const { domainId, moved } of movedIn) {
    // The zone is of the same owner, whatever the caller reaches of it.
    const zone = await lockDomainOfRecords(open.tx, 'all', { id: domainId, lines: [], recordIds: [], hosts: [...moved.keys()] })
    if (!zone.domain || zone.domain.isDeleted || zone.domain.isLocked || zone.domain.isTransferred) continue
    const following = followingWrites(moved, zone.nearby?.records ?? [])
    bulk.isDue ||= isWrittenInBulk(following)
    if (following.length === 0) continue
    await saveRecords(open, zone.domain, action, following, [])
    isWritten = true
  }
  return isWritten
}

/** Changes a domain's records within a change that may do more. */
export async function changeRecordsWithin<Result>(
  open: Change,
  action: RecordAction,
  wanted: Wanted,
  bulk: BulkNote,
  work: RecordWork<Result>,
): Promise<{ result: Result; serialBefore: number }> {
  const opened = await openDomain(open, wanted)
  const { domain } = opened
  const result = await work(open.tx, opened, async (writes, acknowledged) => {
    bulk.isDue ||= isWrittenInBulk(writes)
    const saved = await saveRecords(open, domain, action, writes, acknowledged)
    if (domain.isFollowed) await follow(open, action, await movedAddresses(open.tx, domain, saved.writes), bulk)
    return saved
  })
  return { result, serialBefore: domain.serial }
}

/** Does what a change that wrote many records leaves: what was collected stays also after a failure. The nodes do not wait for this. */
export async function settleBulk(db: Db, bulk: BulkNote): Promise<void> {
  if (bulk.isDue) await sortIn(db).catch(() => undefined)
}

/** Runs a change of a domain's records, and answers with the serial that it ended with. */
export async function changeRecords<Result extends object>(
  db: Db,
  actor: Actor,
  action: 'record.apply' | 'record.dynamic' | 'record.bulk' | 'record.import' | 'record.replace' | 'record.restore' | 'record.transfer',
  wanted: Wanted & { confirm?: number | undefined },
  work: RecordWork<Result>,
): Promise<Result & { serial: number }> {
  let serials: Change['serials'] = new Map()
  const bulk: BulkNote = { isDue: false }
  try {
    const { result, serialBefore } = await change(db, actor, action, async (open) => {
      serials = open.serials
      return changeRecordsWithin(open, action, wanted, bulk, (tx, opened, save) =>
        work(tx, opened, async (writes, acknowledged) => {
          await refuseUnconfirmed(tx, actor, { domain: opened.domain, writes, confirm: wanted.confirm })
          return save(writes, acknowledged)
        }),
      )
    })
    return { ...result, serial: serials.get(wanted.domainId) ?? serialBefore }
  } finally {
    await settleBulk(db, bulk)
  }
}
