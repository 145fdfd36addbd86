import { sql } from 'kysely'
import type { HealthFinding, HealthRow, KnownFacts } from '@nameplane/contract/dns/zone-health-finding'
import { limits } from '@nameplane/contract/limits'
import { certificateAuthority, knownAuthorities } from '@nameplane/contract/system/settings/certificate-authority'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import { domainNameservers } from '../../../changes/domain-nameservers.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { readSetting } from '../../../settings/settings.ts'
import type { Facts } from './health-facts.ts'

/** A domain as its health is judged. */
export type JudgedDomain = { id: number; name: string; version: number; recordCount: number; defaultServers: string[]; nameservers: KnownFacts['nameservers'] }

const judgedColumns = [
  'domain.id',
  'domain.name',
  'domain.version',
  'domain.record_count as recordCount',
  domainNameservers.nameservers.as('defaultServers'),
  'domain.ns_state as state',
  'domain.ns_found as found',
] as const

type JudgedRow = Omit<JudgedDomain, 'nameservers'> & KnownFacts['nameservers']

const judgedOf = ({ state, found, ...domain }: JudgedRow): JudgedDomain => ({ ...domain, nameservers: { state, found } })

function selectJudged(db: Db) {
  return db.selectFrom('domain').innerJoin('service_group', 'service_group.id', 'domain.service_group_id').where('domain.deleted_at', 'is', null)
}

export async function findJudged(db: Db, accessScope: AccessScope, id: number): Promise<JudgedDomain | undefined> {
  const row = await selectJudged(db).select(judgedColumns).where('domain.id', '=', id).where(domainWithin(accessScope)).executeTakeFirst()
  return row && judgedOf(row)
}

/** Domains that are due, those that were never checked first: a day after the last check, or once the records have changed and an hour has passed. */
export async function nextDue(db: Db, { before, changedBefore, limit }: { before: Date; changedBefore: Date; limit: number }): Promise<JudgedDomain[]> {
  const rows = await selectJudged(db)
    .leftJoin('zone_health', 'zone_health.domain_id', 'domain.id')
    .select(judgedColumns)
    .where('domain.record_count', '<=', limits.healthRecords)
    .where((where) =>
      where.or([
        where('zone_health.domain_id', 'is', null),
        where('zone_health.checked_at', '<', before),
        where.and([where('zone_health.checked_at', '<', changedBefore), where('zone_health.version', '<>', where.ref('domain.version'))]),
      ]),
    )
    .orderBy('zone_health.checked_at', (by) => by.asc().nullsFirst())
    .orderBy('domain.id')
    .limit(limit)
    .execute()
  return rows.map(judgedOf)
}

export async function readHealthRows(db: Db, domainId: number): Promise<HealthRow[]> {
  return db
    .selectFrom('record')
    .select(['id', 'host', 'type', 'line', 'value', 'ttl_seconds as ttl', 'weight', 'remark', 'status'])
    .where('domain_id', '=', domainId)
    .orderBy('host')
    .orderBy('type')
    .orderBy('line')
    .orderBy('id')
    .execute()
}

export type SavedHealth = { version: number; checkTime: Date; score: number; total: number; findings: HealthFinding[]; facts: Facts }

export async function findHealth(db: Db, domainId: number): Promise<SavedHealth | undefined> {
  return db
    .selectFrom('zone_health')
    .select(['version', 'checked_at as checkTime', 'score', 'total', 'findings', 'facts'])
    .where('domain_id', '=', domainId)
    .executeTakeFirst()
}

/** Keeps what a check found, in the place of the one before. A domain that has gone meanwhile keeps nothing. */
export async function saveHealth(tx: Tx, domainId: number, { version, checkTime, score, total, findings, facts }: SavedHealth): Promise<void> {
  await sql`
    insert into zone_health (domain_id, version, checked_at, score, total, findings, facts)
    select id, ${version}::integer, ${checkTime}::timestamptz, ${score}::smallint, ${total}::integer, ${JSON.stringify(findings)}::jsonb, ${JSON.stringify(facts)}::jsonb
    from domain where id = ${domainId}
    on conflict (domain_id) do update set version = excluded.version, checked_at = excluded.checked_at, score = excluded.score,
      total = excluded.total, findings = excluded.findings, facts = excluded.facts`.execute(tx)
}

export async function setScore(tx: Tx, domainId: number, score: number): Promise<void> {
  await tx.updateTable('zone_health').set({ score }).where('domain_id', '=', domainId).execute()
}

export type Ignored = { code: string; host: string; type: string; line: string; reason: string; by: string; time: Date }

export async function readIgnored(db: Db, domainId: number): Promise<Ignored[]> {
  return db
    .selectFrom('zone_health_ignored')
    .select(['code', 'host', 'type', 'line', 'reason', 'ignored_by as by', 'ignored_at as time'])
    .where('domain_id', '=', domainId)
    .execute()
}

/** By what the platform gets certificates, as CAA records know it. */
export async function readAuthority(db: Db): Promise<KnownFacts['authority']> {
  const setting = await readSetting(db, certificateAuthority)
  if (!setting || setting.authority === 'other') return null
  const { name, caaIdentity } = knownAuthorities[setting.authority]
  return { name, identity: caaIdentity }
}
