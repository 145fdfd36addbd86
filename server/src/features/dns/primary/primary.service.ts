import { sql } from 'kysely'
import type { primary as calls } from '@nameplane/contract/dns/domain-primary'
import type { Received } from '@nameplane/contract/endpoint'
import { canonicalAddress } from '@nameplane/dns-text/addresses'
import type { Actor } from '../../../access/actor.ts'
import { change, type Change } from '../../../changes/change.ts'
import { publicationChannel, transfersNotice } from '../../../changes/publication.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { refuseStale, updateRows } from '../../../db/versioned-rows.ts'
import { isInsideAddress } from '../../../integrations/http/internet-address.ts'
import { isAllowedAddress } from '../../../integrations/http/outbound.ts'
import { Problem } from '../../../problem.ts'
import { seal, unseal } from '../../../secrets/seal.ts'
import { primarySecretPlace } from '../../../secrets/sealed-places.ts'
import { findReverseZone } from '../domain/domain.store.ts'
import { lockDomain, readPrimary, wakeTransfers, type PrimaryRow } from './primary.store.ts'

type Sent = Received<typeof calls.update>

/** Sets what a domain is transferred from. Until the first transfer it is served as it was. */
export async function setPrimaries(db: Db, actor: Actor, sent: Sent): Promise<void> {
  const addresses = allowedAddresses(actor, sent.addresses)
  // The log tells whether it was set or changed; what it is is known once the domain is locked.
  const isThere = (await db.selectFrom('domain_primary').select('id').where('domain_id', '=', sent.domainId).executeTakeFirst()) !== undefined
  await change(db, actor, isThere ? 'primary.update' : 'primary.create', async (open) => {
    const { id, name } = await openDomain(open, sent.domainId)
    const zone = await findReverseZone(open.tx, [id])
    if (zone) throw new Problem('domain_is_reverse_zone', { params: zone })
    const before = await readPrimary(open.tx, id)
    if (before) refuseStale(sent.rowVersion, before.row_version)
    const after = { addresses, port: sent.port, key_name: sent.keyName, algorithm: sent.algorithm, secret: secretOf(sent, before) }
    if (before) await updateRows(open.tx, 'domain_primary', [before.id], { ...after, next_check_at: new Date() })
    else
      await open.tx
        .insertInto('domain_primary')
        .values({ domain_id: id, ...after })
        .execute()
    open.audit({ type: 'domain', id, name, ...(before ? { before: said(before) } : {}), after: said(after) })
    await tell(open.tx)
  })
}

/** Has a domain transferred at once, whatever its serial is. */
export async function requestTransfer(db: Db, actor: Actor, domainId: number): Promise<void> {
  await change(db, actor, 'primary.transfer', async (open) => {
    const { id, name } = await openDomain(open, domainId)
    const row = await readPrimary(open.tx, id)
    if (!row) throw new Problem('primary_missing')
    await open.tx.updateTable('domain_primary').set({ is_whole_wanted: true, next_check_at: new Date() }).where('id', '=', row.id).execute()
    open.audit({ type: 'domain', id, name, after: { addresses: row.addresses } })
    await wakeTransfers(open.tx)
  })
}

/** Makes it an ordinary domain, with the records that it has. */
export async function takeOver(db: Db, actor: Actor, domainId: number): Promise<void> {
  await change(db, actor, 'primary.delete', async (open) => {
    const { id, name } = await openDomain(open, domainId)
    const row = await readPrimary(open.tx, id)
    if (!row) throw new Problem('primary_missing')
    await open.tx.deleteFrom('domain_primary').where('id', '=', row.id).execute()
    open.audit({ type: 'domain', id, name, before: said(row) })
    open.publish([id])
    await tell(open.tx)
  })
}

async function openDomain({ tx, actor }: Change, domainId: number): Promise<{ id: number; name: string }> {
  const domain = await lockDomain(tx, actor.accessScope, domainId)
  if (!domain || domain.deleted_at !== null) throw new Problem('domain_missing')
  if (domain.is_locked) throw new Problem('domain_locked', { params: { name: domain.name } })
  return domain
}

/** On the Internet; inside a network only for who reaches all domains: what answers there is no matter of one domain. */
function allowedAddresses({ accessScope }: Actor, sent: readonly string[]): string[] {
  const isAllowed = (address: string): boolean => isAllowedAddress(address) || (accessScope === 'all' && isInsideAddress(address))
  if (!sent.every(isAllowed)) throw new Problem('transfer_address_refused', { fields: { addresses: 'transfer_address_refused' } })
  return [...new Set(sent.map(canonicalAddress))]
}

function secretOf({ domainId, keyName, secret }: Sent, before: PrimaryRow | undefined): string | null {
  if (keyName === '') return null
  const kept = !before || before.secret === null ? '' : unseal(before.secret, primarySecretPlace(domainId))
  const text = secret === '' ? kept : secret
  if (text === '') throw new Problem('secondary_secret_missing', { fields: { secret: 'secondary_secret_missing' } })
  return seal(text, primarySecretPlace(domainId))
}

type Said = Pick<PrimaryRow, 'addresses' | 'port' | 'key_name' | 'algorithm' | 'secret'>
/** What the log quotes of it; it masks the secret. */
const said = ({ addresses, port, key_name: keyName, algorithm, secret }: Said) => ({ addresses, port, keyName, algorithm, secret })

/** Nodes hear from other primaries than before, and these are asked. */
async function tell(tx: Tx): Promise<void> {
  await sql`select pg_notify(${publicationChannel}, ${transfersNotice})`.execute(tx)
  await wakeTransfers(tx)
}
