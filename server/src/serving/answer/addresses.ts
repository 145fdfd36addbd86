import type { QueryContext, Resolution } from './query-context.ts'
import { SECTION, type OwnerName } from './response.ts'
import { rdataOffset, type LineRecords, type Rdata } from '../zone/rrset.ts'
import { chooseByWeight, chooseLine, dependsOnLine, rrsetOf, visibleRedirect } from './selection.ts'
import { emptyNameKey, keyIsWithin, readNameKey } from '../wire/wire-key.ts'
import { hostNameAt, TYPE } from '../wire/wire-types.ts'

const hostName = emptyNameKey()
const addressTypes = [TYPE.A, TYPE.AAAA] as const

/**
 * Adds the addresses of the hosts that a set names, as far as this zone has them. They are a courtesy that is left out when it
 * does not fit, except in a referral: there a server below the cut could not be found without them (RFC 9471 §3).
 */
export function addAddresses(context: QueryContext, resolution: Resolution, set: LineRecords, chosen: number, isReferral: boolean): void {
  const nameOffset = hostNameAt(set.type)
  if (nameOffset < 0) return
  const { zone, writer, chain } = context
  let done: string[] | null = null
  for (let i = 0; i < set.rdatas.length; i += 1) {
    if (chosen >= 0 && i !== chosen) continue
    const offset = (set.rdatas[i] as Rdata).start + rdataOffset + nameOffset
    if (readNameKey(set.arena, offset, hostName) < 0 || !keyIsWithin(hostName, zone.key)) continue
    const node = zone.nodes.get(hostName.key.slice(0, hostName.key.length - zone.key.length))
    if (node === undefined || done?.includes(hostName.key) || visibleRedirect(node, chain) !== null) continue
    ;(done ??= []).push(hostName.key)
    const owner: OwnerName = { bytes: set.arena, offset }
    for (const type of addressTypes) {
      const rrset = rrsetOf(node, type)
      const addresses = rrset === null ? null : chooseLine(rrset, chain)
      if (addresses === null) continue
      resolution.dependsOnLine ||= dependsOnLine(node, type)
      const only = addresses.totalWeight > 0 ? chooseByWeight(addresses, context.random) : -1
      if (writer.addSet(SECTION.additional, addresses, 0, owner, only, 0)) continue
      if (isReferral) resolution.truncated = true
      return
    }
  }
}
