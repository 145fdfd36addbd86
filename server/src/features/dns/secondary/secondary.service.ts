import { sql } from 'kysely'
import type { secondary as calls } from '@nameplane/contract/dns/secondary'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { printRcode } from '@nameplane/dns-text/message'
import { canonicalAddress } from '@nameplane/dns-text/addresses'
import type { Actor } from '../../../access/actor.ts'
import { change, type Change } from '../../../changes/change.ts'
import { publicationChannel, transfersNotice } from '../../../changes/publication.ts'
import { addRow, changeRow, deleteRows, lockAll } from '../../../changes/row-changes.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { lockVersion } from '../../../db/versioned-rows.ts'
import { Problem } from '../../../problem.ts'
import { seal, unseal } from '../../../secrets/seal.ts'
import { tsigSecretPlace } from '../../../secrets/sealed-places.ts'
import type { StateQuestion } from '../../../serving/transfer/transfer-service.ts'
import type { StatePage, TransferState } from '../../../serving/transfer/transfer-states.ts'

/** Asks the node of this process; null where it runs none, or that has gone. */
export type AskNode = (question: StateQuestion) => Promise<StatePage | null>

type Sent = Received<typeof calls.save>
type Kept = { readonly key_name: string; readonly secret: string | null } | null

export async function createSecondary(db: Db, actor: Actor, sent: Sent): Promise<number> {
  refuseScoped(actor)
  return change(db, actor, 'secondary.create', async (work) => {
    const id = await addRow(work, 'secondary', await columnsOf(work.tx, sent, null))
    await tellNodes(work)
    return id
  })
}

export async function changeSecondary(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  refuseScoped(actor)
  await change(db, actor, 'secondary.update', async (work) => {
    const before = await lockVersion(work.tx, 'secondary', sent, 'everywhere', 'secondary_missing')
    await changeRow(work, 'secondary', sent, await columnsOf(work.tx, sent, before), 'secondary_missing')
    await tellNodes(work)
  })
}

export async function removeSecondaries(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  refuseScoped(actor)
  await change(db, actor, 'secondary.delete', async (work) => {
    await deleteRows(work, 'secondary', await lockAll(work, 'secondary', ids, 'secondary_missing'))
    await tellNodes(work)
  })
}

/** How far a secondary server is with its zones. */
export async function readZonesOf(db: Db, actor: Actor, ask: AskNode, sent: Received<typeof calls.zones>): Promise<Answered<typeof calls.zones>['data']> {
  refuseScoped(actor)
  const { id, page, limit, search = '' } = sent
  const found = await db.selectFrom('secondary').select('id').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Problem('secondary_missing')
  const asked = await ask({ id, search: search.toLowerCase(), from: (page - 1) * limit, limit })
  return { isNodeConnected: asked !== null, list: (asked?.states ?? []).map(zoneOf), totalCount: asked?.total ?? 0 }
}

function zoneOf({ zone, serial, notified, acknowledged, failure, transferred }: TransferState): Answered<typeof calls.zones>['data']['list'][number] {
  const time = (at: number | undefined): Date | null => (at === undefined ? null : new Date(at))
  return {
    ...{ zone, serial },
    notifiedSerial: notified?.serial ?? null,
    notifyTime: time(notified?.at),
    tries: notified?.tries ?? 0,
    acknowledgedSerial: acknowledged?.serial ?? null,
    acknowledgeTime: time(acknowledged?.at),
    failure: failure?.reason ?? null,
    rcode: failure === null || failure.rcode === null ? '' : printRcode(failure.rcode),
    transferredSerial: transferred?.serial ?? null,
    transferTime: time(transferred?.at),
    transferKind: transferred?.kind ?? null,
    askedSerial: transferred?.asked ?? null,
  }
}

/** What a secondary server may have is decided over all domains. */
function refuseScoped({ accessScope }: Actor): void {
  if (accessScope !== 'all') throw new Problem('beyond_reach')
}

async function columnsOf(tx: Tx, sent: Sent, before: Kept) {
  const { name, status, remark, networks, keyName, algorithm, scope, catalogZone } = sent
  if (keyName === '' && networks.some((network) => network.endsWith('/0'))) throw new Problem('secondary_open', { fields: { networks: 'secondary_open' } })
  await refuseDomain(tx, catalogZone)
  return {
    ...{ name, status, remark, networks, algorithm, scope },
    notify_addresses: [...new Set(sent.notifyAddresses.map(canonicalAddress))],
    notify_port: sent.notifyPort,
    catalog_zone: catalogZone,
    key_name: keyName,
    secret: secretOf(sent, before),
    domain_ids: scope === 'all' ? [] : await domainIdsOf(tx, sent.domains),
  }
}

/** Nodes answer for a domain with its own records. */
async function refuseDomain(tx: Tx, catalogZone: string): Promise<void> {
  if (catalogZone === '') return
  const found = await tx.selectFrom('domain').select('id').where('name', '=', catalogZone).executeTakeFirst()
  if (found !== undefined) throw new Problem('secondary_catalog_domain', { fields: { catalogZone: 'secondary_catalog_domain' } })
}

/** Sealed for its key. One that is kept is sealed again, since its key may be called otherwise now. */
function secretOf({ keyName, secret }: Sent, before: Kept): string | null {
  if (keyName === '') return null
  const kept = before === null || before.secret === null ? '' : unseal(before.secret, tsigSecretPlace(before.key_name))
  const text = secret === '' ? kept : secret
  if (text === '') throw new Problem('secondary_secret_missing', { fields: { secret: 'secondary_secret_missing' } })
  return seal(text, tsigSecretPlace(keyName))
}

async function domainIdsOf(tx: Tx, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) throw new Problem('secondary_domains_none', { fields: { domains: 'secondary_domains_none' } })
  const found = await tx
    .selectFrom('domain')
    .select(['id', 'name'])
    .where('name', 'in', [...names])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const known = new Set(found.map(({ name }) => name))
  const missing = names.find((name) => !known.has(name))
  if (missing !== undefined) {
    throw new Problem('secondary_domain_missing', { params: { name: missing, domains: { name: missing } }, fields: { domains: 'secondary_domain_missing' } })
  }
  return found.map(({ id }) => id)
}

/** Within the transaction: nodes hear of it when it is committed. */
async function tellNodes({ tx }: Change): Promise<void> {
  await sql`select pg_notify(${publicationChannel}, ${transfersNotice})`.execute(tx)
}
