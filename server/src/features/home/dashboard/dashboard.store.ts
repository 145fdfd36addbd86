import { sql, type Expression, type SqlBool } from 'kysely'
import type { dashboard as calls } from '@nameplane/contract/home/dashboard'
import type { Answered } from '@nameplane/contract/endpoint'
import { auditActionWords } from '@nameplane/contract/log-words'
import { nodesServing } from '../../../changes/nodes-serving.ts'
import type { Db } from '../../../db/connection.ts'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import { readQueries } from './query-figures.ts'

type Dashboard = Answered<typeof calls.chart>['data']

const recentChanges = 12
/** Sign-ins are looked past, but only so far: a flood of them must not make the dashboard walk the whole log. */
const auditWindow = 5_000
/** A node reports every ten seconds. */
const silentAfterMs = 60_000

/** All figures of the dashboard as of a moment, of the domains that the caller reaches. */
export async function readDashboard(db: Db, accessScope: AccessScope, now: Date): Promise<Dashboard> {
  const [domains, records, queries, changes] = await Promise.all([
    countDomains(db, accessScope),
    countRecords(db, accessScope),
    readQueries(db, accessScope, now),
    readChanges(db, accessScope),
  ])
  const nodes = await readNodes(db, accessScope, now, queries.answersOfNode)
  const { answersOfNode: _, ...shown } = queries
  return { time: now, domains, records, queries: shown, nodes, changes }
}

async function countDomains(db: Db, accessScope: AccessScope): Promise<Dashboard['domains']> {
  const { rows } = await sql<{ total: number; paused: number; recycled: number }>`
    select count(*) filter (where deleted_at is null) as total, count(*) filter (where deleted_at is null and status = 0) as paused, count(*) filter (where deleted_at is not null) as recycled
    from domain where ${domainWithin(accessScope)}`.execute(db)
  return rows[0]!
}

/** The sum of the domains' own counts: counting millions of records anew each minute would cost what it is not worth. */
async function countRecords(db: Db, accessScope: AccessScope): Promise<Dashboard['records']> {
  const { rows } = await sql<{ total: number; paused: number }>`
    select
      (select coalesce(sum(record_count), 0)::bigint from domain where deleted_at is null and ${domainWithin(accessScope)}) as total,
      (select count(*) from record join domain on domain.id = record.domain_id where record.status = 0 and domain.deleted_at is null and ${domainWithin(accessScope)}) as paused`.execute(
    db,
  )
  return rows[0]!
}

/** Changes of domains within reach; what concerns the platform is shown to those who reach all of it. */
function changeWithin(accessScope: AccessScope): Expression<SqlBool> {
  if (accessScope === 'all') return sql<SqlBool>`true`
  return sql<SqlBool>`(entry.target_type = 'domain' and entry.target_id in (select domain.id from domain where ${domainWithin(accessScope)}))`
}

async function readNodes(db: Db, accessScope: AccessScope, now: Date, answersOfNode: ReadonlyMap<number, number>): Promise<Dashboard['nodes']> {
  const nodes = await db
    .selectFrom('node')
    .select([
      'id',
      'name',
      'driver',
      'address',
      'port',
      'status',
      'state',
      'state_reason',
      'version',
      'last_seen_at',
      'restarts',
      'restarted_at',
      'restart_cause',
      'limit_dropped',
      'limit_slipped',
      'limit_spared',
      'limited_at',
    ])
    // Nodes of the CDN answer no questions.
    .where('driver', '<>', 'cdn')
    .orderBy('id')
    .execute()
  const { rows } = await sql<{ node_id: number; pending: number; failing: number; since: Date }>`
    select node_id, count(*) as pending, count(*) filter (where attempts > 0) as failing, min(wanted_at) as since
    from publication join domain on domain.id = publication.domain_id join node on node.id = publication.node_id and ${nodesServing('domain')}
    where live_serial is distinct from wanted_serial and ${domainWithin(accessScope)} group by node_id`.execute(db)
  const waiting = new Map(rows.map((row) => [row.node_id, row]))
  return nodes.map((node) => {
    const open = waiting.get(node.id)
    return {
      id: node.id,
      name: node.name,
      driver: node.driver,
      address: node.address,
      port: node.port,
      state: stateOf(node, now),
      stateReason: node.state_reason,
      version: node.version,
      lastSeenTime: node.last_seen_at,
      restarts: node.restarts,
      restartTime: node.restarted_at,
      restartCause: node.restart_cause ?? '',
      limited: { dropped: node.limit_dropped, slipped: node.limit_slipped, spared: node.limit_spared },
      limitedTime: node.limited_at,
      pending: open?.pending ?? 0,
      failing: open?.failing ?? 0,
      pendingSince: open?.since ?? null,
      answers: answersOfNode.get(node.id) ?? 0,
    }
  })
}

function stateOf(node: { status: number; state: string; last_seen_at: Date | null }, now: Date): Dashboard['nodes'][number]['state'] {
  if (node.status !== 1) return 'disabled'
  if (node.state === 'starting') return 'starting'
  if (node.state !== 'online') return 'offline'
  return node.last_seen_at !== null && now.getTime() - node.last_seen_at.getTime() <= silentAfterMs ? 'online' : 'silent'
}

async function readChanges(db: Db, accessScope: AccessScope): Promise<Dashboard['changes']> {
  const { rows } = await sql<{
    id: number
    at: Date
    actor_name: string
    action: string
    target_type: string
    target_name: string
    domain_id: number | null
    account_id: number | null
    unicode_name: string | null
  }>`
    select entry.id, entry.at, entry.actor_name, entry.action, entry.target_type, entry.target_name, domain.id as domain_id, domain.account_id, domain.unicode_name
    from (select * from audit_entry order by id desc limit ${auditWindow}) as entry
    left join domain on entry.target_type = 'domain' and domain.id = entry.target_id and domain.deleted_at is null
    where entry.action not like 'session.%' and entry.action <> 'message.read' and ${changeWithin(accessScope)}
    order by entry.id desc limit ${recentChanges}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    time: row.at,
    actor: row.actor_name,
    action: row.action,
    title: auditActionWords(row.action),
    targetType: row.target_type,
    targetName: row.target_name,
    domain:
      row.domain_id === null || row.account_id === null
        ? null
        : { id: row.domain_id, userId: row.account_id, unicodeName: row.unicode_name ?? row.target_name },
  }))
}
