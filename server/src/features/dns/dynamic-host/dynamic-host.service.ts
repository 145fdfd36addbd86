import { randomBytes } from 'node:crypto'
import type { dynamicHost as calls } from '@nameplane/contract/dns/dynamic-host'
import { checkHost } from '@nameplane/contract/dns/record-checks'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import type { AccessScope } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { countDynamicHosts, deleteDynamicHosts, findDomainOfHosts, hashOf, lockDomainOfHosts, readAddresses, replaceSecret } from './dynamic-host.store.ts'

type Made = Answered<typeof calls.save>['data']

/** The whole name of a host, as clients send it. */
export const hostnameOf = ({ host, domain }: { host: string; domain: string }): string => (host === '@' ? domain : `${host}.${domain}`)

const newSecret = (): string => `npd_${randomBytes(32).toString('base64url')}`

/**
 * The account in whose name a credential changes records, and which domains it may change: who cannot change records hands nothing on.
 * @throws Problem right_missing
 */
function requireChanger({ accountId, rights, accessScopes }: Actor): { accountId: number; ofRecords: AccessScope } {
  if (accountId === null) throw new Problem('session_lost')
  const ofRecords = accessScopes.get('record.write')
  if (!rights.has('record.write') || ofRecords === undefined) throw new Problem('right_missing')
  return { accountId, ofRecords }
}

/** Creates a credential for a host that has an address; answers the secret, which nobody sees again. */
export async function createDynamicHost(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<Made> {
  const { accountId, ofRecords } = requireChanger(actor)
  const { domainId, line } = sent
  const secret = newSecret()
  return change(db, actor, 'dynamic_host.create', async ({ tx, audit }) => {
    const domain = await lockDomainOfHosts(tx, actor.accessScope, domainId)
    if (!domain) throw new Problem('domain_missing')
    if (!(await findDomainOfHosts(tx, ofRecords, domainId))) throw new Problem('beyond_reach')
    const { host } = checkHost(sent.host, domain.name)
    if (host.startsWith('*')) throw new Problem('dynamic_host_wildcard', { fields: { host: 'dynamic_host_wildcard' } })
    if ((await readAddresses(tx, { domainId, host, line })).length === 0)
      throw new Problem('dynamic_host_without_address', { fields: { host: 'dynamic_host_without_address' } })
    if ((await countDynamicHosts(tx, domainId)) >= limits.dynamicHosts)
      throw new Problem('too_many_dynamic_hosts', { params: { maximum: limits.dynamicHosts } })
    const { id } = await tx
      .insertInto('dynamic_host')
      .values({ domain_id: domainId, host, line, account_id: accountId, secret_hash: hashOf(secret) })
      .returning('id')
      .executeTakeFirstOrThrow()
    audit({ type: 'domain', id: domainId, name: domain.name, after: { id, host, line } })
    return { id, hostname: hostnameOf({ host, domain: domain.name }), secret }
  })
}

/** Gives a credential a new secret, which nobody sees again; from now on it changes records in the name of the caller. */
export async function renewDynamicHost(db: Db, actor: Actor, id: number): Promise<Made> {
  const { accountId, ofRecords } = requireChanger(actor)
  const secret = newSecret()
  return change(db, actor, 'dynamic_host.renew', async ({ tx, audit }) => {
    const renewed = await replaceSecret(tx, actor.accessScope, { id, accountId, secret })
    if (!renewed) throw new Problem('dynamic_host_missing')
    const { domainId, domain, host, line } = renewed
    if (!(await findDomainOfHosts(tx, ofRecords, domainId))) throw new Problem('beyond_reach')
    audit({ type: 'domain', id: domainId, name: domain, after: { id, host, line } })
    return { id, hostname: hostnameOf({ host, domain }), secret }
  })
}

/** Revokes credentials, all or none. */
export async function revokeDynamicHosts(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  await change(db, actor, 'dynamic_host.delete', async ({ tx, audit }) => {
    const gone = await deleteDynamicHosts(tx, actor.accessScope, wanted)
    if (gone.length !== wanted.length) throw new Problem('dynamic_host_missing')
    for (const { id, domainId, domain, host, line } of gone) audit({ type: 'domain', id: domainId, name: domain, before: { id, host, line } })
  })
}
