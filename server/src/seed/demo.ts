import type { RecordSent } from '@nameplane/contract/dns/record'
import { change } from '../changes/change.ts'
import type { Db } from '../db/connection.ts'
import type { Environment } from '../environment.ts'
import { changeDomain, createDomain, recycleDomains, setDomainLock, setDomainStatus } from '../features/dns/domain/domain.service.ts'
import { addCustomLine } from '../features/dns/custom-line/custom-line.service.ts'
import { applyChanges } from '../features/dns/record/record.service.ts'
import type { Actor } from '../access/actor.ts'
import { differentIpv4 } from './addresses.ts'
import { plantChangeSets } from './demo-change-sets.ts'
import { plantEmails } from './demo-emails.ts'
import { messageEvents } from './demo-messages.ts'
import { insertDemoNodes, leaveWaiting } from './demo-nodes.ts'
import { plantDynamicHosts } from './demo-dynamic-hosts.ts'
import { plantUpdateKeys } from './demo-update-keys.ts'
import { plantHealth } from './demo-health.ts'
import { describeOwners, paymentEvents, placeOf, plantSignIns, toldAdministrators } from './demo-people.ts'
import { primaryEvents, type TransferredDomain } from './demo-primaries.ts'
import { plantRuns } from './demo-runs.ts'
import { askedDomains, askedSite, askedZones } from './demo-askers.ts'
import { claimEvents } from './demo-claims.ts'
import { backdate, daysBefore, noteDelegations, type PastEvent } from './demo-past.ts'
import { checkSomeNames, readOwnZones, reverseEvents } from './demo-reverse.ts'
import { secondaryEvents } from './demo-secondaries.ts'
import { verificationEvents } from './demo-verifications.ts'
import { demoDomains, unusualRecords, type DemoDomain } from './demo-zones.ts'
import { vanityEvents } from './demo-vanity.ts'
import { insertOwners, insertServiceGroups } from './people-and-groups.ts'
import { plantTraffic } from './plant-traffic.ts'
import { Random } from './random.ts'

/** The first domains of the list get a history of several saves. */
const editedDomains = 14
/** The domain with records that the console warns of. */
const unusualDomain = 'lantern-market.example'
/** Domains with a line of their own. */
const linedDomains = [unusualDomain, 'river-stone.example']

export type DemoMade = { domains: number; records: number }
type Place = Pick<Environment, 'dnsHost' | 'dnsPort'>

/**
 * Fills an empty platform with the demo world: domains and records through the same doors as the console, every record checked and every
 * change audited, at the moments of five weeks. Queries, sign-ins, runs and emails of those weeks are made up.
 */
export async function plantDemo(db: Db, actor: Actor, place: Place = { dnsHost: '127.0.0.1', dnsPort: 0 }, now: Date = new Date()): Promise<DemoMade> {
  const startedAt = new Date()
  const begin = { ...actor, seededAt: daysBefore(now, 40) }
  const { owners, groups, nodes } = await change(db, begin, 'platform.seed_people', async ({ tx, audit }) => {
    const made = { owners: await insertOwners(tx, 5), groups: await insertServiceGroups(tx, 2) }
    await describeOwners(tx, made.owners)
    audit({ type: 'platform', id: null, name: 'demo', after: { users: made.owners.length, serviceGroups: made.groups.length } })
    return { ...made, nodes: await insertDemoNodes(tx, made.groups[1]!, place, now) }
  })
  const users = await db.selectFrom('account').select(['id', 'username']).where('id', 'in', owners).orderBy('id').execute()
  await db.updateTable('account').set({ created_at: begin.seededAt }).where('id', 'in', owners).execute()

  const ids = new Map<string, number>()
  let records = 0
  const ofDomains = eventsOf(now).map(({ at, planned, byOwner, work }): PastEvent => {
    const owner = users[planned.ownerIndex]!
    const administrator = toldAdministrators[planned.name.length % toldAdministrators.length]!
    const doer = byOwner ? ({ ...owner, kind: 'user' } as const) : ({ id: null, username: administrator, kind: 'administrator' } as const)
    const told = { accountId: doer.id, name: doer.username, kind: doer.kind, ...placeOf(doer.username) }
    return {
      at,
      async work() {
        const id = ids.get(planned.name)
        const done = await work({ db, actor: { ...actor, ...told, seededAt: at }, id: id ?? 0, planned, owners, groups })
        if (done.id !== undefined) ids.set(planned.name, done.id)
        records += done.records ?? 0
        await backdate(db, done.id ?? id!, startedAt, at)
      },
    }
  })
  const ownerOf = (name: string): number => owners[demoDomains.find((planned) => planned.name === name)!.ownerIndex]!
  const transferred: TransferredDomain[] = []
  const events = [
    ...ofDomains,
    ...paymentEvents(db, actor, owners, now),
    ...verificationEvents(db, actor, owners, now),
    ...messageEvents(db, actor, now),
    ...secondaryEvents(db, actor, now),
    ...primaryEvents(db, actor, owners[1]!, now, (domain) => void transferred.push(domain)),
    ...reverseEvents(db, actor, ownerOf, now),
    ...claimEvents(db, actor, owners, ownerOf, now),
    ...vanityEvents(db, actor, ownerOf, now),
  ]
  for (const { work } of events.sort((a, b) => a.at.getTime() - b.at.getTime())) await work()

  records += await plantChangeSets(
    db,
    actor,
    demoDomains.filter(({ name }) => name !== unusualDomain),
    now,
  )
  await plantSignIns(db, users, now)
  await plantRuns(db, now)
  await checkSomeNames(db, actor, now)
  await noteDelegations(db, [...ids.values()], now)
  await plantEmails(db, owners, now)
  // The domains whose pages are looked at first.
  for (const name of linedDomains) await plantDynamicHosts(db, actor, ids.get(name)!, now)
  for (const name of linedDomains) await plantUpdateKeys(db, actor, ids.get(name)!, now)
  await plantHealth(db, actor, ids.get(unusualDomain)!, now)
  await leaveWaiting(db, now)
  const asked = [...askedDomains(demoDomains, ids, now), ...askedZones(await readOwnZones(db, [...ids.values()])), ...transferred.map(askedSite)]
  await plantTraffic(db, asked, nodes, now)
  for (const domain of transferred) records += domain.records
  return { domains: demoDomains.length + transferred.length, records }
}

type Scene = { db: Db; actor: Actor; id: number; planned: DemoDomain; owners: readonly number[]; groups: readonly number[] }
type Event = { at: Date; planned: DemoDomain; byOwner: boolean; work: (scene: Scene) => Promise<{ id?: number; records?: number }> }

/** All that happens to the domains. */
function eventsOf(now: Date): Event[] {
  return demoDomains.flatMap((planned, index): Event[] => {
    const event = (daysAgo: number, byOwner: boolean, work: Event['work']): Event => ({ at: daysBefore(now, daysAgo), planned, byOwner, work })
    const edited = 33 - 2.3 * index
    return [
      event(40 - (index + 1) / 50, false, create),
      ...(index < editedDomains ? [event(edited, true, addBeta), event(edited - 0.1, true, moveBeta), event(edited - 1.2, true, removeBeat)] : []),
      ...(planned.name === unusualDomain ? [event(5.5, true, addUnusual)] : []),
      ...(linedDomains.includes(planned.name) ? [event(6.5, true, addLine)] : []),
      // Remarks, so that something happened on each of the last days.
      ...(index >= 18 && index < 30 ? [event((30 - index) / 3 - 0.2, index % 2 === 0, remark)] : []),
      ...(planned.fate ? [fateOf(planned.fate, event)] : []),
    ]
  })
}

function fateOf(fate: NonNullable<DemoDomain['fate']>, event: (daysAgo: number, byOwner: boolean, work: Event['work']) => Event): Event {
  if (fate === 'paused') return event(6, true, async ({ db, actor, id }) => (await setDomainStatus(db, actor, [id], 0), {}))
  if (fate === 'locked') return event(0.4, false, async ({ db, actor, id }) => (await setDomainLock(db, actor, [id], true), {}))
  return event(2, false, async ({ db, actor, id }) => (await recycleDomains(db, actor, [id]), {}))
}

async function create({ db, actor, planned, owners, groups }: Scene): Promise<{ id: number; records: number }> {
  const id = await createDomain(db, actor, {
    domain: planned.name,
    userId: owners[planned.ownerIndex]!,
    serviceGroupId: groups[demoDomains.indexOf(planned) % 7 === 3 ? 1 : 0]!,
    remark: planned.remark,
  })
  const sent = planned.profile(planned.name, new Random(`demo world: ${planned.name}`))
  await apply({ db, actor, id }, sent.map((record) => ({ op: 'add', record }))) // oxfmt-ignore
  return { id, records: sent.length }
}

async function remark({ db, actor, id, planned }: Scene) {
  await changeDomain(db, actor, { id, remark: `${planned.remark}${planned.remark ? '，' : ''}续费一年` })
  return {}
}

type Changes = Parameters<typeof applyChanges>[2]['changes']

async function apply({ db, actor, id }: Pick<Scene, 'db' | 'actor' | 'id'>, changes: Changes, acknowledged: string[] = []): Promise<void> {
  await applyChanges(db, actor, { domainId: id, changes, acknowledged, dryRun: false })
}

/*
 * Three later saves: a host is added, then moved and noted, and one that was a mistake goes again.
 */
const beta = (value: string, text: string): RecordSent => ({ host: 'beta', type: 'A', line: 'default', value, ttl: 300, remark: text, status: 1 })
const betaAddresses = (name: string) => differentIpv4(new Random(`beta of ${name}`), 3) as [string, string, string]
const idOf = async ({ db, id }: Scene, host: string): Promise<number> =>
  (await db.selectFrom('record').select('id').where('domain_id', '=', id).where('host', '=', host).executeTakeFirstOrThrow()).id

async function addBeta(scene: Scene) {
  const [first, , third] = betaAddresses(scene.planned.name)
  await apply(scene, [
    { op: 'add', record: beta(first, '') },
    { op: 'add', record: { ...beta(third, ''), host: 'beat' } },
  ])
  return { records: 2 }
}

async function moveBeta(scene: Scene) {
  const [, second] = betaAddresses(scene.planned.name)
  await apply(scene, [{ op: 'update', id: await idOf(scene, 'beta'), record: beta(second, '迁移到新机房') }])
  return {}
}

async function removeBeat(scene: Scene) {
  await apply(scene, [{ op: 'delete', id: await idOf(scene, 'beat') }])
  return { records: -1 }
}

async function addLine(scene: Scene) {
  const { db, actor, id, planned } = scene
  const { code } = await addCustomLine(db, actor, { domainId: id, name: '办公网络', segments: '203.0.113.0/25\n203.0.113.200-203.0.113.219\n2001:db8:40::/48' })
  const [value] = differentIpv4(new Random(`office of ${planned.name}`), 1) as [string]
  await apply(scene, [{ op: 'add', record: { host: 'www', type: 'A', line: code, value, ttl: 300, remark: '内部版本', status: 1 } }])
  return { records: 1 }
}

async function addUnusual(scene: Scene) {
  const { records, warnings } = unusualRecords
  await apply(scene, records.map((record) => ({ op: 'add', record })), [...warnings]) // oxfmt-ignore
  return { records: records.length }
}
