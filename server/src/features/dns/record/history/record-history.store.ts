import { sql } from 'kysely'
import type { record as calls } from '@nameplane/contract/dns/record'
import { Revision, RevisionChange } from '@nameplane/contract/dns/record-revision'
import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Db } from '../../../../db/connection.ts'
import { pageOf } from '../../../../db/paged-read.ts'
import { columnsFor } from '../../../../db/reply-columns.ts'
import type { Actor } from '../../../../access/actor.ts'

type HistoryPage = Answered<typeof calls.history>['data']
type RevisionPage = Answered<typeof calls.revision>['data']

/** Of these records, those that once were and are deleted, with the version that deleted them. */
export async function recordsDeletedSince(db: Db, domainId: number, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ record_id: number; version: number }>`
    select distinct on (record_id) record_id, version from record_change
    where domain_id = ${domainId} and record_id = any(${ids}::bigint[])
    order by record_id, version desc`.execute(db)
  return new Map(rows.map((row) => [row.record_id, row.version]))
}

/** Kinds of actors whose names users are told; one of unknown kind may be an administrator. */
const namesForUsers: ReadonlySet<string> = new Set(['user', 'platform'])

/**
 * Saved states of a domain, newest first unless asked otherwise; with `recordId` those that touched that record. What the
 * operator's people are called is not for users, who are told that it was an administrator and no name.
 */
export async function listRevisions(db: Db, viewer: Actor, query: Received<typeof calls.history>): Promise<HistoryPage> {
  let revisions = db.selectFrom('domain_revision').where('domain_id', '=', query.domainId)
  const { recordId } = query
  if (recordId !== undefined) {
    revisions = revisions.where('version', 'in', (of) =>
      of
        .selectFrom('record_change')
        .select('record_change.version')
        .where('record_change.domain_id', '=', query.domainId)
        .where('record_change.record_id', '=', recordId),
    )
  }
  const shown = revisions
    .select(columnsFor('domain_revision', Revision, ['actor', 'actingAs']))
    .select(['domain_revision.actor_name as actor', 'domain_revision.acting_as_name as actingAs'])
  const page = await pageOf(db, shown, { otherwise: 'version', tieBreak: 'version' }, query)
  if (viewer.kind !== 'user') return page
  return { ...page, list: page.list.map((row) => ({ ...row, actor: namesForUsers.has(row.actorKind) ? row.actor : '', actingAs: null })) }
}

/** What one saved state changed. */
export async function listRevisionChanges(db: Db, query: Received<typeof calls.revision>): Promise<RevisionPage> {
  // As a big number: what is sent may be larger than any version.
  let changes = db
    .selectFrom('record_change')
    .where('domain_id', '=', query.domainId)
    .where('version', '=', sql<number>`${query.version}::bigint`)
  if (query.recordId !== undefined) changes = changes.where('record_id', '=', query.recordId)
  return pageOf(db, changes.select(columnsFor('record_change', RevisionChange)), { otherwise: 'recordId', tieBreak: 'recordId' }, query)
}

/** Whether the domain once was in this state: before its first change (version 1), or after one of them. */
export async function wasVersion(db: Db, domainId: number, version: number): Promise<boolean> {
  if (version <= 1) return true
  return (
    (await db.selectFrom('domain_revision').select('version').where('domain_id', '=', domainId).where('version', '=', version).executeTakeFirst()) !== undefined
  )
}

/**
 * For every record that changed after `version`, how it was then: null when it was not there. The first change after that
 * moment knows.
 */
export async function statesAt(db: Db, domainId: number, version: number, recordId: number | undefined): Promise<Map<number, CanonicalRecord | null>> {
  const { rows } = await sql<{ record_id: number; before: CanonicalRecord | null }>`
    select distinct on (record_id) record_id, before from record_change
    where domain_id = ${domainId} and version > ${version} and (${recordId ?? null}::bigint is null or record_id = ${recordId ?? null}::bigint)
    order by record_id, version`.execute(db)
  return new Map(rows.map((row) => [row.record_id, row.before]))
}

/** Whether the domain ever had this record. */
export async function hadRecord(db: Db, domainId: number, recordId: number): Promise<boolean> {
  return (
    (await db
      .selectFrom('record_change')
      .select('record_id')
      .where('domain_id', '=', domainId)
      .where('record_id', '=', recordId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}
