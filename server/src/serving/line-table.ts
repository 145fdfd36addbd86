/** The precedence code every chain ends with: records without a line of their own. */
export const DEFAULT_LINE = 'default'

/**
 * What the line table knows about one client.
 * @property chain line codes from most to least specific; always ends with `default`
 * @property scope how many leading bits of the address decided (RFC 7871 §7.2.1)
 * @property segment the address range that matched and where it came from; null when nothing matched
 * @property classId equal for all clients with the same chain; small integer, stable until the next table
 */
export interface LineMatch {
  readonly chain: readonly string[]
  readonly scope: number
  readonly segment: LineSegment | null
  readonly classId: number
}

/** First and last address of a range, in network order (4 or 16 bytes), and the name of its source. */
export interface LineSegment {
  readonly first: Uint8Array
  readonly last: Uint8Array
  readonly source: string
}

/** Longest-match look-up from a client's network to its line chain. Never throws for 4- or 16-byte addresses. */
export interface LineTable {
  match(address: Uint8Array, prefixLength: number): LineMatch
}

const everyone: LineMatch = { chain: [DEFAULT_LINE], scope: 0, segment: null, classId: 0 }

/** The table of a node that has not been given lines yet: every client is on the default line. */
export const onlyDefaultLine: LineTable = { match: () => everyone }
