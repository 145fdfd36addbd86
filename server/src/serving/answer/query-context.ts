import type { Query } from '../wire/query.ts'
import type { RedirectAddresses } from '../redirect/redirect-addresses.ts'
import type { ResponseWriter } from './response.ts'
import type { CompiledZone, LineRecords } from '../zone/rrset.ts'

/** Everything one answer is made from and written to. */
export type QueryContext = {
  readonly zone: CompiledZone
  readonly query: Query
  readonly packet: Uint8Array
  readonly chain: readonly string[]
  readonly random: () => number
  readonly writer: ResponseWriter
  readonly redirects: RedirectAddresses
}

export type Resolution = {
  rcode: number
  authoritative: boolean
  truncated: boolean
  dependsOnLine: boolean
  /** The name that was asked stands in the zone itself and has records: it is none that the asker made up. */
  isOwnName: boolean
  /** The key, relative to the zone, of the name of the zone that stands for the one that was asked; null when none does. */
  owner: string | null
  /** Line of the last records given, null when none were given. */
  line: string | null
  /** The DNAME given last: a chain that comes by it again does not repeat it (RFC 2181 §5). */
  dname: LineRecords | null
}
