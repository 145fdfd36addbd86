import { randomBytes } from 'node:crypto'
import type { dynamicHost as calls } from '@nameplane/contract/dns/dynamic-host'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { Actor } from '../../../access/actor.ts'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { countDynamicHosts, deleteDynamicHosts, findDomainOfHosts, hasAddress, hashOf } from './dynamic-host.store.ts'

/** Creates a credential for a host that has an address; answers the secret, which nobody sees again. */
export async function createDynamicHost(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<Answered<typeof calls.save>['data']> {
  const accountId = actor.accountId
  if (accountId === null) throw new Problem('session_lost')
  // It changes records in the creator’s name: who cannot change them hands nothing on.
  const ofRecords = actor.accessScopes.get('record.write')
  if (!actor.rights.has('record.write') || ofRecords === undefined) throw new Problem('right_missing')
  const { domainId, line } = sent
  const host = sent.host.toLowerCase()
  if (host.startsWith('*')) throw new Problem('dynamic_host_wildcard', { fields: { host: 'dynamic_host_wildcard' } })
  const secret = `npd_${randomBytes(32).toString('base64url')}`
  return change(db, actor, 'dynamic_host.create', async ({ tx, audit }) => {
    const domain = await findDomainOfHosts(tx, actor.accessScope, domainId)
    if (!domain) throw new Problem('domain_missing')
    if (!(await findDomainOfHosts(tx, ofRecords, domainId))) throw new Problem('beyond_reach')
    if (!(await hasAddress(tx, { domainId, host, line }))) throw new Problem('record_missing')
    if ((await countDynamicHosts(tx, domainId)) >= limits.dynamicHosts)
      throw new Problem('too_many_dynamic_hosts', { params: { maximum: limits.dynamicHosts } })
    const { id } = await tx
      .insertInto('dynamic_host')
      .values({ domain_id: domainId, host, line, account_id: accountId, secret_hash: hashOf(secret) })
      .returning('id')
      .executeTakeFirstOrThrow()
    audit({ type: 'domain', id: domainId, name: domain.name, after: { host, line } })
    return { id, hostname: hostnameOf({ host, domain: domain.name }), secret }
  })
}

export const hostnameOf = ({ host, domain }: { host: string; domain: string }): string => (host === '@' ? domain : `${host}.${domain}`)

/** Revokes credentials, all or none. */
export async function revokeDynamicHosts(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  await change(db, actor, 'dynamic_host.delete', async ({ tx, audit }) => {
    const gone = await deleteDynamicHosts(tx, actor.accessScope, wanted)
    if (gone.length !== wanted.length) throw new Problem('dynamic_host_missing')
    for (const { domainId, domain, host, line } of gone) audit({ type: 'domain', id: domainId, name: domain, before: { host, line } })
  })
}
