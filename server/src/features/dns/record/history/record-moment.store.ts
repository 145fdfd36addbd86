import { sql, type RawBuilder } from 'kysely'
import type { record as calls } from '@nameplane/contract/dns/record'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { atOneMoment, type Db } from '../../../../db/connection.ts'
import { pageOf } from '../../../../db/paged-read.ts'
import { Problem } from '../../../../problem.ts'

/* The records of a domain at any moment: those of now, with what each was before its first change after that moment. */

type Sent = Received<typeof calls.moment>
type Told = Answered<typeof calls.moment>['data']
type Row = Told['list'][number]

/** The version that a domain was at a moment. Its history is kept as long as the domain. @throws Problem moment_before_domain */
async function versionAt(db: Db, domainId: number, at: Date, since: Date): Promise<number> {
  if (at < since) throw new Problem('moment_before_domain', { params: { since: since.toISOString() }, fields: { at: 'moment_before_domain' } })
  const { version } = await db
    .selectFrom('domain_revision')
    .select((of) => of.fn.max('version').as('version'))
    .where('domain_id', '=', domainId)
    .where('at', '<=', at)
    .executeTakeFirstOrThrow()
  return version ?? 1
}

/** Each record that there was after a version, by its number, with its members as the history has them. */
function stateAfter(domainId: number, version: number): RawBuilder<unknown> {
  return sql`(
    select id as record_id, jsonb_build_object('host', host, 'type', type, 'line', line, 'value', value, 'ttl', ttl_seconds,
      'weight', weight, 'remark', remark, 'status', status) as state
    from record where domain_id = ${domainId}
      and not exists (select from record_change as later
        where later.domain_id = ${domainId} and later.record_id = record.id and later.version > ${version})
    union all
    select record_id, before - 'id' - 'version' as state from (
      select distinct on (record_id) record_id, before from record_change
      where domain_id = ${domainId} and version > ${version} order by record_id, version) as first_change
    where before is not null)`
}

/** The records of a domain at one moment beside those at another, or now: one page of them, and how many differ. */
export function readMoment(db: Db, domainId: number, sent: Sent): Promise<Told> {
  return atOneMoment(db, (tx) => readBoth(tx, domainId, sent))
}

async function readBoth(db: Db, domainId: number, sent: Sent): Promise<Told> {
  const { created_at: since, version: current } = await db
    .selectFrom('domain')
    .select(['created_at', 'version'])
    .where('id', '=', domainId)
    .executeTakeFirstOrThrow()
  const version = await versionAt(db, domainId, sent.at, since)
  const toVersion = sent.to === undefined ? current : await versionAt(db, domainId, sent.to, since)
  const both = sql<Row & { host: string }>`(
    select record_id as "recordId", earlier.state as before, other.state as after, coalesce(earlier.state, other.state) ->> 'host' as host
    from ${stateAfter(domainId, version)} as earlier full join ${stateAfter(domainId, toVersion)} as other using (record_id))`.as('both_states')
  const page = await pageOf(
    db,
    db
      .selectFrom(both)
      .select(['recordId', 'before', 'after', 'host'])
      .$if(sent.part === 'records', (rows) => rows.where('before', 'is not', null))
      .$if(sent.part === 'changed', (rows) => rows.where(sql<boolean>`before is distinct from after`)),
    { otherwise: [['host', 'asc']], tieBreak: ['recordId', 'asc'] },
    sent,
  )
  const counts = await db
    .selectFrom(both)
    .select([
      sql<number>`count(*) filter (where before is null)`.as('added'),
      sql<number>`count(*) filter (where after is null)`.as('deleted'),
      sql<number>`count(*) filter (where before <> after)`.as('updated'),
      sql<number>`count(*) filter (where before = after)`.as('unchanged'),
    ])
    .executeTakeFirstOrThrow()
  return { ...page, ...counts, version, toVersion, since }
}
