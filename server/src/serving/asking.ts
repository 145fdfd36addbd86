import type { Query } from './query.ts'
import type { ResponseWriter } from './response.ts'
import type { CompiledZone, LineSet } from './rrset.ts'

/** Everything one answer is made from and written to. */
export interface Asking {
  readonly zone: CompiledZone
  readonly query: Query
  readonly packet: Uint8Array
  readonly chain: readonly string[]
  readonly random: () => number
  readonly writer: ResponseWriter
}

/**
 * @property line line of the last records given, null when none were given
 * @property dname the DNAME given last: a chain that comes by it again does not repeat it (RFC 2181 §5)
 */
export interface Resolution {
  rcode: number
  authoritative: boolean
  truncated: boolean
  dependsOnLine: boolean
  line: string | null
  dname: LineSet | null
}
