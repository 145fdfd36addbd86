import { parseCidr } from '@nameplane/dns-text/addresses'
import type { reverseSegment as calls } from '@nameplane/contract/dns/reverse-segment'
import { reverseZonesOf, workingDayAfter, type ReverseZone } from '@nameplane/contract/dns/reverse-zones'
import type { Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { segmentWithin } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { change, lockName, type Change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { lockRows, lockVersion, updateRows } from '../../../db/versioned-rows.ts'
import { Problem } from '../../../problem.ts'
import { addDomain } from '../domain/domain.service.ts'
import { deleteDomains, findGroupForNew, findUsableGroup, mayBeOwner, updateDomains } from '../domain/domain.store.ts'
import { askToCatchUp, catchUp } from './catching-up.ts'
import { deleteSegments, findOverlap, findZoneDomain, insertSegment, insertZone, zonesOf, type Segment } from './reverse-segment.store.ts'

type State = Segment['state']

/** From which states each decision leads away. */
const before = {
  processing: ['submitted'],
  active: ['submitted', 'processing'],
  rejected: ['submitted', 'processing', 'active'],
  submitted: ['rejected'],
} as const satisfies Record<State, readonly State[]>

/** What is kept of a segment in the audit trail. */
function told({ cidr, account_id, service_group_id, state, reason, due_day, follows_addresses, remark }: Segment) {
  return {
    ...{ cidr, userId: account_id, serviceGroupId: service_group_id, state, reason, dueDay: due_day },
    ...{ followsAddresses: follows_addresses, remark },
  }
}

/** Requests of two that overlap come one after the other. */
async function refuseOverlap(tx: Tx, actor: Actor, cidr: string, exceptId: number | null): Promise<void> {
  await lockName(tx, 'reverse segments')
  const other = await findOverlap(tx, actor.accessScope, cidr, exceptId)
  if (!other) return
  // Of one beyond reach, only what the caller has typed is said.
  const params = { cidr: other.isWithin ? other.cidr : cidr }
  throw new Problem('reverse_segment_overlaps', { params, fields: { cidr: 'reverse_segment_overlaps' } })
}

/** Owner and group are the operator's to choose. */
async function refuseBelonging(tx: Tx, actor: Actor, held: Belonging, sent: Belonging): Promise<void> {
  if (actor.kind === 'user')
    for (const field of ['userId', 'serviceGroupId'] as const)
      if (sent[field] !== undefined && sent[field] !== held[field]) throw new Problem('right_missing', { fields: { [field]: 'right_missing' } })
  if (sent.userId !== undefined && sent.userId !== held.userId && !(await mayBeOwner(tx, actor, sent.userId)))
    throw new Problem('owner_missing', { fields: { userId: 'owner_missing' } })
  if (
    sent.serviceGroupId !== undefined &&
    sent.serviceGroupId !== held.serviceGroupId &&
    (await findUsableGroup(tx, actor.accessScope, sent.serviceGroupId)) === undefined
  )
    throw new Problem('service_group_missing', { fields: { serviceGroupId: 'service_group_missing' } })
}

type Belonging = { userId?: number | undefined; serviceGroupId?: number | undefined }

/** Nobody puts a segment where they could not reach it any more. */
async function refuseBeyondReach(tx: Tx, actor: Actor, id: number): Promise<void> {
  const [within] = await lockRows(tx, 'reverse_segment', [id], segmentWithin(actor.accessScope))
  if (!within) throw new Problem('beyond_reach')
}

/** Requests a segment. */
export async function requestSegment(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<number> {
  return change(db, actor, 'reverse_segment.create', async ({ tx, audit }) => {
    await refuseOverlap(tx, actor, sent.cidr, null)
    await refuseBelonging(tx, actor, { userId: actor.accountId ?? undefined }, sent)
    const accountId = sent.userId ?? actor.accountId
    if (accountId === null) throw new Problem('owner_missing', { fields: { userId: 'owner_missing' } })
    // Who reaches some groups only would lose sight of one that is in none.
    const groupId = sent.serviceGroupId ?? (actor.accessScope === 'all' ? null : ((await findGroupForNew(tx, actor.accessScope)) ?? null))
    const id = await insertSegment(tx, {
      cidr: sent.cidr,
      account_id: accountId,
      service_group_id: groupId,
      follows_addresses: sent.followsAddresses,
      remark: sent.remark,
    })
    await refuseBeyondReach(tx, actor, id)
    const { cidr, followsAddresses, remark } = sent
    audit({ type: 'reverse_segment', id, name: cidr, after: { cidr, userId: accountId, serviceGroupId: groupId, followsAddresses, remark } })
    return id
  })
}

/** A change of segments in which PTR records may come to follow the addresses that are there already. */
async function changeFollowing(db: Db, actor: Actor, action: 'reverse_segment.update' | 'reverse_segment.activate', work: FollowingWork): Promise<void> {
  const ids: number[] = []
  await change(db, actor, action, (open) => {
    ids.length = 0
    return work(open, async (segmentId) => {
      ids.push(segmentId)
      await askToCatchUp(open.tx, segmentId)
    })
  })
  // What fails is tried again by the platform.
  if (ids.length > 0) await catchUp(db, actor, ids).catch(() => undefined)
}

type FollowingWork = (open: Change, follow: (segmentId: number) => Promise<void>) => Promise<void>

/** Changes a segment; its zones belong to the same account and group. */
export async function changeSegment(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  await changeFollowing(db, actor, 'reverse_segment.update', async (open, follow) => {
    const { tx, audit } = open
    const old = await lockVersion(tx, 'reverse_segment', sent, segmentWithin(actor.accessScope), 'reverse_segment_missing')
    await refuseBelonging(tx, actor, { userId: old.account_id, serviceGroupId: old.service_group_id ?? undefined }, sent)
    const belonging = { account_id: sent.userId ?? old.account_id, service_group_id: sent.serviceGroupId ?? old.service_group_id }
    await updateRows(tx, 'reverse_segment', [sent.id], { ...belonging, follows_addresses: sent.followsAddresses, remark: sent.remark })
    if (belonging.account_id !== old.account_id || belonging.service_group_id !== old.service_group_id) await moveZones(open, sent.id, belonging)
    if (!old.follows_addresses || belonging.account_id !== old.account_id) await follow(sent.id)
    await refuseBeyondReach(tx, actor, sent.id)
    const [after] = await lockRows(tx, 'reverse_segment', [sent.id], 'everywhere')
    audit({ type: 'reverse_segment', id: sent.id, name: old.cidr, before: told(old), ...(after ? { after: told(after) } : {}) })
  })
}

async function moveZones(open: Change, segmentId: number, { account_id, service_group_id }: Pick<Segment, 'account_id' | 'service_group_id'>): Promise<void> {
  const ids = await unlockedZones(open, [segmentId])
  if (ids.length === 0) return
  await updateDomains(open.tx, ids, { account_id, ...(service_group_id === null ? {} : { service_group_id }) })
  open.publish(ids)
}

/** The zones of these segments. @throws Problem `domain_locked` where an administrator locked one */
async function unlockedZones({ tx }: Change, segmentIds: readonly number[]): Promise<number[]> {
  const zones = await zonesOf(tx, segmentIds)
  const locked = zones.find(({ isLocked }) => isLocked)
  if (locked) throw new Problem('domain_locked', { params: { name: locked.name } })
  return zones.map(({ domainId }) => domainId)
}

/** The named segments, locked, all of them in a state that leads to this one. */
async function lockAll({ tx, actor }: Change, ids: readonly number[], to: State): Promise<Segment[]> {
  const segments = await lockRows(tx, 'reverse_segment', ids, segmentWithin(actor.accessScope))
  if (segments.length !== new Set(ids).size) throw new Problem('reverse_segment_missing')
  const from: readonly State[] = before[to]
  const wrong = segments.find(({ state }) => !from.includes(state))
  if (wrong) throw new Problem('reverse_segment_state', { params: { cidr: wrong.cidr } })
  return segments
}

type Decided = Pick<Segment, 'state' | 'reason' | 'due_day'> & { service_group_id?: number }

async function decide({ tx, audit }: Change, segment: Segment, set: Decided): Promise<void> {
  await updateRows(tx, 'reverse_segment', [segment.id], set)
  audit({ type: 'reverse_segment', id: segment.id, name: segment.cidr, before: told(segment), after: told({ ...segment, ...set }) })
}

/** Requests rejected segments again. */
export async function resubmitSegments(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'reverse_segment.submit', async (open) => {
    for (const segment of await lockAll(open, ids, 'submitted')) {
      await refuseOverlap(open.tx, actor, segment.cidr, segment.id)
      await decide(open, segment, { state: 'submitted', reason: '', due_day: null })
    }
  })
}

/** Starts processing; `now` is the platform's clock. */
export async function processSegments(db: Db, actor: Actor, ids: readonly number[], now: Date): Promise<void> {
  const [, most] = limits.ptrChangeWorkingDays
  await change(db, actor, 'reverse_segment.process', async (open) => {
    for (const segment of await lockAll(open, ids, 'processing'))
      await decide(open, segment, { state: 'processing', reason: '', due_day: workingDayAfter(now, most) })
  })
}

/** Makes the zones of segments and has them served; those that a rejection paused are resumed with their records. */
export async function activateSegments(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await changeFollowing(db, actor, 'reverse_segment.activate', async (open, follow) => {
    for (const segment of await lockAll(open, ids, 'active')) {
      const zones = reverseZonesOf(parseCidr(segment.cidr))
      const groupId = segment.service_group_id ?? (await groupOfOwnZone(open.tx, segment, zones)) ?? (await findGroupForNew(open.tx, actor.accessScope))
      if (groupId === undefined) throw new Problem('service_group_missing')
      for (const zone of zones) await settleZone(open, segment, groupId, zone)
      await decide(open, segment, { state: 'active', reason: '', due_day: null, service_group_id: groupId })
      await follow(segment.id)
    }
  })
}

/** The group of a zone that its owner has added as a domain before. */
async function groupOfOwnZone(tx: Tx, segment: Segment, zones: readonly ReverseZone[]): Promise<number | undefined> {
  for (const { name } of zones) {
    const there = await findZoneDomain(tx, name)
    if (there && there.accountId === segment.account_id) return there.serviceGroupId
  }
  return undefined
}

/** The domain of a zone: made, resumed, or taken over with its records where its owner has added it before. */
async function settleZone(open: Change, segment: Segment, groupId: number, zone: ReverseZone): Promise<void> {
  const { tx } = open
  await lockName(tx, `domain:${zone.name}`)
  const there = await findZoneDomain(tx, zone.name)
  if (!there) {
    const made = { domain: zone.name, userId: segment.account_id, serviceGroupId: groupId, remark: '' }
    const { id } = await addDomain(open, made)
    await insertZone(tx, { domain_id: id, segment_id: segment.id, cidr: zone.cidr })
    return
  }
  const isOwn = there.segmentId === segment.id
  if (!isOwn && (there.accountId !== segment.account_id || there.segmentId !== null || there.isDeleted))
    throw new Problem('reverse_zone_taken', { params: { name: zone.name } })
  if (there.isLocked) throw new Problem('domain_locked', { params: { name: zone.name } })
  if (!isOwn) await insertZone(tx, { domain_id: there.id, segment_id: segment.id, cidr: zone.cidr })
  await updateDomains(tx, [there.id], { status: 1, service_group_id: groupId, account_id: segment.account_id })
  open.publish([there.id])
}

/** Rejects segments with a reason; nodes stop serving the zones of active ones, which keep their records. */
export async function rejectSegments(db: Db, actor: Actor, ids: readonly number[], reason: string): Promise<void> {
  await change(db, actor, 'reverse_segment.reject', async (open) => {
    const segments = await lockAll(open, ids, 'rejected')
    const zones = await unlockedZones(open, ids)
    if (zones.length > 0) {
      await updateDomains(open.tx, zones, { status: 0 })
      open.publish(zones)
    }
    for (const segment of segments) await decide(open, segment, { state: 'rejected', reason, due_day: null })
  })
}

/** Deletes segments that are not active, with the zones that a rejected one has kept. */
export async function removeSegments(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'reverse_segment.delete', async (open) => {
    const segments = await lockRows(open.tx, 'reverse_segment', ids, segmentWithin(actor.accessScope))
    if (segments.length !== new Set(ids).size) throw new Problem('reverse_segment_missing')
    const active = segments.find(({ state }) => state === 'active')
    if (active) throw new Problem('reverse_segment_active', { params: { cidr: active.cidr } })
    const zones = await unlockedZones(open, ids)
    // They are paused: no node serves them.
    if (zones.length > 0) await deleteDomains(open.tx, zones)
    await deleteSegments(open.tx, ids)
    for (const segment of segments) open.audit({ type: 'reverse_segment', id: segment.id, name: segment.cidr, before: told(segment) })
  })
}
