import type { domain as calls } from '@nameplane/contract/dns/domain'
import type { Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { domainToUnicode } from '@nameplane/dns-text/names'
import { change, lockName, type Change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { refuseStale } from '../../../db/versioned-rows.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { requireRoomForDomains } from '../../home/licence/licence-limits.ts'
import {
  deleteDomains,
  findDomainByName,
  findForeignParent,
  findGroupForNew,
  findReverseZone,
  findUsableGroup,
  insertDomain,
  lockDomains,
  mayBeOwner,
  updateDomains,
  type DomainState,
  type SoaColumns,
} from './domain.store.ts'

/** Owner and group are the operator's to choose; a form that sends back what is there changes nothing. */
function refuseForUsers(actor: Actor, before: { userId: number | undefined; serviceGroupId: number | undefined }, sent: Partial<typeof before>): void {
  if (actor.kind !== 'user') return
  for (const field of ['userId', 'serviceGroupId'] as const)
    if (sent[field] !== undefined && sent[field] !== before[field]) throw new Problem('right_missing', { fields: { [field]: 'right_missing' } })
}

/** Nobody puts a domain where they could not reach it any more. */
async function refuseBeyondAccessScope(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (actor.accessScope === 'all') return
  const [within] = await lockDomains(tx, actor.accessScope, [id])
  if (!within) throw new Problem('beyond_reach')
}

/** A domain that is to be added; without an owner it belongs to the caller, without a group to the default one. */
type NewDomain = Received<typeof calls.save> & { defaultTtlSeconds?: number; ownNameservers?: string[] | null; soa?: SoaColumns }

/** A domain as it was added: the version of its records, and its own. */
type AddedDomain = { id: number; version: number; rowVersion: number }

/** Adds a domain that is published and has no records, unless a rule stands against it. What is said of it in the log is its caller's. */
export async function addDomain({ tx, actor, publish }: Change, sent: NewDomain): Promise<AddedDomain & { userId: number; serviceGroupId: number }> {
  // Two adds of one name at once: the second waits here and then finds the first.
  await lockName(tx, `domain:${sent.domain}`)
  const existing = await findDomainByName(tx, actor.accessScope, sent.domain)
  if (existing) {
    const problem = existing.isDeleted && existing.isWithin ? 'domain_in_recycle_bin' : 'domain_exists'
    throw new Problem(problem, { params: { name: sent.domain, ...(existing.isWithin ? { id: existing.id } : {}) }, fields: { domain: problem } })
  }
  if (await findForeignParent(tx, actor.accessScope, sent.domain)) throw new Problem('domain_of_other', { fields: { domain: 'domain_of_other' } })
  refuseForUsers(actor, { userId: actor.accountId ?? undefined, serviceGroupId: undefined }, sent)
  const accountId = sent.userId ?? actor.accountId
  if (accountId === null || !(await mayBeOwner(tx, actor, accountId))) throw new Problem('owner_missing', { fields: { userId: 'owner_missing' } })
  const serviceGroupId = await (sent.serviceGroupId === undefined
    ? findGroupForNew(tx, actor.accessScope)
    : findUsableGroup(tx, actor.accessScope, sent.serviceGroupId))
  if (serviceGroupId === undefined) throw new Problem('service_group_missing', { fields: { serviceGroupId: 'service_group_missing' } })
  await requireRoomForDomains(tx, 1)
  const added = await insertDomain(tx, {
    name: sent.domain,
    unicodeName: domainToUnicode(sent.domain),
    accountId,
    serviceGroupId,
    remark: sent.remark,
    defaultTtlSeconds: sent.defaultTtlSeconds ?? limits.recordTtlSeconds.default,
    ownNameservers: sent.ownNameservers ?? null,
    soa: sent.soa ?? {},
  })
  await refuseBeyondAccessScope(tx, actor, added.id)
  publish([added.id])
  return { ...added, userId: accountId, serviceGroupId }
}

/** Adds a domain and answers its id. */
export async function createDomain(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<number> {
  return change(db, actor, 'domain.create', async (open) => (await createDomainWithin(open, sent)).id)
}

/** The same within a change that does more. */
export async function createDomainWithin(open: Change, sent: Received<typeof calls.save>): Promise<AddedDomain> {
  const { userId, serviceGroupId, ...added } = await addDomain(open, sent)
  open.audit({ type: 'domain', id: added.id, name: sent.domain, after: { domain: sent.domain, userId, serviceGroupId, remark: sent.remark } })
  return added
}

/** Refuses SOA values that do not go together: a secondary retries before it refreshes, and gives up after both (RFC 1912 §2.2). */
function refuseSoa(before: DomainState, sent: Received<typeof calls.update>): void {
  const refresh = sent.soaRefreshSeconds ?? before.soaRefreshSeconds
  const retry = sent.soaRetrySeconds ?? before.soaRetrySeconds
  const expire = sent.soaExpireSeconds ?? before.soaExpireSeconds
  if (retry >= refresh) throw new Problem('soa_retry_too_long', { fields: { soaRetrySeconds: 'soa_retry_too_long' } })
  if (expire <= refresh + retry) throw new Problem('soa_expire_too_short', { fields: { soaExpireSeconds: 'soa_expire_too_short' } })
}

const isServedOtherwise = (before: DomainState, after: DomainState): boolean =>
  (['serviceGroupId', 'userId', 'soaRefreshSeconds', 'soaRetrySeconds', 'soaExpireSeconds', 'soaMinimumSeconds'] as const).some(
    (name) => after[name] !== before[name],
  )

/** Changes the domain's own fields; with `rowVersion` only when nobody changed it since. */
export async function changeDomain(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  await change(db, actor, 'domain.update', async ({ tx, audit, publish }) => {
    const [before] = await lockDomains(tx, actor.accessScope, [sent.id])
    if (!before || before.isDeleted) throw new Problem('domain_missing')
    if (before.isLocked) throw new Problem('domain_locked', { params: { name: before.domain } })
    refuseStale(sent.rowVersion, before.rowVersion, { current: before })
    refuseForUsers(actor, before, sent)
    const isMoved = (sent.userId ?? before.userId) !== before.userId || (sent.serviceGroupId ?? before.serviceGroupId) !== before.serviceGroupId
    if (isMoved) await refuseReverseZones(tx, [sent.id])
    if (sent.userId !== undefined && sent.userId !== before.userId && !(await mayBeOwner(tx, actor, sent.userId)))
      throw new Problem('owner_missing', { fields: { userId: 'owner_missing' } })
    if (
      sent.serviceGroupId !== undefined &&
      sent.serviceGroupId !== before.serviceGroupId &&
      (await findUsableGroup(tx, actor.accessScope, sent.serviceGroupId)) === undefined
    )
      throw new Problem('service_group_missing', { fields: { serviceGroupId: 'service_group_missing' } })
    refuseSoa(before, sent)
    await updateDomains(tx, [sent.id], {
      ...(sent.userId === undefined ? {} : { account_id: sent.userId }),
      ...(sent.serviceGroupId === undefined ? {} : { service_group_id: sent.serviceGroupId }),
      ...(sent.remark === undefined ? {} : { remark: sent.remark }),
      ...(sent.defaultTtlSeconds === undefined ? {} : { default_ttl_seconds: sent.defaultTtlSeconds }),
      ...(sent.soaRefreshSeconds === undefined ? {} : { soa_refresh_seconds: sent.soaRefreshSeconds }),
      ...(sent.soaRetrySeconds === undefined ? {} : { soa_retry_seconds: sent.soaRetrySeconds }),
      ...(sent.soaExpireSeconds === undefined ? {} : { soa_expire_seconds: sent.soaExpireSeconds }),
      ...(sent.soaMinimumSeconds === undefined ? {} : { soa_minimum_seconds: sent.soaMinimumSeconds }),
    })
    await refuseBeyondAccessScope(tx, actor, sent.id)
    const [after] = await lockDomains(tx, actor.accessScope, [sent.id])
    audit({ type: 'domain', id: sent.id, name: before.domain, before, after })
    if (after && isServedOtherwise(before, after)) publish([sent.id])
  })
}

/** Locks the named domains and checks that all of them are there; a bulk call is done for all or for none. */
async function lockAll(open: Change, ids: readonly number[], wanted: { recycled: boolean; mayBeLocked: boolean }): Promise<DomainState[]> {
  const domains = await lockDomains(open.tx, open.actor.accessScope, ids)
  if (domains.length !== new Set(ids).size || domains.some((domain) => domain.isDeleted !== wanted.recycled)) throw new Problem('domain_missing')
  const locked = domains.find((domain) => domain.isLocked)
  if (locked && !wanted.mayBeLocked) throw new Problem('domain_locked', { params: { name: locked.domain } })
  if (!wanted.mayBeLocked) await refuseReverseZones(open.tx, ids)
  return domains
}

/** Zones of a reverse segment come, belong and go with it. */
async function refuseReverseZones(tx: Tx, ids: readonly number[]): Promise<void> {
  const zone = await findReverseZone(tx, ids)
  if (zone) throw new Problem('domain_is_reverse_zone', { params: zone })
}

/** Serves (1) or pauses (0) domains. */
export async function setDomainStatus(db: Db, actor: Actor, ids: readonly number[], status: number): Promise<void> {
  await change(db, actor, status === 1 ? 'domain.serve' : 'domain.pause', async (open) => {
    const domains = (await lockAll(open, ids, { recycled: false, mayBeLocked: false })).filter((domain) => domain.status !== status)
    if (domains.length === 0) return open.nothingChanged()
    await updateDomains(
      open.tx,
      domains.map((domain) => domain.id),
      { status },
    )
    for (const domain of domains) open.audit({ type: 'domain', id: domain.id, name: domain.domain, before: { status: domain.status }, after: { status } })
    open.publish(domains.map((domain) => domain.id))
  })
}

export async function setDomainLock(db: Db, actor: Actor, ids: readonly number[], isLocked: boolean): Promise<void> {
  await change(db, actor, isLocked ? 'domain.lock' : 'domain.unlock', async (open) => {
    const domains = (await lockAll(open, ids, { recycled: false, mayBeLocked: true })).filter((domain) => domain.isLocked !== isLocked)
    if (domains.length === 0) return open.nothingChanged()
    await updateDomains(
      open.tx,
      domains.map((domain) => domain.id),
      { is_locked: isLocked },
    )
    for (const domain of domains) open.audit({ type: 'domain', id: domain.id, name: domain.domain, before: { isLocked: domain.isLocked }, after: { isLocked } })
  })
}

/** Moves domains to the recycle bin; nodes stop serving them. */
export async function recycleDomains(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'domain.delete', async (open) => recycleDomainsWithin(open, ids))
}

/** The same within a change that does more. */
export async function recycleDomainsWithin(open: Change, ids: readonly number[]): Promise<void> {
  const domains = await lockAll(open, ids, { recycled: false, mayBeLocked: false })
  await updateDomains(open.tx, ids, { deleted_at: new Date(), deleted_by: open.actor.accountId })
  for (const domain of domains) open.audit({ type: 'domain', id: domain.id, name: domain.domain, before: domain })
  open.publish(ids)
}

export async function restoreDomains(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'domain.restore', async (open) => {
    const domains = await lockAll(open, ids, { recycled: true, mayBeLocked: true })
    await requireRoomForDomains(open.tx, domains.length)
    await updateDomains(open.tx, ids, { deleted_at: null, deleted_by: null })
    for (const domain of domains) open.audit({ type: 'domain', id: domain.id, name: domain.domain, after: { ...domain, isDeleted: false } })
    open.publish(ids)
  })
}

/** Removes domains for good. Only what lies in the recycle bin can go, so no click ends a domain that is served. */
export async function purgeDomains(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'domain.purge', async (open) => {
    const domains = await lockAll(open, ids, { recycled: true, mayBeLocked: true })
    await deleteDomains(open.tx, ids)
    for (const domain of domains) open.audit({ type: 'domain', id: domain.id, name: domain.domain, before: domain })
  })
}
