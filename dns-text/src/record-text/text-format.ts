import { withLineFeeds } from '../line-ends.ts'
import { headerOf } from './column-names.ts'
import { lineFinder } from './line-names.ts'
import type { LineName } from './line-names.ts'
import { looseRowOf } from './loose-row.ts'

/** How records may be written: as a zone file, as a table or as lines of any of the two, as JSON of the platform. */
export type TextFormat = 'bind' | 'table' | 'json'

/** What only zone files have: directives, a SOA record, and the annotations of the platform's own export. */
const zoneMarks = [
  /^\$(?:ORIGIN|TTL|INCLUDE|GENERATE)\b/im,
  /^[^\s;"]*[ \t]+(?:\d\w*[ \t]+)?(?:IN[ \t]+)?(?:\d\w*[ \t]+)?SOA[ \t]/im,
  /^;nameplane-record /m,
  /; nameplane: \{/,
]

/**
 * How formats are told apart, which is said here and nowhere else:
 *
 * 1. A text that begins with a bracket is JSON.
 * 2. A text with a line that names columns among its first ones is a table; the names are in column-names.ts.
 * 3. A text with a mark of zone files is one, whatever else it contains. So is output of dig and of a zone transfer: all that is
 *    no record in it is a comment.
 * 4. A text with at least one line that reads as a row of cells is a table without a header, in which every line is judged by itself:
 *    as such a row (loose-row.ts), else as a line of a zone file.
 * 5. Everything else is a zone file.
 */
export function textFormatOf(written: string, lines: readonly LineName[] = []): TextFormat {
  const text = withLineFeeds(written)
  if (/^\ufeff?\s*[[{]/.test(text)) return 'json'
  if (headerOf(text) !== undefined) return 'table'
  if (zoneMarks.some((mark) => mark.test(text))) return 'bind'
  const findLine = lineFinder(lines)
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed
    if (looseRowOf(text.slice(start, end), findLine) !== null) return 'table'
    start = end + 1
  }
  return 'bind'
}
