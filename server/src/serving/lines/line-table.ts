/** The precedence code every chain ends with: records without a line of their own. */
export const DEFAULT_LINE = 'default'

/** What the line table knows about one client. */
export type LineMatch = {
  /** Line codes from most to least specific; always ends with `default`. */
  readonly chain: readonly string[]
  /** How many leading bits of the address decided (RFC 7871 §7.2.1). */
  readonly scope: number
  /** The address range that matched and where it came from; null when nothing matched. */
  readonly segment: LineSegment | null
  /** Equal for all clients with the same chain; small integer, stable until the next table. */
  readonly classId: number
}

/** First and last address of a range, in network order (4 or 16 bytes), and the name of its source. */
export type LineSegment = { readonly first: Uint8Array; readonly last: Uint8Array; readonly source: string }

/** Longest-match look-up from a client's network to its line chain. Never throws for 4- or 16-byte addresses. */
export type LineTable = { match(address: Uint8Array, prefixLength: number): LineMatch }

const everyone: LineMatch = { chain: [DEFAULT_LINE], scope: 0, segment: null, classId: 0 }

/** The table of a node that has not been given lines yet: every client is on the default line. */
export const onlyDefaultLine: LineTable = { match: () => everyone }
