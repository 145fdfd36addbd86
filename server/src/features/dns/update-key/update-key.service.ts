import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { updateKey as calls } from '@nameplane/contract/dns/update-key'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { AccessScope } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { change, type Change } from '../../../changes/change.ts'
import { publicationChannel, transfersNotice } from '../../../changes/publication.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { seal } from '../../../secrets/seal.ts'
import { updateKeyPlace } from '../../../secrets/sealed-places.ts'
import { countUpdateKeys, findDomainOfKeys, lockDomainOfKeys, lockUpdateKeys, type LockedKey } from './update-key.store.ts'
import { printPolicy, readPolicy } from './update-policy.ts'

type Made = Answered<typeof calls.save>['data']

const secretBytes = { 'hmac-sha256': 32, 'hmac-sha512': 64 } as const

/** As long as what its algorithm makes (RFC 2104 §3), in Base64. */
const newSecret = (algorithm: keyof typeof secretBytes): string => randomBytes(secretBytes[algorithm]).toString('base64')

/** Creates a key; answers its secret, which nobody sees again. */
export async function createUpdateKey(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<Made> {
  const ofRecords = requireChanger(actor)
  const { domainId, name, algorithm } = sent
  const secret = newSecret(algorithm)
  return change(db, actor, 'update_key.create', async (work) => {
    const { tx, audit } = work
    const domain = await lockDomainOfKeys(tx, actor.accessScope, domainId)
    if (!domain) throw new Problem('domain_missing')
    if (!(await findDomainOfKeys(tx, ofRecords, domainId))) throw new Problem('beyond_reach')
    const policy = printPolicy(readPolicy(sent.policy, domain.name))
    if ((await countUpdateKeys(tx, domainId)) >= limits.updateKeys) throw new Problem('too_many_update_keys', { params: { maximum: limits.updateKeys } })
    const { id } = await tx
      .insertInto('update_key')
      .values({ domain_id: domainId, name, algorithm, policy, secret: seal(secret, updateKeyPlace(domainId, name)) })
      .returning('id')
      .executeTakeFirstOrThrow()
    audit({ type: 'domain', id: domainId, name: domain.name, after: { id, keyName: `${name}.${domain.name}`, algorithm, policy } })
    await tellNodes(work)
    return { id, keyName: `${name}.${domain.name}`, algorithm, secret }
  })
}

/** Changes what a key may change. Nodes need not hear of it: the control plane decides that. */
export async function changeUpdateKey(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  const ofRecords = requireChanger(actor)
  await change(db, actor, 'update_key.update', async (work) => {
    const key = await lockOne(work, ofRecords, sent.id)
    if (sent.rowVersion !== undefined && sent.rowVersion !== key.rowVersion) throw new Problem('changed_meanwhile')
    const policy = printPolicy(readPolicy(sent.policy, key.domain))
    if (policy === key.policy) return work.nothingChanged()
    await work.tx
      .updateTable('update_key')
      .set({ policy, updated_at: sql`now()`, row_version: key.rowVersion + 1 })
      .where('id', '=', key.id)
      .execute()
    work.audit({ type: 'domain', id: key.domainId, name: key.domain, before: shown(key), after: { ...shown(key), policy } })
  })
}

/** Gives a key a new secret, which nobody sees again. */
export async function renewUpdateKey(db: Db, actor: Actor, id: number): Promise<Made> {
  const ofRecords = requireChanger(actor)
  return change(db, actor, 'update_key.renew', async (work) => {
    const key = await lockOne(work, ofRecords, id)
    const secret = newSecret(key.algorithm)
    await work.tx
      .updateTable('update_key')
      .set({ secret: seal(secret, updateKeyPlace(key.domainId, key.name)), updated_at: sql`now()`, row_version: key.rowVersion + 1 })
      .where('id', '=', id)
      .execute()
    work.audit({ type: 'domain', id: key.domainId, name: key.domain, after: shown(key) })
    await tellNodes(work)
    return { id, keyName: `${key.name}.${key.domain}`, algorithm: key.algorithm, secret }
  })
}

/** Deletes keys, all or none. */
export async function deleteUpdateKeys(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  await change(db, actor, 'update_key.delete', async (work) => {
    const keys = await lockUpdateKeys(work.tx, actor.accessScope, wanted)
    if (keys.length !== wanted.length) throw new Problem('update_key_missing')
    await work.tx.deleteFrom('update_key').where('id', 'in', wanted).execute()
    for (const key of keys) work.audit({ type: 'domain', id: key.domainId, name: key.domain, before: shown(key) })
    await tellNodes(work)
  })
}

const shown = ({ id, name, domain, algorithm, policy }: LockedKey) => ({ id, keyName: `${name}.${domain}`, algorithm, policy })

/** Who cannot change records hands nothing on. @throws Problem right_missing */
function requireChanger({ rights, accessScopes }: Actor): AccessScope {
  const ofRecords = accessScopes.get('record.write')
  if (!rights.has('record.write') || ofRecords === undefined) throw new Problem('right_missing')
  return ofRecords
}

async function lockOne({ tx, actor }: Change, ofRecords: AccessScope, id: number): Promise<LockedKey> {
  const [key] = await lockUpdateKeys(tx, actor.accessScope, [id])
  if (!key) throw new Problem('update_key_missing')
  if (!(await findDomainOfKeys(tx, ofRecords, key.domainId))) throw new Problem('beyond_reach')
  return key
}

/** Within the transaction: nodes hear of it when it is committed. */
async function tellNodes({ tx }: Change): Promise<void> {
  await sql`select pg_notify(${publicationChannel}, ${transfersNotice})`.execute(tx)
}
