import { sql, type RawBuilder } from 'kysely'
import { isPlaceholder } from '@nameplane/contract/dns/placeholder-nameservers'
import type { dashboard as calls } from '@nameplane/contract/home/dashboard'
import type { Answered } from '@nameplane/contract/endpoint'
import type { Right } from '@nameplane/contract/right'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { domainWithin, groupWithin, nowhere, type AccessScope } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { nodesServing } from '../../../changes/nodes-serving.ts'
import type { Db } from '../../../db/connection.ts'
import { hourOf } from '../../../db/statistics/adding.ts'
import { scopeKey } from './reach.ts'

type FirstSteps = Answered<typeof calls.firstSteps>['data']

const hourMs = 3_600_000
/** As long as sums are kept by the hour. */
const hoursOfSums = 35 * 24
const hoursOfDomains = 24
/** Whoever is setting up looks at one of the newest. */
const newestDomains = 20

/** Who reaches what: an answer that was seen once is not looked for again. */
const answeredOfDb = new WeakMap<Db, Set<string>>()

/** What a new platform still needs of what the caller may do. Each part is a look at a few rows, however large the platform is. */
export async function readFirstSteps(db: Db, actor: Actor, now: Date): Promise<FirstSteps> {
  const may = (right: Right): boolean => actor.rights.has(right)
  const within = (right: Right): AccessScope => (may(right) ? (actor.accessScopes.get(right) ?? nowhere) : nowhere)
  const { rows } = await sql<{ group: { id: number; nameservers: string[] } | null; hasDomain: boolean; isSafe: boolean; hasEmail: boolean }>`
    select
      (select json_build_object('id', id, 'nameservers', nameservers) from service_group where is_default and ${groupWithin(within('service_group.write'))}) as "group",
      exists (select from domain where deleted_at is null and ${domainWithin(within('domain.write'))}) as "hasDomain",
      (select count(*) from (select from account where type = 1 and status = 1 limit 2) as administrator) > 1
        or exists (select from totp where account_id = ${actor.accountId}) or exists (select from passkey where account_id = ${actor.accountId}) as "isSafe",
      exists (select from system_config where param_key = ${emailServer.key} and status = 1 and coalesce(param_value ->> 'host', '') <> '') as "hasEmail"`.execute(
    db,
  )
  const { group, hasDomain, isSafe, hasEmail } = rows[0]!
  const isPlaced = group?.nameservers.some(isPlaceholder) ?? false
  const isAnswered = may('domain.read') && (await hasAnswered(db, within('domain.read'), now))
  const steps = [
    ...(group ? [{ step: 'nameservers' as const, isDone: !isPlaced }] : []),
    ...(may('domain.write') ? [{ step: 'domain' as const, isDone: hasDomain }] : []),
    ...(may('domain.read') ? [{ step: 'answer' as const, isDone: isAnswered }] : []),
    ...(may('admin.write') ? [{ step: 'administrators' as const, isDone: isSafe }] : []),
    ...(may('config_email.write') ? [{ step: 'email' as const, isDone: hasEmail }] : []),
  ]
  const query = may('domain.read') && !isAnswered ? await findQuery(db, within('domain.read')) : null
  return { steps, groupId: group && isPlaced ? group.id : null, query }
}

/** Whether a node has given an answer about a domain within reach. */
async function hasAnswered(db: Db, accessScope: AccessScope, now: Date): Promise<boolean> {
  const answered = answeredOfDb.get(db) ?? new Set()
  answeredOfDb.set(db, answered)
  const key = scopeKey(accessScope)
  if (answered.has(key)) return true
  // By the hours themselves: a range of them would read all that is counted.
  const hours = (count: number): RawBuilder<unknown> =>
    sql`any(${Array.from({ length: count }, (_, ago) => new Date(hourOf(now).getTime() - ago * hourMs))}::timestamptz[])`
  const newest = sql`select id from domain where deleted_at is null and ${domainWithin(accessScope)} order by id desc limit ${newestDomains}`
  const { rows } = await (
    accessScope === 'all'
      ? sql<{ is: boolean }>`select exists (select from query_sum_minute where at = ${hours(hoursOfSums)} and by = 'rcode' and key = '0') as "is"`
      : sql<{ is: boolean }>`
        select exists (select from query_domain_minute where at = ${hours(hoursOfDomains)} and domain_id = any(array(${newest}))) as "is"`
  ).execute(db)
  if (rows[0]!.is) answered.add(key)
  return rows[0]!.is
}

/** The newest domain that is served, and a node that serves it: one that runs, if there is one. */
async function findQuery(db: Db, accessScope: AccessScope): Promise<FirstSteps['query']> {
  const { rows } = await sql<NonNullable<FirstSteps['query']>>`
    select domain.id, domain.name as domain, domain.account_id as "userId", node.address, node.port
    from (select * from domain where deleted_at is null and status = 1 and ${domainWithin(accessScope)} order by id desc limit 1) as domain
      join node on ${nodesServing('domain')}
    order by node.state = 'online' desc, node.id limit 1`.execute(db)
  return rows[0] ?? null
}
