import { nameToWire } from '@nameplane/dns-text/names'
import { maxCnames } from '../answer/resolve.ts'
import { chooseLine, rrsetOf, visibleCname } from '../answer/selection.ts'
import { locate } from '../answer/walk.ts'
import type { LineTable } from '../lines/line-table.ts'
import { tableFor } from '../lines/zone-lines.ts'
import { emptyNameKey, readNameKey } from '../wire/wire-key.ts'
import { TYPE } from '../wire/wire-types.ts'
import { rdataOffset, type LineRecords, type Rdata, type RRset } from '../zone/rrset.ts'
import type { ZoneTable } from '../zone/zone-table.ts'

const modes = ['301', '302', 'frame'] as const

/** What a URL record says. `target` is an absolute http or https URL in ASCII. */
export type Redirect = { readonly mode: (typeof modes)[number]; readonly target: string }

const name = emptyNameKey()
const hostName = /^(?=.{1,254}$)(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}\.?$/i

/** The name in a Host header or a URL, without port; null for an address and for all that is no name in ASCII. */
export function nameOfHost(host: string): string | null {
  const text = host.replace(/:\d{0,5}$/, '')
  return hostName.test(text) ? text.replace(/\.$/, '').toLowerCase() : null
}

/**
 * The redirect of a name for a client of this address, as far as these zones have it; null when there is none. Names are found as
 * for an answer: the deepest zone, wildcards, CNAMEs of one target.
 * @param clientAddress 4 or 16 bytes
 */
export function findRedirect(zones: ZoneTable, lines: LineTable, host: string, clientAddress: Uint8Array): Redirect | null {
  let wire: Uint8Array = nameToWire(host)
  for (let cnames = 0; cnames <= maxCnames; cnames += 1) {
    if (readNameKey(wire, 0, name) < 0) return null
    const zone = zones.find(name)
    if (zone === undefined) return null
    const { chain } = tableFor(zone, lines).match(clientAddress, clientAddress.length * 8)
    const place = locate(zone, name, TYPE.A, chain)
    if (place.kind !== 'name') return null
    const rrset = rrsetOf(place.node, TYPE.URL)
    if (rrset !== null) return redirectOf(chooseLine(rrset, chain) ?? anySet(rrset))
    const cname = visibleCname(place.node, chain)
    if (cname === null || cname.rdatas.length > 1) return null
    wire = firstRdata(cname)
  }
  return null
}

/** A client that was led here by its resolver, which is on another line, is not turned away. */
function anySet({ fallback, lines }: RRset): LineRecords {
  return fallback ?? (lines!.values()[Symbol.iterator]().next().value as LineRecords)
}

function firstRdata(set: LineRecords): Uint8Array {
  const { start, end } = set.rdatas[0] as Rdata
  return set.arena.subarray(start + rdataOffset, end)
}

/** A byte for the mode, then the target. */
function redirectOf(set: LineRecords): Redirect {
  const rdata = firstRdata(set)
  return { mode: modes[rdata[0] as number]!, target: Buffer.from(rdata.buffer, rdata.byteOffset + 1, rdata.byteLength - 1).toString('latin1') }
}
