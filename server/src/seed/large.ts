import { sql } from 'kysely'
import { counted, groupedNumber } from '@nameplane/contract/counted'
import { domainToUnicode } from '@nameplane/dns-text/names'
import type { Change } from '../changes/change.ts'
import type { Tx } from '../db/connection.ts'
import { largePlan, planDomains, type LargePlan, type PlannedDomain } from './large-domains.ts'
import { appendRecords, noRecords, type RecordColumns } from './large-records.ts'
import { insertOwners, insertServiceGroups } from './people-and-groups.ts'

const domainBatch = 5_000
const recordBatch = 20_000

/** Fills an empty platform with the large world; its records are the first saved state of their domains, so no history is written. */
export async function plantLarge(change: Change, progress: (line: string) => void, plan: LargePlan = largePlan): Promise<{ domains: number; records: number }> {
  const { tx } = change
  const owners = await insertOwners(tx, plan.owners)
  const groups = await insertServiceGroups(tx, plan.groups - 1)
  const domains = planDomains(plan)
  const ids: number[] = []
  for (let from = 0; from < domains.length; from += domainBatch) ids.push(...(await insertDomains(tx, domains.slice(from, from + domainBatch), owners, groups)))
  progress(counted(ids.length, 'domain'))

  let columns = noRecords()
  let written = 0
  const flush = async (): Promise<void> => {
    await insertRecords(tx, columns)
    written += columns.hosts.length
    columns = noRecords()
    if (written % 200_000 < recordBatch) progress(`${groupedNumber(written, 'en')} of ${counted(plan.records, 'record')}`)
  }
  for (const [index, domain] of domains.entries()) {
    appendRecords(columns, { id: ids[index]!, name: domain.name, count: domain.recordCount })
    if (columns.hosts.length >= recordBatch) await flush()
  }
  await flush()
  change.publish(ids)
  return { domains: ids.length, records: written }
}

async function insertDomains(tx: Tx, domains: readonly PlannedDomain[], owners: readonly number[], groups: readonly number[]): Promise<number[]> {
  const rows = await tx
    .insertInto('domain')
    .values(
      domains.map((domain) => ({
        name: domain.name,
        unicode_name: domainToUnicode(domain.name),
        account_id: owners[domain.ownerIndex]!,
        service_group_id: groups[domain.groupIndex]!,
        status: domain.isPaused ? 0 : 1,
        is_locked: domain.isLocked,
        remark: domain.remark,
        record_count: domain.recordCount,
        serial: 0,
        created_at: domain.createdAt,
        updated_at: domain.updatedAt,
        deleted_by: null,
      })),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** One statement a batch, its columns as arrays: the parameters of two million rows would cost more than the rows. A record is as old as its domain. */
async function insertRecords(tx: Tx, columns: RecordColumns): Promise<void> {
  if (columns.hosts.length === 0) return
  await sql`
    insert into record (domain_id, host, type, line, value, ttl_seconds, weight, remark, status, version, updated_at)
    select domain_id, host, type, line, value, ttl_seconds, weight, planned.remark, planned.status, 1, domain.updated_at
    from unnest(${columns.domainIds}::bigint[], ${columns.hosts}::text[], ${columns.types}::text[], ${columns.lines}::text[], ${columns.values}::text[], ${columns.ttls}::integer[],
      ${columns.weights}::integer[], ${columns.remarks}::text[], ${columns.statuses}::smallint[])
      as planned (domain_id, host, type, line, value, ttl_seconds, weight, remark, status)
    join domain on domain.id = planned.domain_id`.execute(tx)
}
