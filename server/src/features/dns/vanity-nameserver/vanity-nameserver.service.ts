import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import type { vanityNameserver as calls, NameserverAddresses } from '@nameplane/contract/dns/vanity-nameserver'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { Right } from '@nameplane/contract/right'
import { canonicalAddress, isIpv6 } from '@nameplane/dns-text/addresses'
import { nowhere, type AccessScope } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { refuseStale, updateRows } from '../../../db/versioned-rows.ts'
import { Problem } from '../../../problem.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { lockDomains, mayBeOwner, updateDomains } from '../domain/domain.store.ts'
import { fitResolvers, resolversOf } from '../nameserver-check/delegation.ts'
import { changeSetsWithin, SetsRefused, type SetChange } from '../record/record-sets.service.ts'
import { refuseLocked, requireDomain, settleBulk, type BulkNote } from '../record/record-save.ts'
import { sharesOf } from './address-shares.ts'
import {
  beginRollouts,
  findAlias,
  findChoice,
  findHosted,
  findNamesOfUser,
  findUsername,
  hasDomainBeyond,
  isPublished,
  lockNamesOfUsers,
  nodeAddresses,
  type Hosted,
  type NamesOfUser,
} from './vanity-nameserver.store.ts'

async function refuseAlias(tx: Tx, names: readonly string[]): Promise<void> {
  const name = names.length === 0 ? undefined : await findAlias(tx, names)
  if (name !== undefined) throw new Problem('vanity_nameserver_cname', { fields: { names: 'vanity_nameserver_cname' }, params: { name, names: { name } } })
}

/** Names of a user are those of all its domains. */
async function refuseBeyond(tx: Tx, { accessScope }: Actor, accountIds: readonly number[]): Promise<void> {
  if (await hasDomainBeyond(tx, accessScope, accountIds)) throw new Problem('beyond_reach')
}

/** Gives a user names, which all its domains show that follow it. */
export async function addNames(db: Db, actor: Actor, { userId, names }: Received<typeof calls.save>): Promise<number> {
  return change(db, actor, 'vanity_nameserver.create', async ({ tx, audit }) => {
    if (!(await mayBeOwner(tx, actor, userId))) throw new Problem('owner_missing', { fields: { userId: 'owner_missing' } })
    await refuseBeyond(tx, actor, [userId])
    await refuseAlias(tx, names)
    const { id } = await tx.insertInto('vanity_nameserver').values({ account_id: userId, names }).returning('id').executeTakeFirstOrThrow()
    await beginRollouts(tx, [userId])
    audit({ type: 'vanity_nameserver', id, name: await findUsername(tx, userId), after: { userId, names } })
    return id
  })
}

async function openNames(tx: Tx, actor: Actor, ids: readonly number[]): Promise<NamesOfUser[]> {
  const sets = await lockNamesOfUsers(tx, actor.accessScope, ids)
  if (sets.length !== new Set(ids).size) throw new Problem('vanity_nameserver_missing')
  await refuseBeyond(
    tx,
    actor,
    sets.map((set) => set.account_id),
  )
  return sets
}

export async function changeNames(db: Db, actor: Actor, { id, rowVersion, names }: Received<typeof calls.update>): Promise<void> {
  await change(db, actor, 'vanity_nameserver.update', async ({ tx, audit }) => {
    const [before] = await openNames(tx, actor, [id])
    if (!before) throw new Problem('vanity_nameserver_missing')
    refuseStale(rowVersion, before.row_version)
    await refuseAlias(tx, names)
    await updateRows(tx, 'vanity_nameserver', [id], { names })
    await beginRollouts(tx, [before.account_id])
    audit({ type: 'vanity_nameserver', id, name: before.username, before: { names: before.names }, after: { names } })
  })
}

export async function removeNames(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'vanity_nameserver.delete', async ({ tx, audit }) => {
    const sets = await openNames(tx, actor, ids)
    await tx
      .deleteFrom('vanity_nameserver')
      .where('id', 'in', [...ids])
      .execute()
    await beginRollouts(
      tx,
      sets.map((set) => set.account_id),
    )
    for (const set of sets) audit({ type: 'vanity_nameserver', id: set.id, name: set.username, before: { userId: set.account_id, names: set.names } })
  })
}

type Choice = Answered<typeof calls.choice>['data']

const choiceOf = (own: readonly string[] | null): Choice['choice'] => (own === null ? 'user' : own.length === 0 ? 'platform' : 'own')

export async function readChoice(db: Db, accessScope: AccessScope, id: number): Promise<Choice> {
  const found = await findChoice(db, accessScope, id)
  if (!found) throw new Problem('domain_missing')
  const { own, ofUser, platformNames, rowVersion } = found
  return { id, choice: choiceOf(own), names: own ?? [], userNames: ofUser ?? [], platformNames, rowVersion }
}

/** Chooses what a domain shows; its nodes answer so at once. */
export async function chooseNames(db: Db, actor: Actor, { id, rowVersion, choice, names }: Received<typeof calls.choose>): Promise<void> {
  const { min: minimum, max: maximum } = limits.vanityNameservers
  if (choice === 'own' && names.length < minimum)
    throw new Problem('vanity_nameserver_count', { fields: { names: 'vanity_nameserver_count' }, params: { minimum, maximum, names: { minimum, maximum } } })
  const own = choice === 'user' ? null : choice === 'platform' ? [] : names
  await change(db, actor, 'vanity_nameserver.choose', async ({ tx, audit, publish }) => {
    const [before] = await lockDomains(tx, actor.accessScope, [id])
    if (!before || before.isDeleted) throw new Problem('domain_missing')
    refuseLocked(await requireDomain(tx, actor.accessScope, id))
    refuseStale(rowVersion, before.rowVersion)
    await refuseAlias(tx, own ?? [])
    await updateDomains(tx, [id], { own_nameservers: own })
    const said = (names: readonly string[] | null) => ({ choice: choiceOf(names), names: names ?? [] })
    audit({ type: 'domain', id, name: before.domain, before: said(before.ownNameservers), after: said(own) })
    publish([id])
  })
}

/** How far a right reaches that is needed besides that of the call; nowhere for those who do not have it. */
function scopeOf({ rights, accessScopes }: Actor, right: Right): AccessScope {
  return rights.has(right) ? (accessScopes.get(right) ?? nowhere) : nowhere
}

type Which = Pick<Received<typeof calls.addresses>, 'of' | 'id'>

/** The names that are meant, and whose domains show them. */
async function findNames(db: Db, actor: Actor, { of, id }: Which): Promise<{ names: string[]; shownBy: { domainId: number } | { accountId: number } }> {
  const right = of === 'user' ? 'vanity_nameserver.read' : 'domain.read'
  if (!actor.rights.has(right)) throw new Problem('right_missing', { status: 403 })
  if (of === 'user') {
    const found = await findNamesOfUser(db, scopeOf(actor, right), id)
    if (!found) throw new Problem('vanity_nameserver_missing')
    return { names: found.names, shownBy: { accountId: found.accountId } }
  }
  const { choice, names, userNames } = await readChoice(db, scopeOf(actor, right), id)
  return { names: choice === 'own' ? names : choice === 'user' ? userNames : [], shownBy: { domainId: id } }
}

type Standing = NameserverAddresses & { hosted: Hosted | null }

/** How the names stand. `ask` says of others than those in domains of the platform what addresses they have; null where nobody knows. */
async function standingOf(
  db: Db,
  actor: Actor,
  which: Which,
  ask: (names: readonly string[]) => Promise<(string[] | null)[]>,
): Promise<{ list: Standing[]; isPublished: boolean }> {
  const { names, shownBy } = await findNames(db, actor, which)
  const nodes = await nodeAddresses(db, shownBy)
  const scopes = { readable: scopeOf(actor, 'record.read'), writable: scopeOf(actor, 'record.write') }
  const hosted = new Map((await findHosted(db, scopes, names)).map((one) => [one.name, one]))
  const others = names.filter((name) => !hosted.has(name))
  const asked = await ask(others)
  const addressed = names.map((name) => ({ name, found: (hosted.get(name)?.addresses ?? asked[others.indexOf(name)] ?? null)?.map(canonicalAddress) ?? null }))
  const shares = sharesOf(addressed, nodes)
  const list = addressed.map(({ name, found }, index): Standing => {
    const { wanted, lacking } = shares[index]!
    const there = hosted.get(name) ?? null
    return {
      ...{ name, wanted: [...wanted], found, lacking: [...lacking], hosted: there },
      state: stateOf(found, { nodes, lacking }),
      zone: there && { id: there.zoneId, domain: there.zone, userId: there.userId, isEditable: there.isEditable },
    }
  })
  return { list, isPublished: await isPublished(db, shownBy) }
}

function stateOf(found: readonly string[] | null, { nodes, lacking }: { nodes: readonly string[]; lacking: readonly string[] }): NameserverAddresses['state'] {
  if (found === null || nodes.length === 0) return 'unknown'
  if (found.length === 0) return 'missing'
  if (found.some((address) => !nodes.includes(address))) return 'foreign'
  return lacking.length > 0 ? 'incomplete' : 'correct'
}

/** How the names stand; with `asks`, `refuseTooOften` comes before resolvers are asked. */
export async function readAddresses(
  db: Db,
  actor: Actor,
  { asks, ...which }: Received<typeof calls.addresses>,
  refuseTooOften: (actor: Actor) => void,
): Promise<Answered<typeof calls.addresses>['data']> {
  return standingOf(db, actor, which, async (names) => {
    if (!asks || names.length === 0) return names.map(() => null)
    refuseTooOften(actor)
    const resolvers = await fitResolvers(resolversOf((await readSettingOrDefault(db, nsCheck)).resolvers))
    // One that sees addresses is enough: caches elsewhere may be older.
    return Promise.all(
      names.map(async (name) => {
        const said = (await Promise.all(resolvers.map((resolver) => resolver.addresses(name)))).filter((addresses) => addresses !== null)
        return said.find((addresses) => addresses.length > 0) ?? said[0] ?? null
      }),
    )
  })
}

/** Adds what the names lack, where their domains are here and may be edited; answers how many records these are. */
export async function createAddresses(db: Db, actor: Actor, which: Received<typeof calls.createAddresses>): Promise<number> {
  const bulk: BulkNote = { isDue: false }
  try {
    return await change(db, actor, 'vanity_nameserver.create_addresses', async (open) => {
      const { list: standing } = await standingOf(open.tx, actor, which, async (names) => names.map(() => null))
      let added = 0
      for (const [zoneId, sets] of lackingSets(standing)) {
        await changeSetsWithin(open, zoneId, sets, bulk).catch((error: unknown) => {
          if (!(error instanceof SetsRefused)) throw error
          const { name } = standing.find(({ hosted }) => hosted?.zoneId === zoneId && hosted.host === sets[error.faults[0]!.set]!.host)!
          throw new Problem('vanity_nameserver_refused', { params: { name } })
        })
        for (const { values } of sets) added += values!.length
      }
      if (added === 0) throw new Problem('vanity_nameserver_complete')
      return added
    })
  } finally {
    await settleBulk(db, bulk)
  }
}

/** The record sets to be extended, by domain in the order in which domains are locked. */
function lackingSets(standing: readonly Standing[]): [number, SetChange[]][] {
  const byZone = new Map<number, SetChange[]>()
  for (const { hosted, lacking } of standing) {
    if (!hosted?.isEditable) continue
    for (const type of ['A', 'AAAA']) {
      const values = lacking.filter((address) => isIpv6(address) === (type === 'AAAA')).map((value) => ({ value, status: 1 as const }))
      if (values.length === 0) continue
      const sets = byZone.get(hosted.zoneId) ?? []
      byZone.set(hosted.zoneId, sets)
      sets.push({ host: hosted.host, type, how: 'extend', ttl: null, values, remarks: null })
    }
  }
  return [...byZone].sort(([one], [other]) => one - other)
}
