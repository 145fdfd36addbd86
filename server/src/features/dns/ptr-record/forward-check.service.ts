import { canonicalAddress, isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import type { ptrRecord as calls } from '@nameplane/contract/dns/ptr-record'
import { reverseHost } from '@nameplane/contract/dns/reverse-zones'
import type { Answered } from '@nameplane/contract/endpoint'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import type { Actor } from '../../../access/actor.ts'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { addressesFrom, type AskAddresses } from '../../../serving/alias/alias-resolver.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { noteChecks, readOwnName, type Checked } from './forward-check.store.ts'
import { readPtrRecords } from './ptr-record.store.ts'

type Family = 'A' | 'AAAA'
/** The addresses of a name; null where nobody could say. */
type Addresses = readonly string[] | null

/** Aliases that are followed. */
const mostAliases = 8
/** Names that are asked about at the same time. */
const atOnce = 8

/**
 * Whether the host names of PTR records have the addresses that lead to them (forward-confirmed reverse DNS, RFC 8499). Records of any line
 * count: what is asked is whether the holder of the name knows of the address.
 */
export async function checkForward(db: Db, actor: Actor, ids: readonly number[], now: Date): Promise<Answered<typeof calls.check>['data']> {
  const records = await readPtrRecords(db, actor.accessScope, ids)
  if (records.length !== new Set(ids).size) throw new Problem('ptr_record_missing')
  const ask = addressesFrom((await readSettingOrDefault(db, nsCheck)).resolvers)
  const known = new Map<string, Promise<Addresses>>()
  const addressesOf = (name: string, family: Family): Promise<Addresses> => {
    const key = `${family} ${name}`
    const asked = known.get(key) ?? followed(db, ask, name, family)
    known.set(key, asked)
    return asked
  }
  const checked: (Checked & { id: number; address: string })[] = []
  // Other names in such zones, as those of networks, lead to nothing that could lead back.
  const left = records.filter(({ address }) => isIpv4(address) || isIpv6(address))
  const work = async (): Promise<void> => {
    for (let row = left.shift(); row; row = left.shift()) {
      const family: Family = row.address.includes(':') ? 'AAAA' : 'A'
      const found = await addressesOf(row.hostName, family)
      const state = found === null ? 'unknown' : found.length === 0 ? 'missing' : found.includes(row.address) ? 'confirmed' : 'different'
      checked.push({
        ...{ id: row.id, address: row.address, domainId: row.domainId, host: reverseHost(row.address, row.domain), value: `${row.hostName}.` },
        ...{ state, found: state === 'different' ? [...found!].slice(0, shownAddresses) : [] },
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await change(db, actor, 'ptr_record.check', async ({ tx, audit, nothingChanged }) => {
    await noteChecks(tx, checked, now)
    if (checked.length === 0) nothingChanged()
    for (const { id, address, state, found } of checked) audit({ type: 'ptr_record', id, name: address, after: { forward: state, forwardFound: found } })
  })
  const count = (state: Checked['state']): number => checked.filter((one) => one.state === state).length
  return { confirmed: count('confirmed'), different: count('different'), missing: count('missing'), unknown: count('unknown') }
}

/** Addresses that are kept of a name that leads elsewhere. */
const shownAddresses = 8

/** The addresses of a name: from the records of this platform as far as it lies in its domains, from there on by resolvers. */
async function followed(db: Db, ask: AskAddresses, name: string, family: Family): Promise<Addresses> {
  let at = name
  for (let step = 0; step < mostAliases; step += 1) {
    const own = await readOwnName(db, at)
    if (own === null) return asked(ask, at, family)
    const addresses = own.filter(({ type }) => type === family).map(({ value }) => canonicalAddress(value))
    if (addresses.length > 0) return [...new Set(addresses)]
    const alias = own.find(({ type }) => type === 'CNAME' || type === 'ALIAS')
    if (!alias) return []
    at = alias.value.toLowerCase()
  }
  return null
}

async function asked(ask: AskAddresses, name: string, family: Family): Promise<Addresses> {
  const { ipv4, ipv6 } = await ask(name)
  const answer = family === 'A' ? ipv4 : ipv6
  return answer.kind === 'failed' ? null : answer.kind === 'none' ? [] : answer.addresses
}
