import { sql } from 'kysely'
import { planLimitNames, type PlanLimitName } from '@nameplane/contract/dns/plan-limits'
import type { plan as calls } from '@nameplane/contract/dns/plan'
import type { Answered } from '@nameplane/contract/endpoint'
import { freePlan } from '@nameplane/contract/system/settings/free-plan'
import { selectReached, type AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'

type Used = Readonly<Record<PlanLimitName, number | null>>

/** The limits of a domain within reach, and what it has of each. */
export async function readPlan(db: Db, accessScope: AccessScope, id: number): Promise<Answered<typeof calls.detail>['data'] | undefined> {
  const domain = await selectReached(db, accessScope, id).executeTakeFirst()
  if (!domain) return undefined
  const limits = await readSettingOrDefault(db, freePlan)
  const used = await readUsed(db, id)
  const names = Object.keys(planLimitNames) as PlanLimitName[]
  return { quotas: names.map((name) => ({ name, limit: limits[name], used: used[name] })) }
}

/** Counted as `quotaFindings` counts: of levels and addresses the most there are, of times the least. */
async function readUsed(db: Db, domainId: number): Promise<Used> {
  const { rows } = await sql<Used>`
    with own as (
      select type, ttl_seconds, host, line, host = '*' or host like '*.%' as is_wildcard,
        case when host = '@' then 0 else cardinality(string_to_array(host, '.')) end as levels
      from record where domain_id = ${domainId}
    )
    select
      (select count(*)::int from own) as "records",
      (select coalesce(max(levels), 0) from own where not is_wildcard) as "subdomainLevels",
      (select coalesce(max(levels), 0) from own where is_wildcard) as "wildcardLevels",
      (select count(*)::int from own where type = 'URL') as "urlRecords",
      (select count(*)::int from custom_line where domain_id = ${domainId}) as "customLines",
      (select min(ttl_seconds) from own) as "minimumTtl",
      (select coalesce(max(count), 0)::int from (select count(*) as count from own where type in ('A', 'AAAA') group by host, type, line) as sets) as "sameLineAddresses"`.execute(
    db,
  )
  return rows[0]!
}
