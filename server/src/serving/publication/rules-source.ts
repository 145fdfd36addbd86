import { networkLines, nodeAnswering } from '@nameplane/contract/system/settings/node-answering'
import type { Db } from '../../db/connection.ts'
import { keyedDigest, unseal } from '../../secrets/seal.ts'
import { primarySecretPlace, tsigSecretPlace, updateKeyPlace } from '../../secrets/sealed-places.ts'
import { readSettingOrDefault } from '../../settings/settings.ts'
import type { AnsweringRules } from '../node/answering-rules.ts'
import type { PrimaryRule } from '../transfer/primary-rules.ts'
import type { TransferRules } from '../transfer/transfer-rules.ts'
import type { UpdateRules } from '../update/update-rules.ts'

const dayMs = 86_400_000
const secretBytes = 16

/** The day, in UTC, that secrets of cookies are made for. */
export const cookieDay = (now: Date): number => Math.floor(now.getTime() / dayMs)

/**
 * The secrets of server cookies, the same for every node and every process of this platform: one for each day, of which nothing is
 * stored. Those of the day before and after are accepted too, so that nodes may change at different moments (RFC 9018 §5).
 */
export function cookieSecrets(now: Date): string[] {
  return [0, -1, 1].map((days) =>
    keyedDigest(String(cookieDay(now) + days), 'server cookies of DNS')
      .subarray(0, secretBytes)
      .toString('hex'),
  )
}

/** The addresses that URL records answer with, as the setting says now. */
export async function readRedirectAddresses(db: Db): Promise<string[]> {
  return networkLines((await readSettingOrDefault(db, nodeAnswering)).redirectAddresses)
}

/** Who may have whole zones now. */
async function readTransferRules(db: Db): Promise<TransferRules> {
  const rows = await db.selectFrom('secondary').selectAll().where('status', '=', 1).orderBy('id').execute()
  return rows.map(({ id, networks, key_name: name, algorithm, secret, scope, domain_ids: domainIds, ...row }) => ({
    ...{ id, networks },
    key: secret === null ? null : { name, algorithm, secret: unseal(secret, tsigSecretPlace(name)) },
    domainIds: scope === 'all' ? null : domainIds.map(Number),
    notify: { addresses: row.notify_addresses, port: row.notify_port },
    catalog: row.catalog_zone,
  }))
}

/** Whose NOTIFY counts now. */
async function readPrimaryRules(db: Db): Promise<PrimaryRule[]> {
  const rows = await db
    .selectFrom('domain_primary')
    .innerJoin('domain', 'domain.id', 'domain_primary.domain_id')
    .select(['domain.id', 'domain.name as zone', 'addresses', 'key_name', 'algorithm', 'secret'])
    .orderBy('domain.id')
    .execute()
  return rows.map(({ id, zone, addresses, key_name: name, algorithm, secret }) => ({
    ...{ zone, addresses },
    key: secret === null ? null : { name, algorithm, secret: unseal(secret, primarySecretPlace(id)) },
  }))
}

/** Who may send updates now. A domain in the recycle bin is not served, and can be back without a word: its keys stay. */
async function readUpdateRules(db: Db): Promise<UpdateRules> {
  const rows = await db
    .selectFrom('update_key')
    .innerJoin('domain', 'domain.id', 'update_key.domain_id')
    .select(['update_key.id', 'update_key.name', 'update_key.algorithm', 'update_key.secret', 'domain.id as domainId', 'domain.name as domain'])
    .orderBy('update_key.id')
    .execute()
  return rows.map(({ id, domainId, domain, name, algorithm, secret }) => ({
    ...{ id, domainId },
    key: { name: `${name}.${domain}`, algorithm, secret: unseal(secret, updateKeyPlace(domainId, name)) },
  }))
}

/** How a node is to answer strangers, by the setting as it is now. */
export async function readAnsweringRules(db: Db, nodeId: number, now: Date): Promise<AnsweringRules> {
  const setting = await readSettingOrDefault(db, nodeAnswering)
  const node = await db.selectFrom('node').select('name').where('id', '=', nodeId).executeTakeFirst()
  const text = (template: string): string => template.replaceAll('{node}', node?.name ?? '')
  const { limitMode, answersPerSecond, burst, slipEvery, ipv4Prefix, ipv6Prefix } = setting
  const unlimitedNetworks = networkLines(setting.unlimitedNetworks)
  const chaos = Object.entries({
    'id.server': setting.idServer,
    'hostname.bind': setting.hostnameBind,
    'version.bind': setting.versionBind,
    'version.server': setting.versionBind,
  }).flatMap(([name, template]) => (template === '' ? [] : [[name, text(template)] as const]))
  return {
    limit: { mode: limitMode, answersPerSecond, burst, slipEvery, ipv4Prefix, ipv6Prefix, unlimitedNetworks },
    cookieSecrets: setting.areCookiesOn ? cookieSecrets(now) : [],
    nsid: text(setting.nsid),
    chaos: Object.fromEntries(chaos),
    redirectAddresses: networkLines(setting.redirectAddresses),
    transfers: await readTransferRules(db),
    primaries: await readPrimaryRules(db),
    updates: await readUpdateRules(db),
  }
}
