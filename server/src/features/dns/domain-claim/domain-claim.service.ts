import { randomBytes } from 'node:crypto'
import { messageTypes } from '@nameplane/contract/account/message'
import type { domainClaim as calls } from '@nameplane/contract/dns/domain-claim'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { ProblemCode } from '@nameplane/contract/problems'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { platformActor, type Actor } from '../../../access/actor.ts'
import { change, lockName } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { saveMessage } from '../../account/message/message.service.ts'
import { mayBeOwner, updateDomains } from '../domain/domain.store.ts'
import { fitResolvers, resolversOf, type Texts } from '../nameserver-check/delegation.ts'
import { retrievedMessage } from './retrieved-message.ts'
import {
  deleteClaims,
  deleteUpdateKeys,
  findClaims,
  findOpen,
  findWanted,
  insertClaims,
  lockClaim,
  noteClaim,
  type Noted,
  type OpenClaim,
} from './domain-claim.store.ts'

const dayMs = 86_400_000
/** Domains that are asked about at the same time. */
const atOnce = 8

/** Refuses at the field, with the name of the domain that is meant. */
function refusal(code: ProblemCode, name: string): Problem {
  return new Problem(code, { params: { name, domains: { name } }, fields: { domains: code } })
}

/** Requests domains of others, each with a TXT record of its own; answers the numbers of the requests. */
export async function requestDomains(db: Db, actor: Actor, sent: Received<typeof calls.request>, now: Date): Promise<number[]> {
  return change(db, actor, 'domain_claim.create', async ({ tx, audit }) => {
    if (actor.kind === 'user' && sent.userId !== undefined && sent.userId !== actor.accountId)
      throw new Problem('right_missing', { fields: { userId: 'right_missing' } })
    const accountId = sent.userId ?? actor.accountId
    if (accountId === null || !(await mayBeOwner(tx, actor, accountId))) throw new Problem('owner_missing', { fields: { userId: 'owner_missing' } })
    const wanted = new Map((await findWanted(tx, sent.domains)).map((domain) => [domain.name, domain]))
    for (const name of sent.domains) {
      const domain = wanted.get(name)
      if (!domain) throw refusal('claim_domain_unknown', name)
      if (domain.isReverse) throw refusal('claim_domain_reverse', name)
      if (domain.accountId === accountId) throw refusal('claim_domain_own', name)
    }
    await lockName(tx, `domain_claim:${accountId}`)
    const open = await findOpen(
      tx,
      accountId,
      [...wanted.values()].map(({ id }) => id),
    )
    const waiting = open.find(({ expiresAt }) => expiresAt > now)
    if (waiting) throw refusal('claim_exists', waiting.domain)
    // Those that are over make room for new ones.
    const over = open.map(({ id }) => id)
    if (over.length > 0) await deleteClaims(tx, over)
    const expires = new Date(now.getTime() + limits.domainClaimDays * dayMs)
    const made = await insertClaims(
      tx,
      [...wanted.values()].map(({ id }) => ({
        domain_id: id,
        account_id: accountId,
        record_label: `_nameplane-${randomBytes(4).toString('hex')}`,
        record_value: `nameplane-claim=${randomBytes(16).toString('hex')}`,
        expires_at: expires,
        created_at: now,
      })),
    )
    const nameOf = new Map([...wanted.values()].map(({ id, name }) => [id, name]))
    for (const { id, domain_id } of made)
      audit({
        type: 'domain_claim',
        id,
        name: nameOf.get(domain_id)!,
        after: { domain: nameOf.get(domain_id)!, userId: accountId, expireTime: expires.toISOString() },
      })
    const idOf = new Map(made.map(({ id, domain_id }) => [nameOf.get(domain_id)!, id]))
    return sent.domains.map((name) => idOf.get(name)!)
  })
}

type Looked = { claim: OpenClaim; finding: Noted['finding'] }

/** Looks for the TXT records of requests; domains whose record is seen move to who requested them. */
export async function checkClaims(db: Db, actor: Actor, claims: readonly OpenClaim[], now: Date): Promise<Answered<typeof calls.check>['data']> {
  const setting = await readSettingOrDefault(db, nsCheck)
  const all = resolversOf(setting.resolvers)
  const fit = new Set((await fitResolvers(all, () => {})).map(({ address }) => address))
  const resolvers = all.filter(({ address }) => fit.has(address))
  const looked: Looked[] = []
  const left = [...claims]
  const work = async (): Promise<void> => {
    for (let claim = left.shift(); claim; claim = left.shift()) {
      const { recordName, recordValue } = claim
      const said = await Promise.all(resolvers.map((resolver) => resolver.texts(recordName)))
      looked.push({ claim, finding: findingOf(said, recordValue) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  let retrieved = 0
  for (const { claim, finding } of looked.sort((one, other) => one.claim.id - other.claim.id)) if (await settle(db, actor, claim, finding, now)) retrieved += 1
  return { retrieved, waiting: claims.length - retrieved }
}

/** One resolver that sees the record is enough: caches elsewhere may be older. */
function findingOf(said: readonly Texts[], value: string): Noted['finding'] {
  if (said.some((one) => one.kind === 'texts' && one.texts.includes(value))) return 'seen'
  if (said.some(({ kind }) => kind === 'texts')) return 'different'
  return said.some(({ kind }) => kind === 'none') ? 'missing' : 'unknown'
}

/** Notes what was found, and moves the domain where that is the record. A domain that is held stays. */
async function settle(db: Db, actor: Actor, claim: OpenClaim, finding: Noted['finding'], now: Date): Promise<boolean> {
  const before = await change(db, actor, 'domain_claim.check', async ({ tx, audit, publish, nothingChanged }) => {
    const locked = await lockClaim(tx, claim.id)
    if (!locked) return (nothingChanged(), null)
    const isMoved = finding === 'seen' && !locked.isHeld
    await noteClaim(tx, claim.id, { finding, checked_at: now, ...(isMoved ? { finished_at: now } : {}) })
    audit({ type: 'domain_claim', id: claim.id, name: locked.name, after: { finding, ...(isMoved ? { userId: claim.accountId } : {}) } })
    if (!isMoved) return null
    // Its name servers are those of whoever has it now.
    await updateDomains(tx, [locked.domainId], { account_id: claim.accountId, own_nameservers: null })
    publish([locked.domainId])
    for (const key of await deleteUpdateKeys(tx, locked.domainId)) audit({ type: 'domain', id: locked.domainId, name: locked.name, before: key })
    audit({ type: 'domain', id: locked.domainId, name: locked.name, before: { userId: locked.ownerId }, after: { userId: claim.accountId } })
    return locked
  })
  if (!before) return false
  await tell(db, before.ownerId, before.name)
  return true
}

const teller = platformActor('domain_claim')

/** Tells who had the domain. */
async function tell(db: Db, accountId: number, domain: string): Promise<void> {
  const owner = await db.selectFrom('account').select(['language', 'status', 'type']).where('id', '=', accountId).executeTakeFirst()
  if (owner?.status !== 1) return
  await saveMessage(db, teller, {
    ...retrievedMessage(owner.language === 'en' ? 'en' : 'zh', domain),
    // Administrators receive notices only (spec point 6).
    type: owner.type === 1 ? messageTypes.notice : messageTypes.letter,
    audience: 'selected',
    classes: [],
    accountIds: [accountId],
    pinned: false,
    action: 'publish',
  })
}

/** Deletes requests; domains that were retrieved stay. */
export async function removeClaims(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'domain_claim.delete', async ({ tx, audit }) => {
    const claims = await findClaims(tx, actor.accessScope, ids)
    if (claims.length !== new Set(ids).size) throw new Problem('claim_missing')
    await deleteClaims(tx, ids)
    for (const { id, domain, accountId } of claims) audit({ type: 'domain_claim', id, name: domain, before: { domain, userId: accountId } })
  })
}
