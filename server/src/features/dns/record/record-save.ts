import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import { trailActor } from '../../../audit/audit.ts'
import type { Change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { AccessScope } from '../../../access/access-scope.ts'
import { Problem } from '../../../problem.ts'
import { findDomainOfRecords, lockDomainOfRecords, type DomainOfRecords, type SavedRecord } from './record.store.ts'
import { numberWrites, writeRecords, writeRevision, type NumberedWrite, type RecordWrite } from './record-write.store.ts'

/** Records that one audit entry quotes; the domain's history has them all. */
const quotedRecords = 50

function refuseUnusable(domain: DomainOfRecords | undefined): asserts domain is DomainOfRecords {
  if (!domain || domain.isDeleted) throw new Problem('domain_missing')
}

/** The domain, unless it is missing, in the recycle bin, or beyond the caller's reach. */
export async function requireDomain(db: Db, accessScope: AccessScope, id: number): Promise<DomainOfRecords> {
  const domain = await findDomainOfRecords(db, accessScope, id)
  refuseUnusable(domain)
  return domain
}

/** The same for a change: locked in the database, and refused when an administrator locked it. */
export async function openDomain({ tx, actor }: Pick<Change, 'tx' | 'actor'>, id: number): Promise<DomainOfRecords> {
  const domain = await lockDomainOfRecords(tx, actor.accessScope, id)
  refuseUnusable(domain)
  refuseLocked(domain)
  return domain
}

export function refuseLocked(domain: DomainOfRecords): void {
  if (domain.isLocked) throw new Problem('domain_locked', { params: { name: domain.name } })
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

/** Writes a new saved state of the domain, notes it in history and audit, and has it published. Answers its version and the writes. */
export async function saveRecords(
  open: Change,
  domain: DomainOfRecords,
  action: string,
  writes: readonly RecordWrite[],
  acknowledged: readonly string[],
): Promise<{ version: number; writes: NumberedWrite[] }> {
  if (writes.length === 0) {
    open.nothingChanged()
    return { version: domain.version, writes: [] }
  }
  const version = domain.version + 1
  const numbered = await numberWrites(open.tx, writes)
  const actor = trailActor(open.actor)
  await writeRecords(open.tx, domain.id, version, actor.actor_id, numbered)
  await writeRevision(open.tx, { domainId: domain.id, version, actor, action, acknowledged }, numbered)
  open.audit({
    type: 'domain',
    id: domain.id,
    name: domain.name,
    before: { version: domain.version, records: quoted(numbered.map((write) => write.before)) },
    after: { version, records: quoted(numbered.map((write) => write.after)), ...(acknowledged.length > 0 ? { acknowledged } : {}) },
  })
  open.publish([domain.id])
  return { version, writes: numbered }
}

/** The serial after a change: raised when its transaction ended. */
export async function serialOf(db: Db, domainId: number): Promise<number> {
  return (await db.selectFrom('domain').select('serial').where('id', '=', domainId).executeTakeFirstOrThrow()).serial
}
