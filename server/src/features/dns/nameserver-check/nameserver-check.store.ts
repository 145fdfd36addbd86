import { sql } from 'kysely'
import type { nameserverCheck as calls } from '@nameplane/contract/dns/nameserver-check'
import type { Answered } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import { domainNameservers } from '../../../changes/domain-nameservers.ts'
import type { Db } from '../../../db/connection.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import type { Seen } from './delegation.ts'
import type { Verdict } from './verdict.ts'

/** Days on which the owner is warned that so many are left. */
export const warnedAt = [7, 1] as const
/** While nothing is removed the days stop here, so that switching removal on leaves time for every warning. */
const daysWithoutRemoval = limits.wrongNameserversRemovalDays - warnedAt[0] - 1

export type DueDomain = { id: number; name: string; unicodeName: string; accountId: number; nameservers: string[]; groupNameservers: string[] }

/** Registries and caches take their time with a domain that has just come. */
const youngForMs = 3_600_000

/**
 * The domain whose check is the longest due, those that were never checked first; none that was added within the last hour, and no zone of
 * a reverse segment, which is removed with its segment alone.
 */
export async function nextDue(db: Db, before: Date, now: Date): Promise<DueDomain | undefined> {
  return db
    .selectFrom('domain')
    .innerJoin('service_group', 'service_group.id', 'domain.service_group_id')
    .select([
      'domain.id',
      'domain.name',
      'domain.unicode_name as unicodeName',
      'domain.account_id as accountId',
      domainNameservers.nameservers.as('nameservers'),
      'service_group.nameservers as groupNameservers',
    ])
    .where('domain.deleted_at', 'is', null)
    .where((of) => of.not(of.exists(of.selectFrom('reverse_zone').select('domain_id').whereRef('domain_id', '=', 'domain.id'))))
    .where('domain.created_at', '<', new Date(now.getTime() - youngForMs))
    .where((where) => where.or([where('domain.ns_checked_at', 'is', null), where('domain.ns_checked_at', '<', before)]))
    .orderBy('domain.ns_checked_at', (by) => by.asc().nullsFirst())
    .orderBy('domain.id')
    .limit(1)
    .executeTakeFirst()
}

/** Of a domain that is not wrong, or not any more. */
const neverWrong = { ns_wrong_since: null, ns_wrong_days: 0, ns_wrong_day: null, ns_warned_days: null }

export type Standing = { days: number; warnedDays: number | null; accountId: number }

/**
 * Notes what was found; answers how a wrong domain stands. A day counts once, and only when at least two resolvers agree:
 * however a clock jumps, thirty days are thirty days on which it was looked at.
 */
export async function noteVerdict(
  db: Db,
  { id, verdict, seen, now, isRemovalOn }: { id: number; verdict: Verdict; seen: readonly Seen[]; now: Date; isRemovalOn: boolean },
): Promise<Standing | null> {
  const checked = { ns_checked_at: now, ns_seen: JSON.stringify(seen) }
  if (verdict.state === 'unknown') {
    await db.updateTable('domain').set(checked).where('id', '=', id).execute()
    return null
  }
  if (verdict.state !== 'wrong') {
    await db
      .updateTable('domain')
      .set({ ...checked, ns_state: verdict.state, ns_found: verdict.state === 'partial' ? verdict.found : [], ...neverWrong })
      .where('id', '=', id)
      .execute()
    return null
  }
  const today = now.toISOString().slice(0, 10)
  const isCounted = verdict.agreeing >= 2
  const most = isRemovalOn ? limits.wrongNameserversRemovalDays : daysWithoutRemoval
  const row = await db
    .updateTable('domain')
    .set({
      ...checked,
      ns_state: 'wrong',
      ns_found: verdict.found,
      ns_wrong_since: sql<Date>`coalesce(ns_wrong_since, ${now})`,
      ...(isCounted
        ? {
            ns_wrong_days: sql<number>`case when ns_wrong_day is distinct from ${today} then greatest(ns_wrong_days, least(ns_wrong_days + 1, ${most}::integer)) else ns_wrong_days end`,
            ns_wrong_day: today,
          }
        : {}),
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['ns_wrong_days as days', 'ns_warned_days as warnedDays', 'account_id as accountId'])
    .executeTakeFirst()
  return isCounted ? (row ?? null) : null
}

/** A domain that leaves begins anew, should it be taken back. */
export async function forgetVerdict(db: Db, id: number): Promise<void> {
  await db
    .updateTable('domain')
    .set({ ns_state: 'unchecked', ns_checked_at: null, ns_seen: '[]', ns_found: [], ...neverWrong })
    .where('id', '=', id)
    .execute()
}

/** Domains that this check has removed since a moment. */
export async function removedSince(db: Db, actorName: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('audit_entry')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('action', '=', 'domain.delete')
    .where('actor_kind', '=', 'platform')
    .where('actor_name', '=', actorName)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

type Standings = Answered<typeof calls.detail>['data']

/** How the delegation of a domain within reach stands. */
export async function findStanding(
  db: Db,
  accessScope: AccessScope,
  id: number,
): Promise<(Standings & { name: string; groupNameservers: string[] }) | undefined> {
  const row = await db
    .selectFrom('domain')
    .innerJoin('service_group', 'service_group.id', 'domain.service_group_id')
    .select([
      'domain.name',
      domainNameservers.nameservers.as('expected'),
      'service_group.nameservers as groupNameservers',
      'domain.ns_state as state',
      'domain.ns_checked_at as checkTime',
      'domain.ns_seen as seen',
      'domain.ns_wrong_since as wrongSince',
      'domain.ns_wrong_days as days',
    ])
    .where('domain.id', '=', id)
    .where('domain.deleted_at', 'is', null)
    .where(domainWithin(accessScope))
    .executeTakeFirst()
  if (!row) return undefined
  const { days, seen, ...standing } = row
  const isLeaving = days > 0 && (await readSettingOrDefault(db, nsCheck)).isRemovalOn
  // Checks of earlier versions did not ask for DS.
  return {
    ...standing,
    seen: seen.map((one) => ({ ...one, ds: one.ds ?? null })),
    daysLeft: isLeaving ? Math.max(0, limits.wrongNameserversRemovalDays - days) : null,
  }
}
