import { sql, type Expression, type SqlBool } from 'kysely'
import type { dashboard as calls } from '@nameplane/contract/home/dashboard'
import type { Answered } from '@nameplane/contract/endpoint'
import { auditActionWords } from '@nameplane/contract/log-words'
import { titleOfTarget } from '../../../audit/target-title.ts'
import { nodesServing } from '../../../changes/nodes-serving.ts'
import type { Db } from '../../../db/connection.ts'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import { QueryFigures, type ReadQueries } from './query-figures.ts'
import { scopeKey } from './reach.ts'
import { ReadBehind, reachesMore } from './read-behind.ts'
import { Standing, standsUntil } from './standing.ts'

type Dashboard = Omit<Answered<typeof calls.chart>['data'], 'processes'>

const recentChanges = 12
/** Sign-ins are looked past, but only so far: a flood of them must not make the dashboard walk the whole log. */
const auditWindow = 5_000
/** A node reports every ten seconds. */
const silentAfterMs = 60_000

/** What is kept of a database between two views of the dashboard. */
type Kept = { queries: QueryFigures; held: Map<string, KeptHeld> }
type KeptHeld = { readonly standing: Standing<Held>; readonly behind: ReadBehind; lookedAt: number }
const keptOfDb = new WeakMap<Db, Kept>()

function keptOf(db: Db): Kept {
  const kept = keptOfDb.get(db) ?? { queries: new QueryFigures(db), held: new Map() }
  keptOfDb.set(db, kept)
  return kept
}

/** All figures of the dashboard as of a moment, of the domains that the caller reaches. */
export async function readDashboard(db: Db, accessScope: AccessScope, now: Date): Promise<Dashboard> {
  const kept = keptOf(db)
  const keptHeld = heldOf(db, accessScope, kept)
  const [held, queries, changes] = await Promise.all([readHeld(db, accessScope, keptHeld), kept.queries.read(accessScope, now), readChanges(db, accessScope)])
  const nodes = await readNodes(db, accessScope, now, queries && queries.answersOfNode)
  // Only now: it keeps the database busy.
  if (!held) keptHeld.behind.begin(() => keptHeld.standing.renew())
  if (!queries) kept.queries.gather(accessScope, now)
  return { time: now, domains: held?.domains ?? null, records: held?.records ?? null, queries: queries && withoutNodes(queries), nodes, changes }
}

function withoutNodes(queries: ReadQueries): Dashboard['queries'] {
  const { answersOfNode: _, ...shown } = queries
  return shown
}

type Held = { [Member in 'domains' | 'records']: NonNullable<Dashboard[Member]> }

/** With more domains than that, counting all of them each time costs more than a figure of the last minute is worth. */
const countedEachTime = 20_000
/** What nobody has looked at for so long is not counted any more: an open dashboard asks each minute. */
const renewedMs = 180_000

function heldOf(db: Db, accessScope: AccessScope, { held }: Kept): KeptHeld {
  const key = scopeKey(accessScope)
  const kept = held.get(key) ?? {
    standing: new Standing(
      () => countHeld(db, accessScope),
      ({ domains }) => standsUntil(domains.total + domains.recycled, countedEachTime),
    ),
    behind: new ReadBehind(),
    lookedAt: 0,
  }
  held.set(key, kept)
  kept.lookedAt = performance.now()
  return kept
}

/** How many domains and records there are; null where many have to be counted first. */
async function readHeld(db: Db, accessScope: AccessScope, { standing, behind }: KeptHeld): Promise<Held | null> {
  if (standing.isThere || !(await reachesMore(db, accessScope, countedEachTime))) return standing.get()
  behind.check()
  return null
}

/** Reads again what a dashboard shows of many domains, so that nobody who looks waits for it; the first time, all of it. */
export async function renewDashboard(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const kept = keptOf(db)
  if (!kept.held.has(scopeKey('all'))) heldOf(db, 'all', kept)
  for (const [key, { standing, lookedAt }] of kept.held) {
    if (key === scopeKey('all') || performance.now() - lookedAt <= renewedMs) await standing.renew()
    else kept.held.delete(key)
  }
  await kept.queries.renew(now, signal)
}

/** Records are the sum of the domains' own counts. */
async function countHeld(db: Db, accessScope: AccessScope): Promise<Held> {
  const { rows } = await sql<{ total: number; paused: number; recycled: number; records: number; pausedRecords: number }>`
    select count(*) filter (where deleted_at is null) as total, count(*) filter (where deleted_at is null and status = 0) as paused,
      count(*) filter (where deleted_at is not null) as recycled, coalesce(sum(record_count) filter (where deleted_at is null), 0)::bigint as records,
      (select count(*) from record join domain on domain.id = record.domain_id where record.status = 0 and domain.deleted_at is null and ${domainWithin(accessScope)}) as "pausedRecords"
    from domain where ${domainWithin(accessScope)}`.execute(db)
  const { records, pausedRecords, ...domains } = rows[0]!
  return { domains, records: { total: records, paused: pausedRecords } }
}

/** Changes of domains within reach; what concerns the platform is shown to those who reach all of it. */
function changeWithin(accessScope: AccessScope): Expression<SqlBool> {
  if (accessScope === 'all') return sql<SqlBool>`true`
  return sql<SqlBool>`(entry.target_type = 'domain' and entry.target_id in (select domain.id from domain where ${domainWithin(accessScope)}))`
}

async function readNodes(db: Db, accessScope: AccessScope, now: Date, answersOfNode: ReadonlyMap<number, number> | null): Promise<Dashboard['nodes']> {
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
      answers: answersOfNode && (answersOfNode.get(node.id) ?? 0),
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
    from (
      select * from (select * from audit_entry order by id desc limit ${auditWindow}) as entry
      where entry.action not like 'session.%' and entry.action <> 'message.read' and ${changeWithin(accessScope)}
      order by entry.id desc limit ${recentChanges}
    ) as entry
    left join domain on entry.target_type = 'domain' and domain.id = entry.target_id and domain.deleted_at is null
    order by entry.id desc`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    time: row.at,
    actor: row.actor_name,
    action: row.action,
    title: auditActionWords(row.action),
    targetType: row.target_type,
    targetName: row.target_name,
    targetTitle: titleOfTarget(row.target_type, row.target_name),
    domain:
      row.domain_id === null || row.account_id === null
        ? null
        : { id: row.domain_id, userId: row.account_id, unicodeName: row.unicode_name ?? row.target_name },
  }))
}
