import { sql, type RawBuilder } from 'kysely'
import { moduleOf, type log as calls } from '@nameplane/contract/dns/log'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { auditActionWords, moduleWords, operationActions } from '@nameplane/contract/log-words'
import { jobKinds } from '@nameplane/contract/system/job-kinds'
import { settingOf, settings } from '@nameplane/contract/system/settings'
import { domainToUnicode } from '@nameplane/dns-text/names'
import { titleOfTarget } from '../../../audit/target-title.ts'
import { problemWords } from '../../../problem.ts'
import { containing, startingWith } from '../../../db/containing.ts'
import type { Db } from '../../../db/connection.ts'
import type { AccessScope } from '../../../access/access-scope.ts'
import { addressConditions } from './log-address.ts'
import type { Total } from '../../../db/paged-read.ts'
import { firstOf, readKeys, type LogParts } from './log-page.ts'
import type { Place } from './log-place.ts'
import { logSettingKey } from './log-retention.ts'
import { entryWithin, refusalWithin } from './log-scope.ts'
import { foldCase } from '../../../db/fold-case.ts'

/*
 * Two tables make the log of operations: the audit trail, and the refused writes beside it. Both are indexed alike, and
 * a page takes from each what it can have at most, in that order.
 */

type Filters = Omit<Received<typeof calls.operationExport>, 'format' | 'timeZone'> & { accessScope: AccessScope }
export type OperationRow = Answered<typeof calls.operations>['data']['list'][number]
type Key = { source: string; id: number }
type PlaceOf = (address: string) => Place | null

/** The operations that fit the filters, as `source`, `id` and what they are ordered by. */
function fitting(filters: Filters): LogParts {
  const { result } = filters
  const parts = [
    ...(result === 'refused' ? [] : [sql`select 'a' as source, id, at, duration_ms from audit_entry where ${entryConditions(filters)}`]),
    ...(result === 'ok' ? [] : [sql`select 'r' as source, id, at, duration_ms from refused_write where ${refusalConditions(filters)}`]),
  ]
  return parts.length === 0 ? [sql`select 'a' as source, id, at, duration_ms from audit_entry where false`] : parts
}

function sharedConditions({ from, to, actor, address, action }: Filters): RawBuilder<unknown>[] {
  return [
    ...(from ? [sql`at >= ${from}`] : []),
    ...(to ? [sql`at <= ${to}`] : []),
    ...(actor ? [sql`lower(actor_name) like ${startingWith(foldCase(actor))}`] : []),
    ...addressConditions(address),
    ...(action ? [sql`action = ${action}`] : []),
  ]
}

function entryConditions(filters: Filters): RawBuilder<unknown> {
  const { audience, module, target, search } = filters
  return sql.join(
    [
      // To the letter what the partial indexes say.
      audience === 'users' ? sql`actor_kind = 'user'` : sql`actor_kind <> 'user'`,
      sql`action not in ('session.create', 'session.refuse')`,
      entryWithin(filters.accessScope),
      ...sharedConditions(filters),
      ...(module ? [sql`action = any(${operationActions.filter((known) => moduleOf(known) === module)}::text[])`] : []),
      ...(target ? [targetNamed(target)] : []),
      ...(search
        ? [
            sql`(actor_name ilike ${containing(search)} or (acting_as_id is not null and acting_as_name ilike ${containing(search)}) or ${targetNamed(search)} or request_id like ${startingWith(search)})`,
          ]
        : []),
    ],
    sql` and `,
  )
}

/** A target is found by its name, a setting and a built-in job by what they are called as well. */
function targetNamed(words: string): RawBuilder<unknown> {
  const part = foldCase(words)
  const keys = settingsCalled(words)
  const handlers = jobKinds.filter(({ title: { zh, en } }) => foldCase(`${zh}\n${en}`).includes(part)).map(({ name }) => name)
  const called = (type: string, names: readonly string[]) => (names.length === 0 ? [] : [sql`(target_type = ${type} and target_name = any(${names}::text[]))`])
  return sql`(${sql.join([sql`target_name ilike ${containing(words)}`, ...called('system_config', keys), ...called('job', handlers)], sql` or `)})`
}

/** The target of what was refused is found by what it is called in the list: the name that a domain or a setting has now. */
function refusedTargetNamed(words: string): RawBuilder<unknown> {
  const pattern = containing(foldCase(words))
  const kind = sql`split_part(action, '.', 1)`
  const domains = sql`select id from domain where name like ${pattern} or unicode_name like ${pattern}`
  const configs = sql`select id from system_config where param_key ilike ${pattern} or param_key = any(${settingsCalled(words)}::text[])`
  return sql`((${kind} in ('domain', 'record') and target_id in (${domains})) or (${kind} in ('system_config', 'config') and target_id in (${configs})))`
}

function settingsCalled(words: string): string[] {
  const part = foldCase(words)
  return settings.filter(({ remark: { zh, en } }) => foldCase(`${zh}\n${en}`).includes(part)).map(({ key }) => key)
}

function refusalConditions(filters: Filters): RawBuilder<unknown> {
  const { audience, module, target, search } = filters
  return sql.join(
    [
      audience === 'users' ? sql`actor_kind = 'user'` : sql`actor_kind <> 'user'`,
      refusalWithin(filters.accessScope),
      ...sharedConditions(filters),
      ...(module ? [sql`split_part(action, '.', 1) = ${module}`] : []),
      ...(target ? [refusedTargetNamed(target)] : []),
      ...(search
        ? [
            sql`(actor_name ilike ${containing(search)} or acting_as_name ilike ${containing(search)} or ${refusedTargetNamed(search)} or request_id = ${search})`,
          ]
        : []),
    ],
    sql` and `,
  )
}

export async function listOperations(
  db: Db,
  query: Received<typeof calls.operations> & { accessScope: AccessScope },
  placeOf: PlaceOf,
): Promise<{ list: OperationRow[] } & Total> {
  const { keys, total } = await readKeys(db, fitting(query), query)
  return { list: await readOperations(db, keys, placeOf), ...total }
}

/** All operations that fit, the newest first, in batches. */
export async function* everyOperation(db: Db, filters: Filters, placeOf: PlaceOf, batchSize: number): AsyncGenerator<OperationRow[]> {
  const parts = fitting(filters)
  let after: { at: string; id: number; source: string } | null = null
  for (;;) {
    const { rows: keys }: { rows: (Key & { at: string })[] } = await sql<Key & { at: string }>`
      select source, id, at::text as at from (${firstOf(
        parts.map((part) => behind(part, after)),
        sql`at desc, id desc, source desc`,
        batchSize,
      )}) as log
      order by log.at desc, id desc, source desc limit ${batchSize}`.execute(db)
    if (keys.length === 0) return
    yield await readOperations(db, keys, placeOf)
    after = keys.at(-1)!
  }
}

/** What of a part of the log comes after a row, in the order of an export. */
function behind(part: RawBuilder<unknown>, row: { at: string; id: number; source: string } | null): RawBuilder<unknown> {
  if (!row) return part
  const { at, id, source } = row
  // The first condition is one that the index of the order serves.
  return sql`select * from (${part}) as part where (at, id) <= (${at}::timestamptz, ${id}::bigint) and (at, id, source) < (${at}::timestamptz, ${id}::bigint, ${source})`
}

/** One operation; nothing when there is none within reach. */
export async function readOperation(db: Db, accessScope: AccessScope, key: Key, placeOf: PlaceOf): Promise<OperationRow | undefined> {
  const { rows } = await (
    key.source === 'a'
      ? sql`select id from audit_entry where id = ${key.id} and ${entryWithin(accessScope)}`
      : sql`select id from refused_write where id = ${key.id} and ${refusalWithin(accessScope)}`
  ).execute(db)
  return rows.length === 0 ? undefined : (await readOperations(db, [key], placeOf))[0]
}

/** Rows of these keys in their order; what is gone meanwhile is left out. */
async function readOperations(db: Db, keys: readonly Key[], placeOf: PlaceOf): Promise<OperationRow[]> {
  const idsOf = (source: string): number[] => keys.filter((key) => key.source === source).map((key) => key.id)
  const { rows } = await sql<{
    source: string
    id: number
    at: Date
    actor_name: string
    actor_kind: string
    acting_as_name: string | null
    address: string
    agent: string
    action: string
    target_type: string
    target_id: number | null
    target_name: string
    result: string
    tries: number
    duration_ms: number | null
    request_id: string
    domain_id: number | null
    domain_account: number | null
    domain_name: string | null
    is_domain_gone: boolean | null
    setting_key: string | null
  }>`
    select log.*, domain.id as domain_id, domain.account_id as domain_account, domain.unicode_name as domain_name,
      domain.deleted_at is not null as is_domain_gone, system_config.param_key as setting_key
    from (
      select 'a' as source, id, at, actor_name, actor_kind, acting_as_name, address, agent, action, target_type, target_id, target_name, 'ok' as result, 1 as tries, duration_ms, request_id
      from audit_entry where id = any(${idsOf('a')}::bigint[])
      union all
      select 'r', id, at, actor_name, actor_kind, acting_as_name, address, agent, action, split_part(action, '.', 1), target_id, '', problem, tries, duration_ms, request_id
      from refused_write where id = any(${idsOf('r')}::bigint[])
    ) as log
    left join domain on log.target_type in ('domain', 'record') and domain.id = log.target_id
    left join system_config on log.target_type in ('system_config', 'config') and system_config.id = log.target_id`.execute(db)
  const byKey = new Map(rows.map((row) => [`${row.source}${row.id}`, row]))
  return keys.flatMap((key) => {
    const row = byKey.get(`${key.source}${key.id}`)
    if (!row) return []
    const settingKey = row.target_type === 'system_config' ? row.target_name : row.setting_key
    return [
      {
        id: `${row.source}${row.id}`,
        time: row.at,
        actor: row.actor_name,
        actorKind: row.actor_kind,
        actingAs: row.acting_as_name,
        address: row.address,
        place: placeOf(row.address),
        agent: row.agent,
        action: row.action,
        title: auditActionWords(row.action),
        module: moduleWords(moduleOf(row.action)),
        targetType: row.target_type,
        targetId: row.target_id,
        targetName: nameOfTarget(row),
        targetTitle: titleOfTarget(row.target_type, row.target_name),
        domain: row.domain_id === null || row.is_domain_gone ? null : { id: row.domain_id, userId: row.domain_account!, name: row.domain_name! },
        setting: settingKey === null ? null : settingWords(settingKey),
        result: row.result,
        resultText: row.result === 'ok' ? null : problemWords(row.result),
        tries: row.tries,
        durationMs: row.duration_ms,
        requestId: row.request_id,
      },
    ]
  })
}

type NamedTarget = { target_type: string; target_name: string; domain_name: string | null; is_domain_gone: boolean | null; setting_key: string | null }

/** A refused write was not looked up when it came: its target has the name that it has now. */
function nameOfTarget(row: NamedTarget): string {
  if (row.target_name === '') return row.domain_name ?? row.setting_key ?? ''
  const isGoneDomain = row.target_type === 'domain' && (row.domain_name === null || row.is_domain_gone)
  return isGoneDomain ? domainToUnicode(row.target_name) : row.target_name
}

/** A setting's name and screen; the retention of the logs is set among the logs. */
function settingWords(key: string): OperationRow['setting'] {
  if (key === logSettingKey) return { name: { zh: '日志保留期', en: 'Log retention' }, screen: null }
  const setting = settingOf(key)
  return setting ? { name: setting.remark, screen: setting.screen } : null
}

/** Before and after of audit entries, by their id. */
export async function readChanges(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { before: Record<string, unknown> | null; after: Record<string, unknown> | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('audit_entry')
    .select(['id', 'before', 'after'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, before, after }) => [id, { before, after }]))
}
